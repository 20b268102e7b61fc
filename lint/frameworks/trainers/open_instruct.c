/*
 * open-instruct: its programs on OLMo-core, its policy gradient with Ray, and its YAML. finetune.py and dpo_tune_cache.py
 * are read as code.
 */
#include "lint/frameworks/libraries/shared_maps.h"

/* No releases; and no modules: code that imports it is read, since those who train with it hold a copy. */
static const struct package packages[] = {
    {.name = "open-instruct", "2026@2608", "allenai/open-instruct, main branch of 2026-08", .modules = ""},
};

/* ---- on OLMo-core: torch's FSDP with float32 parameters, rows packed to their full length ---- */

#define UTILS "open-instruct open_instruct/olmo_core_utils.py, 2026-08"
#define SFT   "open-instruct open_instruct/olmo_core_finetune.py, 2026-08"
#define DPO   "open-instruct open_instruct/dpo.py, dpo_utils.py, 2026-08"
/* A checkpoint of OLMo-core's own says nothing of its shape: config_name does. */
#define SHAPES                                                                                               \
	"olmo2_1B=allenai/OLMo-2-0425-1B;olmo2_1B_v2=allenai/OLMo-2-0425-1B;olmo2_7B=allenai/OLMo-2-1124-7B;" \
	"olmo2_13B=allenai/OLMo-2-1124-13B;olmo2_32B=allenai/OLMo-2-0325-32B;olmo3_7B=allenai/Olmo-3-1025-7B;" \
	"olmo3_32B=allenai/Olmo-3-1125-32B;*="

static const struct keyrow core_rows[] = {
    KEY_AS("config_name", MODEL, CHOICE, SHAPES),
    KEY("model_name_or_path", MODEL),
    KEY("per_device_train_batch_size", PER_DEVICE_TRAIN_BATCH_SIZE),
    KEY("gradient_accumulation_steps", GRADIENT_ACCUMULATION_STEPS),
    KEY("max_seq_length", MAX_SEQ_LENGTH),
    /* Each part of a block is recomputed by itself, unless some are named. */
    KEY_WHEN("activation_checkpointing_mode", GRADIENT_CHECKPOINTING, CHOICE, "selected_modules=selective;*=",
	     "@activation_checkpointing_modules"),
    KEY_AS("activation_checkpointing_mode", GRADIENT_CHECKPOINTING, CHOICE, "selected_modules=true;*="),
    KEY_WHEN("activation_memory_budget", GRADIENT_CHECKPOINTING, CHOICE, "1=false;1.0=false;*=selective",
	     "@compile_model!=false"),
    KEY_AS("attn_implementation", ATTENTION, CHOICE,
	   "torch=sdpa;flash_2=flash_attention_2;flash_3=flash_attention_3;flash_4=flash_attention_3;te=flash_attention_2"),
    KEY_AS("loss_implementation", LOSS_KERNEL, CHOICE, "fused_linear=liger;*="),
    KEY("compile_model", TORCH_COMPILE),
    KEY_AS("fused_optimizer", OPTIMIZER, SWITCH, "adamw_torch_fused;adamw_torch"),
    KEY("cp_degree", CONTEXT_PARALLEL),
};
static const struct defrow core_defaults[] = {
    DEFAULT(PEFT, "none", UTILS),
    DEFAULT(QUANTIZATION, "none", UTILS),
    DEFAULT(WEIGHTS_DTYPE, "float32", UTILS ": built in float32"),
    DEFAULT(MIXED_PRECISION, "bf16", UTILS ": param_dtype bfloat16"),
    DEFAULT(PER_DEVICE_TRAIN_BATCH_SIZE, "8", UTILS),
    DEFAULT(GRADIENT_ACCUMULATION_STEPS, "1", UTILS),
    DEFAULT(MAX_SEQ_LENGTH, "4096", UTILS),
    DEFAULT(GRADIENT_CHECKPOINTING, "false", UTILS ": activation_memory_budget 1.0"),
    DEFAULT(OFFLOAD_ACTIVATIONS, "none", UTILS),
    DEFAULT(OFFLOAD_OPTIMIZER, "none", UTILS),
    DEFAULT(OFFLOAD_PARAMS, "none", UTILS),
    DEFAULT(DATA_PARALLEL, "fsdp2", UTILS),
    DEFAULT(FUSED_KERNELS, "none", UTILS),
    DEFAULT(TORCH_COMPILE, "true", UTILS),
    DEFAULT(EVALUATION, "false", UTILS),
};
static const struct keymap map_core = {
    .name = "open_instruct.olmo_core",
    .package = "open-instruct",
    ROWS(rows, core_rows),
    ROWS(defaults, core_defaults),
    .source = UTILS,
};
static const struct defrow sft_defaults[] = {
    DEFAULT(PACKING, "true", SFT ": NumpyPackedFSLDatasetConfig"),
    DEFAULT(ATTENTION_MASK, "none", SFT ": lengths of documents"),
    DEFAULT(OPTIMIZER, "adamw_torch", SFT ": SkipStepAdamW"),
    DEFAULT_WHEN(LOSS_KERNEL, "compiled", "@compile_model!=false",
		 "OLMo-core src/olmo_core/nn/transformer/model.py, 2026-06: the head with its loss is compiled"),
    DEFAULT(LOSS_KERNEL, "torch", "OLMo-core src/olmo_core/nn/lm_head.py, 2026-06"),
};
static const struct keymap map_sft = {
    .name = "open_instruct.olmo_core_finetune",
    .package = "open-instruct",
    .base = {&map_core},
    ROWS(defaults, sft_defaults),
    .source = SFT,
};
/* The reference's log-probabilities are computed before the first step. */
static const struct keyrow dpo_rows[] = {
    KEY("beta", BETA),
    KEY_AS("packing", PACKING, IF_TRUE, "true"),
};
static const struct defrow dpo_defaults[] = {
    DEFAULT(BETA, "0.1", DPO),
    DEFAULT(REFERENCE_MODEL, "none", DPO ": build_reference_logprobs_cache"),
    DEFAULT(PACKING, "false", DPO),
    DEFAULT(LOSS_KERNEL, "torch", DPO ": outside of the head"),
    DEFAULT(OPTIMIZER, "adamw_torch_fused", DPO ": fused_optimizer"),
};
static const struct keymap map_dpo = {
    .name = "open_instruct.dpo",
    .package = "open-instruct",
    .base = {&map_core},
    ROWS(rows, dpo_rows),
    ROWS(defaults, dpo_defaults),
    .source = DPO,
};

