#!/bin/bash
# usage: tools/walls.sh [--root DIR] [--picture] [OBJECTS]
# Holds the walls between the rooms of the house: the table in docs/rooms.md says which rooms there are, from the ground
# up, which headers are their doors, and which rooms each may use. A room is a folder of core/ or lint/ without the
# folders in it; a room uses another if it includes one of its headers, or if one of its objects in OBJECTS
# (build/release) needs a symbol that an object of the other defines: a use without an include is seen as well.
#
# Prints what is wrong and fails if anything is; else the order of the rooms. --picture draws the rooms by levels.
set -u

root=$(cd "$(dirname "$0")/.." && pwd)
picture=0
while [ $# -gt 0 ]; do
	case $1 in
	--root) root=$2; shift ;;
	--picture) picture=1 ;;
	*) break ;;
	esac
	shift
done
cd "$root" || exit 3
objects=${1:-build/release}
modules_max=25

# The rows of the table: room, doors, rooms that it may use, each list with blanks between.
table()
{
	awk -F'|' '/^\| *`(core|lint)/ { for (i = 2; i <= 4; i++) gsub(/[`,]|^ +| +$/, " ", $i); print $2 "|" $3 "|" $4 }' docs/rooms.md
}

if [ $picture = 1 ]; then
	table | awk -F'|' '
		{
			split($1, word, " "); room = word[1]; n = split($3, use, " "); level[room] = 0
			for (i = 1; i <= n; i++) if (level[use[i]] >= level[room]) level[room] = level[use[i]] + 1
			row[level[room]] = row[level[room]] "  " room
			if (level[room] > top) top = level[room]
		}
		END { for (l = top; l >= 0; l--) printf "%2d%s\n", l, row[l] }'
	exit
fi

# Facts, a line each: ROW room|doors|uses; SOURCE file; INCLUDE file header; DEFINES and NEEDS object symbol.
facts()
{
	table | sed 's/^/ROW /'
	find core lint -path core/tables -prune -o -name '*.[ch]' -print | sed 's/^/SOURCE /'
	grep -rnoE --include='*.[ch]' '^#include "[^"]+"' core lint tests 2>/dev/null |
		sed -nE 's/^([^:]+):([0-9]+):#include "([^"]+)"$/INCLUDE \1 \2 \3/p'
	# Objects whose source is gone are left over from an earlier layout.
	find "$objects/core" "$objects/lint" "$objects/gen/core" "$objects/gen/lint" -name '*.o' 2>/dev/null |
		while read -r o; do
			c=${o#"$objects/"}
			[ ! -e "${o%.o}.c" ] && [ ! -e "${c%.o}.c" ] || echo "$o"
		done | tr '\n' '\0' | xargs -0 nm -A -g 2>/dev/null | sed "s|^$objects/||; s|^gen/||" |
		awk '{ sub(/:.*/, "", $1) } $(NF - 1) == "U" { print "NEEDS", $1, $NF; next }
			$(NF - 1) ~ /^[A-TV-Z]$/ { print "DEFINES", $1, $NF }'
}

facts | awk -v max=$modules_max '
	function room_of(path) { return match(path, /\/[^\/]*$/) ? substr(path, 1, RSTART - 1) : "" }
	function wrong(text) { print "walls: " text; bad++ }
	function allowed(from, to) { used[from, to] = 1; return (from, to) in may }
	$1 == "ROW" {
		split(substr($0, 5), column, "|"); split(column[1], word, " "); room = word[1]
		if (room in place) wrong(room " stands twice in the table")
		order[++rooms] = room; place[room] = rooms
		n = split(column[2], d, " "); for (i = 1; i <= n; i++) if (d[i] ~ /\.h$/) door[room "/" d[i]] = 1
		if (n > 2) wrong(room " has more than two doors")
		n = split(column[3], u, " ")
		for (i = 1; i <= n; i++) if (u[i] ~ /\//) {
			may[room, u[i]] = 1
			if (!(u[i] in place) || u[i] == room)
				wrong(room " may use " u[i] ", which does not stand above it in the table")
		}
	}
	$1 == "SOURCE" {
		there[$2] = 1; filled[room_of($2)] = 1
		if ($2 ~ /\.c$/) modules[room_of($2)]++
	}
	$1 == "INCLUDE" { includes++; file[includes] = $2; line[includes] = $3; header[includes] = $4 }
	$1 == "DEFINES" && !($3 in home) { home[$3] = $2 }
	$1 == "NEEDS" { needs++; object[needs] = $2; symbol[needs] = $3 }
	END {
		if (!rooms) wrong("docs/rooms.md has no table of rooms")
		if (!needs) wrong("no objects: build the release first")
		for (r in filled) if (!(r in place)) wrong(r " is no room of the table")
		for (i = 1; i <= rooms; i++) {
			r = order[i]
			if (!(r in filled)) wrong(r " holds no source")
			if (modules[r] > max) wrong(r " holds " modules[r] " modules, more than " max)
		}
		for (h in door) if (!(h in there)) wrong(h " is a door and does not exist")
		for (i = 1; i <= includes; i++) {
			from = room_of(file[i]); to = room_of(header[i]); at = file[i] ":" line[i] ": "
			if (header[i] ~ /\.\.\//) { wrong(at header[i] " leads out of a folder by .."); continue }
			if (to !~ /^(core|lint)(\/|$)/ || to == from || to ~ /^core\/tables/) continue
			if (from ~ /^tests\//) { # a unit test may look inside its own room, other tests everywhere
				if (from ~ /^tests\/unit\// && !(header[i] in door) && index(from "/", "tests/unit/" to "/") != 1)
					wrong(at header[i] " is no door of " to)
				continue
			}
			if (from ~ /^core\/tables/) continue
			if (!(header[i] in door)) wrong(at header[i] " is no door of " to)
			if (!allowed(from, to)) wrong(at from " may not use " to)
		}
		for (i = 1; i <= needs; i++) {
			if (!(symbol[i] in home)) continue
			from = room_of(object[i]); to = room_of(home[symbol[i]])
			if (from != to && !allowed(from, to))
				wrong(object[i] ": " symbol[i] "() of " home[symbol[i]] ": " from " may not use " to)
		}
		for (m in may) { split(m, pair, SUBSEP); if (!(m in used)) wrong(pair[1] " may use " pair[2] " and does not") }
		if (bad) exit 1
		printf "walls: %d rooms:", rooms
		for (i = 1; i <= rooms; i++) printf " %s", order[i]
		print ""
	}' | sort -u -t: -k1,1 -k2 | awk '/^walls: [0-9]+ rooms:/ { good = 1 } { print } END { exit !good }'
