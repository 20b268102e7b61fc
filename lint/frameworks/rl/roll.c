/*
 * ROLL: the YAML of its pipelines, each role with devices and a strategy of its own.
 */
#include "lint/frameworks/libraries/shared_maps.h"

static const struct package packages[] = {
    {.name = "roll", "0.1@2506 0.2@2508 0.2.1@2601 0.3@2608", "alibaba/ROLL, its main branch of 2026-08", .modules = ""},
};

#define CONFIG	 "ROLL roll/configs/base_config.py, worker_config.py, 2026-08"
#define MODELS	 "ROLL roll/configs/model_args.py, 2026-08"
#define FSDP	 "ROLL roll/distributed/strategy/fsdp2_strategy.py, 2026-08"
#define MEGATRON "ROLL roll/distributed/strategy/megatron_strategy.py, 2026-08"
/* What trains is called by what it is for. */
#define T(k)	"actor_train." k "|sft_train." k "|student." k
#define S(k)	T("strategy_args.strategy_config." k)
#define IS_LORA "peft=lora"
#define SHARDED "data_parallel=fsdp2|zero2|zero3"
#define IS_RL	"task=ppo|grpo"
/* Devices that begin where those of the trainer do. */
#define SHARES	"range(0=;[0=;range(1)=;range(2)=;range(4)=;range(8)=;range(16)=;*=vllm_server"

