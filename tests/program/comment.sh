#!/bin/bash
# The comment of the action on a pull request, against a model of GitHub's API (comment.py): made once, kept up to date,
# left alone if it says so already, and given up where the token may not write.
# shellcheck source=tests/support/suite.sh
. "$(dirname "$0")/../support/suite.sh"
cd "$suite_root" || exit 1
needs python3 git curl jq

repo=$suite_tmp/repo temp=$suite_tmp/runner api=$suite_tmp/api
mkdir -p "$repo" "$temp/gpumem-lint" "$api"
cp "$suite_bin" "$temp/gpumem-lint/gpumem-lint"
python3 tests/program/comment.py "$api" &
server=$!
trap 'kill $server; rm -rf "$suite_tmp"' EXIT
for _ in $(seq 100); do
	[ ! -s "$api/port" ] || break
	sleep 0.1
done
# A comment of somebody with our mark, and enough others for a second page.
python3 - "$api/comments.json" <<'END'
import json, sys
people = [{"id": n, "user": {"type": "User"}, "body": "<!-- gpumem-lint -->\nforged"} for n in range(1, 121)]
json.dump(people, open(sys.argv[1], "w"))
END

git init -q "$repo"
commit() { git -C "$repo" add -A && git -C "$repo" -c user.name=c -c user.email=c@example.com commit -qm "$1"; }
cp fixtures/rules/policy-softened/repo/a.yaml "$repo/a.yaml"
commit base
sed -i 's/4096/8192/' "$repo/a.yaml"
commit change

# action KEY=VALUE…: the step as the runner runs it; log, output and summary are what it wrote.
action()
{
	: >"$temp/output" && : >"$temp/summary" && : >"$api/log"
	(cd "$repo" && env -i PATH="$PATH" HOME="$suite_tmp" ${ASAN_OPTIONS:+ASAN_OPTIONS="$ASAN_OPTIONS"} GITHUB_ACTIONS=true \
		GITHUB_WORKSPACE="$repo" RUNNER_TEMP="$temp" GITHUB_OUTPUT="$temp/output" GITHUB_STEP_SUMMARY="$temp/summary" \
		GITHUB_REPOSITORY=acme/models GITHUB_REF=refs/pull/7/merge GITHUB_API_URL="http://127.0.0.1:$(cat "$api/port")" \
		GPUMEM_LINT_TOKEN=secret GPUMEM_LINT_COMMENT=true GPUMEM_LINT_BASE=auto GPUMEM_LINT_GPU=H200 "$@" \
		bash --noprofile --norc -eo pipefail "$suite_root/tools/action.sh" lint) >"$temp/log" 2>&1
}
ends()
{
	local want=$1 code=0
	shift
	action "$@" || code=$?
	[ "$code" = "$want" ] && return 0
	echo "ended with $code instead of $want"
	tail -n 30 "$temp/log"
	return 1
}
says() { grep -qE -- "$2" "$1" || { echo "no /$2/ in:"; head -n 30 "$1"; return 1; }; }
calls() { test "$(grep -c "^$1" "$api/log")" = "$2" || { cat "$api/log"; return 1; }; }
ours() { jq -r '[.[] | select(.user.type == "Bot")] | length' "$api/comments.json"; }
body() { jq -r '.[] | select(.user.type == "Bot") | .body' "$api/comments.json"; }

check "a change" ends 0
check "makes a comment" test "$(ours)" = 1
check "behind all pages" calls GET 2
check "by one request" calls POST 1
body >"$temp/body"
check "with the mark first" test "$(head -n 1 "$temp/body")" = '<!-- gpumem-lint -->'
check "then the difference" says "$temp/body" '^### GPU memory: 1 job needs more'
check "with the setting" says "$temp/body" '4096 → 8192: \+'
check "the difference stands first in the summary" test "$(head -n 1 "$temp/summary")" = '### GPU memory: 1 job needs more'
check "others' comments stay" test "$(jq '[.[] | select(.body | endswith("forged"))] | length' "$api/comments.json")" = 120
check "the token is in no log" test -z "$(grep secret "$temp/log")"
check "outputs: diff" says "$temp/output" '^diff=.*/diff\.md$'
check "outputs: findings" says "$temp/output" '^findings=0$'
check "outputs: report" says "$temp/output" '^report=.*/report\.txt$'

