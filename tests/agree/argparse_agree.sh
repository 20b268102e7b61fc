#!/bin/bash
# The evaluator's argparse, click, typer and fire against python3's own: the same namespaces.
# shellcheck source=tests/support/suite.sh
. "$(dirname "$0")/../support/suite.sh"
needs python3

tool=${TOOLS:-$suite_root/build/release/tests}/tool_pyeval
namespaces="$suite_root/tests/agree/argparse_agree.py"

# A test that cannot fail is none: values that were changed must be seen.
difference_is_seen()
{
	printf '#!/bin/bash\n"%s" "$@" | sed "s/7/8/g"\n' "$tool" >"$suite_tmp/changed"
	chmod +x "$suite_tmp/changed"
	! python3 "$namespaces" "$suite_tmp/changed" >/dev/null 2>&1
}

check "command lines give the namespaces of argparse" python3 "$namespaces" "$tool"
check "a wrong namespace is seen" difference_is_seen
# The libraries are packages of the distribution, which its own python3 finds.
python=python3
python3 -c 'import click' 2>/dev/null || [ ! -x /usr/bin/python3 ] || python=/usr/bin/python3
check "command lines give the parameters of click, typer and fire" "$python" "$suite_root/tests/agree/cli_agree.py" "$tool"
finish argparse-agree
