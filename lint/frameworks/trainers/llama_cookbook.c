/*
 * llama-cookbook, llama-recipes before: main() of its finetuning.py, which Fire gives the words of the command line.
 * Half of those who use it have a copy of it, often a changed one: that is code like any other.
 */
#include "lint/frameworks/libraries/shared_maps.h"

static const struct package packages[] = {
    {.name = "llama-recipes", "0.0.1 0.0.2@2405 0.0.3@2407 0.0.4@2409 0.0.5@2501", "meta-llama/llama-cookbook, tags v0.0.2 to v0.0.5",
     .modules = ""},
};

#define CONFIGS "llama-recipes src/llama_recipes/configs/, 0.0.2-0.0.5"
#define MAIN	"llama-recipes src/llama_recipes/finetuning.py, 0.0.2-0.0.5"
#define IS_LORA "peft=lora"
#define IS_FSDP "data_parallel=fsdp"

/* update_config() takes a field of any of its dataclasses by its own name, or behind the name of its class. */
static const struct keyrow rows[] = {
    KEY("model_name", MODEL),
    KEY_WHEN("peft_method", PEFT, CHOICE, "lora=lora;*=", "@use_peft"),
    KEY_WHEN("use_peft", PEFT, IF_TRUE, "lora", "!@peft_method"),
    KEY_WHEN("lora_config.r|r", LORA_R, PLAIN, NULL, IS_LORA),
    KEY_WHEN("lora_config.lora_alpha|lora_alpha", LORA_ALPHA, PLAIN, NULL, IS_LORA),
    KEY_WHEN("lora_config.lora_dropout|lora_dropout", LORA_DROPOUT, PLAIN, NULL, IS_LORA),
    KEY_WHEN("lora_config.target_modules|target_modules", LORA_TARGET_MODULES, MODULES, NULL, IS_LORA),
    KEY_AS("freeze_layers", TRAINABLE, IF_TRUE, "partial"),
    KEY_WHEN("quantization_config.quant_type|quant_type", QUANTIZATION, CHOICE, "nf4=nf4;fp4=fp4", "@quantization=4bit"),
    KEY_AS("quantization", QUANTIZATION, CHOICE, "4bit=fp4;8bit=int8;true=int8;*="),
    KEY_WHEN("fsdp_config.pure_bf16|pure_bf16", WEIGHTS_DTYPE, IF_TRUE, "bfloat16", "@enable_fsdp"),
    KEY_WHEN("fsdp_config.pure_bf16|pure_bf16", MIXED_PRECISION, IF_TRUE, "no", "@enable_fsdp"),
    KEY_IN("use_fp16", WEIGHTS_DTYPE, IF_TRUE, "float16", "0.0.3", NULL),
    KEY_AS("fsdp_config.use_fp16|use_fp16", MIXED_PRECISION, IF_TRUE, "fp16"),
    KEY_AS("fsdp_config.mixed_precision|mixed_precision", MIXED_PRECISION, IF_FALSE, "no"),
    KEY("batch_size_training", PER_DEVICE_TRAIN_BATCH_SIZE),
    KEY("val_batch_size", PER_DEVICE_EVAL_BATCH_SIZE),
    KEY("gradient_accumulation_steps", GRADIENT_ACCUMULATION_STEPS),
    KEY_AS("run_validation", EVALUATION, SWITCH, "true;false"),
    KEY_AS("batching_strategy", PACKING, CHOICE, "packing=true;padding=false;*="),
    KEY_WHEN("context_length", MAX_SEQ_LENGTH, PLAIN, NULL, "@batching_strategy!=padding"),
    KEY_AS("use_fast_kernels", ATTENTION, IF_TRUE, "sdpa"),
    KEY_WHEN("fsdp_config.fsdp_activation_checkpointing|fsdp_activation_checkpointing", GRADIENT_CHECKPOINTING, SWITCH, "true;false",
	     "@enable_fsdp"),
    KEY_AS("fsdp_config.optimizer|optimizer", OPTIMIZER, CHOICE, "AdamW=adamw_torch;*="),
    KEY_WHEN("fsdp_config.sharding_strategy|sharding_strategy", DATA_PARALLEL, WORDS,
	     "HYBRID_SHARD=hsdp;NO_SHARD=ddp;FULL_SHARD=fsdp;SHARD_GRAD_OP=fsdp", "@enable_fsdp"),
    KEY_WHEN("fsdp_config.sharding_strategy|sharding_strategy", RESHARD_AFTER_FORWARD, WORDS, "SHARD_GRAD_OP=false", "@enable_fsdp"),
    KEY_AS("enable_fsdp", DATA_PARALLEL, IF_TRUE, "fsdp"),
    KEY_WHEN("fsdp_config.fsdp_cpu_offload|fsdp_cpu_offload", OFFLOAD_PARAMS, SWITCH, "cpu;none", "@enable_fsdp"),
    KEY_WHEN("fsdp_config.fsdp_cpu_offload|fsdp_cpu_offload", OFFLOAD_OPTIMIZER, SWITCH, "cpu;none", "@enable_fsdp"),
};
static const struct defrow defaults[] = {
    DEFAULT(PEFT, "none", CONFIGS "training.py: use_peft False"),
    DEFAULT_WHEN(LORA_R, "8", IS_LORA, CONFIGS "peft.py"),
    DEFAULT_WHEN(LORA_ALPHA, "32", IS_LORA, CONFIGS "peft.py"),
    DEFAULT_WHEN(LORA_DROPOUT, "0.05", IS_LORA, CONFIGS "peft.py"),
    DEFAULT_WHEN(LORA_TARGET_MODULES, "q_proj,v_proj", IS_LORA, CONFIGS "peft.py"),
    DEFAULT(QUANTIZATION, "none", CONFIGS "training.py"),
    DEFAULT_IN(WEIGHTS_DTYPE, "float32", NULL, "0.0.3", MAIN ": from_pretrained() without a torch_dtype"),
    DEFAULT(WEIGHTS_DTYPE, "bfloat16", MAIN),
    DEFAULT_WHEN(MIXED_PRECISION, "bf16", IS_FSDP, CONFIGS "fsdp.py: mixed_precision True; utils/train_utils.py get_policies()"),
    DEFAULT(MIXED_PRECISION, "no", CONFIGS "training.py: use_fp16 False"),
    DEFAULT(PER_DEVICE_TRAIN_BATCH_SIZE, "4", CONFIGS "training.py"),
    DEFAULT(PER_DEVICE_EVAL_BATCH_SIZE, "1", CONFIGS "training.py"),
    DEFAULT(GRADIENT_ACCUMULATION_STEPS, "1", CONFIGS "training.py"),
    DEFAULT(EVALUATION, "true", CONFIGS "training.py: run_validation"),
    DEFAULT(PACKING, "true", CONFIGS "training.py: batching_strategy"),
    DEFAULT_WHEN(MAX_SEQ_LENGTH, "4096", "packing=true", CONFIGS "training.py: context_length"),
    DEFAULT_WHEN(GRADIENT_CHECKPOINTING, "true", IS_FSDP, CONFIGS "fsdp.py: fsdp_activation_checkpointing"),
    DEFAULT(GRADIENT_CHECKPOINTING, "false", MAIN),
    DEFAULT(OPTIMIZER, "adamw_torch", MAIN ": AdamW without fused"),
    DEFAULT(ATTENTION, "sdpa", "transformers 4.36"),
    DEFAULT_WHEN(SHARD_UNIT, "layer", IS_FSDP, MAIN ": auto_wrap_policy"),
    DEFAULT_WHEN(SYNC_GRADIENTS, "each", IS_FSDP, "llama-recipes src/llama_recipes/utils/train_utils.py train(), 0.0.2-0.0.5"),
    DEFAULT(LOSS_KERNEL, "torch", MAIN),
    DEFAULT(FUSED_KERNELS, "none", MAIN),
    DEFAULT(TORCH_COMPILE, "false", MAIN),
};
static const struct keymap map_llama_cookbook = {
    .name = "llama_cookbook",
    .package = "llama-recipes",
    ROWS(rows, rows),
    ROWS(defaults, defaults),
    .source = CONFIGS,
};
static const struct keymap *const maps[] = {&map_llama_cookbook};

#define RUN(w, ...)                                                                                    \
	{                                                                                          \
		.words = (w), .set = "framework=llama-cookbook;task=sft", .map = &map_llama_cookbook, \
		.positional = "", .config_flag = "",                                               \
		.copies = "llama_recipes/finetuning.py,llama_cookbook/finetuning.py", __VA_ARGS__   \
	}
static const struct command commands[] = {
    RUN("-m llama_recipes.finetuning", .flags = NULL),
    RUN("-m llama_cookbook.finetuning", .flags = NULL),
    RUN("finetuning.py", .marks = "llama_recipes.finetuning import,llama_cookbook.finetuning import",
	.flags = "batch_size_training,use_peft,enable_fsdp"),
};

const struct framework framework_llama_cookbook = {
    .name = "llama-cookbook",
    ROWS(commands, commands),
    ROWS(maps, maps),
    ROWS(packages, packages),
};
