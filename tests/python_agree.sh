#!/bin/bash
# The Python evaluator against python3: generated programs, and command lines of argparse.
# shellcheck source=tests/suite.sh
. "$(dirname "$0")/suite.sh"

tool=${TOOLS:-$suite_root/build/release/tests}/tool_pyeval

# A test that cannot fail is none: values that were changed must be seen.
difference_is_seen()
{
	printf '#!/bin/bash\n"%s" "$@" | sed "s/7/8/g"\n' "$tool" >"$suite_tmp/changed"
	chmod +x "$suite_tmp/changed"
	! python3 "$suite_root/tests/$1" "$suite_tmp/changed" $2 >/dev/null 2>&1
}

check "generated programs come to what python3 computes" \
	python3 "$suite_root/tests/python_agree.py" "$tool" 2000
check "command lines give the namespaces of argparse" python3 "$suite_root/tests/argparse_agree.py" "$tool"
check "a wrong value is seen" difference_is_seen python_agree.py 50
check "a wrong namespace is seen" difference_is_seen argparse_agree.py ""
python3 "$suite_root/tests/python_agree.py" "$tool" 300 3
finish python-agree
