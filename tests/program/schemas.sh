#!/bin/bash
# What programs read is valid by the schemas that "gpumem-lint schema" prints.
# shellcheck source=tests/support/suite.sh
. "$(dirname "$0")/../support/suite.sh"
cd "$suite_root" || exit 1
for python in python3 /usr/bin/python3 none; do
	"$python" -c 'import jsonschema' 2>/dev/null && break
done
[ "$python" != none ] || { echo "skipped: no python3 with jsonschema here"; exit 77; }

cat >"$suite_tmp/valid.py" <<'END'
"""valid.py SCHEMA OUTPUT [lines]: fails unless the schema is one and the output, or each of its lines, is valid by it."""
import json, sys, jsonschema
schema = json.load(open(sys.argv[1]))
judge = jsonschema.validators.validator_for(schema)
judge.check_schema(schema)
text = open(sys.argv[2]).read()
documents = [json.loads(l) for l in text.splitlines()] if sys.argv[3:] else [json.loads(text)]
assert documents, "nothing came"
errors = [e for d in documents for e in judge(schema).iter_errors(d)]
for e in errors[:5]:
    print("/".join(map(str, e.absolute_path)), e.message[:200])
sys.exit(bool(errors))
END
valid()
{
	"$suite_bin" schema "$1" >"$suite_tmp/schema" && "$python" "$suite_tmp/valid.py" "$suite_tmp/schema" "$2" ${3:+lines}
}
refuses()
{
	! valid "$1" "$2" "${3:-}" >/dev/null 2>&1
}

# By itself: within this project all that it holds would be read for each.
for folder in frameworks rules hostile; do
	of=(--root "fixtures/$folder" "fixtures/$folder")
	"$suite_bin" --exit-zero -f json "${of[@]}" >"$suite_tmp/report" 2>/dev/null
	check "json of fixtures/$folder" valid json "$suite_tmp/report"
	"$suite_bin" --exit-zero -f jsonl --repository r --commit c "${of[@]}" >"$suite_tmp/jobs" 2>/dev/null
	check "jsonl of fixtures/$folder" valid jsonl "$suite_tmp/jobs" lines
	"$suite_bin" --exit-zero --no-config --write-baseline "$suite_tmp/known" "${of[@]}" >/dev/null 2>&1
	check "a baseline of fixtures/$folder" valid baseline "$suite_tmp/known"
done
"$suite_bin" advise --exit-zero -f json -g A100-80GB --root fixtures/frameworks/axolotl-qlora fixtures/frameworks/axolotl-qlora >"$suite_tmp/advice" 2>/dev/null
check "json with advice" valid json "$suite_tmp/advice"
cp -R fixtures/frameworks "$suite_tmp/after"
find "$suite_tmp/after" -type f -exec sed -i 's/\(batch_size[":= ]*\)[1248]\b/\132/; s/Llama-3.1-8B/Llama-3.1-70B/' {} +
"$suite_bin" diff --exit-zero -f json -g H100 fixtures/frameworks "$suite_tmp/after" >"$suite_tmp/diff" 2>/dev/null
check "a diff" valid diff "$suite_tmp/diff"
check "that has causes" grep -q '"effect_bytes": [1-9]' "$suite_tmp/diff"

sed 's/"verdict": "[a-z-]*"/"verdict": "perhaps"/' "$suite_tmp/report" >"$suite_tmp/wrong"
check "a wrong verdict is not valid" refuses json "$suite_tmp/wrong"
sed 's/"findings"/"finding"/' "$suite_tmp/jobs" >"$suite_tmp/wrong"
check "nor a line without findings" refuses jsonl "$suite_tmp/wrong" lines
sed 's/"change": "more"/"change": "bigger"/' "$suite_tmp/diff" >"$suite_tmp/wrong"
check "nor an unknown change" refuses diff "$suite_tmp/wrong"
check "the policy's schema is the same by both names" test "$("$suite_bin" schema policy)" = "$("$suite_bin" schema --policy)"
"$suite_bin" schema nonsense >/dev/null 2>&1
check "there is no other" test $? = 2
finish schemas
