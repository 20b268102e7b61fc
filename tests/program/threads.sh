#!/bin/bash
# What is found is the same for any number of threads. Under ThreadSanitizer, races are found as well (make threads).
# shellcheck source=tests/support/suite.sh
. "$(dirname "$0")/../support/suite.sh"
cd "$suite_root" || exit 1

# Scripts that share modules and take some time each; some start others, write files, end early, or want a config.
repo=$suite_tmp/threads
rm -rf "$repo" && mkdir -p "$repo/lib" "$repo/configs"
cat >"$repo/lib/common.py" <<'E2'
import json
import yaml
from transformers import AutoModelForCausalLM, Trainer, TrainingArguments

TABLE = {}
for i in range(400):
    TABLE[f"key{i}"] = [i, i * 2, {"name": str(i)}]


def settings(path):
    with open(path) as f:
        return yaml.safe_load(f) if path.endswith("yaml") else json.load(f)


def train(model, batch, length=1024):
    total = 0
    for a in range(60):
        for b in range(60):
            total += a * b
    for key, row in TABLE.items():
        total += row[0] + len(key)
    args = TrainingArguments("out", per_device_train_batch_size=batch, bf16=True, deepspeed="configs/zero.json",
                             logging_steps=10, gradient_accumulation_steps="many" if batch == 8 else 1)
    if len(TABLE) > batch * length and str(length) in input():
        args.gradient_checkpointing = True
    Trainer(model=AutoModelForCausalLM.from_pretrained(model), args=args).train()
E2
echo '{"zero_optimization": {"stage": 2}, "bf16": {"enabled": true}}' >"$repo/configs/zero.json"
for i in 1 2 3 4 5 6 7 8; do
	cat >"$repo/train_$i.py" <<E2
import argparse
import sys

from lib.common import settings, train
$([ "$i" -lt 5 ] || echo "from transformers.utils import check_min_version; check_min_version('4.3$i.0')")

parser = argparse.ArgumentParser()
parser.add_argument("--config", default="configs/c$i.yaml")
parser.add_argument("--batch", type=int, default=$i)
parser.add_argument("--out")
args = parser.parse_args()
if args.out is not None and len(args.out) > 40:
    sys.exit(1)
TABLE = [[k * j for k in range(40)] for j in range(40)]
train(settings(args.config)["model"], args.batch)
E2
	printf 'model: Qwen/Qwen2.5-%sB\nlength: %s\n' "$([ $((i % 2)) = 0 ] && echo 7 || echo 0.5)" "$i" >"$repo/configs/c$i.yaml"
done
{
	echo '#!/bin/bash'
	for i in 1 2 3 4 5 6 7 8; do
		for batch in 1 2 4 8; do
			[ "$i" = 5 ] && echo "echo 'model: gpt2' > configs/w$batch.yaml"
			echo "python train_$i.py --batch $batch --out runs/$i-$batch --config configs/$([ "$i" = 5 ] && echo "w$batch" || echo "c$i").yaml"
		done
	done
} >"$repo/run.sh"
# shellcheck disable=SC2016 # a block of Markdown
printf '```\npython train_1.py --batch 3\npython train_2.py --batch 5\n```\n' >"$repo/README.md"

report() { "$suite_bin" --format json --gpu H100-80GB --exit-zero --stats-json --jobs "$1" "$repo" >"$suite_tmp/jobs$1" 2>"$suite_tmp/stats$1"; }
check "one thread" report 1
check "finds jobs" grep -q 'train_8.py' "$suite_tmp/jobs1"
check "which open what a value names" grep -q 'zero2' "$suite_tmp/jobs1"
check "are of a version that code dates" grep -q '4\.3[5-8]\.0' "$suite_tmp/jobs1"
check "and have bad values" grep -q bad-value "$suite_tmp/jobs1"
check "evaluates nothing ahead" grep -qE '"planned": *0' "$suite_tmp/stats1"
for jobs in 2 3 8; do
	check "$jobs threads" report $jobs
	check "evaluate ahead" grep -qE '"planned": *[1-9]' "$suite_tmp/stats$jobs"
	check "and find the same" cmp "$suite_tmp/jobs1" "$suite_tmp/jobs$jobs"
done
check "no thread is wrong usage" test "$("$suite_bin" --jobs 0 "$repo" >/dev/null 2>&1; echo $?)" = 2
finish threads
