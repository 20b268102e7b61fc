/*
 * TRL: ModelConfig, and what get_peft_config() and get_quantization_config() take from it.
 */
#include "trl.h"

#define MODEL	"trl trl/trainer/model_config.py"
#define IF_PEFT "@use_peft"
static const struct keyrow model_rows[] = {
    /* argparse takes the beginning of a flag for it: the examples' first versions had --model_name. */
    KEY("model_name_or_path|model_name", MODEL),
    KEY_IN("dtype", WEIGHTS_DTYPE, DTYPE, "bfloat16", "0.23", NULL),
    KEY_IN("torch_dtype", WEIGHTS_DTYPE, DTYPE, "bfloat16", NULL, "0.27"),
    KEY("attn_implementation", ATTENTION),
    KEY_AS("use_flash_attention_2", ATTENTION, IF_TRUE, "flash_attention_2"),
    KEY_WHEN("use_dora", PEFT, IF_TRUE, "dora", IF_PEFT),
    KEY_AS("use_peft", PEFT, SWITCH, "lora;none"),
    KEY_WHEN("lora_r", LORA_R, PLAIN, NULL, IF_PEFT),
    KEY_WHEN("lora_alpha", LORA_ALPHA, PLAIN, NULL, IF_PEFT),
    KEY_WHEN("lora_dropout", LORA_DROPOUT, PLAIN, NULL, IF_PEFT),
    KEY_WHEN("lora_target_modules", LORA_TARGET_MODULES, MODULES, NULL, IF_PEFT),
    KEY_WHEN("lora_modules_to_save", LORA_MODULES_TO_SAVE, PLAIN, NULL, IF_PEFT),
    KEY_WHEN("bnb_4bit_quant_type", QUANTIZATION, PLAIN, NULL, "@load_in_4bit"),
    KEY_AS("load_in_4bit", QUANTIZATION, IF_TRUE, "nf4"),
    KEY_AS("load_in_8bit", QUANTIZATION, IF_TRUE, "int8"),
    KEY_WHEN("use_bnb_nested_quant", DOUBLE_QUANT, PLAIN, NULL, "@load_in_4bit"),
    KEY_NESTED("model_init_kwargs", "transformers.from_pretrained"),
    /* trl trl/cli.py, trl/accelerate_configs/, 0.12-1.9: "trl sft --accelerate_config zero2", by name or path. */
    KEY_AS("accelerate_config", DATA_PARALLEL, CHOICE, "zero1=zero1;zero2=zero2;zero3=zero3;fsdp1=fsdp;fsdp2=fsdp2;multi_gpu=ddp;*="),
};
static const struct defrow model_defaults[] = {
    DEFAULT(PEFT, "none", MODEL ": use_peft False"),
    DEFAULT_WHEN(LORA_R, "16", "peft=lora|dora", MODEL),
    DEFAULT_WHEN(LORA_ALPHA, "32", "peft=lora|dora", MODEL),
    DEFAULT_WHEN(LORA_DROPOUT, "0.05", "peft=lora|dora", MODEL),
    DEFAULT_WHEN(DOUBLE_QUANT, "false", QUANT4, MODEL ": use_bnb_nested_quant False"),
    DEFAULT_IN(WEIGHTS_DTYPE, "float32", "0.27", NULL, MODEL ": dtype float32 since 0.27"),
};
static const struct defrow load_only_defaults[] = {
    DEFAULT_ONCE_WHEN(WEIGHTS_DTYPE, "float16", "5.0", QUANT,
		      "transformers src/transformers/quantizers/quantizer_bnb_4bit.py, 4.47"),
    DEFAULT_ONCE_WHEN(WEIGHTS_DTYPE, "float32", "5.0", NULL,
		      "transformers src/transformers/modeling_utils.py, 4.57"),
    DEFAULT(WEIGHTS_DTYPE, "bfloat16",
	    "transformers src/transformers/modeling_utils.py since 5.0: the checkpoint's"),
    DEFAULT(ATTENTION, "sdpa", "transformers src/transformers/modeling_utils.py"),
};
const struct keymap map_trl_load_only = {
    .name = "trl.ModelConfig.load",
    .package = "transformers",
    ROWS(defaults, load_only_defaults),
    .source = "transformers src/transformers/modeling_utils.py",
};
const struct keymap map_trl_model = {
    .name = "trl.ModelConfig",
    .package = "trl",
    ROWS(rows, model_rows),
    ROWS(defaults, model_defaults),
    .base = {&map_trl_load_only, &map_peft_targets},
    .source = MODEL,
};

/* get_peft_config(model_args) and get_quantization_config(model_args) pass on their part alone. */
#define ARG_PEFT "@model_args.use_peft"
static const struct keyrow get_peft_rows[] = {
    KEY_WHEN("model_args.use_dora", PEFT, IF_TRUE, "dora", ARG_PEFT),
    KEY_AS("model_args.use_peft", PEFT, SWITCH, "lora;none"),
    KEY_WHEN("model_args.lora_r", LORA_R, PLAIN, NULL, ARG_PEFT),
    KEY_WHEN("model_args.lora_alpha", LORA_ALPHA, PLAIN, NULL, ARG_PEFT),
    KEY_WHEN("model_args.lora_dropout", LORA_DROPOUT, PLAIN, NULL, ARG_PEFT),
    KEY_WHEN("model_args.lora_target_modules", LORA_TARGET_MODULES, MODULES, NULL, ARG_PEFT),
    KEY_WHEN("model_args.lora_modules_to_save", LORA_MODULES_TO_SAVE, PLAIN, NULL, ARG_PEFT),
};
static const struct defrow get_peft_defaults[] = {
    DEFAULT(PEFT, "none", MODEL ": use_peft False"),
    DEFAULT_WHEN(LORA_R, "16", "peft=lora|dora", MODEL),
    DEFAULT_WHEN(LORA_ALPHA, "32", "peft=lora|dora", MODEL),
    DEFAULT_WHEN(LORA_DROPOUT, "0.05", "peft=lora|dora", MODEL),
};
const struct keymap map_trl_get_peft = {
    .name = "trl.get_peft_config",
    .package = "trl",
    ROWS(rows, get_peft_rows),
    ROWS(defaults, get_peft_defaults),
    .base = {&map_peft_targets},
    .source = MODEL,
};
static const struct keyrow get_quant_rows[] = {
    KEY_WHEN("model_args.bnb_4bit_quant_type", QUANTIZATION, PLAIN, NULL,
	     "@model_args.load_in_4bit"),
    KEY_AS("model_args.load_in_4bit", QUANTIZATION, IF_TRUE, "nf4"),
    KEY_AS("model_args.load_in_8bit", QUANTIZATION, IF_TRUE, "int8"),
    KEY_WHEN("model_args.use_bnb_nested_quant", DOUBLE_QUANT, PLAIN, NULL,
	     "@model_args.load_in_4bit"),
};
const struct keymap map_trl_get_quant = {
    .name = "trl.get_quantization_config",
    .package = "trl",
    ROWS(rows, get_quant_rows),
    .source = MODEL,
};
