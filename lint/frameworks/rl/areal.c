/*
 * AReaL: the YAML that its scripts are given, and words KEY=VALUE over it. Engines have GPUs of their own.
 */
#include "lint/frameworks/libraries/shared_maps.h"

static const struct package packages[] = {
    {.name = "areal", "0.3@2506 0.4@2510 0.5@2512 1.0@2602 1.0.4@2605", "inclusionAI/AReaL, tags up to v1.0.4"},
};

#define ARGS	"areal areal/api/cli_args.py, 0.3-1.0.4"
#define FSDP	"areal areal/engine/fsdp_engine.py, 0.3-1.0.4"
/* 1.0 has a layout for each role, before there was one of all, what trains last. */
#define LAYOUT	"actor.backend|model.backend|allocation_mode"
#define A(k)	"actor." k "|model." k
#define IS_LORA "peft=lora"
#define MEGATRON "data_parallel=megatron"
#define HAS_REF "@ref.path|ref.backend|ref.mb_spec"

static const struct keyrow rows[] = {
    KEY(A("path"), MODEL),
    KEY_AS("critic", TASK, PRESENT, "ppo"),
    KEY_AS("gconfig", TASK, PRESENT, "grpo"),
    KEY_AS(A("use_lora"), PEFT, IF_TRUE, "lora"),
    KEY_WHEN(A("lora_rank"), LORA_R, PLAIN, NULL, IS_LORA),
    KEY_WHEN(A("lora_alpha"), LORA_ALPHA, PLAIN, NULL, IS_LORA),
    KEY_WHEN(A("target_modules"), LORA_TARGET_MODULES, MODULES, NULL, IS_LORA),
    KEY_AS(LAYOUT, DATA_PARALLEL, WORDS, "megatron:=megatron;megatron=megatron;archon=fsdp2;fsdp=fsdp2;*="),
    KEY_AS(A("dtype"), WEIGHTS_DTYPE, DTYPE, NULL),
    KEY_AS(A("dtype"), MIXED_PRECISION, CHOICE, "bfloat16=bf16;float16=fp16;float32=no;*="),
    KEY_WHEN(A("mb_spec.max_tokens_per_mb"), MAX_TOKENS_PER_GPU, PLAIN, NULL, "task!=sft|dpo|reward"),
    KEY_WHEN(A("mb_spec.max_tokens_per_mb"), MAX_SEQ_LENGTH, PLAIN, NULL, "task=sft|dpo|reward"),
    KEY_AS(A("mb_spec.max_tokens_per_mb"), PER_DEVICE_TRAIN_BATCH_SIZE, IF_POSITIVE, "1"),
    KEY_AS(A("mb_spec.max_tokens_per_mb"), PACKING, IF_POSITIVE, "true"),
    KEY("train_dataset.batch_size", GLOBAL_BATCH_SIZE),
    KEY_AS("train_dataset.path", DATASET, NAMES, NULL),
    KEY_WHEN("train_dataset.max_length", MAX_PROMPT_LENGTH, PLAIN, NULL, "task=grpo|ppo"),
    KEY_WHEN("gconfig.max_new_tokens", MAX_COMPLETION_LENGTH, PLAIN, NULL, "task=grpo|ppo"),
    KEY_WHEN("gconfig.n_samples", NUM_GENERATIONS, PLAIN, NULL, "task=grpo|ppo"),
    KEY(A("gradient_checkpointing"), GRADIENT_CHECKPOINTING),
    KEY(A("attn_impl"), ATTENTION),
    KEY_AS(A("optimizer.type"), OPTIMIZER, CHOICE, "adam=adamw_torch_fused;adamw=adamw_torch_fused;adam_bf16=adamw_anyprecision;sgd=sgd;*="),
    KEY_AS(A("fsdp.offload_params"), OFFLOAD_PARAMS, IF_TRUE, "cpu"),
    KEY_AS(A("fsdp.offload_params"), OFFLOAD_OPTIMIZER, IF_TRUE, "cpu"),
    KEY_AS(LAYOUT, NUM_GPUS, LAYOUT, "dptc"),
    KEY_AS(LAYOUT, PIPELINE_PARALLEL, LAYOUT, "p"),
    KEY_AS(LAYOUT, TENSOR_PARALLEL, LAYOUT, "t"),
    KEY_AS(LAYOUT, CONTEXT_PARALLEL, LAYOUT, "c"),
    KEY_AS(LAYOUT, EXPERT_PARALLEL, LAYOUT, "e"),
    KEY(A("kl_ctl"), BETA),
    KEY_AS("ref", REFERENCE_MODEL, IF_FALSE, "none"),
    KEY("critic.path", CRITIC_MODEL),
};
static const struct defrow defaults[] = {
    DEFAULT(TASK, "sft", ARGS),
    DEFAULT(PEFT, "none", ARGS ": use_lora False"),
    DEFAULT_WHEN(LORA_R, "32", IS_LORA, ARGS),
    DEFAULT_WHEN(LORA_ALPHA, "16", IS_LORA, ARGS),
    DEFAULT_WHEN(LORA_DROPOUT, "0", IS_LORA, FSDP),
    DEFAULT_WHEN(LORA_TARGET_MODULES, "all-linear", IS_LORA, FSDP),
    DEFAULT_WHEN(ADAPTER_DTYPE, "bfloat16", IS_LORA, FSDP ": autocast_adapter_dtype False"),
    DEFAULT(QUANTIZATION, "none", ARGS),
    DEFAULT(DATA_PARALLEL, "fsdp2", FSDP),
    DEFAULT(WEIGHTS_DTYPE, "bfloat16", ARGS),
    DEFAULT(MIXED_PRECISION, "bf16", ARGS ": dtype bfloat16"),
    DEFAULT_UNKNOWN(PER_DEVICE_TRAIN_BATCH_SIZE, ARGS ": n_mbs 1, whatever a step's rows are"),
    DEFAULT_UNKNOWN(GRADIENT_ACCUMULATION_STEPS, "the tokens of a step / max_tokens_per_mb"),
    DEFAULT(ATTENTION_MASK, "none", FSDP ": samples of a micro batch are joined"),
    DEFAULT(BATCH_LAYOUT, "unpadded", FSDP),
    DEFAULT_WHEN(NUM_GENERATIONS, "1", "task=grpo|ppo", ARGS),
    DEFAULT_WHEN(MAX_COMPLETION_LENGTH, "16384", "task=grpo|ppo", ARGS),
    DEFAULT(GRADIENT_CHECKPOINTING, "false", ARGS),
    DEFAULT_WHEN(USE_REENTRANT, "false", "gradient_checkpointing=true", FSDP),
    DEFAULT(OFFLOAD_ACTIVATIONS, "none", ARGS),
    DEFAULT(ATTENTION, "flash_attention_2", ARGS),
    DEFAULT_WHEN(LOSS_KERNEL, "logprobs_entropy", "task=grpo|ppo", "areal areal/utils/functional/vocab_parallel.py, 1.0: gather_logprobs_entropy"),
    DEFAULT(LOSS_KERNEL, "logprobs", "areal areal/utils/functional/vocab_parallel.py, 1.0: gather_logprobs"),
    DEFAULT(FUSED_KERNELS, "none", ARGS),
    DEFAULT(TORCH_COMPILE, "false", ARGS),
    DEFAULT(OPTIMIZER, "adamw_torch_fused", ARGS ": adam"),
    DEFAULT_WHEN(OFFLOAD_PARAMS, "none", "data_parallel=fsdp2", ARGS),
    DEFAULT(OFFLOAD_OPTIMIZER, "none", ARGS),
    DEFAULT(EVALUATION, "false", ARGS),
    DEFAULT_WHEN(SEQUENCE_PARALLEL, "true", MEGATRON ",tensor_parallel>1", "areal areal/engine/megatron_engine.py, 1.0"),
    DEFAULT_WHEN(REFERENCE_MODEL, "none", "task=grpo|ppo,!" HAS_REF, ARGS),
    DEFAULT_WHEN(BETA, "0.1", "task=grpo|ppo", ARGS ": kl_ctl"),
    DEFAULT_WHEN(OTHER_MODELS_SHARDED, "true", "task=grpo|ppo", ARGS ": ref is an engine like the actor's"),
    DEFAULT_WHEN(CRITIC_UPDATE, "apart", "task=ppo", "areal areal/trainer/rl_trainer.py, 1.0"),
    DEFAULT_WHEN(ROLLOUT_ENGINE, "vllm_server", "task=grpo|ppo", ARGS ": GPUs of its own"),
};
static const struct keymap map_areal = {
    .name = "areal",
    .package = "areal",
    ROWS(rows, rows),
    ROWS(defaults, defaults),
    .source = ARGS,
};
static const struct keymap *const maps[] = {&map_areal};

