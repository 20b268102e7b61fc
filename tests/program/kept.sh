#!/bin/bash
# What a job is does not hang on how much was evaluated before it: once evaluations are too much to be kept, their jobs
# are copied out of them, and the second reading of the repository evaluates anew.
# shellcheck source=tests/support/suite.sh
. "$(dirname "$0")/../support/suite.sh"
needs python3
cd "$suite_root" || exit 1

repo=$suite_tmp/kept
mkdir -p "$repo/lib"
printf 'transformers\npeft\n' >"$repo/requirements.txt"
cat >"$repo/lib/common.py" <<'E2'
import torch
from peft import LoraConfig, get_peft_model
from transformers import AutoModelForCausalLM, BitsAndBytesConfig, Trainer, TrainingArguments


class Config:
    def __init__(self, name, batch):
        self.model_name = "Qwen/" + name
        self.batch = batch
        self.out = f"runs/{name}-{batch}"


def load(config, lora):
    unused = BitsAndBytesConfig(load_in_4bit=True)
    model = AutoModelForCausalLM.from_pretrained(config.model_name, torch_dtype=torch.bfloat16)
    return get_peft_model(model, LoraConfig(r=8 * config.batch, target_modules=["q_proj", "v_proj"])) if lora else model
E2
# The version is told by a keyword that only the last script has: the repository is read twice.
for i in $(seq 1 24); do
	cat >"$repo/train_$i.py" <<E2
import sys

from lib.common import Config, Trainer, TrainingArguments, load

fast = len(sys.argv) > 1
rows = [[k, k + $i, {"k": k}] for k in range(4000)]
options = {"per_device_train_batch_size": 32 * $i, "bf16": True}
if fast:
    options["gradient_checkpointing"] = True
config = Config("Qwen2.5-7B", $i)
args = TrainingArguments(config.out, $([ "$i" = 24 ] && echo 'evaluation_strategy="no", ')**options)
Trainer(model=load(config, $((i % 2))), args=args, train_dataset=rows).train()
E2
done

report() { "$suite_bin" --format json --gpu A100-40GB --exit-zero --stats-json . 2>"$suite_tmp/stats"; }
cd "$repo" || exit 1
check "a repository of 24 jobs" report
report >"$suite_tmp/all.json"
check "too much to be kept: scripts are evaluated in both readings" python3 - "$suite_tmp/stats" <<'E2'
import json
import sys

times = [entry["evaluations"] for entry in json.load(open(sys.argv[1]))["entries"]]
assert 1 in times and 2 in times, times
E2
mv train_*.py ..
for i in $(seq 1 23); do
	cp "../train_$i.py" . && cp ../train_24.py .
	report >"$suite_tmp/one$i.json"
	rm train_*.py
	check "script $i alone" python3 - "$suite_tmp/all.json" "$suite_tmp/one$i.json" "train_$i.py" <<'E2'
import json
import sys

def of(name, script):
    report = json.load(open(name))
    at = [i for i, job in enumerate(report["jobs"]) if job["id"].startswith(script)]
    found = [{k: v for k, v in f.items() if k not in ("job", "fingerprint")} for f in report["findings"] if f.get("file") == script]
    return [report["jobs"][i] for i in at], found

every, one = of(sys.argv[1], sys.argv[3]), of(sys.argv[2], sys.argv[3])
assert one[0], "no job"
assert every == one, f"{every}\n{one}"
E2
done
finish kept
