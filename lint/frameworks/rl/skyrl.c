/*
 * SkyRL: words KEY=VALUE of its reinforcement learning and supervised programs, whatever module starts them.
 */
#include "lint/frameworks/libraries/shared_maps.h"

static const struct package packages[] = {
    {.name = "skyrl-train", "0.1@2507 0.2@2509 0.3@2511", "NovaSky-AI/SkyRL, tags up to skyrl_train-v0.3.1", .modules = "skyrl_train"},
    {.name = "skyrl", "0.1@2601 0.2@2605 0.3@2608", "NovaSky-AI/SkyRL, its main branch of 2026-08"},
};

#define CONFIG "skyrl skyrl/train/config/config.py, 2026-08"
#define WORKER "skyrl skyrl/backends/skyrl_train/workers/fsdp/fsdp_worker.py, 2026-08"
#define P      "trainer.policy."
#define IS_LORA "peft=lora"
#define MEGATRON "data_parallel=megatron"
/* 0.1 and 0.2 have the engine's keys a level higher. */
#define E(k) "generator.inference_engine." k "|generator." k
#define APART "@trainer.placement.colocate_all=false"
#define NO_KL "@trainer.algorithm.use_kl_loss=false,!@trainer.algorithm.use_kl_in_reward"

static const struct keyrow rows[] = {
    KEY(P "model.path", MODEL),
    KEY_AS("trainer.algorithm.advantage_estimator", TASK, CHOICE, "gae=ppo;rloo=rloo;reinforce++=reinforce;*=grpo"),
    KEY_AS(P "model.lora.rank", PEFT, IF_POSITIVE, "lora"),
    KEY_WHEN(P "model.lora.rank", LORA_R, PLAIN, NULL, IS_LORA),
    KEY_WHEN(P "model.lora.alpha", LORA_ALPHA, PLAIN, NULL, IS_LORA),
    KEY_WHEN(P "model.lora.dropout", LORA_DROPOUT, PLAIN, NULL, IS_LORA),
    KEY_WHEN(P "model.lora.target_modules", LORA_TARGET_MODULES, MODULES, NULL, IS_LORA),
    KEY_AS("trainer.strategy", DATA_PARALLEL, CHOICE, "fsdp=fsdp2;fsdp2=fsdp2;megatron=megatron;deepspeed=zero3;*="),
    KEY("trainer.micro_train_batch_size_per_gpu", PER_DEVICE_TRAIN_BATCH_SIZE),
    KEY_WHEN("trainer.max_tokens_per_microbatch", MAX_TOKENS_PER_GPU, PLAIN, NULL, "@trainer.max_tokens_per_microbatch>0"),
    KEY("trainer.policy_mini_batch_size", GLOBAL_PROMPTS),
    KEY("trainer.max_prompt_length", MAX_PROMPT_LENGTH),
    KEY("generator.sampling_params.max_generate_length", MAX_COMPLETION_LENGTH),
    KEY("generator.n_samples_per_prompt", NUM_GENERATIONS),
    KEY_AS("trainer.remove_microbatch_padding|trainer.use_sample_packing", ATTENTION_MASK, SWITCH, "none;padded"),
    KEY_WHEN(P "megatron_config.transformer_config_kwargs.recompute_granularity", GRADIENT_CHECKPOINTING, CHOICE,
	     "full=true;null=false;none=false;*=", MEGATRON),
    KEY_WHEN("trainer.gradient_checkpointing", GRADIENT_CHECKPOINTING, PLAIN, NULL, "!" MEGATRON),
    KEY("trainer.gradient_checkpointing_use_reentrant", USE_REENTRANT),
    KEY_AS("trainer.flash_attn", ATTENTION, SWITCH, "flash_attention_2;sdpa"),
    KEY(P "use_torch_compile", TORCH_COMPILE),
    KEY_AS(P "fsdp_config.cpu_offload", OFFLOAD_PARAMS, IF_TRUE, "cpu"),
    KEY_AS(P "fsdp_config.cpu_offload", OFFLOAD_OPTIMIZER, IF_TRUE, "cpu"),
    KEY_AS(P "megatron_config.optimizer_config_kwargs.optimizer_cpu_offload", OFFLOAD_OPTIMIZER, IF_TRUE, "cpu"),
    KEY(P "fsdp_config.reshard_after_forward", RESHARD_AFTER_FORWARD),
    KEY_WHEN(P "fsdp_config.fsdp_size", SHARD_SIZE, PLAIN, NULL, "@" P "fsdp_config.fsdp_size>0"),
    KEY(P "megatron_config.tensor_model_parallel_size", TENSOR_PARALLEL),
    KEY(P "megatron_config.pipeline_model_parallel_size", PIPELINE_PARALLEL),
    KEY(P "megatron_config.context_parallel_size|" P "sequence_parallel_size", CONTEXT_PARALLEL),
    KEY(P "megatron_config.expert_model_parallel_size", EXPERT_PARALLEL),
    KEY("trainer.placement.policy_num_nodes", NUM_NODES),
    KEY("trainer.placement.policy_num_gpus_per_node", GPUS_PER_NODE),
    KEY_WHEN("trainer.algorithm.kl_loss_coef", BETA, PLAIN, NULL, "!@trainer.algorithm.use_kl_loss=false"),
    KEY("trainer.ref.model.path", REFERENCE_MODEL),
    KEY_WHEN("trainer.critic.model.path", CRITIC_MODEL, PLAIN, NULL, "task=ppo"),
    KEY_AS("trainer.placement.colocate_all", ROLLOUT_ENGINE, IF_FALSE, "vllm_server"),
    KEY_AS("trainer.fully_async.enabled", ROLLOUT_ENGINE, IF_TRUE, "vllm_server"),
    KEY_AS(E("run_engines_locally"), ROLLOUT_ENGINE, IF_FALSE, "vllm_server"),
    KEY_AS(E("backend"), ROLLOUT_ENGINE, CHOICE, "vllm=vllm;sglang=sglang;*="),
    KEY(E("gpu_memory_utilization"), ROLLOUT_GPU_MEMORY_UTILIZATION),
    KEY("generator.inference_engine.tensor_parallel_size|generator.inference_engine_tensor_parallel_size",
	ROLLOUT_TENSOR_PARALLEL),
};
static const struct defrow defaults[] = {
    DEFAULT(MODEL, "Qwen/Qwen2.5-1.5B-Instruct", CONFIG),
    DEFAULT(TASK, "grpo", CONFIG ": advantage_estimator grpo"),
    DEFAULT(PEFT, "none", CONFIG ": lora.rank 0"),
    DEFAULT_WHEN(LORA_ALPHA, "16", IS_LORA, CONFIG),
    DEFAULT_WHEN(LORA_DROPOUT, "0", IS_LORA, CONFIG),
    DEFAULT_WHEN(LORA_TARGET_MODULES, "all-linear", IS_LORA, CONFIG),
    DEFAULT(QUANTIZATION, "none", CONFIG),
    DEFAULT(DATA_PARALLEL, "fsdp2", CONFIG ": strategy fsdp"),
    DEFAULT_WHEN(WEIGHTS_DTYPE, "bfloat16", MEGATRON, "skyrl skyrl/backends/skyrl_train/workers/megatron/megatron_worker.py, 2026-08"),
    DEFAULT(WEIGHTS_DTYPE, "float32", WORKER ": bf16=False to train"),
    DEFAULT(MIXED_PRECISION, "bf16", CONFIG ": param_dtype bf16"),
    DEFAULT(PER_DEVICE_TRAIN_BATCH_SIZE, "1", CONFIG),
    DEFAULT_UNKNOWN(GRADIENT_ACCUMULATION_STEPS, "mini batch × n / GPUs / micro batch"),
    DEFAULT(GLOBAL_PROMPTS, "256", CONFIG ": policy_mini_batch_size"),
    DEFAULT(MAX_PROMPT_LENGTH, "512", CONFIG),
    DEFAULT(MAX_COMPLETION_LENGTH, "1024", CONFIG),
    DEFAULT(NUM_GENERATIONS, "5", CONFIG),
    DEFAULT(PACKING, "false", CONFIG),
    DEFAULT(ATTENTION_MASK, "none", CONFIG ": remove_microbatch_padding True"),
    DEFAULT(GRADIENT_CHECKPOINTING, "true", CONFIG ": gradient_checkpointing True; recompute_granularity full"),
    DEFAULT_WHEN(USE_REENTRANT, "false", "gradient_checkpointing=true,!" MEGATRON, CONFIG),
    DEFAULT(OFFLOAD_ACTIVATIONS, "none", CONFIG),
    DEFAULT_WHEN(OFFLOAD_PARAMS, "none", "!" MEGATRON, CONFIG ": cpu_offload False"),
    DEFAULT(OFFLOAD_OPTIMIZER, "none", CONFIG),
    DEFAULT(ATTENTION, "flash_attention_2", CONFIG ": flash_attn True"),
    DEFAULT(LOSS_KERNEL, "logprobs", "skyrl skyrl/backends/skyrl_train/utils/torch_utils.py, 2026-08"),
    DEFAULT(FUSED_KERNELS, "none", CONFIG),
    DEFAULT(TORCH_COMPILE, "false", CONFIG),
    DEFAULT(OPTIMIZER, "adamw_torch", "skyrl skyrl/backends/skyrl_train/distributed/fsdp_strategy.py, 2026-08: optim.AdamW"),
    DEFAULT(EVALUATION, "false", CONFIG ": the engine evaluates"),
    DEFAULT(NUM_NODES, "1", CONFIG),
    DEFAULT(GPUS_PER_NODE, "1", CONFIG),
    DEFAULT_WHEN(REFERENCE_MODEL, "none", NO_KL, "skyrl skyrl/train/entrypoints/main_base.py, 2026-08: for a KL term only"),
    DEFAULT_WHEN(BETA, "0", NO_KL, CONFIG),
    DEFAULT(BETA, "0.001", CONFIG ": kl_loss_coef"),
    DEFAULT_WHEN(OFFLOAD_REFERENCE, "cpu", "!" APART, "skyrl skyrl/train/trainer.py, 2026-08: the reference is moved out after its pass"),
    DEFAULT(OTHER_MODELS_SHARDED, "true", WORKER),
    DEFAULT_WHEN(CRITIC_UPDATE, "apart", "task=ppo", "skyrl skyrl/train/trainer.py, 2026-08"),
    DEFAULT_WHEN(CRITIC_OFFLOAD, "all", "task=ppo,!" APART, "skyrl skyrl/train/trainer.py, 2026-08"),
    DEFAULT(ROLLOUT_ENGINE, "vllm", CONFIG ": colocate_all True, backend vllm"),
    DEFAULT_WHEN(ROLLOUT_GPU_MEMORY_UTILIZATION, "0.8", "rollout_engine=vllm", CONFIG),
    DEFAULT_WHEN(ROLLOUT_TENSOR_PARALLEL, "1", "rollout_engine=vllm", CONFIG),
    DEFAULT_WHEN(ROLLOUT_SLEEP, "true", "rollout_engine=vllm", "skyrl skyrl/train/trainer.py, 2026-08: engines sleep where all share GPUs"),
    DEFAULT_WHEN(ROLLOUT_OFFLOAD, "all", "rollout_engine=vllm", "skyrl skyrl/train/trainer.py, 2026-08: offload_to_cpu where all share GPUs"),
};
static const struct keymap map_skyrl = {
    .name = "skyrl",
    .package = "skyrl",
    ROWS(rows, rows),
    ROWS(defaults, defaults),
    .source = CONFIG,
};