static const struct keyrow rows[] = {
    KEY(T("model_args.model_name_or_path"), MODEL),
    KEY("pretrain|student_pretrain", MODEL),
    KEY_AS("adv_estimator", TASK, CHOICE, "gae=ppo;*=grpo"),
    KEY_AS("sft_train", TASK, PRESENT, "sft"),
    KEY_AS("student", TASK, PRESENT, "distill"),
    KEY_AS("ipo", TASK, IF_TRUE, "ipo"),
    KEY_AS("chosen_key|rejected_key", TASK, PRESENT, "dpo"),
    KEY_AS(T("model_args.lora_target"), PEFT, PRESENT, "lora"),
    KEY_WHEN(T("model_args.lora_rank"), LORA_R, PLAIN, NULL, IS_LORA),
    KEY_WHEN(T("model_args.lora_alpha"), LORA_ALPHA, PLAIN, NULL, IS_LORA),
    KEY_WHEN(T("model_args.lora_dropout"), LORA_DROPOUT, PLAIN, NULL, IS_LORA),
    KEY_WHEN(T("model_args.lora_target"), LORA_TARGET_MODULES, MODULES, NULL, IS_LORA),
    KEY_AS(T("strategy_args.strategy_name"), DATA_PARALLEL, CHOICE,
	   "megatron_train=megatron;fsdp2_train=fsdp2;*="),
    KEY_AS(S("zero_optimization.stage"), DATA_PARALLEL, CHOICE, "1=zero1;2=zero2;3=zero3"),
    KEY_WHEN(S("param_dtype"), WEIGHTS_DTYPE, DTYPE, NULL, "data_parallel=fsdp2"),
    KEY_WHEN(T("model_args.dtype"), WEIGHTS_DTYPE, DTYPE, NULL, "data_parallel!=fsdp2"),
    KEY_AS(T("model_args.dtype"), MIXED_PRECISION, CHOICE, "bf16=bf16;fp16=fp16;fp32=no;*="),
    KEY(T("training_args.per_device_train_batch_size"), PER_DEVICE_TRAIN_BATCH_SIZE),
    KEY(T("training_args.gradient_accumulation_steps"), GRADIENT_ACCUMULATION_STEPS),
    KEY_WHEN(T("max_tokens_per_microbatch_in_train"), MAX_TOKENS_PER_GPU, PLAIN, NULL, "@" T("use_dynamic_batching_in_train")),
    KEY_WHEN("sequence_length", MAX_SEQ_LENGTH, PLAIN, NULL, "!@prompt_length|response_length"),
    KEY_WHEN("sequence_length", MAX_SEQ_LENGTH, PLAIN, NULL, "task=sft|dpo|ipo|distill"),
    KEY_WHEN("prompt_length", MAX_PROMPT_LENGTH, PLAIN, NULL, "task!=sft"),
    KEY_WHEN("response_length", MAX_COMPLETION_LENGTH, PLAIN, NULL, IS_RL),
    KEY_WHEN("actor_infer.generating_args.max_new_tokens", MAX_COMPLETION_LENGTH, PLAIN, NULL, IS_RL),
    KEY_WHEN("num_return_sequences_in_group", NUM_GENERATIONS, PLAIN, NULL, IS_RL),
    KEY_WHEN("rollout_batch_size", GLOBAL_PROMPTS, PLAIN, NULL, IS_RL),
    KEY_AS(T("use_sequence_packing"), ATTENTION_MASK, IF_TRUE, "none"),
    KEY_AS(T("use_remove_padding"), ATTENTION_MASK, IF_TRUE, "none"),
    KEY_WHEN(S("recompute_granularity"), GRADIENT_CHECKPOINTING, CHOICE, "full=true;*=", "data_parallel=megatron"),
    KEY_WHEN(T("model_args.disable_gradient_checkpointing"), GRADIENT_CHECKPOINTING, SWITCH, "false;true", "data_parallel!=megatron"),
    KEY_AS(T("model_args.attn_implementation"), ATTENTION, CHOICE, "fa2=flash_attention_2;sdpa=sdpa;*="),
    KEY_AS(S("offload_policy"), OFFLOAD_PARAMS, IF_TRUE, "cpu"),
    KEY_AS(S("offload_policy"), OFFLOAD_OPTIMIZER, IF_TRUE, "cpu"),
    KEY_AS(S("optimizer_cpu_offload"), OFFLOAD_OPTIMIZER, IF_TRUE, "cpu"),
    KEY_AS(S("zero_optimization.offload_optimizer"), OFFLOAD_OPTIMIZER, PRESENT, "cpu"),
    KEY_AS(S("zero_optimization.offload_param"), OFFLOAD_PARAMS, PRESENT, "cpu"),
    KEY(S("reshard_after_forward"), RESHARD_AFTER_FORWARD),
    KEY(S("tensor_model_parallel_size"), TENSOR_PARALLEL),
    KEY_WHEN(S("sequence_parallel"), SEQUENCE_PARALLEL, PLAIN, NULL, "tensor_parallel>1"),
    KEY(S("pipeline_model_parallel_size"), PIPELINE_PARALLEL),
    KEY(S("expert_model_parallel_size"), EXPERT_PARALLEL),
    KEY(S("context_parallel_size") "|" T("model_args.ulysses_size"), CONTEXT_PARALLEL),
    KEY_AS(T("device_mapping"), NUM_GPUS, DEVICES, NULL),
    KEY_WHEN("kl_loss_coef", BETA, PLAIN, NULL, "@use_kl_loss"),
    KEY_WHEN("init_kl_coef", BETA, PLAIN, NULL, IS_RL),
    KEY_WHEN("beta", BETA, PLAIN, NULL, "task=dpo|ipo"),
    KEY_AS("enable_reference", REFERENCE_MODEL, IF_FALSE, "none"),
    KEY_WHEN("teacher_pretrain", TEACHER_MODEL, PLAIN, NULL, "task=distill"),
    KEY_WHEN("critic.model_args.model_name_or_path", CRITIC_MODEL, PLAIN, NULL, "task=ppo"),
    KEY_WHEN("actor_infer.device_mapping", ROLLOUT_ENGINE, WORDS, SHARES, IS_RL),
    KEY_WHEN("actor_infer.strategy_args.strategy_name", ROLLOUT_ENGINE, CHOICE, "vllm=vllm;sglang=sglang;hf_infer=transformers;*=", IS_RL),
    KEY_WHEN("actor_infer.strategy_args.strategy_config.gpu_memory_utilization|actor_infer.strategy_args.strategy_config.mem_fraction_static",
	     ROLLOUT_GPU_MEMORY_UTILIZATION, PLAIN, NULL, "rollout_engine=vllm|sglang"),
    KEY_WHEN("actor_infer.strategy_args.strategy_config.tensor_parallel_size|actor_infer.strategy_args.strategy_config.tp_size",
	     ROLLOUT_TENSOR_PARALLEL, PLAIN, NULL, "rollout_engine=vllm|sglang"),
};
static const struct defrow defaults[] = {
    DEFAULT(PEFT, "none", MODELS ": lora_target None"),
    DEFAULT_WHEN(LORA_R, "8", IS_LORA, MODELS),
    DEFAULT_WHEN(LORA_DROPOUT, "0", IS_LORA, MODELS),
    DEFAULT(QUANTIZATION, "none", MODELS),
    DEFAULT_WHEN(WEIGHTS_DTYPE, "float32", "data_parallel=fsdp2", FSDP ": default_model_dtype float32 to train"),
    DEFAULT(WEIGHTS_DTYPE, "bfloat16", MODELS ": dtype bf16"),
    DEFAULT(MIXED_PRECISION, "bf16", MODELS ": dtype bf16"),
    DEFAULT(PER_DEVICE_TRAIN_BATCH_SIZE, "8", "ROLL roll/configs/training_args.py, 2026-08"),
    DEFAULT(GRADIENT_ACCUMULATION_STEPS, "1", "ROLL roll/configs/training_args.py, 2026-08"),
    DEFAULT(BATCH_LAYOUT, "fixed", "ROLL roll/datasets/collator.py, 2026-08: padding to max_length"),
    DEFAULT(PACKING, "false", CONFIG),
    DEFAULT_WHEN(MAX_PROMPT_LENGTH, "1024", IS_RL, CONFIG),
    DEFAULT_WHEN(NUM_GENERATIONS, "1", IS_RL, CONFIG),
    DEFAULT_WHEN(GRADIENT_CHECKPOINTING, "false", "data_parallel=megatron",
		 "ROLL mcore_adapter/src/mcore_adapter/training_args.py, 2026-08: recompute_granularity None"),
    DEFAULT(GRADIENT_CHECKPOINTING, "true", MODELS ": disable_gradient_checkpointing False"),
    DEFAULT_WHEN(USE_REENTRANT, "false", "gradient_checkpointing=true," SHARDED, MODELS),
    DEFAULT(OFFLOAD_ACTIVATIONS, "none", MODELS),
    DEFAULT_WHEN(OFFLOAD_PARAMS, "none", SHARDED, FSDP ": offload_policy False"),
    DEFAULT(OFFLOAD_OPTIMIZER, "none", FSDP),
    DEFAULT_WHEN(ATTENTION, "flash_attention_2", "data_parallel=megatron", MEGATRON),
    DEFAULT(LOSS_KERNEL, "logprobs", MEGATRON),
    DEFAULT(FUSED_KERNELS, "none", MODELS),
    DEFAULT(TORCH_COMPILE, "false", MODELS),
    DEFAULT(OPTIMIZER, "adamw_torch", FSDP "; megatron's adam"),
    DEFAULT(EVALUATION, "false", CONFIG ": the engine evaluates"),
    DEFAULT_WHEN(BETA, "0.1", "task=dpo|ipo", "ROLL roll/pipeline/dpo/dpo_config.py, 2026-08"),
    DEFAULT_WHEN(REFERENCE_MODEL, "none", IS_RL ",!@use_kl_loss,!@init_kl_coef,!@enable_reference", CONFIG),
    DEFAULT_WHEN(OTHER_MODELS_SHARDED, "true", "data_parallel=megatron|fsdp2|zero3", CONFIG ": a strategy of its own"),
    DEFAULT_WHEN(OFFLOAD_REFERENCE, "cpu", IS_RL, "ROLL roll/pipeline/rlvr/rlvr_pipeline.py, 2026-08: states are offloaded between roles"),
    DEFAULT_WHEN(CRITIC_UPDATE, "apart", "task=ppo", "ROLL roll/pipeline/rlvr/rlvr_pipeline.py, 2026-08"),
    DEFAULT_WHEN(ROLLOUT_SLEEP, "true", "rollout_engine=vllm|sglang", "ROLL roll/pipeline/rlvr/rlvr_pipeline.py, 2026-08: offload_states"),
    DEFAULT_WHEN(ROLLOUT_OFFLOAD, "all", "rollout_engine=vllm|sglang", "ROLL roll/pipeline/rlvr/rlvr_pipeline.py, 2026-08: offload_states"),
    DEFAULT_WHEN(ROLLOUT_GPU_MEMORY_UTILIZATION, "0.9", "rollout_engine=vllm", "vLLM vllm/config.py, 0.8-0.11"),
    DEFAULT_WHEN(ROLLOUT_TENSOR_PARALLEL, "1", "rollout_engine=vllm", "vLLM vllm/config.py, 0.8-0.11"),
};
static const struct keymap map_roll = {
    .name = "roll",
    .package = "roll",
    ROWS(rows, rows),
    ROWS(defaults, defaults),
    .source = CONFIG,
};
static const struct keymap *const maps[] = {&map_roll};

