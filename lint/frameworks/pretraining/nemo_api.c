/*
 * NeMo 2 by hand: llm.pretrain(model=…, data=…, trainer=…) and llm.finetune(…, peft=…) of objects that a script makes, without
 * a recipe.
 */
#include "lint/frameworks/libraries/shared_maps.h"

#define API	 "NeMo nemo/collections/llm/api.py, 2.5"
#define STRATEGY "NeMo nemo/lightning/pytorch/strategies/megatron_strategy.py, 2.5"
#define HF_MODEL "NeMo nemo/collections/llm/gpt/model/hf_auto_model_for_causal_lm.py, 2.5"
#define NL	 "nemo.lightning."
#define LLM	 "nemo.collections.llm."

static const struct keyrow trainer_rows[] = {
    KEY_AS("devices", GPUS_PER_NODE, COUNT, NULL),
    KEY("num_nodes", NUM_NODES),
    KEY("accumulate_grad_batches", GRADIENT_ACCUMULATION_STEPS),
    KEY_AS("strategy", DATA_PARALLEL, CHOICE, "ddp=ddp;fsdp2=fsdp2;auto=none;*="),
    KEY_AS("precision", MIXED_PRECISION, CHOICE, "bf16-mixed=bf16;bf16=bf16;16-mixed=fp16;16=fp16;32=no;*="),
};
static const struct keymap map_trainer = {
    .name = "nemo.Trainer",
    .package = "nemo-toolkit",
    ROWS(rows, trainer_rows),
    .source = "NeMo nemo/lightning/pytorch/trainer.py, 2.5",
};
static const struct keyrow strategy_rows[] = {
    KEY("tensor_model_parallel_size|tensor_parallel_size", TENSOR_PARALLEL),
    KEY("pipeline_model_parallel_size", PIPELINE_PARALLEL),
    KEY("context_parallel_size", CONTEXT_PARALLEL),
    KEY("expert_model_parallel_size", EXPERT_PARALLEL),
    KEY("sequence_parallel", SEQUENCE_PARALLEL),
    KEY_AS("offload_policy", OFFLOAD_PARAMS, PRESENT, "cpu"),
    KEY_AS("offload_policy", OFFLOAD_OPTIMIZER, PRESENT, "cpu"),
};
static const struct keymap map_strategy = {
    .name = "nemo.strategy",
    .package = "nemo-toolkit",
    ROWS(rows, strategy_rows),
    .source = STRATEGY,
};
static const struct keyrow data_rows[] = {
    KEY("micro_batch_size", PER_DEVICE_TRAIN_BATCH_SIZE),
    KEY("global_batch_size", GLOBAL_BATCH_SIZE),
    KEY("packed_sequence_size|seq_length", MAX_SEQ_LENGTH),
    KEY_AS("packed_sequence_size|packed_sequence_specs", PACKING, PRESENT, "true"),
};
static const struct defrow data_defaults[] = {
    DEFAULT(PER_DEVICE_TRAIN_BATCH_SIZE, "4", "NeMo nemo/collections/llm/gpt/data/fine_tuning.py, mock.py, 2.5"),
    DEFAULT(GLOBAL_BATCH_SIZE, "8", "NeMo nemo/collections/llm/gpt/data/fine_tuning.py, mock.py, 2.5"),
    DEFAULT(MAX_SEQ_LENGTH, "2048", "NeMo nemo/collections/llm/gpt/data/fine_tuning.py, mock.py, 2.5"),
};
static const struct keymap map_data = {
    .name = "nemo.data",
    .package = "nemo-toolkit",
    ROWS(rows, data_rows),
    ROWS(defaults, data_defaults),
    .source = "NeMo nemo/collections/llm/gpt/data/, 2.5",
};
static const struct keyrow hf_rows[] = {
    KEY("packed_sequence_size|seq_length", MAX_SEQ_LENGTH),
    KEY("micro_batch_size", PER_DEVICE_TRAIN_BATCH_SIZE),
    KEY("global_batch_size", GLOBAL_BATCH_SIZE),
    KEY_AS("packed_sequence_size", PACKING, IF_POSITIVE, "true"),
};
static const struct defrow hf_defaults[] = {
    DEFAULT(PER_DEVICE_TRAIN_BATCH_SIZE, "2", "NeMo nemo/collections/llm/gpt/data/hf_dataset.py, 2.5"),
};
static const struct keymap map_hf_data = {
    .name = "nemo.hf_data",
    .package = "nemo-toolkit",
    ROWS(rows, hf_rows),
    ROWS(defaults, hf_defaults),
    .source = "NeMo nemo/collections/llm/gpt/data/hf_dataset.py, 2.5",
};
static const struct keyrow model_rows[] = {
    KEY("model_name", MODEL),
    KEY("attn_implementation", ATTENTION),
    KEY_AS("load_in_4bit", QUANTIZATION, IF_TRUE, "nf4"),
    KEY_AS("use_liger_kernel", FUSED_KERNELS, IF_TRUE, "liger"),
    KEY_AS("enable_grad_ckpt", GRADIENT_CHECKPOINTING, SWITCH, "true;false"),
    KEY_AS("default_dtype", WEIGHTS_DTYPE, DTYPE, NULL),
    KEY_AS("load_pretrained_weights", TASK, IF_FALSE, "pretrain"),
};
static const struct defrow model_defaults[] = {
    DEFAULT(WEIGHTS_DTYPE, "bfloat16", HF_MODEL ": default_dtype"),
    DEFAULT(ATTENTION, "sdpa", HF_MODEL),
    DEFAULT(GRADIENT_CHECKPOINTING, "false", HF_MODEL),
    DEFAULT(FUSED_KERNELS, "none", HF_MODEL ": use_liger_kernel False"),
};
static const struct keymap map_hf_model = {
    .name = "nemo.HFAutoModelForCausalLM",
    .package = "nemo-toolkit",
    ROWS(rows, model_rows),
    ROWS(defaults, model_defaults),
    .source = HF_MODEL,
};
static const struct keyrow lora_rows[] = {
    KEY("dim", LORA_R),
    KEY("alpha", LORA_ALPHA),
    KEY("dropout", LORA_DROPOUT),
    KEY_AS("target_modules", LORA_TARGET_MODULES, CHOICE, "*_proj=all-linear"),
    KEY_AS("target_modules", LORA_TARGET_MODULES, MODULES,
	   "linear_qkv=q_proj,k_proj,v_proj;linear_proj=o_proj;linear_fc1=gate_proj,up_proj;linear_fc2=down_proj"),
};
static const struct defrow lora_defaults[] = {
    DEFAULT(LORA_R, "32", "NeMo nemo/collections/llm/peft/lora.py, 2.5"),
    DEFAULT(LORA_ALPHA, "32", "NeMo nemo/collections/llm/peft/lora.py, 2.5"),
    DEFAULT(LORA_DROPOUT, "0", "NeMo nemo/collections/llm/peft/lora.py, 2.5"),
    DEFAULT(LORA_TARGET_MODULES, "all-linear", "NeMo nemo/collections/llm/peft/lora.py, 2.5"),
};
static const struct keymap map_lora = {
    .name = "nemo.LoRA",
    .package = "nemo-toolkit",
    ROWS(rows, lora_rows),
    ROWS(defaults, lora_defaults),
    .source = "NeMo nemo/collections/llm/peft/lora.py, 2.5",
};
static const struct defrow api_defaults[] = {
    DEFAULT(PEFT, "none", API),
    DEFAULT(QUANTIZATION, "none", API),
    DEFAULT(WEIGHTS_DTYPE, "bfloat16", STRATEGY),
    DEFAULT(MIXED_PRECISION, "bf16", "NeMo nemo/lightning/pytorch/plugins/mixed_precision.py, 2.5"),
    DEFAULT_WHEN(PACKING, "true", "task=pretrain", API),
    DEFAULT(PACKING, "false", API),
    DEFAULT(GRADIENT_CHECKPOINTING, "false", API),
    DEFAULT(ATTENTION, "flash_attention_2", "Transformer Engine"),
    DEFAULT_WHEN(FUSED_KERNELS, "transformer_engine", "data_parallel=megatron", API),
    DEFAULT(FUSED_KERNELS, "none", API),
    DEFAULT(LOSS_KERNEL, "torch", API),
    DEFAULT(TORCH_COMPILE, "false", API),
    DEFAULT(OPTIMIZER, "adamw_torch_fused", API),
};
static const struct keymap map_api = {
    .name = "nemo.api",
    .package = "nemo-toolkit",
    ROWS(defaults, api_defaults),
    .source = API,
};
static const struct keymap *const maps[] = {&map_trainer, &map_strategy, &map_data, &map_hf_data, &map_hf_model, &map_lora, &map_api};

