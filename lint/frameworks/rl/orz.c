/*
 * Open-Reasoner-Zero: experiments in Python, a class of settings handed to a class that runs them; OpenRLHF's names, on
 * actors of Ray's. There is one release, of 2025-02.
 */
#include "lint/frameworks/libraries/shared_maps.h"

/* Within its own repository, too, the package is the library: its experiments lie beside it. */
static const struct package packages[] = {
    {.name = "orz", "0.1@2502", "Open-Reasoner-Zero/Open-Reasoner-Zero, pyproject.toml"},
};

#define EXP	"Open-Reasoner-Zero orz/exps/examples/ppo/ppo_base_exp.py BasePPOExpConfig, 2025-02"
#define UTILS	"Open-Reasoner-Zero orz/ppo/utils.py get_train_ds_config, 2025-02"
#define ACTORS	"Open-Reasoner-Zero orz/ppo/actors.py, 2025-02"
#define MODELS	"Open-Reasoner-Zero orz/ppo/models.py, 2025-02"
#define TRAINER "Open-Reasoner-Zero orz/ppo/trainer.py, 2025-02"
#define AUTO	"; deepspeed deepspeed/runtime/zero/config.py, 0.16"
#define SHARED	"rollout_engine=vllm"

static const struct keyrow rows[] = {
    KEY_AS("use_grpo", TASK, IF_TRUE, "grpo"),
    KEY("pretrain", MODEL),
    KEY("critic_pretrain", CRITIC_MODEL),
    KEY_WHEN("reward_pretrain", REWARD_MODEL, PLAIN, NULL, "@colocate_all"),
    KEY("actor_num_nodes", NUM_NODES),
    KEY("actor_num_gpus_per_node", GPUS_PER_NODE),
    KEY_AS("zero_stage", DATA_PARALLEL, CHOICE, "0=ddp;1=zero1;2=zero2;3=zero3"),
    KEY_AS("adam_offload", OFFLOAD_OPTIMIZER, IF_TRUE, "cpu"),
    KEY_AS("adam_offload", OFFLOAD_OPTIMIZER, IF_FALSE, "none"),
    KEY_AS("bf16", WEIGHTS_DTYPE, IF_TRUE, "bfloat16"),
    KEY_AS("bf16", MIXED_PRECISION, IF_TRUE, "bf16"),
    KEY_AS("grad_accum_dtype", GRADIENT_DTYPE, CHOICE, "fp32=float32;bf16=bfloat16;*="),
    KEY_AS("flash_attn", ATTENTION, SWITCH, "flash_attention_2;eager"),
    KEY_AS("gradient_checkpointing", GRADIENT_CHECKPOINTING, SWITCH, "true;false"),
    KEY_AS("gradient_checkpointing_use_reentrant", USE_REENTRANT, IF_TRUE, "true"),
    /* Its micro batches are rows of joined samples, one each: _validate_args() wants 1. */
    KEY("packing_max_len", MAX_TOKENS_PER_GPU),
    KEY("micro_train_batch_size", PER_DEVICE_TRAIN_BATCH_SIZE),
    KEY("micro_forward_batch_size", LOGPROB_BATCH_SIZE),
    KEY("prompt_max_len", MAX_PROMPT_LENGTH),
    KEY("generate_max_len", MAX_COMPLETION_LENGTH),
    KEY("n_samples_per_prompt", NUM_GENERATIONS),
    KEY("kl_loss_coef", BETA),
    KEY_AS("ref_reward_offload|colocate_all", OFFLOAD_REFERENCE, IF_TRUE, "cpu"),
    KEY_AS("colocate_all", ROLLOUT_ENGINE, SWITCH, "vllm;vllm_server"),
    KEY_WHEN("gpu_memory_utilization", ROLLOUT_GPU_MEMORY_UTILIZATION, PLAIN, NULL, "@colocate_all"),
    KEY("vllm_tensor_parallel_size", ROLLOUT_TENSOR_PARALLEL),
};
static const struct defrow defaults[] = {
    DEFAULT(TASK, "ppo", EXP),
    DEFAULT(PEFT, "none", ACTORS),
    DEFAULT(QUANTIZATION, "none", ACTORS),
    DEFAULT(WEIGHTS_DTYPE, "bfloat16", EXP ": bf16 True"),
    DEFAULT(MIXED_PRECISION, "bf16", EXP ": bf16 True"),
    DEFAULT(NUM_NODES, "1", EXP),
    DEFAULT(GPUS_PER_NODE, "2", EXP),
    DEFAULT(DATA_PARALLEL, "zero3", EXP),
    DEFAULT(OFFLOAD_OPTIMIZER, "cpu", EXP ": adam_offload True"),
    DEFAULT(OFFLOAD_PARAMS, "none", UTILS),
    DEFAULT(OFFLOAD_ACTIVATIONS, "none", ACTORS),
    DEFAULT(GRADIENT_DTYPE, "float32", UTILS ": grad_accum_dtype fp32"),
    DEFAULT(REDUCE_BUCKET_SIZE, "500000000", UTILS ": auto" AUTO),
    DEFAULT_WHEN(PREFETCH_BUCKET_SIZE, "50000000", "data_parallel=zero3", UTILS ": auto" AUTO),
    DEFAULT_WHEN(OTHER_MODELS_SHARDED, "true", "data_parallel=zero3", ACTORS ": get_ds_eval_config()"),
    DEFAULT(OPTIMIZER, "adamw_apex_fused", "Open-Reasoner-Zero orz/ppo/openrlhf_deepspeed.py: FusedAdam, 2025-02"),
    DEFAULT(ATTENTION, "flash_attention_2", EXP),
    DEFAULT(GRADIENT_CHECKPOINTING, "true", EXP),
    DEFAULT(USE_REENTRANT, "false", EXP),
    DEFAULT(LOSS_KERNEL, "plain", MODELS ": log_probs_from_logits() of all tokens, in the logits' dtype"),
    DEFAULT(FUSED_KERNELS, "none", MODELS),
    DEFAULT(TORCH_COMPILE, "false", MODELS),
    DEFAULT(PACKING, "true", ACTORS ": packing_samples"),
    DEFAULT(MAX_PROMPT_LENGTH, "1024", EXP),
    DEFAULT(MAX_COMPLETION_LENGTH, "1024", EXP),
    DEFAULT(NUM_GENERATIONS, "1", EXP),
    DEFAULT(BETA, "0", EXP),
    DEFAULT(ROLLOUT_ENGINE, "vllm_server", EXP ": colocate_all False"),
    DEFAULT(ROLLOUT_TENSOR_PARALLEL, "1", EXP),
    DEFAULT_WHEN(ROLLOUT_GPU_MEMORY_UTILIZATION, "0.85", SHARED, EXP),
    DEFAULT_WHEN(ROLLOUT_SLEEP, "true", SHARED, TRAINER ": _offload_vllm_engines()"),
    /* The engine gets its new weights before the actor leaves: both are whole on the card at that moment. */
    DEFAULT_WHEN(ROLLOUT_OFFLOAD, "none", SHARED, TRAINER " train(): backload_to_gpu(), _sync_policy_weights_to_vllm(), offload_to_cpu()"),
    /* The 16-bit parameters stay: offload_to_cpu() leaves lp_params out. */
    DEFAULT_WHEN(CRITIC_OFFLOAD, "optimizer", SHARED, ACTORS ": offload_to_cpu()"),
    DEFAULT_WHEN(CRITIC_UPDATE, "apart", SHARED, TRAINER ": the critic, then the actor"),
    DEFAULT(CRITIC_UPDATE, "elsewhere", EXP ": GPUs of its own"),
    DEFAULT(EVALUATION, "false", TRAINER ": the engine evaluates"),
};
static const struct keymap map_orz = {
    .name = "orz",
    .package = "orz",
    ROWS(rows, rows),
    ROWS(defaults, defaults),
    .source = EXP,
};
static const struct keymap *const maps[] = {&map_orz};

static const struct param set_params[] = {{"cfg", ROLE_ARGS}};
static const struct callable callables[] = {
    {.names = "orz.exps.examples.ppo.ppo_base_exp.BasePPOExpConfig", .map = &map_orz},
    {.names = "orz.exps.examples.ppo.ppo_base_exp.BasePPOExp().set_cfg",
     .effect = EFFECT_SINK,
     ROWS(params, set_params),
     .args = &map_orz,
     .set = "framework=orz"},
};

const struct framework framework_orz = {
    .name = "orz",
    ROWS(callables, callables),
    ROWS(maps, maps),
    ROWS(packages, packages),
};