/* ---- with Ray: a learner on each of num_learners_per_node's GPUs, engines on others ---- */

#define FAST  "open-instruct open_instruct/grpo_fast.py, grpo_utils.py, data_loader.py, 2026-08"
#define STAGE "deepspeed_stage"
static const struct keyrow grpo_rows[] = {
    KEY("model_name_or_path", MODEL),
    KEY("per_device_train_batch_size", PER_DEVICE_TRAIN_BATCH_SIZE),
    /* Prompts with their answers, packed up to so many tokens. */
    KEY("pack_length", MAX_SEQ_LENGTH),
    KEY("max_prompt_token_length", MAX_PROMPT_LENGTH),
    KEY("response_length", MAX_COMPLETION_LENGTH),
    KEY("num_samples_per_prompt_rollout", NUM_GENERATIONS),
    KEY_AS("num_learners_per_node", NUM_GPUS, SUM, NULL),
    KEY_AS(STAGE, DATA_PARALLEL, CHOICE, "0=ddp;1=zero1;2=zero2;3=zero3"),
    KEY_AS("deepspeed_offload_param", OFFLOAD_PARAMS, IF_TRUE, "cpu"),
    KEY_AS("deepspeed_offload_optimizer", OFFLOAD_OPTIMIZER, IF_TRUE, "cpu"),
    KEY("sequence_parallel_size", CONTEXT_PARALLEL),
    KEY("beta", BETA),
    KEY_AS("load_ref_policy", REFERENCE_MODEL, IF_FALSE, "none"),
    KEY_AS("single_gpu_mode", ROLLOUT_ENGINE, IF_TRUE, "vllm"),
    KEY("vllm_gpu_memory_utilization", ROLLOUT_GPU_MEMORY_UTILIZATION),
    KEY("vllm_tensor_parallel_size", ROLLOUT_TENSOR_PARALLEL),
    KEY_AS("fused_optimizer", OPTIMIZER, SWITCH, "adamw_torch_fused;adamw_torch"),
    KEY_AS("attn_implementation", ATTENTION, CHOICE,
	   "torch=sdpa;flash_2=flash_attention_2;flash_3=flash_attention_3;flash_4=flash_attention_3;te=flash_attention_2"),
};
static const struct defrow grpo_defaults[] = {
    DEFAULT(PEFT, "none", FAST),
    DEFAULT(QUANTIZATION, "none", FAST),
    DEFAULT(WEIGHTS_DTYPE, "bfloat16", FAST),
    DEFAULT(MIXED_PRECISION, "bf16", FAST ": DeepSpeed's bf16"),
    DEFAULT(PER_DEVICE_TRAIN_BATCH_SIZE, "1", FAST),
    DEFAULT(MAX_SEQ_LENGTH, "512", FAST ": pack_length"),
    DEFAULT(MAX_PROMPT_LENGTH, "256", FAST),
    DEFAULT(MAX_COMPLETION_LENGTH, "256", FAST),
    DEFAULT(NUM_GENERATIONS, "4", FAST),
    DEFAULT(PACKING, "true", FAST),
    DEFAULT(ATTENTION_MASK, "none", FAST ": position ids tell the samples apart"),
    DEFAULT(NUM_GPUS, "1", FAST ": num_learners_per_node"),
    DEFAULT(DATA_PARALLEL, "ddp", FAST ": deepspeed_stage 0"),
    DEFAULT(OFFLOAD_PARAMS, "none", FAST),
    DEFAULT(OFFLOAD_OPTIMIZER, "none", FAST),
    DEFAULT(OFFLOAD_ACTIVATIONS, "none", FAST),
    DEFAULT(GRADIENT_CHECKPOINTING, "true", FAST ": whatever the flag says"),
    DEFAULT(OPTIMIZER, "adamw_torch_fused", FAST),
    DEFAULT(LOSS_KERNEL, "torch", FAST),
    DEFAULT(FUSED_KERNELS, "none", FAST),
    DEFAULT(TORCH_COMPILE, "false", FAST),
    DEFAULT(BETA, "0.05", FAST),
    DEFAULT_WHEN(OTHER_MODELS_SHARDED, "true", "@" STAGE "=3", FAST ": get_eval_ds_config"),
    DEFAULT(ROLLOUT_ENGINE, "vllm_server", FAST ": engines on GPUs of their own"),
    DEFAULT_WHEN(ROLLOUT_GPU_MEMORY_UTILIZATION, "0.9", "rollout_engine=vllm", FAST),
    DEFAULT_WHEN(ROLLOUT_TENSOR_PARALLEL, "1", "rollout_engine=vllm", FAST),
    DEFAULT_WHEN(ROLLOUT_SLEEP, "false", "rollout_engine=vllm",
		 "open-instruct open_instruct/vllm_utils.py, 2026-08: sleep(level=0) frees nothing"),
    DEFAULT(EVALUATION, "false", FAST ": the engines evaluate"),
};
static const struct keymap map_grpo = {
    .name = "open_instruct.grpo_fast",
    .package = "open-instruct",
    ROWS(rows, grpo_rows),
    ROWS(defaults, grpo_defaults),
    .source = FAST,
};

