/*
 * The recipes of NeMo 2, by their models: nemo/collections/llm/recipes/NAME.py, 2.5. What pretrain_recipe() and
 * finetune_recipe() spread the model over, and on which rows they train it; of the latter first in full, then with LoRA.
 */
#include "nemo.h"

/* clang-format off */
#define AT(n, f) "nemo.collections.llm." n "." f "|nemo.collections.llm.recipes." n "." f
#define PRETRAIN(n, id, tp, pp, cp, ep, length, global, micro)                                               \
	{                                                                                                    \
		.names = AT(n, "pretrain_recipe"), .effect = EFFECT_SINK, .returns = RETURNS_OBJECT, .map = &map_nemo_recipe, \
		.set = "framework=nemo;task=pretrain;model=" id ";tensor_parallel=" tp ";pipeline_parallel=" pp      \
		       ";context_parallel=" cp ";expert_parallel=" ep ";max_seq_length=" length ";global_batch_size=" global \
		       ";per_device_train_batch_size=" micro                                                 \
	}
#define FULL "?@peft_scheme=none"
#define LORA "?@peft_scheme!=none"
#define FINETUNE(n, id, tp, pp, lora_tp, lora_pp, r, alpha)                                                  \
	{                                                                                                    \
		.names = AT(n, "finetune_recipe"), .effect = EFFECT_SINK, .returns = RETURNS_OBJECT, .map = &map_nemo_recipe, \
		.set = "framework=nemo;task=sft;model=" id ";tensor_parallel=" tp FULL ";pipeline_parallel=" pp FULL   \
		       ";tensor_parallel=" lora_tp LORA ";pipeline_parallel=" lora_pp LORA ";lora_r=" r LORA ";lora_alpha=" alpha LORA \
	}
