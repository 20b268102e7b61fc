/*
 * Megatron-Bridge: "scripts/training/run_recipe.py --recipe NAME KEY=VALUE …". The recipe's name says the model and the way;
 * what it spreads over which GPUs hangs on the recipe, and is known where the words say it.
 */
#include "lint/frameworks/libraries/shared_maps.h"

static const struct package packages[] = {
    {.name = "megatron-bridge", "0.1@2510 0.2@2512 0.3@2602 0.4@2605", "NVIDIA-NeMo/Megatron-Bridge, 2026-08", .modules = ""},
};

#define COMMON	"Megatron-Bridge src/megatron/bridge/recipes/common.py, 2026-08"
#define RUNNER	"Megatron-Bridge scripts/training/run_recipe.py, 2026-08"
#define LORA	"Megatron-Bridge src/megatron/bridge/peft/lora.py, 2026-08"
#define HANGS	"what it is hangs on the recipe (Megatron-Bridge)"
#define IS_LORA "peft=lora|dora"

static const struct keyrow rows[] = {
    KEY_AS("checkpoint.pretrained_checkpoint", MODEL, MODEL_FOLDER, NULL),
    KEY("recipe|model", MODEL),
    KEY_AS("mode", TASK, CHOICE, "pretrain=pretrain;sft=sft;lora=sft;dora=sft;*="),
    KEY_AS("recipe", TASK, WORDS, "pretrain=pretrain;sft=sft;peft=sft;finetune=sft"),
    KEY_AS("mode", PEFT, CHOICE, "lora=lora;dora=dora;sft=none;pretrain=none;*="),
    KEY_AS("peft_scheme|peft", PEFT, CHOICE, "lora=lora;dora=dora;none=none;*="),
    KEY_AS("recipe", PEFT, WORDS, "peft=lora;pretrain=none;sft=none"),
    KEY_WHEN("peft.dim", LORA_R, PLAIN, NULL, IS_LORA),
    KEY_WHEN("peft.alpha", LORA_ALPHA, PLAIN, NULL, IS_LORA),
    KEY_WHEN("peft.dropout", LORA_DROPOUT, PLAIN, NULL, IS_LORA),
    KEY("micro_batch_size|mb|train.micro_batch_size", PER_DEVICE_TRAIN_BATCH_SIZE),
    KEY("global_batch_size|gb|train.global_batch_size", GLOBAL_BATCH_SIZE),
    KEY("seq_length|sl|dataset.seq_length|model.seq_length", MAX_SEQ_LENGTH),
    KEY_AS("dataset.enable_offline_packing|dataset.enable_in_batch_packing", PACKING, SWITCH, "true;false"),
    KEY_AS("model.recompute_granularity", GRADIENT_CHECKPOINTING, CHOICE, "full=true;selective=false;null=false;*="),
    KEY_AS("mixed_precision", MIXED_PRECISION, WORDS, "fp8=fp8;mxfp8=fp8;bf16=bf16;fp16=fp16"),
    KEY_AS("recipe", MIXED_PRECISION, WORDS, "fp8=fp8"),
    KEY("tensor_model_parallel_size|tp|model.tensor_model_parallel_size", TENSOR_PARALLEL),
    KEY("pipeline_model_parallel_size|pp|model.pipeline_model_parallel_size", PIPELINE_PARALLEL),
    KEY("context_parallel_size|cp|model.context_parallel_size", CONTEXT_PARALLEL),
    KEY("expert_model_parallel_size|ep|model.expert_model_parallel_size", EXPERT_PARALLEL),
    KEY("model.sequence_parallel", SEQUENCE_PARALLEL),
    KEY_AS("ddp.use_megatron_fsdp|dist.use_megatron_fsdp", DATA_PARALLEL, IF_TRUE, "fsdp"),
    KEY_AS("ddp.grad_reduce_in_fp32", GRADIENT_DTYPE, IF_FALSE, "bfloat16"),
    KEY_AS("optimizer.optimizer_cpu_offload", OFFLOAD_OPTIMIZER, IF_TRUE, "cpu"),
};
static const struct defrow defaults[] = {
    DEFAULT(TASK, "sft", RUNNER),
    DEFAULT_WHEN(PEFT, "none", "task=pretrain", RUNNER),
    DEFAULT_WHEN(LORA_R, "32", IS_LORA, LORA),
    DEFAULT_WHEN(LORA_ALPHA, "32", IS_LORA, LORA),
    DEFAULT_WHEN(LORA_DROPOUT, "0", IS_LORA, LORA),
    DEFAULT_WHEN(LORA_TARGET_MODULES, "all-linear", IS_LORA, LORA ": linear_qkv, linear_proj, linear_fc1, linear_fc2"),
    DEFAULT_WHEN(ADAPTER_DTYPE, "bfloat16", IS_LORA, LORA),
    DEFAULT(QUANTIZATION, "none", COMMON),
    DEFAULT(WEIGHTS_DTYPE, "bfloat16", COMMON ": bf16_mixed"),
    DEFAULT(MIXED_PRECISION, "bf16", COMMON ": bf16_mixed"),
    DEFAULT_UNKNOWN(PER_DEVICE_TRAIN_BATCH_SIZE, HANGS),
    DEFAULT_UNKNOWN(MAX_SEQ_LENGTH, HANGS),
    DEFAULT_UNKNOWN(TENSOR_PARALLEL, HANGS),
    DEFAULT_UNKNOWN(PIPELINE_PARALLEL, HANGS),
    DEFAULT_UNKNOWN(GRADIENT_CHECKPOINTING, HANGS),
    DEFAULT_UNKNOWN(GRADIENT_ACCUMULATION_STEPS, "global batch / (micro batch × data-parallel ranks)"),
    DEFAULT_WHEN(PACKING, "true", "task=pretrain", COMMON ": rows of joined documents"),
    DEFAULT(ATTENTION, "flash_attention_2", "Transformer Engine"),
    DEFAULT(FUSED_KERNELS, "transformer_engine", COMMON),
    DEFAULT(LOSS_KERNEL, "torch", COMMON),
    DEFAULT(TORCH_COMPILE, "false", COMMON),
    DEFAULT(OPTIMIZER, "adamw_torch_fused", COMMON ": distributed_fused_adam_with_cosine_annealing()"),
    DEFAULT(DATA_PARALLEL, "megatron", COMMON ": use_distributed_optimizer"),
};
static const struct keymap map_megatron_bridge = {
    .name = "megatron-bridge",
    .package = "megatron-bridge",
    ROWS(rows, rows),
    ROWS(defaults, defaults),
    .source = COMMON,
};
static const struct keymap *const maps[] = {&map_megatron_bridge};

#define RUN(w)                                                                                     \
	{                                                                                          \
		.words = (w), .set = "framework=megatron-bridge", .map = &map_megatron_bridge, .positional = "", \
		.config_flag = "--config-file|--config_file", .merged = "", .flags = "recipe,model", .marks = "megatron.bridge,megatron", .joins = true \
	}
static const struct command commands[] = {
    RUN("training/run_recipe.py"),
    RUN("run_recipe.py"),
};

const struct framework framework_megatron_bridge = {
    .name = "megatron-bridge",
    ROWS(commands, commands),
    ROWS(maps, maps),
    ROWS(packages, packages),
};
