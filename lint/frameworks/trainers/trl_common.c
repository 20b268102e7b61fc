/*
 * TRL: what all its configs and trainers have.
 */
#include "trl.h"

static const struct keyrow common_rows[] = {
    KEY_AS("activation_offloading", OFFLOAD_ACTIVATIONS, IF_TRUE, "cpu"),
    KEY_IN("use_liger_loss", LOSS_KERNEL, IF_TRUE, "liger", NULL, "0.28"),
    KEY_IN("use_liger", LOSS_KERNEL, IF_TRUE, "liger", NULL, "0.18"),
    KEY_IN("use_liger", FUSED_KERNELS, IF_TRUE, "liger", NULL, "0.18"),
};

#define BASE "trl trl/trainer/base_config.py and the configs before 0.29"
/* Unsloth rewrites the configurations of TRL's trainers when it is imported. */
#define REWRITTEN "unsloth unsloth/models/rl.py replacements, 2025-02 to 2026-08"
static const struct defrow common_defaults[] = {
    DEFAULT_WHEN(PER_DEVICE_TRAIN_BATCH_SIZE, "4", "fused_kernels=unsloth", REWRITTEN),
    DEFAULT_WHEN(PER_DEVICE_EVAL_BATCH_SIZE, "4", "fused_kernels=unsloth", REWRITTEN),
    DEFAULT_WHEN(GRADIENT_ACCUMULATION_STEPS, "2", "fused_kernels=unsloth", REWRITTEN),
    DEFAULT_WHEN(OPTIMIZER, "adamw_8bit", "fused_kernels=unsloth", REWRITTEN),
    DEFAULT_WHEN(MIXED_PRECISION, "no", "@bf16=false", BASE),
    DEFAULT_WHEN(MIXED_PRECISION, "bf16", "fused_kernels=unsloth,target.bf16", REWRITTEN),
    DEFAULT_WHEN(MIXED_PRECISION, "fp16", "fused_kernels=unsloth", REWRITTEN),
    DEFAULT_IN(GRADIENT_CHECKPOINTING, "true", "0.22", NULL, BASE ": True since 0.22"),
    DEFAULT_OF_OLD(GRADIENT_CHECKPOINTING, "false", "0.22", NULL, BASE ": TrainingArguments' False before 0.22"),
    DEFAULT_IN(MIXED_PRECISION, "bf16", "0.19", NULL, BASE ": bf16 unless fp16, since 0.19"),
    DEFAULT_OF_OLD(MIXED_PRECISION, "no", "0.19", "fused_kernels!=unsloth", BASE ": TrainingArguments' own before 0.19"),
    DEFAULT_IN_WHEN(USE_REENTRANT, "false", "1.0", NULL, "gradient_checkpointing=true", BASE),
    DEFAULT(OFFLOAD_ACTIVATIONS, "none", BASE),
};
const struct keymap map_trl_common = {
    .name = "trl.config",
    .package = "trl",
    ROWS(rows, common_rows),
    ROWS(defaults, common_defaults),
    .source = BASE,
};

/* What a trainer loads a model with when it is given an id. */
static const struct defrow load_defaults[] = {
    DEFAULT_IN(WEIGHTS_DTYPE, "float32", "0.27", NULL,
	       "trl trl/trainer/utils.py create_model_from_path, since 0.27"),
};
const struct keymap map_trl_load = {
    .name = "trl.load",
    .package = "trl",
    .base = {&map_transformers_load},
    ROWS(defaults, load_defaults),
    .source = "trl trl/trainer/utils.py create_model_from_path",
};
