#!/bin/bash
# The policy by the program: where it is found, whose it is, cards of which each or one must do, and its schema.
# shellcheck source=tests/support/suite.sh
. "$(dirname "$0")/../support/suite.sh"
cd "$suite_root" || exit 1
needs git

ends()
{
	local want=$1 code=0
	shift
	"$@" >"$suite_tmp/out" 2>"$suite_tmp/err" </dev/null || code=$?
	[ "$code" = "$want" ] && return 0
	echo "ended with $code instead of $want"
	head -n 20 "$suite_tmp/err" "$suite_tmp/out"
	return 1
}
out() { grep -qE -- "$1" "$suite_tmp/out" || { echo "no /$1/ in:"; head -n 20 "$suite_tmp/out"; return 1; }; }
err() { grep -qE -- "$1" "$suite_tmp/err" || { echo "no /$1/ in:"; head -n 20 "$suite_tmp/err"; return 1; }; }
lint() { "$suite_bin" --format json "$@"; }

repo=$suite_tmp/repo
mkdir -p "$repo/deep/sub"
cp fixtures/rules/policy-softened/repo/a.yaml "$repo/deep/sub/a.yaml"
cp fixtures/rules/policy-softened/repo/a.yaml "$repo/deep/sub/b.yaml"
printf 'target: A100-40GB\n' >"$suite_tmp/.gpumem-lint.yml"
cd "$repo/deep/sub" || exit 1

check "without a repository nothing above counts" ends 0 lint
check "so there is no card" out '"verdict": "no-target"'
git init -q "$repo"
check "nor what is above its top" ends 0 lint
check "so there still is none" out '"verdict": "no-target"'
printf 'target: H200\nexclude: ["deep/sub/b.yaml"]\npaths: [{match: "deep/**", target: A100-40GB}]\nignore: [{rule: gpu-memory-exceeded, path: "deep/sub/a.*", reason: it waits}]\n' \
	>"$repo/.gpumem-lint.yml"
check "the top's policy is found from below" ends 0 lint
check "its globs are from there: paths" out '"gpu": "A100-40GB"'
check "ignore" out '"known_by": "policy"'
check "exclude" test "$(grep -c '"id": ' "$suite_tmp/out")" = 1
printf 'target: H100-80GB\n' >"$repo/deep/.gpumem-lint.yml"
check "the nearest counts" ends 0 lint
check "alone" out '"gpu": "H100-80GB"'
rm "$repo/deep/.gpumem-lint.yml"
ln -s /etc/passwd "$repo/deep/.gpumem-lint.yml"
check "a link is refused" ends 2 lint
check "and named" err 'gpumem-lint.yml is no regular file'
rm "$repo/deep/.gpumem-lint.yml"
check "--no-config" ends 0 lint --no-config
check "is none" out '"verdict": "no-target"'

cd "$repo" || exit 1
for broken in 'targt: H200' 'targets: []' 'targets: H200' 'targets: [H2000]' 'fit: both' 'ignore: [{rule: bad-value, path: x}]' \
	'ignore: [{rule: bad-valeu, path: x, reason: y}]' 'ignore: [{rule: bad-value, path: x, reason: y, expires: soon}]' \
	'{target: H200, targets: [H200]}'; do
	printf '%s\n' "$broken" >.gpumem-lint.yml
	check "broken: $broken" ends 2 lint
	check "says where: $broken" err 'gpumem-lint\.yml:1:'
done
printf 'targt: H200\n' >.gpumem-lint.yml
check "a misspelt key" ends 2 lint
check "gets the right one" err 'unknown key .targt.*did you mean "target"'

printf 'targets: [H200, A100-40GB]\n' >.gpumem-lint.yml
check "it must fit each card" ends 1 lint
check "so the smallest counts" out '"gpu": "A100-40GB"'
check "and is said to" out 'the worst of its targets'
printf 'targets: [A100-40GB, H200, H100-80GB]\nfit: one\n' >.gpumem-lint.yml
check "or one" ends 0 lint
check "so the largest counts" out '"gpu": "H200"'
check "--gpu wins" ends 1 lint --gpu A100-40GB

printf 'target: A100-40GB\n' >.gpumem-lint.yml
git add -A && git -c user.name=c -c user.email=c@example.com commit -qm base && git tag base
printf 'target: H200\n' >.gpumem-lint.yml
check "a change softens its own policy" ends 0 lint
check "but not that of before" ends 1 lint --config-from base
check "which is said" out '"rule": "policy-softened"'
cd deep/sub || exit 1
check "from below as well" ends 1 lint --config-from base
cd "$repo" || exit 1
check "no revision" ends 2 lint --config-from nowhere
"$suite_bin" --config-from base --format json --write-baseline known.json >/dev/null 2>&1
check "its own baseline does not count" ends 1 lint --config-from base --baseline known.json
git add -A && git -c user.name=c -c user.email=c@example.com commit -qm known && git tag known && git checkout -q base -- .gpumem-lint.yml
check "that of before does" ends 0 lint --config-from known --baseline known.json

if command -v python3 >/dev/null; then
	"$suite_bin" schema --policy >"$suite_tmp/schema.json"
	python3 - "$suite_bin" "$suite_tmp/schema.json" "$suite_tmp" <<-'END' >"$suite_tmp/keys" 2>&1
		import json, os, subprocess, sys
		program, schema, tmp = sys.argv[1:]
		schema = json.load(open(schema))
		run = lambda *words: subprocess.run([program, *words], capture_output=True, text=True)
		def known(text, key):
		    path = os.path.join(tmp, "p.yml")
		    open(path, "w").write(text)
		    return f"unknown key '{key}'" not in run("--config", path, "--root", tmp).stderr
		assert not known("nonsense: 1", "nonsense")
		for key in schema["properties"]:
		    assert known(f"{key}: 1", key), key
		for key in schema["properties"]["ignore"]["items"]["properties"]:
		    assert known(f"ignore: [{{{key}: 1}}]", key), key
		rules = [line.split()[0] for line in run("rules").stdout.splitlines()]
		assert sorted(rules) == sorted(schema["$defs"]["rule"]["enum"]), rules
	END
	check "the schema has the program's keys and rules" test ! -s "$suite_tmp/keys"
fi
finish policy
