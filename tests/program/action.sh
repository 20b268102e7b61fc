#!/bin/bash
# action.yml as the runner would run it: each step with "run" is a bash script with the environment that
# the step maps from the inputs, GITHUB_* and RUNNER_* set, in a workspace of its own.
# shellcheck source=tests/support/suite.sh
. "$(dirname "$0")/../support/suite.sh"
cd "$suite_root" || exit 1

# A checkout of the action, as the runner unpacks it: without .git, and without what was built here.
action=$suite_tmp/action
mkdir -p "$action"
cp -R action.yml Makefile core docs lint tools "$action"
work=$suite_tmp/work
temp=$suite_tmp/runner

# steps: one line "NAME<TAB>KEY=EXPRESSION<TAB>…<TAB>run=COMMAND" for each step that runs something.
steps()
{
	awk '
		/^  steps:/ { on = 1; next }
		!on { next }
		/^    - name: / { flush(); line = substr($0, 13); env = 0; next }
		/^      env:/ { env = 1; next }
		/^        [A-Z_]+: / && env {
			key = $1; sub(/:$/, "", key); value = $0; sub(/^ *[A-Z_]+: /, "", value)
			line = line "\t" key "=" value; next
		}
		/^      run: / { sub(/^      run: /, ""); line = line "\trun=" $0; run = 1 }
		/^      [a-z]/ { env = 0 }
		END { flush() }
		function flush() { if (run) print line; line = ""; run = 0 }' "$action/action.yml"
}

# default INPUT: its default in action.yml.
default()
{
	awk -v name="$1" '
		$0 == "  " name ":" { on = 1; next }
		on && /^  [a-z]/ { exit }
		on && /^    default: / { sub(/^    default: /, ""); gsub(/\047/, ""); print; exit }' "$action/action.yml"
}

# value EXPRESSION: inputs come from the array "with".
declare -A with
# shellcheck disable=SC2016 # they are the runner's expressions
value()
{
	local name
	case $1 in
	'${{ inputs.'*)
		name=${1#'${{ inputs.'}
		name=${name%' }}'}
		if [ -n "${with[$name]+set}" ]; then printf '%s' "${with[$name]}"; else default "$name"; fi
		;;
	'${{ github.action_path }}') printf '%s' "$action" ;;
	'${{ github.token }}') printf '%s' "${token:-}" ;;
	*) printf '%s' "$1" ;;
	esac
}

# uses: runs every step; log, output and summary hold what they wrote; the result is that of the action.
uses()
{
	local -a fields env
	local line field code=0
	rm -rf "$temp/file" && mkdir -p "$temp/file"
	: >"$temp/file/output" && : >"$temp/file/summary" && : >"$temp/log"
	while IFS= read -r line; do
		IFS=$'\t' read -r -a fields <<<"$line"
		env=()
		for field in "${fields[@]:1}"; do
			case $field in
			run=*) printf '%s\n' "${field#run=}" >"$temp/file/step.sh" ;;
			*) env+=("${field%%=*}=$(value "${field#*=}")") ;;
			esac
		done
		(
			cd "$work" && env -i PATH="$PATH" HOME="$suite_tmp" CJSON_SOURCE="$suite_root/build/deps/cjson" \
				CC="${CC:-cc}" CFLAGS='-O1 -g0' GITHUB_ACTIONS=true CI=true GITHUB_WORKSPACE="$work" RUNNER_TEMP="$temp" \
				GITHUB_OUTPUT="$temp/file/output" GITHUB_STEP_SUMMARY="$temp/file/summary" \
				GITHUB_ACTION_REPOSITORY=example/gpumem-lint GPUMEM_LINT_RELEASES="file://$suite_tmp/releases" \
				"${env[@]}" bash --noprofile --norc -eo pipefail "$temp/file/step.sh"
		) >>"$temp/log" 2>&1 </dev/null || { code=$?; break; }
	done < <(steps)
	return $code
}

# result CODE: the action ends with CODE; its log is shown if not.
result()
{
	local code=0
	uses || code=$?
	[ "$code" = "$1" ] || { echo "ended with $code instead of $1"; tail -n 30 "$temp/log"; return 1; }
}

says() { grep -qE -- "$2" "$temp/$1" || { echo "no /$2/ in $1:"; head -n 30 "$temp/$1"; return 1; }; }
silent() { ! says "$@" >/dev/null; }

workspace()
{
	rm -rf "$work"
	cp -R "fixtures/$1/repo" "$work"
}

check "action.yml has three steps that run" test "$(steps | wc -l)" = 3
check "no input is spliced into shell text" test -z "$(grep -nE '^ *run:.*\$\{\{' action.yml)"

# From a checkout: builds by itself. 1 is findings; the annotation is a workflow command.
workspace projects/baseline-7b-died
with=([gpu]=Quadro-RTX-6000)
check "a job that does not fit fails the step" result 1
check "the binary was built" test -x "$temp/gpumem-lint/gpumem-lint"
check "an annotation" says log '^::error .*file=[^,]+,.*line=[0-9]+'
check "output: exit code" says file/output '^exit-code=1$'
check "output: one job" says file/output '^jobs=1$'
check "output: errors" says file/output '^errors=[1-9]'
check "output: the report" says file/output '^json=.*/report.json$'
check "a summary" says file/summary 'gpumem-lint: 1 job'

with=([gpu]=Quadro-RTX-6000 [fail]=false)
check "fail: false" result 0
check "fail: false still tells" says file/output '^exit-code=1$'

with=([gpu]=H200)
check "a job that fits passes" result 0

with=([gpu]=$'H200"; echo spliced >&2; "' [args]=$'--quiet\n$(echo spliced)')
check "hostile inputs are arguments" result 2
check "and are not run" silent log '^spliced'

with=([args]=$'--no-such-option')
check "wrong usage is 2, whatever fail says" result 2

# A release: only what tools/releases.sha256 names.
rm -rf "$temp/gpumem-lint"
name=gpumem-lint-v9.9.9-linux-$(uname -m)
mkdir -p "$suite_tmp/releases/v9.9.9"
cp "$suite_bin" "$suite_tmp/releases/v9.9.9/$name"
with=([version]=v9.9.9 [gpu]=H200)
check "a release without a digest is not run" result 3
echo "$(sha256sum "$suite_bin" | cut -d' ' -f1)  $name" >>"$action/tools/releases.sha256"
check "a release with its digest is" result 0
rm -rf "$temp/gpumem-lint"
echo >>"$suite_tmp/releases/v9.9.9/$name"
check "a changed release is not run" result 3
check "and leaves nothing" test ! -e "$temp/gpumem-lint/gpumem-lint"
with=([version]='../v9')
check "a version is a tag" result 3

finish action