/* ---- the YAML of finetune.py and dpo_tune_cache.py, where nothing launches it ---- */

#define YAML	"open-instruct open_instruct/finetune.py, dpo_tune_cache.py, 2026-08"
#define IS_LORA "peft=lora"
static const struct keyrow yaml_rows[] = {
    KEY("model_name_or_path", MODEL),
    KEY_AS("dpo_loss_type", TASK, CHOICE, "simpo=simpo;*=dpo"),
    KEY_AS("use_lora|use_qlora", PEFT, IF_TRUE, "lora"),
    KEY_WHEN("lora_rank", LORA_R, PLAIN, NULL, IS_LORA),
    KEY_WHEN("lora_alpha", LORA_ALPHA, PLAIN, NULL, IS_LORA),
    KEY_WHEN("lora_dropout", LORA_DROPOUT, PLAIN, NULL, IS_LORA),
    KEY_AS("use_qlora", QUANTIZATION, IF_TRUE, "nf4"),
    KEY("per_device_train_batch_size", PER_DEVICE_TRAIN_BATCH_SIZE),
    KEY("gradient_accumulation_steps", GRADIENT_ACCUMULATION_STEPS),
    KEY("max_seq_length", MAX_SEQ_LENGTH),
    KEY_AS("packing", PACKING, IF_TRUE, "true"),
    KEY("gradient_checkpointing", GRADIENT_CHECKPOINTING),
    KEY_AS("use_liger_kernel", FUSED_KERNELS, IF_TRUE, "liger"),
    KEY_AS("use_liger_kernel", LOSS_KERNEL, IF_TRUE, "liger"),
    KEY_AS("use_flash_attn", ATTENTION, IF_FALSE, "sdpa"),
    KEY_WHEN("use_8bit_optimizer", OPTIMIZER, IF_TRUE, "paged_adamw_8bit", "@use_qlora"),
    KEY_AS("use_8bit_optimizer", OPTIMIZER, IF_TRUE, "adamw_8bit"),
    KEY_WHEN("fused_optimizer", OPTIMIZER, IF_FALSE, "adamw_torch", "!@use_qlora"),
    KEY("dpo_beta|beta", BETA),
};
static const struct defrow yaml_defaults[] = {
    DEFAULT_WHEN(TASK, "dpo", "@dpo_beta|beta", YAML),
    DEFAULT(TASK, "sft", YAML),
    DEFAULT(PEFT, "none", YAML),
    DEFAULT_WHEN(LORA_R, "64", IS_LORA, YAML),
    DEFAULT_WHEN(LORA_ALPHA, "16", IS_LORA, YAML),
    DEFAULT_WHEN(LORA_DROPOUT, "0.1", IS_LORA, YAML),
    DEFAULT_WHEN(LORA_TARGET_MODULES, "all-linear", IS_LORA, YAML ": the seven projections"),
    DEFAULT(QUANTIZATION, "none", YAML),
    DEFAULT_WHEN(DOUBLE_QUANT, "true", "quantization=nf4", YAML),
    DEFAULT(WEIGHTS_DTYPE, "bfloat16", YAML),
    DEFAULT(PER_DEVICE_TRAIN_BATCH_SIZE, "8", YAML),
    DEFAULT(GRADIENT_ACCUMULATION_STEPS, "1", YAML),
    DEFAULT(PACKING, "false", YAML),
    DEFAULT(GRADIENT_CHECKPOINTING, "false", YAML),
    DEFAULT(OFFLOAD_ACTIVATIONS, "none", YAML),
    DEFAULT(ATTENTION, "flash_attention_2", YAML ": use_flash_attn True"),
    DEFAULT(LOSS_KERNEL, "torch", YAML),
    DEFAULT(FUSED_KERNELS, "none", YAML),
    DEFAULT(TORCH_COMPILE, "false", YAML),
    DEFAULT_WHEN(OPTIMIZER, "paged_adamw_32bit", "quantization=nf4", YAML),
    DEFAULT(OPTIMIZER, "adamw_torch_fused", YAML),
    DEFAULT(REFERENCE_MODEL, "none", YAML ": its log-probabilities are computed before the first step"),
    DEFAULT_WHEN(BETA, "0.1", "task=dpo", YAML),
    DEFAULT(EVALUATION, "false", YAML),
};
static const struct keymap map_yaml = {
    .name = "open_instruct.yaml",
    .package = "open-instruct",
    ROWS(rows, yaml_rows),
    ROWS(defaults, yaml_defaults),
    .source = YAML,
};
static const struct keymap *const maps[] = {&map_core, &map_sft, &map_dpo, &map_grpo, &map_yaml};

