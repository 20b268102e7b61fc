#!/bin/bash
# The program as a command: options, exit codes, broken outputs, strange surroundings.
# shellcheck source=tests/support/suite.sh
. "$(dirname "$0")/../support/suite.sh"
cd "$suite_root" || exit 1

fits=fixtures/projects/baseline-7b-repaired/repo
died=fixtures/projects/baseline-7b-died/repo
rm -rf "$suite_tmp/fits" "$suite_tmp/died" "$suite_tmp/empty"
cp -R "$fits" "$suite_tmp/fits" && cp -R "$died" "$suite_tmp/died" && mkdir "$suite_tmp/empty"
fits=$suite_tmp/fits died=$suite_tmp/died

# ends CODE COMMAND…: standard output and error in $suite_tmp/out and err.
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
quiet() { [ ! -s "$suite_tmp/$1" ] || { echo "says:"; head -n 20 "$suite_tmp/$1"; return 1; }; }

check "--help" ends 0 "$suite_bin" --help
check "--help goes to standard output" out '^usage|^Usage'
check "--help says nothing else" quiet err
check "--help names every exit code" out '^ *3\b|3 .*trouble|\b3\b'
check "-h" ends 0 "$suite_bin" -h
check "--version" ends 0 "$suite_bin" --version
check "--version is one line" test "$(wc -l <"$suite_tmp/out")" = 1
check "--version names itself" out '^gpumem-lint [0-9]+\.[0-9]+'

for bad in --no-such --format '--format nonsense' --gpu '--fail-on never' '--set nonsense' '--set no_such=1' \
	'--set per_device_train_batch_size=many' '--color blue' '--output json' '--config /does/not/exist'; do
	# shellcheck disable=SC2086 # words on purpose
	check "wrong usage: $bad" ends 2 "$suite_bin" $bad
	check "wrong usage is said on standard error: $bad" err .
	check "and not on standard output: $bad" quiet out
done
# What is said of a slip: the words behind the bar are looked for in it.
while IFS='|' read -r slip said; do
	# shellcheck disable=SC2086 # words on purpose
	check "a slip is wrong usage: $slip" ends 2 "$suite_bin" $slip
	check "and is told: $slip" err "$said"
done <<'END'
advice .|did you mean "advise"
--gpu 24 .|a size has a unit, as 24GiB
--gpu X100 .|did you mean "[ah]100"
--set batch=2 .|there are per_device_train_batch_size
--count 3 .|--count is of the command plan
--only-changed .|--only-changed is of the command diff
advise --check .|--check goes with --output
--diff .|--diff goes with --fix
models zzzz|no model with "zzzz"
gpus zzzz|no card with "zzzz"
explain zzzz|no rule and no job "zzzz"
END
check "a path that is not there is wrong usage" ends 2 "$suite_bin" /does/not/exist
check "and named" err /does/not/exist

check "exit 0 when everything fits" ends 0 "$suite_bin" --gpu H200 "$fits"
check "exit 1 for findings" ends 1 "$suite_bin" "$died"
check "--exit-zero" ends 0 "$suite_bin" --exit-zero "$died"
check "check is the default command" ends 1 "$suite_bin" check "$died"
check "an empty directory" ends 0 "$suite_bin" "$suite_tmp/empty"
check "a file by itself" ends 0 "$suite_bin" --gpu H200 "$fits/train_baseline.py"
check "-- ends the options" ends 2 "$suite_bin" -- --help
check "several paths" ends 1 "$suite_bin" "$fits" "$died"

check "rules" ends 0 "$suite_bin" rules
check "rules are listed" out gpu-memory-exceeded
check "gpus" ends 0 "$suite_bin" gpus
check "gpus are listed" out A100-80GB
check "models" ends 0 "$suite_bin" models
check "a model's shape as a config" ends 0 "$suite_bin" models meta-llama/Llama-3.2-1B --format json
check "in the words of its config class" out '"num_key_value_heads": 8'
check "an id is one model, not all that contain it" test "$(grep -c '"config"' "$suite_tmp/out")" = 1
check "models of no single config say so" ends 0 "$suite_bin" models google-t5/t5-base --format json
check "with null" out '"config": null'
check "models have no other format" ends 2 "$suite_bin" models --format github
check "frameworks" ends 0 "$suite_bin" frameworks
check "frameworks are listed" out axolotl
check "explain a job" ends 0 "$suite_bin" --root "$died" explain train_baseline.py
check "explain says where a setting comes from" out 'max_seq_length +2048 '
check "explain a job by its full name" ends 0 "$suite_bin" \
	--root fixtures/frameworks/slurm-here-documents/repo explain train.py@files.sh
