/*
 * open-instruct: its trainers on OLMo-core, whose models no Python of the repository builds; the others are followed as
 * the scripts that they are.
 */
#include "lint/frameworks/libraries/shared_maps.h"

#define UTILS	"open-instruct open_instruct/olmo_core_utils.py, 2026-08: "
#define SFT	"open-instruct open_instruct/olmo_core_finetune.py, 2026-08"
#define DPO	"open-instruct open_instruct/dpo.py, dpo_utils.py, 2026-08"
#define CORE	"OLMo-core src/olmo_core/nn/"
#define IS_DPO	"task=dpo"

static const struct keyrow rows[] = {
    KEY("model_name_or_path", MODEL),
    KEY("per_device_train_batch_size", PER_DEVICE_TRAIN_BATCH_SIZE),
    KEY("gradient_accumulation_steps", GRADIENT_ACCUMULATION_STEPS),
    KEY("max_seq_length", MAX_SEQ_LENGTH),
    /* Every part of a block is wrapped; a budget leaves it to the compiler what is kept. */
    KEY_WHEN("activation_checkpointing_mode", GRADIENT_CHECKPOINTING, CHOICE, "selected_modules=true;*=", NULL),
    KEY_WHEN("activation_memory_budget", GRADIENT_CHECKPOINTING, CHOICE, "1=;1.0=;*=selective", "!@compile_model=false"),
    KEY_AS("attn_implementation", ATTENTION, CHOICE,
	   "flash_2=flash_attention_2;flash_3=flash_attention_3;torch=sdpa;te=flash_attention_2"),
    KEY_AS("loss_implementation", LOSS_KERNEL, CHOICE, "fused_linear=liger;default="),
    KEY_AS("compile_model", TORCH_COMPILE, SWITCH, "true;false"),
    KEY_WHEN("optimizer_type", OPTIMIZER, CHOICE, "muon=muon;*=", IS_DPO),
    KEY("cp_degree|context_parallel_degree", CONTEXT_PARALLEL),
    KEY("tensor_parallel_degree", TENSOR_PARALLEL),
    KEY_WHEN("packing", ATTENTION_MASK, IF_TRUE, "none", IS_DPO),
    KEY_WHEN("beta", BETA, PLAIN, NULL, IS_DPO),
};

static const struct defrow defaults[] = {
    DEFAULT(PEFT, "none", UTILS "all weights train"),
    DEFAULT(QUANTIZATION, "none", UTILS "all weights train"),
    DEFAULT(WEIGHTS_DTYPE, "float32", CORE "transformer/config.py: dtype float32"),
    DEFAULT(MIXED_PRECISION, "bf16", SFT ": param_dtype bfloat16"),
    DEFAULT(PER_DEVICE_TRAIN_BATCH_SIZE, "8", UTILS "TrainingConfig"),
    DEFAULT(GRADIENT_ACCUMULATION_STEPS, "1", UTILS "TrainingConfig"),
    DEFAULT_WHEN(MAX_SEQ_LENGTH, NULL, IS_DPO, DPO ": max_seq_length None"),
    DEFAULT(MAX_SEQ_LENGTH, "4096", UTILS "TrainingConfig"),
    DEFAULT_WHEN(PACKING, "true", "task=sft", SFT ": NumpyPackedFSLDatasetConfig"),
    DEFAULT(PACKING, "false", DPO),
    DEFAULT(EVALUATION, "false", SFT),
    DEFAULT(GRADIENT_CHECKPOINTING, "false", UTILS "activation_memory_budget 1.0"),
    DEFAULT_WHEN(USE_REENTRANT, "false", "gradient_checkpointing=true", CORE "transformer/model.py: ptd_checkpoint_wrapper"),
    DEFAULT(OFFLOAD_ACTIVATIONS, "none", UTILS "TrainingConfig"),
    DEFAULT(ATTENTION, "flash_attention_2", "open-instruct open_instruct/model_utils.py detect_attn_implementation()"),
    DEFAULT_WHEN(LOSS_KERNEL, "compiled", "task=sft,!@compile_model=false", CORE "transformer/model.py apply_compile(): the head too"),
    DEFAULT(LOSS_KERNEL, "torch", CORE "lm_head.py: the default, float32 logits"),
    DEFAULT(FUSED_KERNELS, "none", CORE),
    DEFAULT(TORCH_COMPILE, "true", UTILS "compile_model True"),
    DEFAULT_WHEN(OPTIMIZER, "adamw_torch_fused", IS_DPO, DPO ": fused_optimizer True"),
    DEFAULT(OPTIMIZER, "adamw_torch", SFT ": SkipStepAdamW"),
    DEFAULT_WHEN(DATA_PARALLEL, "hsdp", "num_nodes>1", SFT ": a machine is a shard group"),
    DEFAULT(DATA_PARALLEL, "fsdp2", SFT ": TransformerDataParallelConfig"),
    DEFAULT(OFFLOAD_PARAMS, "none", SFT),
    DEFAULT(OFFLOAD_OPTIMIZER, "none", SFT),
    DEFAULT_WHEN(REFERENCE_MODEL, "none", IS_DPO, DPO ": its log-probabilities are computed before"),
    DEFAULT_WHEN(BETA, "5", IS_DPO, DPO ": dpo_norm"),
};
static const struct keymap map_olmo_core = {
    .name = "open-instruct.olmo-core",
    .package = "torch",
    ROWS(rows, rows),
    ROWS(defaults, defaults),
    .source = SFT,
};
static const struct keymap *const maps[] = {&map_olmo_core};

#define SCRIPT(w, t)                                                                               \
	{                                                                                          \
		.words = (w), .set = "framework=open-instruct;task=" t, .map = &map_olmo_core,     \
		.positional = "", .config_flag = "", .flags = "model_name_or_path",                \
		.marks = "olmo_core", .idle = "@cache_dataset_only|cache_logprobs_only"            \
	}
static const struct command commands[] = {
    SCRIPT("open_instruct/olmo_core_finetune.py", "sft"),
    SCRIPT("open_instruct/dpo.py", "dpo"),
};

const struct framework framework_open_instruct = {
    .name = "open-instruct",
    ROWS(commands, commands),
    ROWS(maps, maps),
};