#define FILE_KEYS "actor.path|model.path,train_dataset,cluster|allocation_mode|rollout,actor.backend|model.backend|allocation_mode"
#define AREAL(p, s)                                                                                \
	{                                                                                          \
		.name = "areal", .markers = "actor:|allocation_mode", .keys = FILE_KEYS, .path = (p), \
		.map = &map_areal, .job = true, .set = "framework=areal" s, .composed = "", .source = ARGS \
	}
static const struct config configs[] = {
    AREAL("dpo", ";task=dpo?!@gconfig"),
    AREAL("rw", ";task=reward?!@gconfig"),
    AREAL(NULL, ""),
};

/* What a script is given by load_expr_config() is in the YAML that its launch names, which is the job. */
static const struct param params[] = {{"config", ROLE_ARGS}};
static const struct callable callables[] = {
    {.names = "areal.PPOTrainer|areal.SFTTrainer|areal.DPOTrainer|areal.RWTrainer|areal.trainer.PPOTrainer|"
	      "areal.trainer.SFTTrainer|areal.trainer.rl_trainer.PPOTrainer|areal.trainer.sft_trainer.SFTTrainer",
     .effect = EFFECT_SINK,
     ROWS(params, params),
     .args = &map_areal,
     .no_job = "AReaL is known, and what it trains is in the YAML that a launch names"},
};

const struct framework framework_areal = {
    .name = "areal",
    ROWS(callables, callables),
    ROWS(configs, configs),
    ROWS(maps, maps),
    ROWS(packages, packages),
};