#define SFT "skyrl skyrl/train/config/sft_config.py, 2026-08"
static const struct keyrow sft_rows[] = {
    KEY("model.path", MODEL),
    KEY_AS("model.lora.rank", PEFT, IF_POSITIVE, "lora"),
    KEY_WHEN("model.lora.rank", LORA_R, PLAIN, NULL, IS_LORA),
    KEY_WHEN("model.lora.alpha", LORA_ALPHA, PLAIN, NULL, IS_LORA),
    KEY_WHEN("model.lora.target_modules", LORA_TARGET_MODULES, MODULES, NULL, IS_LORA),
    KEY_AS("strategy", DATA_PARALLEL, CHOICE, "fsdp=fsdp2;megatron=megatron;*="),
    KEY("micro_train_batch_size_per_gpu", PER_DEVICE_TRAIN_BATCH_SIZE),
    KEY("batch_size", GLOBAL_BATCH_SIZE),
    KEY("max_length", MAX_SEQ_LENGTH),
    KEY_AS("dataset_name", DATASET, NAMES, NULL),
    KEY_AS("use_sequence_packing", PACKING, IF_TRUE, "true"),
    KEY_AS("remove_microbatch_padding", ATTENTION_MASK, SWITCH, "none;padded"),
    KEY_AS("fsdp_config.cpu_offload", OFFLOAD_PARAMS, IF_TRUE, "cpu"),
    KEY_AS("fsdp_config.cpu_offload", OFFLOAD_OPTIMIZER, IF_TRUE, "cpu"),
    KEY("fsdp_config.reshard_after_forward", RESHARD_AFTER_FORWARD),
    KEY("megatron_config.tensor_model_parallel_size", TENSOR_PARALLEL),
    KEY("megatron_config.pipeline_model_parallel_size", PIPELINE_PARALLEL),
    KEY("megatron_config.context_parallel_size|sequence_parallel_size", CONTEXT_PARALLEL),
    KEY("megatron_config.expert_model_parallel_size", EXPERT_PARALLEL),
    KEY("placement.num_nodes", NUM_NODES),
    KEY("placement.num_gpus_per_node", GPUS_PER_NODE),
    KEY_AS("eval_dataset_name|eval_datasets", EVALUATION, PRESENT, "true"),
};
static const struct defrow sft_defaults[] = {
    DEFAULT(MODEL, "Qwen/Qwen3-0.6B", SFT),
    DEFAULT(PEFT, "none", CONFIG ": lora.rank 0"),
    DEFAULT_WHEN(LORA_ALPHA, "16", IS_LORA, CONFIG),
    DEFAULT_WHEN(LORA_DROPOUT, "0", IS_LORA, CONFIG),
    DEFAULT_WHEN(LORA_TARGET_MODULES, "all-linear", IS_LORA, CONFIG),
    DEFAULT(QUANTIZATION, "none", CONFIG),
    DEFAULT(DATA_PARALLEL, "megatron", SFT ": strategy megatron"),
    DEFAULT_WHEN(TENSOR_PARALLEL, "2", MEGATRON, SFT),
    DEFAULT_WHEN(PIPELINE_PARALLEL, "2", MEGATRON, SFT),
    DEFAULT_WHEN(WEIGHTS_DTYPE, "bfloat16", MEGATRON, "skyrl skyrl/backends/skyrl_train/workers/megatron/megatron_worker.py, 2026-08"),
    DEFAULT(WEIGHTS_DTYPE, "float32", WORKER ": bf16=False to train"),
    DEFAULT(MIXED_PRECISION, "bf16", CONFIG),
    DEFAULT(PER_DEVICE_TRAIN_BATCH_SIZE, "2", SFT),
    DEFAULT(GLOBAL_BATCH_SIZE, "4", SFT),
    DEFAULT(PACKING, "false", SFT),
    DEFAULT(ATTENTION_MASK, "none", SFT ": remove_microbatch_padding True"),
    DEFAULT(GRADIENT_CHECKPOINTING, "true", CONFIG),
    DEFAULT_WHEN(USE_REENTRANT, "false", "gradient_checkpointing=true,!" MEGATRON, CONFIG),
    DEFAULT(OFFLOAD_ACTIVATIONS, "none", CONFIG),
    DEFAULT(OFFLOAD_OPTIMIZER, "none", CONFIG),
    DEFAULT_WHEN(OFFLOAD_PARAMS, "none", "!" MEGATRON, CONFIG),
    DEFAULT(ATTENTION, "flash_attention_2", CONFIG),
    DEFAULT(LOSS_KERNEL, "logprobs", "skyrl skyrl/backends/skyrl_train/utils/torch_utils.py, 2026-08"),
    DEFAULT(FUSED_KERNELS, "none", CONFIG),
    DEFAULT(TORCH_COMPILE, "false", SFT),
    DEFAULT(OPTIMIZER, "adamw_torch", "skyrl skyrl/backends/skyrl_train/distributed/fsdp_strategy.py, 2026-08: optim.AdamW"),
    DEFAULT(EVALUATION, "false", SFT),
    DEFAULT(NUM_NODES, "1", SFT),
    DEFAULT(GPUS_PER_NODE, "4", SFT),
};
static const struct keymap map_sft = {
    .name = "skyrl.sft",
    .package = "skyrl",
    ROWS(rows, sft_rows),
    ROWS(defaults, sft_defaults),
    .source = SFT,
};
static const struct keymap *const maps[] = {&map_skyrl, &map_sft};

