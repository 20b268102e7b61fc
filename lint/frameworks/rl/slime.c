/*
 * slime: the flags of its train.py and train_async.py, those of Megatron among them. SGLang generates.
 */
#include "lint/frameworks/libraries/shared_maps.h"

static const struct package packages[] = {
    {.name = "slime", "0.1@2507 0.2@2511 0.2.4@2603 0.3@2606 0.3.1@2608", "THUDM/slime, tags up to v0.3.1", .modules = ""},
};

#define ARGS	"slime slime/utils/arguments.py, 0.1-0.3.1"
#define MEGATRON "slime slime/backends/megatron_utils/arguments.py, 0.1-0.3.1"
#define ACTOR	"slime slime/backends/megatron_utils/actor.py, 0.1-0.3.1"
#define DYNAMIC "@use_dynamic_batch_size"
#define SFT	"task=sft"
/* The other backend, which 0.2.3 took out: transformers' model under FSDP2. */
#define FSDP_ARGS "slime slime/backends/fsdp_utils/arguments.py, 0.2-0.2.2"
#define FSDP_ACTOR "slime slime/backends/fsdp_utils/actor.py, 0.2-0.2.2"
#define FSDP	"data_parallel=fsdp2"
/* Engines on the actor's GPUs; nothing generates where samples are read from files. */
#define SHARES	"@colocate"

static const struct keyrow rows[] = {
    KEY("hf_checkpoint", MODEL),
    KEY_AS("train_backend", DATA_PARALLEL, CHOICE, "fsdp=fsdp2;*="),
    KEY_WHEN("gradient_checkpointing", GRADIENT_CHECKPOINTING, IF_TRUE, "true", FSDP),
    KEY_WHEN("fsdp_cpu_offload", OFFLOAD_PARAMS, IF_TRUE, "cpu", FSDP),
    KEY_WHEN("fsdp_cpu_offload", OFFLOAD_OPTIMIZER, IF_TRUE, "cpu", FSDP),
    KEY_WHEN("attn_implementation", ATTENTION, PLAIN, NULL, FSDP),
    KEY_AS("loss_type", TASK, CHOICE, "sft_loss=sft;*="),
    KEY_AS("advantage_estimator", TASK, CHOICE, "ppo=ppo;*=grpo"),
    KEY_AS("fp16", MIXED_PRECISION, IF_TRUE, "fp16"),
    KEY_WHEN("fp16", WEIGHTS_DTYPE, IF_TRUE, "float16", "!" FSDP),
    /* Rows of joined samples up to so many tokens. */
    KEY_WHEN("use_dynamic_batch_size", PER_DEVICE_TRAIN_BATCH_SIZE, IF_TRUE, "1", DYNAMIC),
    KEY_WHEN("micro_batch_size", PER_DEVICE_TRAIN_BATCH_SIZE, PLAIN, NULL, "!" DYNAMIC),
    KEY_AS("use_dynamic_batch_size", PACKING, IF_TRUE, "true"),
    KEY_WHEN("max_tokens_per_gpu", MAX_SEQ_LENGTH, PLAIN, NULL, SFT "," DYNAMIC),
    KEY_WHEN("max_tokens_per_gpu", MAX_TOKENS_PER_GPU, PLAIN, NULL, "!" SFT "," DYNAMIC),
    KEY("global_batch_size", GLOBAL_BATCH_SIZE),
    KEY_WHEN("rollout_max_context_len", MAX_SEQ_LENGTH, PLAIN, NULL, "!" SFT),
    KEY_WHEN("rollout_max_prompt_len", MAX_PROMPT_LENGTH, PLAIN, NULL, "!" SFT),
    KEY_WHEN("rollout_max_response_len", MAX_COMPLETION_LENGTH, PLAIN, NULL, "!" SFT),
    KEY_WHEN("n_samples_per_prompt", NUM_GENERATIONS, PLAIN, NULL, "!" SFT),
    KEY_WHEN("recompute_granularity", GRADIENT_CHECKPOINTING, CHOICE, "full=true;*=", "@recompute_method!=block"),
    KEY_WHEN("recompute_granularity", GRADIENT_CHECKPOINTING, CHOICE, "selective=false;*=", "!@recompute_modules"),
    KEY_AS("attention_backend", ATTENTION, CHOICE,
	   "flash=flash_attention_2;fused=flash_attention_2;unfused=eager;local=eager;*="),
    KEY_AS("optimizer", OPTIMIZER, CHOICE, "adam=adamw_torch;sgd=sgd;muon=muon;*="),
    KEY_AS("optimizer_cpu_offload", OFFLOAD_OPTIMIZER, IF_TRUE, "cpu"),
    KEY_AS("only_train_params_name_list|freeze_params_name_list", TRAINABLE, PRESENT, "partial"),
    KEY("tensor_model_parallel_size", TENSOR_PARALLEL),
    KEY_WHEN("sequence_parallel", SEQUENCE_PARALLEL, IF_TRUE, "true", "tensor_parallel>1"),
    KEY("pipeline_model_parallel_size", PIPELINE_PARALLEL),
    KEY("context_parallel_size", CONTEXT_PARALLEL),
    KEY("expert_model_parallel_size", EXPERT_PARALLEL),
    KEY("actor_num_nodes", NUM_NODES),
    KEY("actor_num_gpus_per_node", GPUS_PER_NODE),
    KEY_WHEN("kl_loss_coef", BETA, PLAIN, NULL, "@use_kl_loss"),
    KEY_WHEN("kl_coef", BETA, PLAIN, NULL, "!@use_kl_loss"),
    KEY_WHEN("colocate", ROLLOUT_ENGINE, IF_TRUE, "sglang", "!" SFT ",!@debug_train_only"),
    KEY_WHEN("sglang_mem_fraction_static", ROLLOUT_GPU_MEMORY_UTILIZATION, PLAIN, NULL, "rollout_engine=sglang"),
    KEY_WHEN("rollout_num_gpus_per_engine", ROLLOUT_TENSOR_PARALLEL, PLAIN, NULL, "rollout_engine=sglang"),
    KEY_WHEN("no_offload_rollout", ROLLOUT_SLEEP, IF_TRUE, "false", "rollout_engine=sglang"),
    KEY_WHEN("no_offload_train", ROLLOUT_OFFLOAD, IF_TRUE, "none", "rollout_engine=sglang"),
};

