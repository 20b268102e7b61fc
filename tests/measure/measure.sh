#!/bin/bash
# The measuring harness without a GPU: its CSV, its settings, its comparison; and calibrate with its rows.
# shellcheck source=tests/support/suite.sh
. "$(dirname "$0")/../support/suite.sh"
needs python3

harness=$suite_root/tests/measure

# rows FACTOR: rows of the first specs that "measured" so many times what is estimated.
rows()
{
	PYTHONDONTWRITEBYTECODE=1 PYTHONPATH=$harness python3 - "$1" "$suite_bin" "$harness/specs.json" <<'EOF'
import json
import sys

from compare import group_of
from estimates import estimate_of
from rows import append_row
from specs import read_specs

factor, binary, specs = float(sys.argv[1]), sys.argv[2], sys.argv[3]
for spec in [s for s in read_specs(specs) if group_of(s) == "full, no checkpointing" and not s.get("eval")][:4]:
    e = estimate_of(binary, spec, "H200")
    append_row("rows.csv", {
        "id": spec["id"], "spec": json.dumps(spec), "status": "ok", "gpu": "NVIDIA H200",
        "peak_allocated": int(e["allocated"]["likely"] * factor),
        "device_used": int(e["device"]["likely"] * factor)})
EOF
}

# high: what the estimate of a full fine-tuning on an H200 promises not to exceed.
high()
{
	cat >train.py <<'EOF'
from transformers import AutoModelForCausalLM, Trainer, TrainingArguments

model = AutoModelForCausalLM.from_pretrained("Qwen/Qwen2.5-1.5B", torch_dtype="bfloat16")
Trainer(model=model, args=TrainingArguments("out", per_device_train_batch_size=4, bf16=True)).train()
EOF
	"$suite_bin" --gpu H200 --set max_seq_length=1024 --format json train.py |
		python3 -c 'import json, sys; print(json.load(sys.stdin)["jobs"][0]["estimate"]["device"]["high"])'
}

calibration_narrows()
{
	cd "$suite_tmp" || return 1
	before=$(high)
	rows 1.0 && "$suite_bin" calibrate rows.csv >calibrate.out || return 1
	grep -q '^4 rows, 0 left out$' calibrate.out || return 1
	after=$(high)
	[ "$after" -lt "$before" ]
}

nothing_measured_is_wrong_usage()
{
	cd "$suite_tmp" || return 1
	echo 'id,status' >empty.csv
	"$suite_bin" calibrate empty.csv
	[ $? = 2 ]
}

check "the harness without a GPU" env PYTHONDONTWRITEBYTECODE=1 python3 "$harness/check_measure.py" "$suite_bin"
check "every spec gets an estimate" env PYTHONDONTWRITEBYTECODE=1 python3 "$harness/measure.py" plan \
	"$harness/specs.json" --gpumem-lint "$suite_bin"
check "rows of a team narrow the range of its jobs" calibration_narrows
check "a file without measurements is wrong usage" nothing_measured_is_wrong_usage
# Peaks that executed notebooks printed: docs/calibration.md says where they are from and what they show.
check "executed notebooks stay within the range" python3 "$harness/notebooks.py" -b "$suite_bin" \
	--check "$suite_root/fixtures/accuracy/notebooks.csv"
finish measure
