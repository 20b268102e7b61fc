#!/bin/bash
# Runs test programs and suites one after the other and adds up what they say.
# usage: tests/support/run.sh PROGRAM…
#
# A program of Check says "N%: Checks: N, Failures: N, Errors: N", a suite "NAME: N passed, N failed"
# (tests/support/suite.sh). One that says neither, says zero, or fails without a failed test counts as a failure;
# one that ends with 77 was left out for want of a program and says which.
# The last line is the total, alone on its line.
set -u

log=$(mktemp)
trap 'rm -f "$log"' EXIT
trap 'exit 130' INT TERM
passed=0
failed=0
start=$SECONDS

for program; do
	since=$SECONDS
	code=0
	case $program in
	*/smoke_lint) "$program" -n 2 fixtures >"$log" 2>&1 || code=$? ;; # the whole program each time
	*/smoke_*) "$program" fixtures >"$log" 2>&1 || code=$? ;;
	*) "$program" >"$log" 2>&1 || code=$? ;;
	esac
	read -r p f < <(awk '
		match($0, /^[0-9]+%: Checks: [0-9]+, Failures: [0-9]+, Errors: [0-9]+/) {
			split($0, n, /[^0-9]+/); p += n[2] - n[3] - n[4]; f += n[3] + n[4]
		}
		match($0, /^[a-z0-9_-]+: [0-9]+ passed, [0-9]+ failed/) {
			split($0, n, /: | passed, | failed/); p += n[2]; f += n[3]
		}
		END { print p + 0, f + 0 }' "$log")
	name=${program##*/}
	if [ "$code" = 77 ]; then
		printf '%-24s %s\n' "$name" "$(tail -n 1 "$log")"
		continue
	fi
	[ $((p + f)) -gt 0 ] || { echo "$name ran no test"; f=1; }
	[ "$code" = 0 ] || [ "$f" -gt 0 ] || { echo "$name ended with $code"; f=1; }
	[ "$f" = 0 ] || cat "$log"
	printf '%-24s %5d passed %4d failed %4ds\n' "$name" "$p" "$f" $((SECONDS - since))
	passed=$((passed + p))
	failed=$((failed + f))
done
[ $((passed + failed)) -gt 0 ] || { echo "no test ran"; failed=1; }
echo "took $((SECONDS - start)) s"
echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