check "explain another name" ends 2 "$suite_bin" --root "$died" explain nothing.py
printf '{"model_type":"llama","hidden_size":64,"num_hidden_layers":2,"num_attention_heads":4,"intermediate_size":128,"vocab_size":999}' \
	>"$suite_tmp/shape.json"
check "the shape of a config.json, whatever the model's name" ends 0 "$suite_bin" estimate --model-config "$suite_tmp/shape.json" \
	--set model=some/name --set max_seq_length=512 --set per_device_train_batch_size=1 --gpu RTX-4090
check "that shape is estimated" out 'fits +estimate: some/name'
check "estimate" ends 0 "$suite_bin" estimate --set model=Qwen/Qwen2.5-0.5B --set max_seq_length=512 \
	--set per_device_train_batch_size=1 --gpu A100-80GB
check "what no code was seen to do is an assumption" ends 0 "$suite_bin" estimate --set model=Qwen/Qwen2.5-0.5B --set peft=lora \
	--set quantization=nf4 --set max_seq_length=512 --set per_device_train_batch_size=1 --gpu A100-80GB
check "with its reason" out 'assumed: kbit_upcast = false'
check "a framework's own log-probabilities" ends 0 "$suite_bin" estimate --set framework=openrlhf --set task=grpo \
	--set model=Qwen/Qwen2.5-0.5B --set per_device_train_batch_size=1 --set max_prompt_length=512 --set max_completion_length=512 \
	--gpu A100-80GB --format json
check "are of prompt and completion" out '"logprobs_float"'
stated() { "$suite_bin" estimate --set max_seq_length=512 --set per_device_train_batch_size=1 --gpu A100-80GB --format json "$@"; }
check "a framework's kernels" ends 0 stated --set framework=unsloth --set model=meta-llama/Llama-3.2-1B --set peft=lora
check "are in use where nothing else is said" out '"fused_kernels": \{'
grpo() { stated --set framework=trl --set task=grpo --set model=Qwen/Qwen2.5-0.5B "$@"; }
check "several versions" ends 0 grpo --set "framework_version=trl 0.14, bitsandbytes 0.39"
check "tell the defaults of that time" out '"batch_counts": \{'
check "a later one" ends 0 grpo --set "framework_version=trl 0.15.0"
check "has others" test -z "$(grep '"batch_counts"' "$suite_tmp/out")"
check "and none" ends 0 grpo
check "leaves them open" test -z "$(grep '"batch_counts"' "$suite_tmp/out")"
check "rows of an evaluation that are asked about" ends 1 "$suite_bin" estimate --set model=Qwen/Qwen2.5-0.5B --set max_seq_length=4096 \
	--set per_device_train_batch_size=1 --set per_device_eval_batch_size=64 --gpu RTX-4090
check "are those that exceed" out 'in phase evaluation'

# Results are data on standard output; what cannot be written is trouble, never a pass.
check "a full device" ends 3 "$suite_bin" --gpu H200 "$fits" --output text=/dev/full
# A report takes the place of an earlier one, and of nothing else that is there.
mkdir "$suite_tmp/lost" && printf 'base_model: gpt2\nmicro_batch_size: 2\n' >"$suite_tmp/lost/tune.yaml" &&
	ln -s tune.yaml "$suite_tmp/lost/link.json"
check "a report onto what was read" ends 2 "$suite_bin" "$suite_tmp/lost" --output "text=$suite_tmp/lost/tune.yaml"
check "which is still there" grep -q base_model "$suite_tmp/lost/tune.yaml"
check "a report through a link" ends 2 "$suite_bin" "$suite_tmp/lost" --output "json=$suite_tmp/lost/link.json"
check "a report" ends 0 "$suite_bin" "$suite_tmp/lost" --output "json=$suite_tmp/lost/report.json"
check "and the next one" ends 0 "$suite_bin" "$suite_tmp/lost" --output "json=$suite_tmp/lost/report.json"
full() { "$suite_bin" "$@" >/dev/full; }
closed() { "$suite_bin" "$@" >&-; }
# The reader is gone before anything is written.
broken()
{
	(trap '' PIPE; sleep 0.2; code=0; "$suite_bin" "$@" 2>/dev/null || code=$?; echo "$code" >"$suite_tmp/code") | :
	return "$(cat "$suite_tmp/code")"
}
check "a full standard output" ends 3 full --gpu H200 "$fits"
check "a full standard output, JSON" ends 3 full --gpu H200 --format json "$fits"
check "a closed standard output" ends 3 closed --gpu H200 "$fits"
check "a broken pipe" ends 3 broken --gpu H200 "$fits"
no_input() { "$suite_bin" "$@" <&-; }
check "an output file" ends 1 "$suite_bin" --output "json=$suite_tmp/report.json" "$died"
check "is JSON of our schema" grep -q '"schema": *"gpumem-lint/1"' "$suite_tmp/report.json"
check "standard input closed" ends 0 no_input --gpu H200 "$fits"