/* Handbook recipes have a dataset_mixer as well, and none of the others. */
static const struct config configs[] = {
    {.name = "open_instruct",
     .markers = "dataset_mixer",
     .keys = "model_name_or_path,max_seq_length,per_device_train_batch_size,dataset_mixer|dataset_mixer_list,"
	     "with_tracking|dataset_mix_dir|use_slow_tokenizer|use_flash_attn|checkpointing_steps|use_qlora|dpo_loss_type",
     .unless = "torch_dtype,stage,finetuning_type,base_model",
     .map = &map_yaml,
     .job = true,
     .alone = "framework=open-instruct",
     .source = YAML},
};

#define SCRIPT(name, m, s, f)                                                                      \
	{                                                                                          \
		.words = "open_instruct/" name, .set = "framework=open-instruct;" s, .map = (m),   \
		.positional = "", .config_flag = "", .marks = "open_instruct", .flags = (f),       \
		.idle = "@cache_dataset_only"                                                      \
	}
static const struct command commands[] = {
    SCRIPT("olmo_core_finetune.py", &map_sft, "task=sft", "mixer_list"),
    SCRIPT("dpo.py", &map_dpo, "task=dpo", "mixer_list"),
    /* Code that is here is read; mason.py starts it elsewhere. */
    {.words = "open_instruct/finetune.py", .set = "framework=open-instruct;task=sft", .map = &map_yaml, .positional = "",
     .config_flag = "", .marks = "", .flags = "dataset_mixer_list,dataset_mixer,model_name_or_path"},
    {.words = "open_instruct/dpo_tune_cache.py", .set = "framework=open-instruct;task=dpo", .map = &map_yaml, .positional = "",
     .config_flag = "", .marks = "", .flags = "dataset_mixer_list,dataset_mixer,mixer_list,model_name_or_path"},
    SCRIPT("grpo_fast.py", &map_grpo, "task=grpo", "pack_length,num_learners_per_node"),
};

const struct framework framework_open_instruct = {
    .name = "open-instruct",
    ROWS(configs, configs),
    ROWS(commands, commands),
    ROWS(maps, maps),
    ROWS(packages, packages),
    .launch_shares = true,
};