static const struct param api_params[] = {{"model", ROLE_MODEL}, {"data", ROLE_ARGS},	   {"trainer", ROLE_ARGS}, {"log", ROLE_NONE},
					  {"resume", ROLE_NONE}, {"optim", ROLE_NONE}, {"peft", ROLE_PEFT}};
static const struct param trainer_params[] = {{"strategy", ROLE_ARGS}};
static const struct param config_params[] = {{"config", ROLE_NONE}};
static const struct param mcore_params[] = {{"config", ROLE_ARGS}};
/* nemo/collections/llm/gpt/model/: a class of configurations is the sizes of a model, unless its arguments change them. */
#define SHAPE(n, id)                                                                               \
	{                                                                                          \
		.names = LLM n, .effect = EFFECT_NONE, .returns = RETURNS_OBJECT,                  \
		.set = "model=" id "?!@num_layers,!@hidden_size,!@ffn_hidden_size"                 \
	}
#define START(n, s)                                                                                \
	{                                                                                          \
		.names = LLM n "|" LLM "api." n, .effect = EFFECT_SINK, .returns = RETURNS_NONE, .map = &map_api, \
		ROWS(params, api_params), .set = "framework=nemo;" s                               \
	}
#define OBJECT(n, m, s)                                                                            \
	{                                                                                          \
		.names = (n), .effect = EFFECT_NONE, .returns = RETURNS_OBJECT, .map = (m), .set = (s) \
	}
