/*
 * EasyR1: words KEY=VALUE over a YAML of its own schema, on a copy of verl ("python -m verl.trainer.main config=X").
 */
#include "lint/frameworks/libraries/shared_maps.h"

#define CONFIG	"EasyR1 verl/trainer/config.py, verl/workers/*/config.py, 0.3.2"
#define WORKER	"EasyR1 verl/workers/fsdp_workers.py, 0.3.2"
#define A	"worker.actor."
#define R	"worker.rollout."
#define IS_LORA "peft=lora"
#define NO_REF	"@algorithm.disable_kl"

static const struct keyrow rows[] = {
    KEY(A "model.model_path", MODEL),
    /* Only gae has a critic; the others differ in how they weigh the same loss. */
    KEY_AS("algorithm.adv_estimator", TASK, CHOICE, "gae=ppo;rloo=rloo;reinforce_plus_plus=reinforce;reinforce_plus_plus_baseline=reinforce;*=grpo"),
    KEY_AS(A "model.lora.rank", PEFT, IF_POSITIVE, "lora"),
    KEY_WHEN(A "model.lora.rank", LORA_R, PLAIN, NULL, IS_LORA),
    KEY_WHEN(A "model.lora.alpha", LORA_ALPHA, PLAIN, NULL, IS_LORA),
    KEY_WHEN(A "model.lora.target_modules", LORA_TARGET_MODULES, MODULES, NULL, IS_LORA),
    KEY_AS(A "fsdp.torch_dtype", WEIGHTS_DTYPE, DTYPE, NULL),
    KEY_AS(A "fsdp.mp_param_dtype", MIXED_PRECISION, CHOICE, "fp32=no;float32=no"),
    /* Tokens of so many rows of full length. */
    KEY(A "micro_batch_size_per_device_for_update", PER_DEVICE_TRAIN_BATCH_SIZE),
    /* "validate and normalize config": it is multiplied by rollout.n, and divided by the ranks. */
    KEY(A "global_batch_size", GLOBAL_PROMPTS),
    KEY("data.max_prompt_length", MAX_PROMPT_LENGTH),
    KEY("data.max_response_length", MAX_COMPLETION_LENGTH),
    KEY(R "n", NUM_GENERATIONS),
    KEY_AS(A "padding_free", ATTENTION_MASK, SWITCH, "none;padded"),
    KEY(A "model.enable_gradient_checkpointing", GRADIENT_CHECKPOINTING),
    KEY_AS(A "optim.strategy", OPTIMIZER, CHOICE, "adamw=adamw_torch_fused;adamw_bf16=adamw_anyprecision_bf16"),
    KEY_AS(A "fsdp.enable_full_shard", RESHARD_AFTER_FORWARD, IF_FALSE, "false"),
    KEY_AS(A "fsdp.fsdp_size", DATA_PARALLEL, IF_POSITIVE, "hsdp"),
    KEY_AS(A "fsdp.enable_cpu_offload", OFFLOAD_PARAMS, IF_TRUE, "cpu"),
    KEY_AS(A "fsdp.enable_cpu_offload", OFFLOAD_OPTIMIZER, IF_TRUE, "cpu"),
    /* Both come back for the update. */
    KEY_WHEN(A "offload.offload_params", ROLLOUT_OFFLOAD, IF_TRUE, "all", "@" A "offload.offload_optimizer"),
    KEY_AS(A "offload.offload_params", ROLLOUT_OFFLOAD, IF_TRUE, "params"),
    KEY_AS(A "offload.offload_optimizer", ROLLOUT_OFFLOAD, IF_TRUE, "optimizer"),
    KEY_AS("algorithm.disable_kl", REFERENCE_MODEL, IF_TRUE, "none"),
    KEY_AS("worker.ref.fsdp.enable_cpu_offload", OFFLOAD_REFERENCE, SWITCH, "cpu;none"),
    KEY_AS("worker.ref.fsdp.torch_dtype", REFERENCE_DTYPE, PLAIN, NULL),
    /* The reference is made for a coefficient of 0 as well. */
    KEY_WHEN("algorithm.kl_coef", BETA, PLAIN, NULL, "@algorithm.kl_coef>0,!" NO_REF),
    KEY(A "ulysses_size", CONTEXT_PARALLEL),
    KEY(R "gpu_memory_utilization", ROLLOUT_GPU_MEMORY_UTILIZATION),
    KEY(R "tensor_parallel_size", ROLLOUT_TENSOR_PARALLEL),
    KEY("trainer.n_gpus_per_node", GPUS_PER_NODE),
    KEY("trainer.nnodes", NUM_NODES),
};