const struct callable nemo_recipes[NEMO_RECIPES] = {
    PRETRAIN("llama2_7b", "meta-llama/Llama-2-7b-hf", "2", "1", "1", "1", "4096", "512", "1"),
    FINETUNE("llama2_7b", "meta-llama/Llama-2-7b-hf", "2", "1", "1", "1", "8", "16"),
    PRETRAIN("llama3_8b", "meta-llama/Meta-Llama-3-8B", "1", "1", "2", "1", "8192", "512", "1"),
    FINETUNE("llama3_8b", "meta-llama/Meta-Llama-3-8B", "2", "1", "1", "1", "8", "16"),
    PRETRAIN("llama3_8b_16k", "meta-llama/Meta-Llama-3-8B", "4", "2", "2", "1", "16384", "512", "1"),
    PRETRAIN("llama3_8b_64k", "meta-llama/Meta-Llama-3-8B", "4", "2", "4", "1", "65536", "512", "1"),
    PRETRAIN("llama3_70b", "meta-llama/Meta-Llama-3-70B", "4", "4", "2", "1", "8192", "512", "1"),
    FINETUNE("llama3_70b", "meta-llama/Meta-Llama-3-70B", "8", "4", "8", "1", "16", "32"),
    PRETRAIN("llama31_8b", "meta-llama/Llama-3.1-8B", "1", "1", "2", "1", "8192", "512", "1"),
    FINETUNE("llama31_8b", "meta-llama/Llama-3.1-8B", "2", "1", "1", "1", "8", "16"),
    PRETRAIN("llama31_70b", "meta-llama/Llama-3.1-70B", "4", "4", "2", "1", "8192", "512", "1"),
    FINETUNE("llama31_70b", "meta-llama/Llama-3.1-70B", "8", "4", "8", "1", "16", "32"),
    PRETRAIN("llama31_405b", "meta-llama/Llama-3.1-405B", "8", "8", "4", "1", "8192", "512", "1"),
    FINETUNE("llama31_405b", "meta-llama/Llama-3.1-405B", "8", "14", "4", "6", "16", "32"),
    PRETRAIN("llama32_1b", "meta-llama/Llama-3.2-1B", "1", "1", "1", "1", "8192", "512", "1"),
    FINETUNE("llama32_1b", "meta-llama/Llama-3.2-1B", "1", "1", "1", "1", "8", "16"),
    PRETRAIN("llama32_3b", "meta-llama/Llama-3.2-3B", "1", "1", "1", "1", "8192", "512", "1"),
    FINETUNE("llama32_3b", "meta-llama/Llama-3.2-3B", "1", "1", "1", "1", "8", "16"),
    PRETRAIN("mistral_7b", "mistralai/Mistral-7B-v0.3", "1", "1", "2", "1", "4096", "512", "1"),
    FINETUNE("mistral_7b", "mistralai/Mistral-7B-v0.3", "2", "1", "1", "1", "32", "32"),
    PRETRAIN("mistral_nemo_12b", "mistralai/Mistral-Nemo-Base-2407", "2", "1", "2", "1", "8192", "512", "1"),
    FINETUNE("mistral_nemo_12b", "mistralai/Mistral-Nemo-Base-2407", "1", "1", "1", "1", "32", "32"),
    PRETRAIN("mixtral_8x7b", "mistralai/Mixtral-8x7B-v0.1", "1", "4", "1", "8", "4096", "512", "1"),
    FINETUNE("mixtral_8x7b", "mistralai/Mixtral-8x7B-v0.1", "1", "4", "1", "1", "32", "32"),
    PRETRAIN("gemma_2b", "google/gemma-2b", "1", "1", "2", "1", "8192", "512", "1"),
    FINETUNE("gemma_2b", "google/gemma-2b", "1", "1", "1", "1", "32", "32"),
    PRETRAIN("gemma_7b", "google/gemma-7b", "2", "1", "2", "1", "8192", "512", "1"),
    FINETUNE("gemma_7b", "google/gemma-7b", "2", "1", "1", "1", "32", "32"),
    PRETRAIN("gemma2_2b", "google/gemma-2-2b", "2", "1", "1", "1", "4096", "32", "2"),
    FINETUNE("gemma2_2b", "google/gemma-2-2b", "1", "1", "1", "1", "32", "32"),
    PRETRAIN("gemma2_9b", "google/gemma-2-9b", "8", "1", "1", "1", "4096", "32", "2"),
    FINETUNE("gemma2_9b", "google/gemma-2-9b", "4", "1", "1", "1", "32", "32"),
    PRETRAIN("gemma2_27b", "google/gemma-2-27b", "8", "2", "1", "1", "4096", "32", "2"),
    FINETUNE("gemma2_27b", "google/gemma-2-27b", "8", "2", "4", "1", "32", "32"),
    PRETRAIN("qwen2_500m", "Qwen/Qwen2-0.5B", "1", "1", "1", "1", "4096", "32", "2"),
    FINETUNE("qwen2_500m", "Qwen/Qwen2-0.5B", "1", "1", "1", "1", "32", "32"),
    PRETRAIN("qwen2_1p5b", "Qwen/Qwen2-1.5B", "1", "1", "1", "1", "4096", "32", "2"),
    FINETUNE("qwen2_1p5b", "Qwen/Qwen2-1.5B", "1", "1", "1", "1", "32", "32"),
    PRETRAIN("qwen2_7b", "Qwen/Qwen2-7B", "2", "1", "1", "1", "4096", "32", "2"),
    FINETUNE("qwen2_7b", "Qwen/Qwen2-7B", "2", "1", "1", "1", "32", "32"),
    PRETRAIN("qwen2_72b", "Qwen/Qwen2-72B", "8", "4", "1", "1", "4096", "32", "2"),
    FINETUNE("qwen2_72b", "Qwen/Qwen2-72B", "8", "4", "8", "1", "32", "32"),
    PRETRAIN("qwen25_500m", "Qwen/Qwen2.5-0.5B", "1", "1", "1", "1", "4096", "32", "2"),
    FINETUNE("qwen25_500m", "Qwen/Qwen2.5-0.5B", "1", "1", "1", "1", "32", "32"),
    PRETRAIN("qwen25_1p5b", "Qwen/Qwen2.5-1.5B", "1", "1", "1", "1", "4096", "32", "2"),
    FINETUNE("qwen25_1p5b", "Qwen/Qwen2.5-1.5B", "1", "1", "1", "1", "32", "32"),
    PRETRAIN("qwen25_7b", "Qwen/Qwen2.5-7B", "2", "1", "1", "1", "4096", "32", "2"),
    FINETUNE("qwen25_7b", "Qwen/Qwen2.5-7B", "2", "1", "1", "1", "32", "32"),
    PRETRAIN("qwen25_14b", "Qwen/Qwen2.5-14B", "4", "1", "1", "1", "4096", "32", "2"),
    FINETUNE("qwen25_14b", "Qwen/Qwen2.5-14B", "4", "1", "1", "1", "32", "32"),
    PRETRAIN("qwen25_32b", "Qwen/Qwen2.5-32B", "8", "2", "1", "1", "4096", "32", "2"),
    FINETUNE("qwen25_32b", "Qwen/Qwen2.5-32B", "8", "1", "8", "1", "32", "32"),
    PRETRAIN("qwen25_72b", "Qwen/Qwen2.5-72B", "8", "4", "1", "1", "4096", "32", "2"),
    FINETUNE("qwen25_72b", "Qwen/Qwen2.5-72B", "8", "4", "8", "1", "32", "32"),
    PRETRAIN("qwen3_600m", "Qwen/Qwen3-0.6B", "1", "1", "1", "1", "4096", "32", "2"),
    FINETUNE("qwen3_600m", "Qwen/Qwen3-0.6B", "1", "1", "1", "1", "32", "32"),
    PRETRAIN("qwen3_1p7b", "Qwen/Qwen3-1.7B", "1", "1", "1", "1", "4096", "32", "2"),
    FINETUNE("qwen3_1p7b", "Qwen/Qwen3-1.7B", "1", "1", "1", "1", "32", "32"),
    PRETRAIN("qwen3_4b", "Qwen/Qwen3-4B", "2", "1", "1", "1", "4096", "32", "2"),
    FINETUNE("qwen3_4b", "Qwen/Qwen3-4B", "2", "1", "1", "1", "32", "32"),
    PRETRAIN("qwen3_8b", "Qwen/Qwen3-8B", "4", "1", "1", "1", "4096", "32", "2"),
    FINETUNE("qwen3_8b", "Qwen/Qwen3-8B", "4", "1", "1", "1", "32", "32"),
    PRETRAIN("qwen3_14b", "Qwen/Qwen3-14B", "8", "1", "1", "1", "4096", "32", "2"),
    FINETUNE("qwen3_14b", "Qwen/Qwen3-14B", "8", "1", "1", "1", "32", "32"),
    PRETRAIN("qwen3_32b", "Qwen/Qwen3-32B", "8", "2", "1", "1", "4096", "32", "2"),
    FINETUNE("qwen3_32b", "Qwen/Qwen3-32B", "8", "2", "8", "1", "32", "32"),
    PRETRAIN("phi3_mini_4k_instruct", "microsoft/Phi-3-mini-4k-instruct", "1", "1", "1", "1", "4096", "512", "1"),
    FINETUNE("phi3_mini_4k_instruct", "microsoft/Phi-3-mini-4k-instruct", "1", "1", "1", "1", "8", "16"),
    PRETRAIN("starcoder2_3b", "bigcode/starcoder2-3b", "2", "1", "1", "1", "4096", "32", "2"),
    FINETUNE("starcoder2_3b", "bigcode/starcoder2-3b", "2", "1", "1", "1", "32", "32"),
    PRETRAIN("starcoder2_7b", "bigcode/starcoder2-7b", "2", "1", "1", "1", "4096", "32", "2"),
    FINETUNE("starcoder2_7b", "bigcode/starcoder2-7b", "2", "1", "1", "1", "32", "32"),
    PRETRAIN("starcoder2_15b", "bigcode/starcoder2-15b", "4", "2", "1", "1", "4096", "32", "2"),
    FINETUNE("starcoder2_15b", "bigcode/starcoder2-15b", "4", "1", "1", "1", "32", "32"),
    PRETRAIN("nemotron3_4b", "nvidia/Minitron-4B-Base", "2", "1", "1", "1", "4096", "32", "2"),
    FINETUNE("nemotron3_4b", "nvidia/Minitron-4B-Base", "1", "1", "1", "1", "32", "32"),
    PRETRAIN("baichuan2_7b", "baichuan-inc/Baichuan2-7B-Base", "1", "1", "2", "1", "8192", "512", "1"),
    FINETUNE("baichuan2_7b", "baichuan-inc/Baichuan2-7B-Base", "2", "1", "1", "1", "32", "32"),
};
