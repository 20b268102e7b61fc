/*
 * OLMo: the YAML of scripts/train.py, with flags --key.sub=value over it. OLMo-core's scripts are Python.
 */
#include "lint/frameworks/libraries/shared_maps.h"

static const struct package packages[] = {
    {.name = "ai2-olmo", "0.2@2401 0.3@2404 0.4@2407 0.5@2409 0.6@2411", "allenai/OLMo, tags up to v0.6", .modules = ""},
};

#define CONFIG "OLMo olmo/config.py, 0.6"

static const struct keyrow rows[] = {
    KEY("device_train_microbatch_size", PER_DEVICE_TRAIN_BATCH_SIZE),
    KEY("device_eval_batch_size", PER_DEVICE_EVAL_BATCH_SIZE),
    KEY("global_train_batch_size", GLOBAL_BATCH_SIZE),
    KEY("model.max_sequence_length", MAX_SEQ_LENGTH),
    KEY_AS("precision", MIXED_PRECISION, CHOICE, "amp_bf16=bf16;amp_fp16=fp16;fp32=no"),
    /* FSDPPrecision.pure: shards of the same type as the rest, computed in 16 bits. */
    KEY_AS("activation_checkpointing", GRADIENT_CHECKPOINTING, CHOICE, "whole_layer=true;null=false;*="),
    KEY_AS("model.flash_attention", ATTENTION, IF_TRUE, "flash_attention_2"),
    KEY_AS("fused_loss", LOSS_KERNEL, IF_TRUE, "flash_cross_entropy"),
    KEY_AS("compile", TORCH_COMPILE, PRESENT, "true"),
    KEY_AS("optimizer.name", OPTIMIZER, CHOICE, "adamw=adamw_torch;lionw=lion_32bit;*="),
    KEY_AS("distributed_strategy", DATA_PARALLEL, CHOICE, "ddp=ddp;single=none;*="),
    KEY_AS("fsdp.sharding_strategy", DATA_PARALLEL, CHOICE, "NO_SHARD=ddp;HYBRID_SHARD=hsdp;_HYBRID_SHARD_ZERO2=hsdp;*=fsdp"),
    KEY_AS("fsdp.sharding_strategy", RESHARD_AFTER_FORWARD, CHOICE, "SHARD_GRAD_OP=false;_HYBRID_SHARD_ZERO2=false;*="),
    KEY_AS("fsdp.wrapping_strategy", SHARD_UNIT, PRESENT, "layer"),
    KEY_AS("evaluators", EVALUATION, PRESENT, "true"),
};

static const struct defrow defaults[] = {
    DEFAULT(TASK, "pretrain", CONFIG),
    DEFAULT(PEFT, "none", CONFIG),
    DEFAULT(QUANTIZATION, "none", CONFIG),
    DEFAULT(WEIGHTS_DTYPE, "float32", "OLMo olmo/model.py: float32 shards"),
    DEFAULT(MIXED_PRECISION, "no", CONFIG ": precision None"),
    DEFAULT(PER_DEVICE_TRAIN_BATCH_SIZE, "16", CONFIG),
    DEFAULT(PER_DEVICE_EVAL_BATCH_SIZE, "16", CONFIG),
    DEFAULT(GLOBAL_BATCH_SIZE, "512", CONFIG),
    DEFAULT(MAX_SEQ_LENGTH, "1024", CONFIG),
    DEFAULT(PACKING, "true", "OLMo olmo/data/memmap_dataset.py: rows of joined texts"),
    DEFAULT(ATTENTION_MASK, "none", "OLMo olmo/model.py"),
    DEFAULT(GRADIENT_CHECKPOINTING, "false", CONFIG ": activation_checkpointing None"),
    DEFAULT_WHEN(USE_REENTRANT, "false", "gradient_checkpointing=true", "OLMo olmo/model.py: activation_checkpoint_function()"),
    DEFAULT(ATTENTION, "sdpa", CONFIG ": flash_attention False"),
    DEFAULT(FUSED_KERNELS, "none", CONFIG),
    DEFAULT(LOSS_KERNEL, "torch", CONFIG ": fused_loss None"),
    DEFAULT(TORCH_COMPILE, "false", CONFIG),
    DEFAULT_WHEN(SYNC_GRADIENTS, "each", "data_parallel=fsdp|fsdp2|hsdp",
		 "OLMo olmo/train.py, 0.6: no_sync() of DDP alone"),
    DEFAULT(OPTIMIZER, "adamw_torch", "OLMo olmo/config.py OptimizerConfig, 0.6"),
    DEFAULT(DATA_PARALLEL, "fsdp", CONFIG ": distributed_strategy fsdp"),
    DEFAULT_WHEN(SHARD_UNIT, "model", "!@fsdp.wrapping_strategy", "OLMo olmo/config.py FSDPConfig: wrapping_strategy None"),
    DEFAULT(EVALUATION, "true", CONFIG ": eval_interval 1000"),
};

