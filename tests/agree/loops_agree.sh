#!/bin/bash
# The evaluator against python3 on generated programs that loop over data it does not know.
#
# usage: tests/agree/loops_agree.sh [SEED…]
# shellcheck source=tests/support/suite.sh
. "$(dirname "$0")/../support/suite.sh"
needs python3

tool=${TOOLS:-$suite_root/build/release/tests}/tool_pyagree

agrees()
{
	python3 "$suite_root/tests/agree/loops_agree.py" "$tool" --seed "$@" >"$suite_tmp/agree" || {
		cat "$suite_tmp/agree"
		return 1
	}
}

[ "$#" -gt 0 ] || set -- 1
for seed; do
	check "values of programs with loops over unknown data, seed $seed" agrees "$seed"
	tail -n 2 "$suite_tmp/agree"
	for form in try generators; do
		check "the same with $form, seed $seed" agrees "$seed" --forms "$form" --programs 1500
		tail -n 2 "$suite_tmp/agree"
	done
done
finish loops-agree
