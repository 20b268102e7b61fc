/*
 * oat: the flags of its programs for online alignment and reinforcement learning. vLLM generates, DeepSpeed trains.
 */
#include "lint/frameworks/libraries/shared_maps.h"

static const struct package packages[] = {
    {.name = "oat-llm", "0.0.5@2411 0.1@2504 0.1.4@2507 0.2@2510 0.2.3@2510", "sail-sg/oat, tags up to v0.2.3", .modules = "oat"},
};

#define ARGS	 "oat oat/args.py, 0.1-0.2.3"
#define MODEL_PY "oat oat/model.py, 0.1-0.2.3"
#define STRATEGY "oat oat/utils/deepspeed.py, 0.1-0.2.3"
#define IS_LORA	 "peft=lora"
#define QUANT	 "quantization=nf4"
#define IS_RL	 "task=ppo|grpo"
#define STAGE_3	 "@zero_stage=3"
/* Without it half of the GPUs generate, and half learn. */
#define SHARES	 "@collocate"
#define HALVES	 "2=1;4=2;6=3;8=4;10=5;12=6;14=7;16=8;*="

static const struct keyrow rows[] = {
    KEY("pretrain", MODEL),
    /* Group-relative advantages need no value model. */
    KEY_AS("critic_type", TASK, CHOICE, "ppo=ppo;*=grpo"),
    KEY_AS("algo|dap_algo", TASK, CHOICE, "sft=sft;simpo=simpo;ipo=ipo;dpo=dpo;ppo=;*=dpo"),
    KEY_AS("lora_rank", PEFT, IF_POSITIVE, "lora"),
    KEY_WHEN("lora_rank", LORA_R, PLAIN, NULL, IS_LORA),
    KEY_WHEN("lora_alpha", LORA_ALPHA, PLAIN, NULL, IS_LORA),
    KEY_WHEN("lora_dropout", LORA_DROPOUT, PLAIN, NULL, IS_LORA),
    KEY_WHEN("target_modules", LORA_TARGET_MODULES, MODULES, NULL, IS_LORA),
    KEY_AS("load_in_4bit", QUANTIZATION, IF_TRUE, "nf4"),
    KEY_AS("fp16", WEIGHTS_DTYPE, IF_TRUE, "float16"),
    KEY_AS("fp16", MIXED_PRECISION, IF_TRUE, "fp16"),
    KEY_AS("bf16", WEIGHTS_DTYPE, SWITCH, "bfloat16;float32"),
    KEY_AS("bf16", MIXED_PRECISION, SWITCH, "bf16;no"),
    KEY("train_batch_size_per_device|micro_train_batch_size", PER_DEVICE_TRAIN_BATCH_SIZE),
    KEY("train_batch_size", GLOBAL_BATCH_SIZE),
    KEY("max_model_len", MAX_SEQ_LENGTH),
    KEY_WHEN("prompt_max_length", MAX_PROMPT_LENGTH, PLAIN, NULL, "task!=sft"),
    KEY_WHEN("generate_max_length", MAX_COMPLETION_LENGTH, PLAIN, NULL, "task!=sft"),
    KEY_WHEN("num_samples", NUM_GENERATIONS, PLAIN, NULL, IS_RL),
    KEY_AS("gradient_checkpointing", GRADIENT_CHECKPOINTING, IF_TRUE, "true"),
    KEY_AS("gradient_checkpointing_use_reentrant", USE_REENTRANT, IF_TRUE, "true"),
    KEY_AS("activation_offloading", OFFLOAD_ACTIVATIONS, IF_TRUE, "cpu"),
    KEY_AS("no_flash_attn", ATTENTION, IF_TRUE, "eager"),
    KEY_AS("flash_attn", ATTENTION, SWITCH, "flash_attention_2;eager"),
    KEY_WHEN("no_use_fused_lm_head", LOSS_KERNEL, IF_TRUE, "logprobs_float", IS_RL),
    KEY_AS("zero_stage", DATA_PARALLEL, CHOICE, "0=ddp;1=zero1;2=zero2;3=zero3"),
    KEY_AS("adam_offload", OFFLOAD_OPTIMIZER, IF_TRUE, "cpu"),
    KEY_AS("model_offload", OFFLOAD_PARAMS, IF_TRUE, "cpu"),
    KEY_WHEN("ref_offload", OFFLOAD_REFERENCE, IF_TRUE, "cpu", STAGE_3),
    KEY("beta", BETA),
    KEY_WHEN("ref_pretrain", REFERENCE_MODEL, PLAIN, NULL, "task!=simpo|sft"),
    KEY_WHEN("critic_pretrain", CRITIC_MODEL, PLAIN, NULL, "task=ppo"),
    KEY_WHEN("gpus", NUM_GPUS, PLAIN, NULL, SHARES),
    KEY_WHEN("gpus", NUM_GPUS, CHOICE, HALVES, "!" SHARES),
    KEY_WHEN("collocate", ROLLOUT_ENGINE, IF_TRUE, "vllm", "task!=sft"),
    KEY_WHEN("vllm_gpu_ratio", ROLLOUT_GPU_MEMORY_UTILIZATION, PLAIN, NULL, "rollout_engine=vllm"),
    KEY_WHEN("vllm_sleep", ROLLOUT_SLEEP, IF_TRUE, "true", "rollout_engine=vllm"),
};
static const struct defrow defaults[] = {
    DEFAULT(MODEL, "trl-lib/pythia-1b-deduped-tldr-sft", ARGS),
    DEFAULT(PEFT, "none", ARGS),
    DEFAULT_WHEN(LORA_ALPHA, "16", IS_LORA, ARGS),
    DEFAULT_WHEN(LORA_DROPOUT, "0", IS_LORA, ARGS),
    DEFAULT_WHEN(LORA_TARGET_MODULES, "all-linear", IS_LORA, ARGS ": the seven projections"),
    DEFAULT(QUANTIZATION, "none", ARGS),
    DEFAULT_WHEN(DOUBLE_QUANT, "true", QUANT, MODEL_PY),
    DEFAULT(WEIGHTS_DTYPE, "bfloat16", ARGS ": bf16 True"),
    DEFAULT(MIXED_PRECISION, "bf16", ARGS ": bf16 True"),
    DEFAULT(PER_DEVICE_TRAIN_BATCH_SIZE, "1", ARGS),
    DEFAULT(GLOBAL_BATCH_SIZE, "128", ARGS),
    DEFAULT_WHEN(MAX_PROMPT_LENGTH, "1024", "task!=sft", ARGS),
    DEFAULT_IN_WHEN(MAX_COMPLETION_LENGTH, "53", NULL, "0.1", "task!=sft", "oat oat/args.py, 0.0.6"),
    DEFAULT_WHEN(MAX_COMPLETION_LENGTH, "512", "task!=sft", ARGS),
    DEFAULT_WHEN(NUM_GENERATIONS, "2", IS_RL, ARGS),
    DEFAULT(PACKING, "false", ARGS),
    DEFAULT(GRADIENT_CHECKPOINTING, "false", ARGS),
    DEFAULT_WHEN(USE_REENTRANT, "false", "gradient_checkpointing=true", ARGS),
    DEFAULT(OFFLOAD_ACTIVATIONS, "none", ARGS),
    DEFAULT(ATTENTION, "flash_attention_2", ARGS ": flash_attn True"),
    DEFAULT_IN_WHEN(LOSS_KERNEL, "logprobs_float", NULL, "0.1.4", IS_RL,
		    "oat oat/algorithms/ppo.py get_batch_logps, 0.0.6-0.1.3: logits.float().log_softmax(-1)"),
    DEFAULT_WHEN(LOSS_KERNEL, "fused", IS_RL, ARGS ": use_fused_lm_head True"),
    DEFAULT(LOSS_KERNEL, "torch", MODEL_PY),
    DEFAULT(FUSED_KERNELS, "none", MODEL_PY),
    DEFAULT(TORCH_COMPILE, "false", MODEL_PY),
    DEFAULT(OPTIMIZER, "adamw_apex_fused", STRATEGY ": deepspeed's FusedAdam"),
    DEFAULT(DATA_PARALLEL, "zero2", ARGS),
    DEFAULT(OFFLOAD_OPTIMIZER, "none", ARGS),
    DEFAULT(OFFLOAD_PARAMS, "none", ARGS),
    DEFAULT(BETA, "0.1", ARGS),
    DEFAULT_WHEN(OTHER_MODELS_SHARDED, "true", "data_parallel=zero3", STRATEGY),
    DEFAULT_WHEN(CRITIC_UPDATE, "apart", "task=ppo", "oat oat/algorithms/ppo.py learn, 0.1-0.2.3"),
    DEFAULT(EVALUATION, "false", "oat oat/learners/base.py, 0.1-0.2.3: the actors evaluate"),
    DEFAULT_WHEN(ROLLOUT_ENGINE, "vllm_server", "task!=sft", ARGS ": collocate False"),
    DEFAULT_WHEN(ROLLOUT_GPU_MEMORY_UTILIZATION, "0.25", "rollout_engine=vllm", ARGS),
    DEFAULT_WHEN(ROLLOUT_TENSOR_PARALLEL, "1", "rollout_engine=vllm", ARGS ": num_gpus_per_actor 1"),
    DEFAULT_WHEN(ROLLOUT_SLEEP, "false", "rollout_engine=vllm", ARGS),
};
static const struct keymap map_oat = {
    .name = "oat",
    .package = "oat-llm",
    ROWS(rows, rows),
    ROWS(defaults, defaults),
    .source = ARGS,
};
/* From data at hand: nothing generates, and every process learns. */
#define OFFLINE "oat oat/experiment/run_offline.py, run_offline_ppo.py, 0.1-0.2.3"
static const struct keyrow offline_rows[] = {
    KEY("gpus", NUM_GPUS),
    KEY_AS("gpus", ROLLOUT_ENGINE, PRESENT, "none"),
};
static const struct keymap map_offline = {
    .name = "oat.offline",
    .package = "oat-llm",
    .base = {&map_oat},
    ROWS(rows, offline_rows),
    .source = OFFLINE,
};
static const struct keymap *const maps[] = {&map_oat, &map_offline};

