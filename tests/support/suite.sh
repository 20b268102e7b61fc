# What the test scripts share: sourced, not run. A suite calls ok or fail for each test, and finish at
# its end, which prints "NAME: N passed, N failed" and fails if anything did or if nothing ran.
# shellcheck shell=bash

set -u
LC_ALL=C
export LC_ALL
unset GITHUB_ACTIONS CI GIT_DIR GIT_WORK_TREE GIT_INDEX_FILE

suite_root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
# shellcheck disable=SC2034 # for the suites
suite_bin=${GPUMEM_LINT:-$suite_root/gpumem-lint}
suite_passed=0
suite_failed=0
suite_tmp=$(mktemp -d)
trap 'rm -rf "$suite_tmp"' EXIT
trap 'exit 130' INT TERM

ok()
{
	suite_passed=$((suite_passed + 1))
}

fail()
{
	suite_failed=$((suite_failed + 1))
	printf 'FAIL %s\n' "$*"
}

# check NAME COMMAND…: a test that is one command.
check()
{
	local name=$1 out
	shift
	if out=$("$@" 2>&1); then
		ok
	else
		fail "$name"
		[ -z "$out" ] || printf '%s\n' "$out" | head -n 60 | sed 's/^/    /'
	fi
}

# needs COMMAND…: where one is missing the suite is left out, and run.sh says so.
needs()
{
	local command
	for command; do
		command -v "$command" >/dev/null || { echo "skipped: no $command here"; exit 77; }
	done
}

finish()
{
	printf '%s: %d passed, %d failed\n' "$1" "$suite_passed" "$suite_failed"
	[ "$suite_failed" = 0 ] && [ "$suite_passed" -gt 0 ]
}