static const struct defrow defaults[] = {
    DEFAULT(TASK, "grpo", CONFIG ": adv_estimator grpo"),
    DEFAULT(PEFT, "none", CONFIG ": lora.rank 0"),
    DEFAULT_WHEN(LORA_ALPHA, "64", IS_LORA, CONFIG),
    DEFAULT_WHEN(LORA_DROPOUT, "0", IS_LORA, WORKER ": LoraConfig of rank, alpha and targets"),
    DEFAULT_WHEN(LORA_TARGET_MODULES, "all-linear", IS_LORA, CONFIG),
    DEFAULT(QUANTIZATION, "none", WORKER),
    DEFAULT(DATA_PARALLEL, "fsdp", WORKER ": FULL_SHARD"),
    DEFAULT(WEIGHTS_DTYPE, "float32", WORKER ": float32 for all but the reference"),
    DEFAULT_WHEN(ADAPTER_DTYPE, "bfloat16", IS_LORA ",weights_dtype=bfloat16", WORKER),
    DEFAULT_WHEN(ADAPTER_DTYPE, "float32", IS_LORA, WORKER),
    /* FSDP's own mixed precision: no autocast, and shards stay in the dtype of the model. */
    DEFAULT_WHEN(MIXED_PRECISION, "no", "weights_dtype=bfloat16", WORKER ": FSDP(mixed_precision) of a 16-bit model"),
    DEFAULT(MIXED_PRECISION, "bf16", CONFIG ": mp_param_dtype bf16"),
    DEFAULT(PER_DEVICE_TRAIN_BATCH_SIZE, "4", CONFIG),
    DEFAULT(GLOBAL_PROMPTS, "256", CONFIG ": global_batch_size"),
    DEFAULT(SYNC_GRADIENTS, "each",
	    "EasyR1 verl/workers/actor/dp_actor.py update_policy, 0.3.2: each micro batch's backward reduces"),
    DEFAULT(MAX_PROMPT_LENGTH, "512", CONFIG),
    DEFAULT(MAX_COMPLETION_LENGTH, "512", CONFIG),
    DEFAULT(NUM_GENERATIONS, "1", CONFIG),
    DEFAULT(ATTENTION_MASK, "none", CONFIG ": padding_free True"),
    DEFAULT(PACKING, "false", CONFIG),
    DEFAULT(EVALUATION, "false", "EasyR1 verl/trainer/ray_trainer.py: the engine validates"),
    DEFAULT(GRADIENT_CHECKPOINTING, "true", CONFIG),
    DEFAULT_WHEN(USE_REENTRANT, "false", "gradient_checkpointing=true", WORKER),
    DEFAULT(OFFLOAD_ACTIVATIONS, "none", WORKER),
    DEFAULT(ATTENTION, "flash_attention_2", WORKER),
    DEFAULT(LOSS_KERNEL, "torch", "EasyR1 verl/workers/actor/dp_actor.py"),
    DEFAULT(FUSED_KERNELS, "none", WORKER),
    DEFAULT(TORCH_COMPILE, "false", "EasyR1 verl/workers/actor/dp_actor.py: log-probabilities only"),
    DEFAULT(OPTIMIZER, "adamw_torch_fused", WORKER ": AdamW(fused=True)"),
    DEFAULT(OFFLOAD_OPTIMIZER, "none", CONFIG),
    DEFAULT(OFFLOAD_PARAMS, "none", CONFIG),
    DEFAULT(ROLLOUT_OFFLOAD, "none", CONFIG),
    DEFAULT_WHEN(BETA, "0", NO_REF, CONFIG),
    DEFAULT(BETA, "0.001", CONFIG ": kl_coef, in the reward or in the loss"),
    DEFAULT(OFFLOAD_REFERENCE, "none", CONFIG ": enable_cpu_offload False"),
    DEFAULT(REFERENCE_DTYPE, "bfloat16", WORKER),
    DEFAULT(OTHER_MODELS_SHARDED, "true", WORKER),
    DEFAULT(ROLLOUT_ENGINE, "vllm", CONFIG),
    DEFAULT(ROLLOUT_GPU_MEMORY_UTILIZATION, "0.6", CONFIG),
    DEFAULT(ROLLOUT_TENSOR_PARALLEL, "2", CONFIG),
    DEFAULT(ROLLOUT_SLEEP, "true", "EasyR1 verl/workers/rollout/vllm_rollout_spmd.py: enable_sleep_mode"),
    DEFAULT(GPUS_PER_NODE, "8", CONFIG),
    DEFAULT(NUM_NODES, "1", CONFIG),
};
static const struct keymap map_easyr1 = {
    .name = "easyr1",
    .package = "easyr1",
    ROWS(rows, rows),
    ROWS(defaults, defaults),
    .source = CONFIG,
};
static const struct keymap *const maps[] = {&map_easyr1};

static const struct package packages[] = {
    {.name = "easyr1", "0.3@2504 0.3.1@2506 0.3.2@2509", "hiyouga/EasyR1, tags up to v0.3.2", .modules = ""},
};

/* A YAML that no launch names is the whole of a job: its model stands in it, if only as a default. */
static const struct config configs[] = {
    {.name = "easyr1",
     .markers = "micro_batch_size_per_device_for_update",
     .keys = "worker.actor.model.model_path,worker.actor.micro_batch_size_per_device_for_update|worker.actor.global_batch_size,"
	     "worker.rollout|data",
     .map = &map_easyr1,
     .job = true,
     .set = "framework=easyr1",
     .composed = "",
     .source = CONFIG},
};

#define RUN(w)                                                                                     \
	{                                                                                          \
		.words = (w), .set = "framework=easyr1", .map = &map_easyr1, .positional = "",     \
		.config_flag = "config", .composed = "", .idle = "@trainer.val_only"               \
	}
static const struct command commands[] = {
    RUN("-m verl.trainer.main"),
    RUN("verl/trainer/main.py"),
};

const struct framework framework_easyr1 = {
    .name = "easyr1",
    ROWS(configs, configs),
    ROWS(commands, commands),
    ROWS(maps, maps),
    ROWS(packages, packages),
};
