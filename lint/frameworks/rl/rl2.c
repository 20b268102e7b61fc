/*
 * RL2: programs of Hydra's, "torchrun -m RL2.trainer.ppo KEY=VALUE", on FSDP workers without Ray. It has no releases that
 * others install: people copy it and change it, so what a copy's own code says goes over the defaults here.
 */
#include "lint/frameworks/libraries/shared_maps.h"

#define CONFIG	"RL2 RL2/trainer/config/, 0.0.1 of 2025-09, 0.0.2 of 2025-10, and 2026-01"
#define WORKER	"RL2 RL2/workers/ (fsdp/base.py, fsdp/actor.py since 2025-10), 2025-09 to 2026-01"
#define SHARDS	"RL2 RL2/utils/data_parallelism.py (fsdp/data_parallelism.py since 2025-10)"
#define ROLLOUT "RL2 RL2/workers/rollout.py, 2025-09 to 2026-01"
#define ROWS_OF "RL2 RL2/utils/sequences.py, 2025-09 to 2026-01: all of a micro batch is joined to one row"

/* "actor=megatron": the workers of 2025-11 and later that Megatron-Core splits the model for, instead of FSDP. */
#define BACKEND "hydra.runtime.choices."
#define MCORE	"RL2 RL2/trainer/config/actor/megatron.yaml, RL2/workers/megatron/base.py, 2026-01"
#define IS_FSDP "data_parallel=fsdp|hsdp"
#define IS_MCORE "data_parallel=megatron"

/* What the workers of all trainers are told: g is "actor" or "critic", r the same with a dot. */
#define WORKER_ROWS(g, r)                                                                          \
    KEY(r "model_name", MODEL),                                                                    \
    KEY_AS(BACKEND g, DATA_PARALLEL, CHOICE, "megatron=megatron;*="),                              \
    KEY(r "tf_config.tensor_model_parallel_size", TENSOR_PARALLEL),                                \
    KEY(r "tf_config.pipeline_model_parallel_size", PIPELINE_PARALLEL),                            \
    KEY(r "tf_config.context_parallel_size", CONTEXT_PARALLEL),                                    \
    KEY(r "tf_config.expert_model_parallel_size", EXPERT_PARALLEL),                                \
    KEY_AS(r "dtype", MIXED_PRECISION, CHOICE, "bfloat16=bf16;float16=fp16;float32=no;*="),        \
    KEY_AS(r "use_liger_kernel", FUSED_KERNELS, IF_TRUE, "liger"),                                 \
    KEY(r "gradient_checkpointing|" r "enable_gradient_checkpointing", GRADIENT_CHECKPOINTING),    \
    /* HYBRID_SHARD over a mesh of its own: one copy of the state among all that are no replicas. */ \
    KEY_AS(r "ddp_size", DATA_PARALLEL, CHOICE, "1=fsdp;*=hsdp"),                                  \
    KEY(r "tp_size", TENSOR_PARALLEL),                                                             \
    KEY(r "sp_size|" r "cp_size", CONTEXT_PARALLEL),                                               \
    KEY(r "max_length_per_device", MAX_TOKENS_PER_GPU)

static const struct keyrow worker_rows[] = {WORKER_ROWS("actor", "actor.")};
static const struct keyrow reward_rows[] = {WORKER_ROWS("critic", "critic.")};