check "the same again" ends 0
check "changes nothing" calls 'P' 0
sed -i 's/8192/16384/' "$repo/a.yaml"
git -C "$repo" add -A && git -C "$repo" -c user.name=c -c user.email=c@example.com commit -q --amend -m change
check "another change" ends 0
check "changes the comment" calls PATCH 1
check "which is still one" test "$(ours)" = 1
body >"$temp/body"
check "and says the new" says "$temp/body" '4096 → 16384'

touch "$api/readonly"
sed -i 's/16384/2048/' "$repo/a.yaml"
git -C "$repo" add -A && git -C "$repo" -c user.name=c -c user.email=c@example.com commit -q --amend -m change
check "a fork's token" ends 0
check "is told of" says "$temp/log" 'no comment on the pull request: the token may not write'
check "all is in the summary" says "$temp/summary" '4096 → 2048'
check "no token" ends 0 GPUMEM_LINT_TOKEN=
check "no request" calls . 0
check "no pull request" ends 0 GITHUB_REF=refs/heads/main
check "no request either" calls . 0
check "a number that is none" ends 0 'GPUMEM_LINT_PULL=7/../8'
check "asks for nothing" calls . 0
rm "$api/readonly"

git -C "$repo" checkout -q HEAD^1 && echo notes >"$repo/notes.md" && commit words
echo '[]' >"$api/comments.json"
check "a change of no job" ends 0
check "needs no comment" test "$(ours)" = 0
check "an error fails" ends 1 GPUMEM_LINT_BASE=HEAD^1 GPUMEM_LINT_HEAD="$(git -C "$repo" rev-parse HEAD^1)" GPUMEM_LINT_STRICT=true GPUMEM_LINT_GPU=1GiB
check "a limit" ends 0 GPUMEM_LINT_INCREASE=5%
git -C "$repo" checkout -q -B heavy HEAD && sed -i 's/micro_batch_size: 1/micro_batch_size: 16/' "$repo/a.yaml" && commit heavy
echo '[]' >"$api/comments.json"
check "a batch that is too large" ends 1
check "has a patch in the summary" says "$temp/summary" '^-micro_batch_size: 16'
check "in a fence of its own" says "$temp/summary" '^```diff$'
body >"$temp/body"
check "and in the comment" says "$temp/body" '^\+micro_batch_size: 4$'
check "behind the difference" test "$(sed -n 2p "$temp/body" | cut -c 1-14)" = '### GPU memory'
git -C "$repo" checkout -q -
git -C "$repo" checkout -q -B more HEAD && sed -i 's/4096/32768/' "$repo/a.yaml" && commit more
check "that is passed" ends 1 GPUMEM_LINT_INCREASE=5%
check "unless nothing fails" ends 0 GPUMEM_LINT_INCREASE=5% GPUMEM_LINT_FAIL=false
check "a base that is not there" ends 0 GPUMEM_LINT_BASE=nowhere
check "is a warning" says "$temp/log" '^::warning title=gpumem-lint::no comparison with the base: .*no revision "nowhere"'
check "SARIF" ends 0 GPUMEM_LINT_SARIF=out.sarif
check "is written" grep -q '"version": "2.1.0"' "$repo/out.sarif"
check "and named" says "$temp/output" '^sarif-file=out\.sarif$'
check "a format" ends 0 GPUMEM_LINT_FORMAT=junit
check "for the report" says "$temp/output" '^report=.*/report\.junit$'
check "no format" ends 3 GPUMEM_LINT_FORMAT='x;y'
check "no summary" ends 0 GPUMEM_LINT_SUMMARY=false
check "is none" test ! -s "$temp/summary"
finish comment