#define RUN(w, m, s)                                                                               \
	{                                                                                          \
		.words = (w), .set = "framework=skyrl" s, .map = &(m), .positional = "",           \
		.config_flag = "config", .composed = ""                                            \
	}
#define IDLE(w) {.words = (w), .set = "", .map = &map_skyrl, .positional = "", .config_flag = "", .idle = "!@nothing"}
static const struct command commands[] = {
    RUN("-m skyrl.train.entrypoints.main_base", map_skyrl, ""),
    RUN("-m skyrl_train.entrypoints.main_base", map_skyrl, ""),
    RUN("-m skyrl.train.main_sft", map_sft, ";task=sft"),
    /* They generate, and train nothing. */
    IDLE("-m skyrl.train.entrypoints.main_generate"),
    IDLE("-m skyrl_train.entrypoints.main_generate"),
    IDLE("-m skyrl.train.entrypoints.serve"),
    IDLE("-m examples.train_integrations.harbor.entrypoints.main_harbor_generate"),
    /* Environments and trainers of one's own are registered in a module that then runs the same. */
    {.words = "*", .keys = "trainer.policy.model.path,trainer.placement.policy_num_gpus_per_node|trainer.strategy|generator.n_samples_per_prompt",
     .set = "framework=skyrl", .map = &map_skyrl, .positional = "", .config_flag = "config", .composed = ""},
    {.words = "*", .keys = "model.path,placement.num_gpus_per_node,micro_train_batch_size_per_gpu",
     .set = "framework=skyrl;task=sft", .map = &map_sft, .positional = "", .config_flag = "config", .composed = ""},
};

static const struct callable callables[] = {
    {.names = "skyrl.train.sft_trainer.SFTTrainer|skyrl.train.trainer.RayPPOTrainer",
     .effect = EFFECT_SINK,
     .no_job = "SkyRL is known, and what it trains is in the words of a launch"},
};

const struct framework framework_skyrl = {
    .name = "skyrl",
    ROWS(callables, callables),
    ROWS(commands, commands),
    ROWS(maps, maps),
    ROWS(packages, packages),
};