/* olmo/model.py: mlp_hidden_size is that of gate and up together. */
static const struct sizerow sizes[] = {
    SIZE("hidden", "model.d_model"),
    SIZE("layers", "model.n_layers"),
    SIZE("heads", "model.n_heads"),
    SIZE("kv_heads", "model.n_kv_heads"),
    SIZE_AS("kv_heads", "model.multi_query_attention", IF_TRUE, "1"),
    SIZE("ffn", "model.mlp_hidden_size"),
    SIZE("ffn_ratio", "model.mlp_ratio"),
    SIZE_IS("ffn_ratio", "4", NULL),
    SIZE_AS("gated", "model.activation_type", CHOICE, "swiglu=true;*="),
    SIZE_IS("gated", "true", "!@model.activation_type"),
    SIZE_IS("ffn_gated", "halves", NULL),
    SIZE_AS("rms", "model.layer_norm_type", WORDS, "rms=true"),
    SIZE_AS("bias", "model.include_bias", SWITCH, "all;none"),
    SIZE_IS("bias", "all", NULL),
    SIZE_AS("qk_norm", "model.attention_layer_norm", IF_TRUE, "full"),
    SIZE_AS("tied", "model.weight_tying", SWITCH, "true;false"),
    SIZE_IS("tied", "true", NULL),
    SIZE("positions", "model.max_sequence_length"),
    SIZE_AS("learned_positions", "model.rope|model.alibi", IF_TRUE, "false"),
    SIZE_IS("learned_positions", "true", NULL),
    SIZE_AS("no_rope", "model.alibi", IF_TRUE, "true"),
    SIZE_AS("dropout", "model.residual_dropout", CHOICE, "0=;0.0=;*=true"),
    SIZE_IS("dropout", "true", "!@model.residual_dropout"),
    SIZE("vocab", "model.embedding_size|model.vocab_size"),
    SIZE_IS("vocab", "50304", NULL),
};
static const struct keymap map_olmo = {
    .name = "olmo",
    .package = "ai2-olmo",
    ROWS(rows, rows),
    ROWS(defaults, defaults),
    ROWS(sizes, sizes),
    .source = CONFIG,
};
static const struct keymap *const maps[] = {&map_olmo};

static const struct config configs[] = {
    {.name = "olmo",
     .markers = "device_train_microbatch_size|global_train_batch_size",
     .keys = "model.d_model,model.n_layers,global_train_batch_size|device_train_microbatch_size,"
	     "fsdp?|sharded_checkpointer?|save_interval_unsharded?|save_num_unsharded_checkpoints_to_keep?",
     .unless = "train_loader,models,trainer",
     .map = &map_olmo,
     .job = true,
     .set = "framework=olmo",
     .composed = "",
     .source = CONFIG},
};

static const struct command commands[] = {
    {.words = "scripts/train.py",
     .set = "framework=olmo",
     .map = &map_olmo,
     .positional = "config",
     .config_flag = "",
     .merged = "",
     .flags = "model.d_model",
     .marks = "from olmo"},
};

const struct framework framework_olmo = {
    .name = "olmo",
    ROWS(configs, configs),
    ROWS(commands, commands),
    ROWS(maps, maps),
    ROWS(packages, packages),
};
