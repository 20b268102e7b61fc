/*
 * The configs that come with LLaMA-Factory, by their paths in examples/, which people launch in a checkout beside their own
 * repository and change by words: those of 0.9.1 to 0.9.3 (llama3, qwen2vl, llava1_5) and of 0.9.4 to main 0.9.6.dev0
 * (qwen3, qwen3vl). Of equal names the versions differ in nothing that counts here; before 0.9.1 cutoff_len was 1024.
 */
#include "llamafactory.h"

#define Z3 "deepspeed=examples/deepspeed/ds_z3_config.json "

/* clang-format off */
const char *const llamafactory_presets[] = {
	"* stage=sft do_train=true bf16=true per_device_train_batch_size=1 cutoff_len=2048 model_name_or_path=\n"
	"+lora finetuning_type=lora lora_target=all gradient_accumulation_steps=8 dataset=identity,alpaca_en_demo\n"
	"+full finetuning_type=full " Z3 "gradient_accumulation_steps=2 dataset=identity,alpaca_en_demo\n"
	"+dpo stage=dpo pref_loss=sigmoid dataset=dpo_en_demo\n"
	"+kto stage=kto dataset=kto_en_demo\n"
	"+pt stage=pt dataset=c4_demo\n"
	"+rm stage=rm dataset=dpo_en_demo\n"
	"+l3 meta-llama/Meta-Llama-3-8B-Instruct\n"
	"+q3 Qwen/Qwen3-4B-Instruct-2507\n"
	"+pictures dataset=mllm_demo,identity\n",
	"train_lora/llama3_lora_sft +l3 +lora\n"
	"train_lora/llama3_lora_sft_ray +l3 +lora\n"
	"train_lora/llama3_lora_sft_ds0 +l3 +lora deepspeed=examples/deepspeed/ds_z0_config.json gradient_accumulation_steps=2\n"
	"train_lora/llama3_lora_sft_ds3 +l3 +lora " Z3 "gradient_accumulation_steps=2\n"
	"train_lora/llama3_lora_dpo +l3 +lora +dpo\n"
	"train_lora/llama3_lora_kto +l3 +lora +kto\n"
	"train_lora/llama3_lora_ppo +l3 +lora stage=ppo reward_model=saves/llama3-8b/lora/reward max_new_tokens=512\n"
	"train_lora/llama3_lora_pretrain +l3 +lora +pt\n"
	"train_lora/llama3_lora_reward +l3 +lora +rm\n"
	"train_lora/llava1_5_lora_sft llava-hf/llava-1.5-7b-hf +lora dataset=mllm_demo\n"
	"train_lora/qwen2vl_lora_sft Qwen/Qwen2-VL-7B-Instruct +lora +pictures\n"
	"train_lora/qwen2vl_lora_dpo Qwen/Qwen2-VL-7B-Instruct +lora +dpo dataset=rlhf_v\n",
	"train_lora/qwen3_lora_sft +q3 +lora\n"
	"train_lora/qwen3_lora_sft_ray +q3 +lora\n"
	"train_lora/qwen3_lora_sft_ds3 +q3 +lora " Z3 "gradient_accumulation_steps=2\n"
	"train_lora/qwen3_lora_dpo +q3 +lora +dpo\n"
	"train_lora/qwen3_lora_kto +q3 +lora +kto\n"
	"train_lora/qwen3_lora_pretrain +q3 +lora +pt\n"
	"train_lora/qwen3_lora_reward +q3 +lora +rm\n"
	"train_lora/qwen3vl_lora_sft Qwen/Qwen3-VL-4B-Instruct +lora image_max_pixels=262144 dataset=mllm_demo,identity,alpaca_en_demo\n"
	"train_lora/qwen3vl_lora_dpo Qwen/Qwen3-VL-4B-Instruct +lora +dpo image_max_pixels=262144 dataset=rlhf_v\n",
	"train_full/llama3_full_sft +l3 +full\n"
	"train_full/llama3_full_sft_ds3 +l3 +full\n"
	"train_full/qwen2vl_full_sft Qwen/Qwen2-VL-7B-Instruct +full +pictures\n"
	"train_full/qwen3_full_sft +q3 +full\n"
	"train_full/qwen3vl_full_sft Qwen/Qwen3-VL-4B-Instruct +full image_max_pixels=262144 freeze_vision_tower=true "
	"freeze_multi_modal_projector=true freeze_language_model=false dataset=mllm_demo,identity,alpaca_en_demo\n",
	"train_qlora/llama3_lora_sft_aqlm ISTA-DASLab/Meta-Llama-3-8B-Instruct-AQLM-2Bit-1x16 +lora\n"
	"train_qlora/llama3_lora_sft_awq TechxGenus/Meta-Llama-3-8B-Instruct-AWQ +lora\n"
	"train_qlora/llama3_lora_sft_gptq TechxGenus/Meta-Llama-3-8B-Instruct-GPTQ +lora\n"
	"train_qlora/llama3_lora_sft_otfq +l3 +lora quantization_bit=4\n"
	"train_qlora/qwen3_lora_sft_otfq +q3 +lora quantization_bit=4\n",
	NULL,
};
/* clang-format on */