# The same bytes every time, wherever it stands.
"$suite_bin" --format json "$died" >"$suite_tmp/one" 2>&1
"$suite_bin" --format json "$died" >"$suite_tmp/two" 2>&1
check "deterministic" cmp "$suite_tmp/one" "$suite_tmp/two"
(cd "$died" && LC_ALL=C.UTF-8 TZ=Asia/Tokyo "$suite_bin" --format json) >"$suite_tmp/inside" 2>&1
(cd "$died" && LC_ALL=C TZ=UTC "$suite_bin" --format json .) >"$suite_tmp/dot" 2>&1
check "locale, zone and the spelling of . do not matter" cmp "$suite_tmp/inside" "$suite_tmp/dot"
check "no colour where no terminal is" test -z "$(cd "$died" && "$suite_bin" | grep $'\033')"

# What differs from run to run is no part of a report.
"$suite_bin" --format json --stats "$died" >"$suite_tmp/two" 2>"$suite_tmp/stats"
check "stats leave the report as it is" cmp "$suite_tmp/one" "$suite_tmp/two"
check "and name stages and entries" grep -Eqz 'evaluate +[0-9.]+.*train_baseline\.py' "$suite_tmp/stats"
"$suite_bin" --stats-json "$died" >/dev/null 2>"$suite_tmp/stats"
check "stats as JSON" grep -q '"schema": *"gpumem-lint-stats/1"' "$suite_tmp/stats"

# GitHub's format is chosen by itself in a workflow.
check "GITHUB_ACTIONS" ends 1 env GITHUB_ACTIONS=true "$suite_bin" "$died"
check "gives annotations" out '^::error '

# Without Git, and with a repository of somebody else's.
check "no git in PATH" ends 1 env PATH=/nonexistent "$suite_bin" "$died"
git -C "$died" init -q && git -C "$died" add train_baseline.py config
check "tracked files only" ends 0 "$suite_bin" --list-files "$died"
check "the launch script is not tracked" test -z "$(grep START "$suite_tmp/out")"
if [ "$(id -u)" = 0 ]; then
	chown -R 12345 "$died"
	check "a foreign-owned repository" ends 0 "$suite_bin" --list-files "$died"
	check "is read all the same" out train_baseline.py
fi
rm -rf "$died/.git"

# Scripts without end, more of them than one could wait for: the later ones get a part of the steps.
mkdir "$suite_tmp/endless"
for i in $(seq 200); do
	printf 'from torch.optim import AdamW\n\ndef f(n):\n    return n if n < 2 else f(n - 1) + f(n - 2) + f(n - 2) %% 2\n\n' \
		>"$suite_tmp/endless/s$i.py"
	printf 'print([f(k) for k in range(40, %d)])\n' $((i + 64)) >>"$suite_tmp/endless/s$i.py"
done
check "scripts without end" ends 0 "$suite_bin" --format json "$suite_tmp/endless"
check "the first get all steps" out ': 200000 steps'
check "the last get fewer" out ': 100000 steps'

# Nothing is loaded, started or opened that a static binary does not need.
if [ "$(od -An -tx1 -N4 "$suite_bin" | tr -d ' ')" = 7f454c46 ] && [ "${suite_bin#*release/}" != "$suite_bin" ]; then
	check "static" test -z "$(readelf -l "$suite_bin" | grep -i 'interpreter')"
	check "smaller than 5 MB" test "$(wc -c <"$suite_bin")" -lt 5000000
	readelf -lhdW "$suite_bin" >"$suite_tmp/elf" 2>&1
	check "position independent" grep -q 'Type: *DYN' "$suite_tmp/elf"
	check "relocations are read-only" grep -q GNU_RELRO "$suite_tmp/elf"
	check "and done at the start" grep -qE 'BIND_NOW|FLAGS_1.*NOW' "$suite_tmp/elf"
	check "no executable stack" grep -qE 'GNU_STACK.* RW +0x' "$suite_tmp/elf"
fi
finish cli