static const struct callable callables[] = {
    START("pretrain", "task=pretrain"),
    START("finetune", "task=sft"),
    START("train", "task=sft"),
    {.names = NL "Trainer|" NL "pytorch.trainer.Trainer",
     .effect = EFFECT_NONE,
     .returns = RETURNS_OBJECT,
     .map = &map_trainer,
     ROWS(params, trainer_params)},
    OBJECT(NL "MegatronStrategy", &map_strategy, "data_parallel=megatron"),
    OBJECT(NL "FSDP2Strategy|" NL "pytorch.strategies.FSDP2Strategy", &map_strategy, "data_parallel=fsdp2"),
    {.names = LLM "LlamaModel|" LLM "MistralModel|" LLM "MixtralModel|" LLM "Qwen2Model|" LLM "Qwen3Model|" LLM "GemmaModel|" LLM
	      "Gemma2Model|" LLM "Phi3Model|" LLM "NemotronModel|" LLM "DeepSeekModel|" LLM "Starcoder2Model",
     .effect = EFFECT_MODEL,
     .returns = RETURNS_OBJECT,
     ROWS(params, mcore_params)},
    SHAPE("Llama2Config7B", "meta-llama/Llama-2-7b-hf"),
    SHAPE("Llama2Config13B", "meta-llama/Llama-2-13b-hf"),
    SHAPE("Llama2Config70B", "meta-llama/Llama-2-70b-hf"),
    SHAPE("Llama3Config8B", "meta-llama/Meta-Llama-3-8B"),
    SHAPE("Llama3Config70B", "meta-llama/Meta-Llama-3-70B"),
    SHAPE("Llama31Config8B", "meta-llama/Llama-3.1-8B"),
    SHAPE("Llama31Config70B", "meta-llama/Llama-3.1-70B"),
    SHAPE("Llama31Config405B", "meta-llama/Llama-3.1-405B"),
    SHAPE("Llama32Config1B", "meta-llama/Llama-3.2-1B"),
    SHAPE("Llama32Config3B", "meta-llama/Llama-3.2-3B"),
    SHAPE("MistralConfig7B", "mistralai/Mistral-7B-v0.3"),
    SHAPE("MistralNeMoConfig12B", "mistralai/Mistral-Nemo-Base-2407"),
    SHAPE("MixtralConfig8x7B", "mistralai/Mixtral-8x7B-v0.1"),
    SHAPE("MixtralConfig8x22B", "mistralai/Mixtral-8x22B-v0.1"),
    SHAPE("Qwen2Config500M", "Qwen/Qwen2-0.5B"),
    SHAPE("Qwen2Config1P5B", "Qwen/Qwen2-1.5B"),
    SHAPE("Qwen2Config7B", "Qwen/Qwen2-7B"),
    SHAPE("Qwen2Config72B", "Qwen/Qwen2-72B"),
    SHAPE("Qwen25Config500M", "Qwen/Qwen2.5-0.5B"),
    SHAPE("Qwen25Config1P5B", "Qwen/Qwen2.5-1.5B"),
    SHAPE("Qwen25Config3B", "Qwen/Qwen2.5-3B"),
    SHAPE("Qwen25Config7B", "Qwen/Qwen2.5-7B"),
    SHAPE("Qwen25Config14B", "Qwen/Qwen2.5-14B"),
    SHAPE("Qwen25Config32B", "Qwen/Qwen2.5-32B"),
    SHAPE("Qwen25Config72B", "Qwen/Qwen2.5-72B"),
    SHAPE("Qwen3Config600M", "Qwen/Qwen3-0.6B"),
    SHAPE("Qwen3Config1P7B", "Qwen/Qwen3-1.7B"),
    SHAPE("Qwen3Config4B", "Qwen/Qwen3-4B"),
    SHAPE("Qwen3Config8B", "Qwen/Qwen3-8B"),
    SHAPE("Qwen3Config14B", "Qwen/Qwen3-14B"),
    SHAPE("Qwen3Config32B", "Qwen/Qwen3-32B"),
    SHAPE("Qwen3Config30B_A3B", "Qwen/Qwen3-30B-A3B"),
    SHAPE("Qwen3Config235B_A22B", "Qwen/Qwen3-235B-A22B"),
    SHAPE("GemmaConfig2B", "google/gemma-2b"),
    SHAPE("GemmaConfig7B", "google/gemma-7b"),
    SHAPE("Gemma2Config2B", "google/gemma-2-2b"),
    SHAPE("Gemma2Config9B", "google/gemma-2-9b"),
    SHAPE("Gemma2Config27B", "google/gemma-2-27b"),
    SHAPE("Phi3ConfigMini", "microsoft/Phi-3-mini-4k-instruct"),
    SHAPE("DeepSeekV2LiteConfig", "deepseek-ai/DeepSeek-V2-Lite"),
    SHAPE("DeepSeekV2Config", "deepseek-ai/DeepSeek-V2"),
    SHAPE("DeepSeekV3Config", "deepseek-ai/DeepSeek-V3"),
    {.names = LLM "HFAutoModelForCausalLM",
     .effect = EFFECT_MODEL,
     .returns = RETURNS_OBJECT,
     .map = &map_hf_model,
     ROWS(params, config_params)},
    OBJECT(LLM "HFDatasetDataModule|" LLM "HFDatasetDataModulePacked|" LLM "gpt.data.hf_dataset.HFMockDataModule|" LLM
	       "HellaSwagHFDataModule|" LLM "SquadHFDataModule",
	   &map_hf_data, NULL),
    OBJECT(LLM "MockDataModule|" LLM "PreTrainingDataModule|" LLM "FineTuningDataModule|" LLM "SquadDataModule|" LLM
	       "DollyDataModule|" LLM "AlpacaDataModule|" LLM "HellaswagDataModule|" LLM "ChatDataModule",
	   &map_data, NULL),
    OBJECT(LLM "peft.LoRA|" LLM "LoRA|" LLM "peft.lora.LoRA", &map_lora, "peft=lora"),
    OBJECT(LLM "peft.DoRA", &map_lora, "peft=dora"),
};

const struct framework framework_nemo_api = {
    .name = "nemo-api",
    ROWS(callables, callables),
    ROWS(maps, maps),
};
