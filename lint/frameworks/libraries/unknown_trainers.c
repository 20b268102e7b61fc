/*
 * Trainers that no row knows, which go by the pattern of transformers' and TRL's: an absent program with their flags, and
 * a class "…Trainer" of a library that is given a model and its arguments. Keys mean what they mean there; what is
 * not said is not theirs to say, for a class: nothing is known of its defaults.
 */
#include "shared_maps.h"

#define FLAGS "transformers src/transformers/training_args.py, hf_argparser.py, 4.20-5.3; examples/pytorch/language-modeling/run_clm.py"
#define IS_LORA "peft=lora"

static const struct keyrow model_rows[] = {
    KEY("model_name_or_path|model_name|model_id|base_model", MODEL),
    KEY("max_seq_length|max_seq_len|max_length|model_max_length|cutoff_len|block_size", MAX_SEQ_LENGTH),
    KEY("max_prompt_length|max_prompt_len", MAX_PROMPT_LENGTH),
    KEY("max_completion_length|max_new_tokens|response_length|max_response_length", MAX_COMPLETION_LENGTH),
    KEY("num_generations|num_return_sequences", NUM_GENERATIONS),
    KEY("beta|kl_coef", BETA),
    KEY_AS("packing", PACKING, IF_TRUE, "true"),
    KEY_AS("use_lora|use_peft|lora|use_qlora|lora_enable", PEFT, SWITCH, "lora;none"),
    KEY_AS("lora_r|lora_rank", PEFT, IF_POSITIVE, "lora"),
    KEY_WHEN("lora_r|lora_rank", LORA_R, PLAIN, NULL, IS_LORA),
    KEY_WHEN("lora_alpha", LORA_ALPHA, PLAIN, NULL, IS_LORA),
    KEY_WHEN("lora_dropout", LORA_DROPOUT, PLAIN, NULL, IS_LORA),
    KEY_WHEN("lora_target_modules|target_modules", LORA_TARGET_MODULES, MODULES, NULL, IS_LORA),
    KEY_AS("load_in_4bit|use_4bit|use_qlora", QUANTIZATION, IF_TRUE, "nf4"),
    KEY_AS("load_in_8bit|use_8bit", QUANTIZATION, IF_TRUE, "int8"),
    KEY_AS("torch_dtype|dtype|model_dtype", WEIGHTS_DTYPE, DTYPE, NULL),
    KEY("attn_implementation", ATTENTION),
    KEY_AS("use_flash_attn|use_flash_attention_2|use_flash_attention", ATTENTION, IF_TRUE, "flash_attention_2"),
    KEY_AS("dataset_name", DATASET, NAMES, NULL),
};
/* What argparse takes for an option whose name begins so (allow_abbrev). */
static const struct keyrow short_rows[] = {
    KEY("per_device_train_batch|per_device_train", PER_DEVICE_TRAIN_BATCH_SIZE),
    KEY("gradient_accumulation", GRADIENT_ACCUMULATION_STEPS),
};
static const struct keymap map_short = {
    .name = "unknown_trainers.short",
    .package = "transformers",
    .base = {&map_transformers_args},
    ROWS(rows, short_rows),
    .source = FLAGS,
};
static const struct keymap map_flags = {
    .name = "unknown_trainers.flags",
    .package = "transformers",
    .base = {&map_short},
    ROWS(rows, model_rows),
    .source = FLAGS,
};
static const struct keyrow class_rows[] = {
    KEY("per_device_train_batch_size|per_device_batch_size|micro_batch_size", PER_DEVICE_TRAIN_BATCH_SIZE),
    KEY("per_device_eval_batch_size", PER_DEVICE_EVAL_BATCH_SIZE),
    KEY("gradient_accumulation_steps", GRADIENT_ACCUMULATION_STEPS),
    KEY("gradient_checkpointing", GRADIENT_CHECKPOINTING),
    KEY_AS("bf16", MIXED_PRECISION, IF_TRUE, "bf16"),
    KEY_AS("fp16", MIXED_PRECISION, IF_TRUE, "fp16"),
    KEY("optim", OPTIMIZER),
};
static const struct keymap map_common = {
    .name = "unknown_trainers.common",
    .package = "transformers",
    ROWS(rows, model_rows),
    .source = FLAGS,
};
static const struct keymap map_class = {
    .name = "unknown_trainers.class",
    .package = "transformers",
    .base = {&map_common},
    ROWS(rows, class_rows),
    .source = FLAGS,
};
static const struct keymap *const maps[] = {&map_short, &map_flags, &map_common, &map_class};

static const struct param params[] = {
    {"model", ROLE_MODEL},	  {"args", ROLE_ARGS},		{"config", ROLE_ARGS},	      {"training_args", ROLE_ARGS},
    {"policy", ROLE_MODEL},	  {"actor", ROLE_MODEL},	{"ref_model", ROLE_REFERENCE}, {"reward_model", ROLE_REWARD},
    {"teacher_model", ROLE_TEACHER}, {"peft_config", ROLE_PEFT}, {"tokenizer", ROLE_TOKENIZER}, {"processing_class", ROLE_TOKENIZER},
};
/* Asked for by its name (lint/training/unknown_trainer.c): what is called may be of any library. */
static const struct callable callables[] = {
    {.names = "unknown_trainers.Trainer",
     .effect = EFFECT_SINK,
     ROWS(params, params),
     .map = &map_class,
     .load = &map_transformers_load,
     .args = &map_class},
};
static const struct command commands[] = {
    {.words = "*", .keys = "model_name_or_path|model_name|model_id|base_model,per_device_train_batch_size|per_device_train_batch|per_device_train",
     .set = "", .map = &map_flags, .positional = "",
     .config_flag = "", .marks = ""},
};

const struct framework framework_unknown_trainers = {
    .name = "unknown_trainers",
    ROWS(callables, callables),
    ROWS(commands, commands),
    ROWS(maps, maps),
    .launch_shares = true,
};
