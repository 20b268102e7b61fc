#!/bin/bash
# gpumem-lint diff on a history: what each commit did to the jobs' memory, and what is told of clones that lack it.
# shellcheck source=tests/support/suite.sh
. "$(dirname "$0")/../support/suite.sh"
cd "$suite_root" || exit 1
needs git

repo=$suite_tmp/repo
git init -q "$repo"
cd "$repo" || exit 1
commit() { git add -A && git -c user.name=case -c user.email=case@example.com -c commit.gpgsign=false commit -qm "$1" && git tag "$1"; }
ends()
{
	local want=$1 code=0
	shift
	"$@" >"$suite_tmp/out" 2>"$suite_tmp/err" </dev/null || code=$?
	[ "$code" = "$want" ] && return 0
	echo "ended with $code instead of $want"
	head -n 30 "$suite_tmp/err" "$suite_tmp/out"
	return 1
}
out() { grep -qE -- "$1" "$suite_tmp/out" || { echo "no /$1/ in:"; head -n 30 "$suite_tmp/out"; return 1; }; }
err() { grep -qE -- "$1" "$suite_tmp/err" || { echo "no /$1/ in:"; head -n 30 "$suite_tmp/err"; return 1; }; }
lacks() { ! grep -qE -- "$1" "$suite_tmp/out" || { echo "/$1/ in:"; head -n 30 "$suite_tmp/out"; return 1; }; }
diff() { "$suite_bin" diff --gpu A100-80GB "$@"; }

config()
{
	printf '%s\n' "base_model: $1" "sequence_len: $2" 'micro_batch_size: 2' 'sample_packing: true' 'optimizer: adamw_torch' 'bf16: true' \
		'gradient_checkpointing: true' 'flash_attention: true' 'output_dir: out' 'datasets: [{path: tatsu-lab/alpaca, type: alpaca}]'
}
script()
{
	printf '%s\n' 'from transformers import AutoModelForCausalLM, Trainer, TrainingArguments' 'from common import BATCH' \
		"model = AutoModelForCausalLM.from_pretrained('$1')" \
		"Trainer(model=model, args=TrainingArguments('out', per_device_train_batch_size=BATCH, bf16=True), train_dataset=rows).train()"
}
config Qwen/Qwen2.5-7B 4096 >a.yaml
script Qwen/Qwen2.5-0.5B >one.py
script Qwen/Qwen2.5-1.5B >two.py
echo 'BATCH = 4' >common.py
echo '# About' >README.md
commit first
sed -i 's/4096/8192/; s/micro_batch_size: 2/micro_batch_size: 1/; s/adamw_torch/adamw_bnb_8bit/' a.yaml
commit settings
echo 'BATCH = 8' >common.py
commit shared
config Qwen/Qwen2.5-14B 2048 >b.yaml
rm two.py
commit others
echo 'More.' >>README.md
commit words
mkdir sub && git mv a.yaml sub/a.yaml
commit moved
sed -i 's/8192/8192 # a comment/; 1i # on top' sub/a.yaml
commit nothing

