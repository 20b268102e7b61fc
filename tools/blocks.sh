#!/bin/bash
# usage: tools/blocks.sh [--write] FILE…
# In documents, a fenced block below a line "<!-- $ COMMAND -->" is what the command prints, run in the
# repository's root; in the manual, what stands between the lines '.\" $ COMMAND' and '.\" end'. Without --write, says what differs and fails; prints "N blocks" if nothing does.
set -u
cd "$(dirname "$0")/.." || exit 3
write=
if [ "${1:-}" = --write ]; then
	write=1
	shift
fi
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
PATH=$(dirname "${GPUMEM_LINT:-$PWD/gpumem-lint}"):$PATH
unset GITHUB_ACTIONS
bad=0
blocks=0

for file; do
	n=0
	state=text
	: >"$tmp/new"
	while IFS= read -r line || [ -n "$line" ]; do
		case $state:$line in
		text:'<!-- $ '*' -->')
			command=${line#<!-- \$ }
			bash -c "${command% -->}" >"$tmp/out" 2>&1 </dev/null
			state=before
			n=$((n + 1))
			;;
		before:'```'*) state=inside ;;
		inside:'```'*)
			cat "$tmp/out" >>"$tmp/new"
			state=text
			;;
		inside:*) continue ;;
		text:'.\" $ '*)
			printf '%s\n' "$line" >>"$tmp/new"
			bash -c "${line#.\\\" \$ }" >>"$tmp/new" 2>&1 </dev/null
			state=manual
			n=$((n + 1))
			continue
			;;
		manual:'.\" end') state=text ;;
		manual:*) continue ;;
		esac
		printf '%s\n' "$line" >>"$tmp/new"
	done <"$file"
	blocks=$((blocks + n))
	if [ -n "$write" ]; then
		cmp -s "$tmp/new" "$file" || cp "$tmp/new" "$file"
	elif ! diff -u --label "$file" --label "$file as it should be" "$file" "$tmp/new"; then
		bad=1
	fi
done
echo "$blocks blocks"
exit $bad
