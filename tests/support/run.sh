#!/bin/bash
# Runs test programs and suites, as many at a time as there are processors, and adds up what they say, in the order given.
# usage: tests/support/run.sh PROGRAM…
#
# A program of Check says "N%: Checks: N, Failures: N, Errors: N", a suite "NAME: N passed, N failed"
# (tests/support/suite.sh). One that says neither, says zero, or fails without a failed test counts as a failure;
# one that ends with 77 was left out for want of a program and says which.
# The last line is the total, alone on its line.
set -u

logs=$(mktemp -d)
trap 'rm -rf "$logs"' EXIT
trap 'kill $(jobs -p) 2>/dev/null; exit 130' INT TERM
at_once=${TEST_JOBS:-$(nproc 2>/dev/null || echo 2)}
passed=0
failed=0
start=$SECONDS

# run NUMBER PROGRAM: its output, exit code and seconds in $logs/NUMBER.*
run()
{
	local since=$SECONDS code=0
	case $2 in
	# The whole program each time; the golden cases have it read the files as they are.
	*/smoke_lint) "$2" -d -n "$([ "${SMOKE_COPIES:-}" ] && echo 1 || echo 2)" fixtures >"$logs/$1.out" 2>&1 || code=$? ;;
	*/smoke_*) "$2" ${SMOKE_COPIES:+-n "$SMOKE_COPIES"} fixtures >"$logs/$1.out" 2>&1 || code=$? ;;
	*) "$2" >"$logs/$1.out" 2>&1 || code=$? ;;
	esac
	# Under its name only once it is whole: who waits may look between the making of a file and its first line.
	echo "$code $((SECONDS - since))" >"$logs/$1.ending"
	mv "$logs/$1.ending" "$logs/$1.end"
}

# tell NUMBER PROGRAM: what came of it.
tell()
{
	local name=${2##*/} code=255 took=0 p f
	[ ! -f "$logs/$1.end" ] || read -r code took <"$logs/$1.end"
	read -r p f < <(awk '
		match($0, /^[0-9]+%: Checks: [0-9]+, Failures: [0-9]+, Errors: [0-9]+/) {
			split($0, n, /[^0-9]+/); p += n[2] - n[3] - n[4]; f += n[3] + n[4]
		}
		match($0, /^[a-z0-9_-]+: [0-9]+ passed, [0-9]+ failed/) {
			split($0, n, /: | passed, | failed/); p += n[2]; f += n[3]
		}
		END { print p + 0, f + 0 }' "$logs/$1.out")
	if [ "$code" = 77 ]; then
		printf '%-24s %s\n' "$name" "$(tail -n 1 "$logs/$1.out")"
		return
	fi
	[ $((p + f)) -gt 0 ] || { echo "$name ran no test"; f=1; }
	[ "$code" = 0 ] || [ "$f" -gt 0 ] || { echo "$name ended with $code"; f=1; }
	[ "$f" = 0 ] || cat "$logs/$1.out"
	printf '%-24s %5d passed %4d failed %4ds\n' "$name" "$p" "$f" "$took"
	passed=$((passed + p))
	failed=$((failed + f))
}

programs=("$@")
started=0
for ((told = 0; told < ${#programs[@]}; told++)); do
	while [ ! -f "$logs/$told.end" ]; do
		while [ "$started" -lt ${#programs[@]} ] && [ "$(jobs -pr | wc -l)" -lt "$at_once" ]; do
			run "$started" "${programs[started]}" &
			started=$((started + 1))
		done
		wait -n 2>/dev/null || [ "$(jobs -pr | wc -l)" -gt 0 ] || [ "$started" -lt ${#programs[@]} ] || break
	done
	tell "$told" "${programs[told]}"
done
[ $((passed + failed)) -gt 0 ] || { echo "no test ran"; failed=1; }
echo "took $((SECONDS - start)) s"
echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
