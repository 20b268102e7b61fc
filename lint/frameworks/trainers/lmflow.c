/*
 * LMFlow: the flags of examples/finetune.py and its kin, transformers' and its own.
 */
#include "lint/frameworks/libraries/shared_maps.h"

static const struct package packages[] = {
    {.name = "lmflow", "0.0.5@2309 0.0.7@2403 0.0.8@2406 0.0.9@2412 1.0@2504", "OptimalScale/LMFlow, tags up to v1.0.0", .modules = ""},
};

#define ARGS	"LMFlow src/lmflow/args.py, 1.0"
#define TUNER	"LMFlow src/lmflow/models/hf_model_mixin.py, 1.0"
#define IS_LORA "peft=lora"

static const struct keyrow rows[] = {
    KEY("model_name_or_path", MODEL),
    KEY_AS("use_lora|use_qlora", PEFT, IF_TRUE, "lora"),
    KEY_WHEN("lora_r", LORA_R, PLAIN, NULL, IS_LORA),
    KEY_WHEN("lora_alpha", LORA_ALPHA, PLAIN, NULL, IS_LORA),
    KEY_WHEN("lora_dropout", LORA_DROPOUT, PLAIN, NULL, IS_LORA),
    KEY_WHEN("lora_target_modules", LORA_TARGET_MODULES, MODULES, NULL, IS_LORA),
    KEY_WHEN("quant_bit", QUANTIZATION, CHOICE, "4=nf4;8=int8", "@use_qlora"),
    KEY_AS("use_qlora", QUANTIZATION, IF_TRUE, "nf4"),
    KEY_WHEN("double_quant", DOUBLE_QUANT, PLAIN, NULL, "quantization=nf4"),
    KEY_AS("torch_dtype", WEIGHTS_DTYPE, DTYPE, "bfloat16"),
    KEY("block_size|model_max_length", MAX_SEQ_LENGTH),
    KEY_AS("disable_group_texts", PACKING, SWITCH, "false;true"),
    KEY_AS("use_flash_attention", ATTENTION, IF_TRUE, "flash_attention_2"),
    /* Of the layers a few at a time, embedding and head always: src/lmflow/pipeline/utils/lisa_trainer.py. */
    KEY_AS("use_lisa", TRAINABLE, IF_TRUE, "layers_and_ends"),
    KEY_WHEN("lisa_activated_layers", TRAINABLE_LAYERS, PLAIN, NULL, "@use_lisa=true"),
};
static const struct defrow defaults[] = {
    DEFAULT(PEFT, "none", ARGS),
    DEFAULT_WHEN(LORA_R, "8", IS_LORA, ARGS),
    DEFAULT_WHEN(LORA_ALPHA, "32", IS_LORA, ARGS),
    DEFAULT_WHEN(LORA_DROPOUT, "0.1", IS_LORA, ARGS),
    DEFAULT_WHEN(TRAINABLE_LAYERS, "2", "trainable=layers_and_ends",
		 ARGS ": lisa_activated_layers"),
    DEFAULT(QUANTIZATION, "none", ARGS),
    DEFAULT_WHEN(DOUBLE_QUANT, "true", "quantization=nf4", ARGS),
    DEFAULT_UNKNOWN(MAX_SEQ_LENGTH, "the model's own length, 1024 at most (LMFlow)"),
    DEFAULT_WHEN(PACKING, "true", "task=sft", ARGS ": disable_group_texts False"),
    DEFAULT(ATTENTION, "sdpa", TUNER),
};
static const struct keymap map_lmflow = {
    .name = "lmflow",
    .package = "lmflow",
    .base = {&map_transformers_args},
    ROWS(rows, rows),
    ROWS(defaults, defaults),
    .source = ARGS,
};

/* The aligner makes transformers' arguments of a few of its own, bf16 always: src/lmflow/pipeline/dpo_aligner.py. */
#define DPO "LMFlow src/lmflow/args.py DPOAlignerArguments, 0.0.7-1.0"
static const struct keyrow dpo_rows[] = {
    KEY("optimizer_type", OPTIMIZER),
    KEY("max_length", MAX_SEQ_LENGTH),
    KEY("max_prompt_length", MAX_PROMPT_LENGTH),
};
static const struct defrow dpo_defaults[] = {
    DEFAULT(PER_DEVICE_TRAIN_BATCH_SIZE, "4", DPO),
    DEFAULT(PER_DEVICE_EVAL_BATCH_SIZE, "1", DPO),
    DEFAULT(EVALUATION, "true", DPO ": evaluation_strategy steps"),
    DEFAULT(GRADIENT_ACCUMULATION_STEPS, "4", DPO),
    DEFAULT(GRADIENT_CHECKPOINTING, "true", DPO),
    DEFAULT(OPTIMIZER, "paged_adamw_32bit", DPO),
    DEFAULT(MIXED_PRECISION, "bf16", "LMFlow src/lmflow/pipeline/dpo_aligner.py, 0.0.7-1.0: bf16=True"),
    DEFAULT(MAX_SEQ_LENGTH, "1024", DPO),
    DEFAULT(MAX_PROMPT_LENGTH, "512", DPO),
};
static const struct keymap map_dpo = {
    .name = "lmflow.dpo",
    .package = "lmflow",
    .base = {&map_lmflow},
    ROWS(rows, dpo_rows),
    ROWS(defaults, dpo_defaults),
    .source = DPO,
};

#define DPO2 "LMFlow src/lmflow/args.py DPOv2AlignerArguments, 0.0.9-1.0"
static const struct keyrow dpo2_rows[] = {
    KEY("max_length", MAX_SEQ_LENGTH),
    KEY("max_prompt_length", MAX_PROMPT_LENGTH),
};
static const struct defrow dpo2_defaults[] = {
    DEFAULT(MAX_SEQ_LENGTH, "2048", DPO2),
    DEFAULT(MAX_PROMPT_LENGTH, "1000", DPO2),
};
static const struct keymap map_dpo2 = {
    .name = "lmflow.dpov2",
    .package = "lmflow",
    .base = {&map_lmflow},
    ROWS(rows, dpo2_rows),
    ROWS(defaults, dpo2_defaults),
    .source = DPO2,
};
static const struct keymap *const maps[] = {&map_lmflow, &map_dpo, &map_dpo2};

#define RUN(w, s, m)                                                                               \
	{                                                                                          \
		.words = (w), .set = "framework=lmflow;task=" s, .map = &(m), .positional = "", .config_flag = "", \
		.flags = "model_name_or_path,dataset_path", .marks = "lmflow"                      \
	}
static const struct command commands[] = {
    RUN("examples/finetune.py", "sft", map_lmflow),
    RUN("examples/dpo_train.py", "dpo", map_dpo),
    RUN("examples/dpov2_train.py", "dpo", map_dpo2),
    RUN("examples/reward_modeling.py", "reward", map_lmflow),
    RUN("examples/finetune_multi_modal.py", "sft", map_lmflow),
};

const struct framework framework_lmflow = {
    .name = "lmflow",
    ROWS(commands, commands),
    ROWS(maps, maps),
    ROWS(packages, packages),
};
