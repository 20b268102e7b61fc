#!/bin/bash
# The commands of docs/recipes.md that run outside of GitHub, as they stand there, on a merge request that needs more memory.
# shellcheck source=tests/support/suite.sh
. "$(dirname "$0")/../support/suite.sh"
cd "$suite_root" || exit 1
needs git python3
recipes=$suite_root/docs/recipes.md repo=$suite_tmp/repo bin=$suite_tmp/bin
mkdir -p "$bin" && cp "$suite_bin" "$bin/gpumem-lint"
PATH=$bin:$PATH

git init -q -b main "$repo"
commit() { git -C "$repo" add -A && git -C "$repo" -c user.name=c -c user.email=c@example.com commit -qm "$1"; }
cp fixtures/rules/policy-softened/repo/a.yaml "$repo/a.yaml"
echo 'target: A100-80GB' >"$repo/.gpumem-lint.yml"
commit base
git -C "$repo" update-ref refs/remotes/origin/main HEAD
sed -i 's/micro_batch_size: 1/micro_batch_size: 8/' "$repo/a.yaml"
commit change

# script JOB: the lines of a job's script in the YAML of the page.
script()
{
	sed -n "/^$1:/,/^\`\`\`/p" "$recipes" | sed -n '/^  script:/,/^  [a-z]/s/^    - //p'
}
# Each line by itself, as GitLab's runner does with "set -e" between them: the code of the first that fails.
run_lines()
{
	local line
	while IFS= read -r line; do
		(cd "$repo" && CI_MERGE_REQUEST_TARGET_BRANCH_NAME=main bash -c "$line") >"$suite_tmp/log" 2>&1 || return
	done
}
code() { local want=$1 got=0; shift; "$@" || got=$?; [ "$got" = "$want" ] || { echo "ended with $got"; cat "$suite_tmp/log"; return 1; }; }

script gpu-memory >"$suite_tmp/lines"
check "GitLab's job has two commands" test "$(wc -l <"$suite_tmp/lines")" = 2
check "and fails at the first, which finds an error" code 1 run_lines <"$suite_tmp/lines"
check "GitLab's code quality report" python3 - "$repo/gl-code-quality-report.json" <<'END'
import json, re, sys
rows = json.load(open(sys.argv[1]))
assert rows, "no issue"
for row in rows:
    assert row["description"] and row["check_name"] and re.fullmatch("[0-9a-f]+", row["fingerprint"]), row
    assert row["severity"] in ("info", "minor", "major", "critical", "blocker"), row
    assert not row["location"]["path"].startswith(("/", "./")) and row["location"]["lines"]["begin"] >= 1, row
assert len({row["fingerprint"] for row in rows}) == len(rows)
assert any(row["location"] == {"path": "a.yaml", "lines": {"begin": 7}} or row["location"]["path"] == "a.yaml" for row in rows)
END
check "and its test report" python3 - "$repo/gpumem.xml" <<'END'
import sys, xml.etree.ElementTree as tree
suites = tree.parse(sys.argv[1]).getroot()
assert suites.tag == "testsuites" and suites.findall(".//testcase/failure"), "no failure"
END
tail -n 1 "$suite_tmp/lines" >"$suite_tmp/second"
check "the second sees the increase" code 1 run_lines <"$suite_tmp/second"
check "and says it" grep -q 'per_device_train_batch_size 1 → 8' "$suite_tmp/log"

# What is piped into reviewdog, which is not here: a reader of its format in its place.
cat >"$bin/reviewdog" <<'END'
#!/usr/bin/env python3
import json, sys
assert "-f=rdjson" in sys.argv, sys.argv
for d in json.load(sys.stdin)["diagnostics"]:
    at = d["location"]["range"]["start"]
    print(d["location"]["path"], at["line"], d["severity"], len(d.get("suggestions", [])))
END
chmod +x "$bin/reviewdog"
sed -n 's/^    \(gpumem-lint .*| reviewdog .*\)$/\1/p' "$recipes" >"$suite_tmp/lines"
check "reviewdog's pipe" code 0 run_lines <"$suite_tmp/lines"
check "has a diagnostic with a suggestion" grep -qE '^a\.yaml [0-9]+ ERROR 1$' "$suite_tmp/log"
finish recipes