static const struct defrow defaults[] = {
    DEFAULT(PEFT, "none", WORKER),
    DEFAULT(QUANTIZATION, "none", WORKER),
    DEFAULT(DATA_PARALLEL, "fsdp", CONFIG ": ddp_size 1"),
    DEFAULT_WHEN(WEIGHTS_DTYPE, "bfloat16", IS_MCORE, MCORE ": params_dtype"),
    DEFAULT_WHEN(SEQUENCE_PARALLEL, "true", IS_MCORE ",tensor_parallel>1", MCORE),
    {.setting = SETTING_WEIGHTS_DTYPE, .value = "float32", .until = "5.0", .package = "transformers", .doubt = true,
     .source = WORKER ": from_pretrained() without a dtype"},
    DEFAULT(WEIGHTS_DTYPE, "bfloat16", WORKER ": from_pretrained() without a dtype, which is auto since transformers 5.0"),
    DEFAULT(MIXED_PRECISION, "bf16", SHARDS ": MixedPrecision(param_dtype)"),
    DEFAULT_WHEN(SHARD_UNIT, "layer", IS_FSDP, SHARDS ": transformer_auto_wrap_policy"),
    DEFAULT_WHEN(SYNC_GRADIENTS, "each", IS_FSDP, WORKER ": each micro batch's backward reduces"),
    DEFAULT(TENSOR_PARALLEL, "1", CONFIG),
    DEFAULT(PER_DEVICE_TRAIN_BATCH_SIZE, "1", ROWS_OF),
    DEFAULT_UNKNOWN(GRADIENT_ACCUMULATION_STEPS, "the tokens of an update / max_length_per_device"),
    DEFAULT(BATCH_LAYOUT, "joined", ROWS_OF),
    DEFAULT(ATTENTION_MASK, "none", ROWS_OF),
    DEFAULT(PACKING, "false", ROWS_OF),
    DEFAULT(GRADIENT_CHECKPOINTING, "true", CONFIG),
    DEFAULT(OFFLOAD_ACTIVATIONS, "none", WORKER),
    DEFAULT(ATTENTION, "flash_attention_2", WORKER),
    DEFAULT(LOSS_KERNEL, "logprobs_float", "RL2 RL2/workers/actor.py forward, utils/functions.py: logits in float32, log-probabilities of them"),
    DEFAULT(FUSED_KERNELS, "none", CONFIG ": use_liger_kernel false"),
    DEFAULT(TORCH_COMPILE, "false", WORKER),
    DEFAULT(OPTIMIZER, "adamw_torch", WORKER ": torch.optim.AdamW"),
    /* optimizer_step() brings the states back, and takes them away again: neither where they live nor none of it. */
    DEFAULT_UNKNOWN(OFFLOAD_OPTIMIZER, CONFIG ": offload_optimizer keeps the states on the host but for the step itself"),
};

static const struct defrow supervised_defaults[] = {
    DEFAULT(OFFLOAD_PARAMS, "none", CONFIG "sft.yaml: no offload_model"),
    DEFAULT(EVALUATION, "false", CONFIG ": no test data"),
};
static const struct keymap map_worker = {
    .name = "rl2.worker",
    .package = "rl2",
    ROWS(rows, worker_rows),
    ROWS(defaults, defaults),
    .source = CONFIG,
};
static const struct keymap map_sft = {
    .name = "rl2.sft",
    .package = "rl2",
    .base = {&map_worker},
    ROWS(defaults, supervised_defaults),
    .source = CONFIG "sft.yaml",
};
static const struct keyrow dpo_rows[] = {
    KEY("actor.beta", BETA),
    KEY("ref_actor.model_name", REFERENCE_MODEL),
    KEY_AS("ref_actor.offload_model", OFFLOAD_REFERENCE, IF_TRUE, "cpu"),
};
static const struct defrow dpo_defaults[] = {
    DEFAULT(BETA, "0.1", CONFIG "dpo.yaml"),
    DEFAULT(OTHER_MODELS_SHARDED, "true", WORKER ": a worker like the actor's"),
};
static const struct keymap map_dpo = {
    .name = "rl2.dpo",
    .package = "rl2",
    .base = {&map_sft},
    ROWS(rows, dpo_rows),
    ROWS(defaults, dpo_defaults),
    .source = CONFIG "dpo.yaml",
};
static const struct keymap map_reward = {
    .name = "rl2.rm",
    .package = "rl2",
    .base = {&map_sft},
    ROWS(rows, reward_rows),
    .source = CONFIG "rm.yaml",
};

#define R      "rollout."
#define KL     "actor.kl.coef"
#define IS_PPO "task=ppo"
/* The two of them leave the GPU while the engine generates; offload_model alone is the parameters. */
#define PARAMS	  "actor.offload_model"
#define OPTIMIZES "actor.offload_optimizer"