/* A pipeline that only generates has no role that trains. */
static const struct config configs[] = {
    {.name = "roll",
     .markers = "device_mapping",
     .keys = "pretrain|student_pretrain|actor_train.model_args.model_name_or_path,actor_train.strategy_args|sft_train.strategy_args|"
	     "student.strategy_args,actor_train.training_args|sft_train.training_args|student.training_args",
     .map = &map_roll,
     .job = true,
     .set = "framework=roll",
     .composed = "",
     .source = CONFIG},
};
#define START(name, s)                                                                             \
	{                                                                                          \
		.words = "examples/start_" name "_pipeline.py", .set = "framework=roll" s, .map = &map_roll, \
		.positional = "", .config_flag = "--config_name", .folder_flag = "--config_path",  \
		.composed = "", .marks = "roll.", .flags = "config_name"                           \
	}
static const struct command commands[] = {
    START("rlvr", ""),
    START("rlvr_vl", ""),
    START("agentic", ""),
    START("sft", ";task=sft"),
    START("dpo", ";task=dpo?!@ipo"),
    START("distill", ";task=distill"),
    START("distill_vl", ";task=distill"),
    START("onpolicy_distill", ";task=grpo"),
};

const struct framework framework_roll = {
    .name = "roll",
    ROWS(configs, configs),
    ROWS(commands, commands),
    ROWS(maps, maps),
    ROWS(packages, packages),
};
