/*
 * LLaVA: its training scripts by their flags, where a project starts those of a clone beside it. A copy in the repository is
 * code like any other.
 */
#include "lint/frameworks/libraries/shared_maps.h"

static const struct package packages[] = {
    {.name = "llava", "1.0@2304 1.1@2310 1.2@2401", "haotian-liu/LLaVA, tags v1.0.0 to v1.2.2", .modules = ""},
};

#define TRAIN	"LLaVA llava/train/train.py, 1.2"
#define IS_LORA "peft=lora"

static const struct keyrow rows[] = {
    KEY("model_name_or_path", MODEL),
    KEY_AS("lora_enable", PEFT, SWITCH, "lora;none"),
    KEY_WHEN("lora_r", LORA_R, PLAIN, NULL, IS_LORA),
    KEY_WHEN("lora_alpha", LORA_ALPHA, PLAIN, NULL, IS_LORA),
    KEY_WHEN("lora_dropout", LORA_DROPOUT, PLAIN, NULL, IS_LORA),
    KEY_AS("bits", QUANTIZATION, CHOICE, "4=nf4;8=int8;16=none;*="),
    KEY_WHEN("quant_type", QUANTIZATION, CHOICE, "nf4=nf4;fp4=fp4;*=", "@bits=4"),
    KEY_WHEN("double_quant", DOUBLE_QUANT, PLAIN, NULL, "@bits=4"),
    KEY("model_max_length", MAX_SEQ_LENGTH),
    /* The projector alone, which stands in front of the language model. */
    KEY_AS("tune_mm_mlp_adapter|freeze_backbone", TRAINABLE, IF_TRUE, "none"),
};
static const struct defrow defaults[] = {
    DEFAULT(TASK, "sft", TRAIN),
    DEFAULT(PEFT, "none", TRAIN ": lora_enable False"),
    DEFAULT_WHEN(LORA_R, "64", IS_LORA, TRAIN),
    DEFAULT_WHEN(LORA_ALPHA, "16", IS_LORA, TRAIN),
    DEFAULT_WHEN(LORA_DROPOUT, "0.05", IS_LORA, TRAIN),
    DEFAULT_WHEN(LORA_TARGET_MODULES, "all-linear", IS_LORA, TRAIN " find_all_linear_names()"),
    DEFAULT(QUANTIZATION, "none", TRAIN ": bits 16"),
    DEFAULT_WHEN(DOUBLE_QUANT, "true", "quantization=nf4|fp4", TRAIN),
    DEFAULT_WHEN(WEIGHTS_DTYPE, "bfloat16", "mixed_precision=bf16", TRAIN ": torch_dtype"),
    DEFAULT(WEIGHTS_DTYPE, "float32", TRAIN ": torch_dtype None"),
    DEFAULT(MAX_SEQ_LENGTH, "512", TRAIN ": model_max_length"),
    DEFAULT(PACKING, "false", TRAIN),
    DEFAULT(OPTIMIZER, "adamw_torch", TRAIN ": optim"),
    DEFAULT(EVALUATION, "false", TRAIN ": eval_dataset None"),
};
static const struct keymap map_llava = {
    .name = "llava",
    .package = "llava",
    .base = {&map_transformers_args},
    ROWS(rows, rows),
    ROWS(defaults, defaults),
    .source = TRAIN,
};
static const struct keymap *const maps[] = {&map_llava};

#define RUN(w, s)                                                                                  \
	{                                                                                          \
		.words = (w), .set = "framework=llava" s, .map = &map_llava, .positional = "",     \
		.config_flag = "", .marks = "",                                                    \
		.flags = "vision_tower,mm_projector_type,tune_mm_mlp_adapter,lora_enable,image_folder",     \
	}
static const struct command commands[] = {
    RUN("llava/train/train_mem.py", ";attention=flash_attention_2"),
    RUN("llava/train/train_xformers.py", ";attention=xformers"),
    RUN("llava/train/train.py", ""),
};

const struct framework framework_llava = {
    .name = "llava",
    ROWS(commands, commands),
    ROWS(maps, maps),
    ROWS(packages, packages),
};