#define RUN(name, m, s)                                                                               \
	{                                                                                          \
		.words = "-m oat.experiment." name, .set = "framework=oat" s, .map = &(m),        \
		.positional = "", .config_flag = ""                                                \
	},                                                                                         \
	{                                                                                          \
		.words = "oat/experiment/" name ".py", .set = "framework=oat" s, .map = &(m),     \
		.positional = "", .config_flag = ""                                                \
	}
/* Scripts of others on its learners, told by what only its options have. */
#define THEIRS "pretrain,train_batch_size_per_device,rollout_batch_size_per_device"
static const struct command commands[] = {
    RUN("main", map_oat, ";task=dpo?!@algo|dap_algo"),
    RUN("run_apl", map_oat, ";task=dpo?!@algo|dap_algo"),
    RUN("run_xpo", map_oat, ";task=dpo?!@algo|dap_algo"),
    RUN("run_offline", map_offline, ";task=dpo?!@algo|dap_algo"),
    RUN("run_ppo", map_oat, ";task=grpo?!@critic_type"),
    RUN("run_math_rl", map_oat, ";task=grpo?!@critic_type"),
    RUN("run_offline_ppo", map_offline, ";task=grpo?!@critic_type"),
    {.words = "*", .keys = THEIRS ",critic_type|num_ppo_epochs", .set = "framework=oat;task=grpo?!@critic_type", .map = &map_oat, .positional = "",
     .config_flag = ""},
    {.words = "*", .keys = THEIRS, .set = "framework=oat;task=dpo?!@algo|dap_algo", .map = &map_oat, .positional = "", .config_flag = ""},
};

const struct framework framework_oat = {
    .name = "oat",
    ROWS(commands, commands),
    ROWS(maps, maps),
    ROWS(packages, packages),
};