static const struct defrow defaults[] = {
    DEFAULT(TASK, "grpo", ARGS ": advantage_estimator grpo"),
    DEFAULT(PEFT, "none", ARGS),
    DEFAULT(QUANTIZATION, "none", ARGS),
    DEFAULT(DATA_PARALLEL, "megatron", MEGATRON ": train_backend megatron; use_distributed_optimizer True"),
    DEFAULT_WHEN(WEIGHTS_DTYPE, "float32", FSDP, FSDP_ACTOR ": from_pretrained() without a dtype, of transformers 4"),
    DEFAULT(WEIGHTS_DTYPE, "bfloat16", MEGATRON ": bf16 unless fp16"),
    DEFAULT_WHEN(MIXED_PRECISION, "bf16", FSDP, FSDP_ACTOR ": MixedPrecisionPolicy(param_dtype bfloat16)"),
    DEFAULT(MIXED_PRECISION, "bf16", MEGATRON ": bf16 unless fp16"),
    DEFAULT(PER_DEVICE_TRAIN_BATCH_SIZE, "1", ARGS ": micro_batch_size 1"),
    DEFAULT_UNKNOWN(GRADIENT_ACCUMULATION_STEPS, "global batch / (micro batch × data-parallel ranks)"),
    DEFAULT(ATTENTION_MASK, "none", "slime slime/backends/megatron_utils/data.py, 0.1-0.3.1: samples are joined, qkv_format thd"),
    DEFAULT(BATCH_LAYOUT, "unpadded", "slime slime/backends/megatron_utils/data.py, 0.1-0.3.1"),
    DEFAULT(PACKING, "false", ARGS ": use_dynamic_batch_size False"),
    DEFAULT_WHEN(NUM_GENERATIONS, "1", "!" SFT, ARGS),
    DEFAULT_WHEN(GRADIENT_CHECKPOINTING, "false", FSDP, FSDP_ARGS),
    DEFAULT(GRADIENT_CHECKPOINTING, "false", "megatron-lm megatron/training/arguments.py, core 0.14: recompute_granularity None"),
    DEFAULT(OFFLOAD_ACTIVATIONS, "none", ARGS),
    DEFAULT_WHEN(OFFLOAD_OPTIMIZER, "none", FSDP, FSDP_ARGS ": fsdp_cpu_offload False"),
    DEFAULT(OFFLOAD_OPTIMIZER, "none", "megatron-lm megatron/training/arguments.py, core 0.14"),
    DEFAULT_WHEN(ATTENTION, "flash_attention_2", FSDP, FSDP_ARGS),
    DEFAULT(ATTENTION, "flash_attention_2", "megatron-lm megatron/training/arguments.py, core 0.14: attention_backend auto"),
    DEFAULT_WHEN(LOSS_KERNEL, "torch", SFT, "slime slime/backends/megatron_utils/loss.py, 0.1-0.3.1"),
    DEFAULT(LOSS_KERNEL, "logprobs_float", "slime slime/backends/megatron_utils/loss.py, 0.1-0.3.1: logits in float32"),
    DEFAULT(FUSED_KERNELS, "none", ARGS),
    DEFAULT(TORCH_COMPILE, "false", ARGS),
    DEFAULT_WHEN(OPTIMIZER, "adamw_torch", FSDP, FSDP_ACTOR ": torch.optim.AdamW"),
    DEFAULT(OPTIMIZER, "adamw_torch", "megatron-lm megatron/training/arguments.py, core 0.14: adam"),
    DEFAULT(EVALUATION, "false", ARGS ": the engines evaluate"),
    DEFAULT_WHEN(SEQUENCE_PARALLEL, "false", "tensor_parallel>1", "megatron-lm megatron/training/arguments.py, core 0.14"),
    DEFAULT(NUM_NODES, "1", ARGS),
    DEFAULT(GPUS_PER_NODE, "8", ARGS),
    DEFAULT_WHEN(REFERENCE_MODEL, "none", "!@use_kl_loss,!@kl_coef", ACTOR ": for a KL term only"),
    DEFAULT_WHEN(BETA, "0", "!" SFT, ARGS ": kl_coef and kl_loss_coef 0"),
    DEFAULT_WHEN(OFFLOAD_REFERENCE, "cpu", "!" SFT, ACTOR ": TensorBackuper keeps it in the host's memory"),
    DEFAULT_WHEN(CRITIC_UPDATE, "apart", "task=ppo", "slime slime/ray/placement_group.py, 0.3: on the actor's GPUs"),
    DEFAULT_WHEN(CRITIC_OFFLOAD, "all", "task=ppo", ARGS ": use_critic sets offload_train"),
    DEFAULT_WHEN(ROLLOUT_ENGINE, "vllm_server", "!" SFT ",!" SHARES, ARGS ": engines on GPUs of their own"),
    DEFAULT_WHEN(ROLLOUT_TENSOR_PARALLEL, "1", "rollout_engine=sglang", ARGS ": rollout_num_gpus_per_engine"),
    DEFAULT_WHEN(ROLLOUT_SLEEP, "true", "rollout_engine=sglang", ARGS ": colocate sets offload_rollout"),
    DEFAULT_WHEN(ROLLOUT_OFFLOAD, "all", "rollout_engine=sglang", ARGS ": colocate sets offload_train"),
};

static const struct keymap map_slime = {
    .name = "slime",
    .package = "slime",
    ROWS(rows, rows),
    ROWS(defaults, defaults),
    .source = ARGS,
};
static const struct keymap *const maps[] = {&map_slime};

/* Names that anybody's script has: slime's own copy, or flags that are slime's. */
#define SCRIPT(w)                                                                                  \
	{                                                                                          \
		.words = (w), .set = "framework=slime", .map = &map_slime, .positional = "",       \
		.config_flag = "", .marks = "slime", .idle = "@debug_rollout_only",                \
		.flags = "hf-checkpoint,rollout-num-gpus-per-engine"                               \
	}
static const struct command commands[] = {
    SCRIPT("train.py"),
    SCRIPT("train_async.py"),
};

const struct framework framework_slime = {
    .name = "slime",
    ROWS(commands, commands),
    ROWS(maps, maps),
    ROWS(packages, packages),
};