check "settings that moved a job" ends 0 diff first settings
check "are in a line each" out 'max_seq_length 4096 → 8192 +.*a\.yaml:2'
check "with what they did" out 'optimizer adamw_torch → adamw_bnb_8bit +-[0-9.]+ GiB'
check "which add up" ends 0 diff first settings --format json
check "to what moved" out '"together_bytes": -?[0-9]{1,2},'
check "the others again" ends 0 diff first settings
check "the others stay" out 'settings: .*2 stay the same'
check "a shared file" ends 0 diff settings shared
check "moves all that use it" out '2 jobs need more'
check "and is named" out 'by common\.py, which other jobs share'
check "with its line" out 'per_device_train_batch_size 4 → 8 .*common\.py:1'
check "new and gone" ends 0 diff shared others
check "new" out '^new +b\.yaml: Qwen/Qwen2\.5-14B'
check "gone" out '^gone +two\.py: Qwen/Qwen2\.5-1\.5B'
check "words alone" ends 0 diff others words
check "change no job" out '^others → words: 0 jobs need more, 3 stay the same'
check "a moved file" ends 0 diff words moved
check "is the same job" out ': 0 jobs need more, 3 stay the same'
check "moved lines" ends 0 diff moved nothing
check "change nothing" out ': 0 jobs need more, 3 stay the same'
check "the way back" ends 0 diff shared settings
check "needs less" out '2 need less'
check "three dots" ends 0 diff first...others
check "the work tree is the other side" ends 0 diff nothing
check "when nothing is named" out 'nothing → the work tree: 0 jobs need more'
sed -i 's/8192/16384/' sub/a.yaml
check "with what is not committed" ends 0 diff nothing
check "it grew" out 'max_seq_length 8192 → 16384'
check "and nothing was touched" test "$(git status --porcelain)" = ' M sub/a.yaml'
git checkout -q sub/a.yaml

check "a limit in percent" ends 1 diff settings shared --fail-on-increase 5%
check "says which" out 'more than --fail-on-increase allows'
check "a limit that is kept" ends 0 diff settings shared --fail-on-increase 900%
check "a limit in bytes" ends 1 diff settings shared --fail-on-increase 1MiB
check "no limit" ends 2 diff settings shared --fail-on-increase much
check "what is new does not grow" ends 0 diff shared others --fail-on-increase 0%
check "--only-changed" ends 1 diff shared others --only-changed --format concise
check "reports what is touched" out '^b\.yaml.*gpu-memory-exceeded'
check "and nothing else" lacks '^(a\.yaml|one\.py)'
check "words touch no job" ends 0 diff others words --only-changed
check "other formats" ends 0 diff others words --format sarif
check "report the head" out '"uri": "b\.yaml"'
check "JSON" ends 0 diff first others --format json --output "markdown=$suite_tmp/diff.md"
check "with a schema" out '"schema": "gpumem-lint-diff/1"'
check "and a comment" grep -q '^### GPU memory: 1 job needs more' "$suite_tmp/diff.md"

check "two folders" ends 0 diff . "$suite_root/fixtures/rules/gpu-memory-exceeded/repo"
check "are compared" out '^new +full\.yaml'
git clone -q --bare "$repo" "$suite_tmp/bare.git"
check "without a work tree" ends 0 diff --root "$suite_tmp/bare.git" first settings
check "all the same" out 'max_seq_length 4096 → 8192'
git clone -q --depth 1 "file://$repo" "$suite_tmp/shallow"
check "a shallow clone" ends 2 diff --root "$suite_tmp/shallow" HEAD^1 HEAD
check "says what depth it needs" err 'no revision "HEAD\^1" in this shallow clone: .*fetch-depth: 2'
check "no revision" ends 2 diff nowhere
check "an option is none" ends 2 diff -- --output=x
check "nor is nothing" ends 2 diff ""
check "one or two words" ends 2 diff a b c
check "no repository" ends 2 diff --root "$suite_root/fixtures" --config /dev/null 'HEAD^{blob}'

# A repository that names programs to run gets none of them run.
for key in core.fsmonitor core.sshCommand core.gitProxy core.pager filter.x.clean filter.x.smudge diff.external core.editor \
	core.alternateRefsCommand uploadpack.packObjectsHook; do
	git config "$key" "touch $suite_tmp/pwned"
done
git config extensions.partialClone origin
git config remote.origin.url "ext::sh -c touch% $suite_tmp/pwned"
git config remote.origin.promisor true
echo '* filter=x' >.gitattributes
object=$(git rev-parse first:common.py)
rm -f ".git/objects/${object:0:2}/${object:2}"
check "a hostile configuration" ends 0 diff first settings
check "runs nothing" test ! -e "$suite_tmp/pwned"
finish diff
