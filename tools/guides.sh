#!/bin/bash
# usage: tools/guides.sh
# The tables of memory guides that teams wrote by hand, beside what is estimated for the same jobs: for docs/advice.md.
set -u
cd "$(dirname "$0")/.." || exit 3

row() { printf '%-32s %14s  %s\n' "$1" "$2" "$3"; }

# ours OPTION…: the estimate of one job, "15.3 GiB (14.0 GiB to 18.0 GiB)".
ours()
{
	gpumem-lint "$@" 2>&1 | sed -n 's/^[a-z-]*  [^:]*: .*on .*, \([0-9.]* GiB ([^)]*)\).*/\1/p' | head -n 1
}
tuned()
{
	ours estimate --gpu B300 --set "model=$1" --set task=sft --set mixed_precision=bf16 --set weights_dtype=bfloat16 \
		--set gradient_checkpointing=true --set per_device_train_batch_size=1 --set max_seq_length=2048 \
		--set packing=true --set optimizer=adamw_torch_fused "${@:2}"
}
adapted() { tuned "$@" --set peft=lora --set lora_r=16 --set lora_target_modules=all-linear; }
quantised() { adapted "$@" --set quantization=nf4 --set double_quant=true; }
project() { ours --exit-zero --show-settings --root "fixtures/projects/$1/repo" "${@:2}"; }

row 'guide and job' 'its figure' 'ours'
row '1: 7B full, 2,048 tokens' '56 GB' "$(tuned meta-llama/Llama-2-7b-hf --set peft=none)"
row '1: 7B LoRA' '16 GB' "$(adapted meta-llama/Llama-2-7b-hf)"
row '1: 7B QLoRA' '8 GB' "$(quantised meta-llama/Llama-2-7b-hf)"
row '1: 13B full' '104 GB' "$(tuned meta-llama/Llama-2-13b-hf --set peft=none)"
row '1: 13B LoRA' '26 GB' "$(adapted meta-llama/Llama-2-13b-hf)"
row '1: 13B QLoRA' '14 GB' "$(quantised meta-llama/Llama-2-13b-hf)"
row '1: 70B full' '560 GB' "$(tuned meta-llama/Llama-2-70b-hf --set peft=none)"
row '1: 70B LoRA' '80 GB' "$(adapted meta-llama/Llama-2-70b-hf)"
row '1: 70B QLoRA' '48 GB' "$(quantised meta-llama/Llama-2-70b-hf)"
row '2: 7B LoRA 128, "512 tokens"' '20 GB' "$(project baseline-7b-died)"
row '2: the same, repaired' '14 GB' "$(project baseline-7b-repaired)"
row '3: two frozen models, batch 64' '65 GB' "$(project per-card-batches)"
row '4: 1.5B QLoRA, 512 tokens' '4.2-6.9 GB' "$(project unsloth-4bit-512 --gpu RTX-4060 fixtures/projects/unsloth-4bit-512/repo/Train.py)"
row '4: what the code trains, 2,048' '4.2-6.9 GB' "$(project unsloth-4bit-2048 --gpu RTX-4060 fixtures/projects/unsloth-4bit-2048/repo/Train.py)"
row '5: 7B GRPO and a 14B judge' '94-103 GB' "$(project grpo-evaluator)"
row '5: the same, loaded in bf16' '94-103 GB' "$(project grpo-evaluator --set weights_dtype=bfloat16)"
