#!/bin/bash
# The evaluator against python3 on generated programs: the same value, or unknown, never another.
#
# usage: tests/agree/python_agree.sh [SEED…]
# shellcheck source=tests/support/suite.sh
. "$(dirname "$0")/../support/suite.sh"
needs python3

tool=${TOOLS:-$suite_root/build/release/tests}/tool_pyagree

agrees()
{
	python3 "$suite_root/tests/agree/python_agree.py" "$tool" --seed "$1" >"$suite_tmp/agree" || {
		cat "$suite_tmp/agree"
		return 1
	}
}

# A wrong value must be seen: every seventh integer is changed.
difference_is_seen()
{
	printf '#!/bin/bash\n"%s" "$@" | sed "s/\\ti7$/\\ti8/"\n' "$tool" >"$suite_tmp/changed"
	chmod +x "$suite_tmp/changed"
	! python3 "$suite_root/tests/agree/python_agree.py" "$suite_tmp/changed" --programs 200 >/dev/null
}

[ "$#" -gt 0 ] || set -- 1
for seed; do
	check "values of generated programs, seed $seed" agrees "$seed"
	tail -n 2 "$suite_tmp/agree"
done
check "a difference is seen" difference_is_seen
finish python-agree
