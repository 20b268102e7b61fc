#!/bin/bash
# usage: tools/same_output.sh OLD NEW [DIR…]
# Whether two binaries say the same, byte for byte, of every repository named: as text, JSON and GitHub commands,
# their errors and exit codes too. Without DIR, of every case in fixtures/. Says which differ, and counts.
set -u

[ $# -ge 2 ] || {
	sed -n '2,4s/^# //p' "$0" >&2
	exit 2
}
old=$(realpath "$1")
new=$(realpath "$2")
shift 2
[ $# -gt 0 ] || set -- "$(dirname "$0")"/../fixtures/*/*/repo

# One repository in all formats; prints the formats that differ.
compare()
{
	local format a b

	for format in text json github; do
		a=$(cd "$3" && { timeout 600 "$1" --format "$format" 2>&1; echo "exit $?"; } | sha256sum)
		b=$(cd "$3" && { timeout 600 "$2" --format "$format" 2>&1; echo "exit $?"; } | sha256sum)
		[ "$a" = "$b" ] || echo "$3: $format differs"
	done
}
export -f compare

differ=$(printf '%s\0' "$@" | xargs -0 -P "$(nproc)" -I{} bash -c 'compare "$@"' compare "$old" "$new" {})
[ -z "$differ" ] || echo "$differ"
n=$(grep -c . <<<"$differ")
echo "same output: $# repositories in 3 formats, $n outputs differ"
[ "$n" = 0 ]