static const struct keyrow ppo_rows[] = {
    /* Only gae has a critic; the others differ in how they weigh the same loss. */
    KEY_AS("adv.estimator", TASK, CHOICE, "gae=ppo;*=grpo"),
    KEY("train_data.responses_per_prompt|" R "train.responses_per_prompt|" R "responses_per_prompt", NUM_GENERATIONS),
    KEY(R "train_sampling_params.max_new_tokens|train_data.sampling_params.max_new_tokens|" R "train.sampling_params.max_new_tokens",
	MAX_COMPLETION_LENGTH),
    KEY(R "gpu_memory_utilization|" R "server_args.mem_fraction_static", ROLLOUT_GPU_MEMORY_UTILIZATION),
    KEY(R "tp_size|" R "server_args.tp_size", ROLLOUT_TENSOR_PARALLEL),
    KEY(KL, BETA),
    KEY_WHEN(KL, REFERENCE_MODEL, CHOICE, "0=none;0.0=none;*=", NULL),
    KEY_AS("ref_actor.offload_model", OFFLOAD_REFERENCE, SWITCH, "cpu;none"),
    KEY_WHEN(PARAMS, ROLLOUT_OFFLOAD, IF_FALSE, "none", "@" OPTIMIZES "=false"),
    KEY_AS(PARAMS, ROLLOUT_OFFLOAD, IF_FALSE, "optimizer"),
    KEY_AS(OPTIMIZES, ROLLOUT_OFFLOAD, IF_FALSE, "params"),
    KEY_WHEN("critic.model_name", CRITIC_MODEL, PLAIN, NULL, IS_PPO),
    KEY_WHEN("critic.gradient_checkpointing|critic.enable_gradient_checkpointing", CRITIC_GRADIENT_CHECKPOINTING, PLAIN, NULL, IS_PPO),
};
static const struct defrow ppo_defaults[] = {
    DEFAULT(TASK, "grpo", CONFIG "ppo.yaml: adv.estimator reinforce"),
    DEFAULT(NUM_GENERATIONS, "1", CONFIG "ppo.yaml"),
    DEFAULT(ROLLOUT_ENGINE, "sglang", ROLLOUT),
    DEFAULT(ROLLOUT_GPU_MEMORY_UTILIZATION, "0.6", CONFIG "ppo.yaml"),
    DEFAULT(ROLLOUT_TENSOR_PARALLEL, "1", CONFIG "ppo.yaml"),
    DEFAULT(ROLLOUT_SLEEP, "true", ROLLOUT ": release_memory_occupation()"),
    DEFAULT(ROLLOUT_OFFLOAD, "all", CONFIG "ppo.yaml: offload_model, offload_optimizer"),
    DEFAULT(BETA, "0", CONFIG "ppo.yaml: kl.coef 0"),
    DEFAULT_WHEN(REFERENCE_MODEL, "none", "beta=0", CONFIG "ppo.yaml: kl.coef 0"),
    DEFAULT(OFFLOAD_REFERENCE, "cpu", CONFIG "ppo.yaml: offload_model, between its passes"),
    DEFAULT(REWARD_MODEL, "none", ROLLOUT ": what rewards is a function of the environment"),
    DEFAULT_WHEN(CRITIC_UPDATE, "apart", IS_PPO, "RL2 RL2/trainer/ppo.py, 2025-09 to 2026-01: the actor, then the critic"),
    DEFAULT_WHEN(CRITIC_OFFLOAD, "all", IS_PPO, CONFIG "ppo.yaml: as the actor's"),
    DEFAULT(OTHER_MODELS_SHARDED, "true", WORKER ": a worker like the actor's"),
    DEFAULT(EVALUATION, "false", ROLLOUT ": the engine evaluates"),
};
static const struct keymap map_ppo = {
    .name = "rl2.ppo",
    .package = "rl2",
    .base = {&map_worker},
    ROWS(rows, ppo_rows),
    ROWS(defaults, ppo_defaults),
    .source = CONFIG "ppo.yaml",
};
static const struct keymap *const maps[] = {&map_worker, &map_sft, &map_dpo, &map_reward, &map_ppo};

/* setup.py calls it rl-square, and programs import RL2. */
static const struct package packages[] = {
    {.name = "rl2", "0.0.1@2509 0.0.2@2510", "ChenmienTan/RL2 setup.py, 2025-09 and 2025-10", .modules = ""},
};

#define RUN(n, m, s)                                                                               \
	{                                                                                          \
		.words = "-m RL2.trainer." n, .set = "framework=rl2" s, .map = (m), .positional = "", .config_flag = "--config-name", \
		.folder_flag = "--config-path", .composed = "", .usual_config = "config/" n ".yaml", .code = true, .idle = "@trainer.eval_only" \
	},                                                                                         \
	{                                                                                          \
		.words = "RL2/trainer/" n ".py", .set = "framework=rl2" s, .map = (m), .positional = "", .config_flag = "--config-name", \
		.folder_flag = "--config-path", .composed = "", .usual_config = "config/" n ".yaml", .code = true, .idle = "@trainer.eval_only" \
	}
static const struct command commands[] = {
    /* A trainer of one's own beside RL2's: its words are RL2's all the same. */
    {.words = "*", .keys = "actor.max_length_per_device,actor.model_name,rollout.env_path|adv.estimator", .set = "framework=rl2", .map = &map_ppo,
     .positional = "", .config_flag = "--config-name", .folder_flag = "--config-path", .composed = "", .code = true, .idle = "@trainer.eval_only"},
    RUN("ppo", &map_ppo, ""),
    RUN("sft", &map_sft, ";task=sft"),
    RUN("dpo", &map_dpo, ";task=dpo"),
    RUN("rm", &map_reward, ";task=reward"),
};

const struct framework framework_rl2 = {
    .name = "rl2",
    ROWS(commands, commands),
    ROWS(maps, maps),
    ROWS(packages, packages),
};
