/*
 * datasets: what a script does to its samples before they reach a trainer.
 */
#include "shared_maps.h"

/*
 * Rows of equal length cut from joined samples (lint/python/evaluator/dataset_rows.c): group_texts() of transformers'
 * examples/pytorch/language-modeling/run_clm.py, ConstantLengthDataset of codeparrot and TRL, and what
 * was copied from them. Names of batches and of anything but tokens are left out.
 */
#define ROW_LENGTH                                                                                 \
	"block_size|seq_length|seq_len|sequence_length|max_seq_length|max_seq_len|max_length|"     \
	"max_len|max_input_length|max_input_len|context_length|ctx_len|context_len|context_size|model_max_length"
static const struct keyrow cut_rows[] = {
    KEY(ROW_LENGTH, MAX_SEQ_LENGTH),
    KEY_AS("name", PACKING, CHOICE,
	   "block_size=true;seq_length=true;seq_len=true;sequence_length=true;max_seq_length=true;"
	   "max_seq_len=true;max_length=true;max_len=true;max_input_length=true;max_input_len=true;context_length=true;ctx_len=true;"
	   "context_len=true;context_size=true;model_max_length=true;*="),
};
static const struct keymap map_cut = {
    .name = "rows.cut",
    .package = "datasets",
    ROWS(rows, cut_rows),
    .source = "transformers 4.46 examples/pytorch/language-modeling/run_clm.py",
};
/* Rows that are cut off behind, or before, a length: those that are shorter stay so. */
static const struct keyrow limit_rows[] = {
    KEY(ROW_LENGTH, MAX_SEQ_LENGTH),
    KEY("max_prompt_length|max_prompt_len|prompt_max_length", MAX_PROMPT_LENGTH),
};
static const struct keymap map_limit = {
    .name = "rows.limit",
    .package = "datasets",
    ROWS(rows, limit_rows),
    .source = "forms of public training scripts: input_ids[:max_length], ids[-block_size:]",
};
/* Samples that a loop takes a few at a time; names of lengths in tokens are left out. */
static const struct keyrow batch_rows[] = {
    KEY("mini_batch_size|minibatch_size|micro_batch_size|microbatch_size|micro_train_batch_size|"
	"train_micro_batch_size|per_device_train_batch_size|per_device_batch_size|train_batch_size|"
	"batch_size|ppo_mini_batch_size|ppo_micro_batch_size|mini_bs|micro_bs|mini_batch|micro_"
	"batch|"
	"mbs|mb|mb_size|bs|bsz",
	PER_DEVICE_TRAIN_BATCH_SIZE),
};
static const struct keymap map_batch = {
    .name = "rows.batch",
    .package = "datasets",
    ROWS(rows, batch_rows),
    .source = "forms of public training scripts: range(0, n, mini_batch_size)",
};
/* Collators that pad every batch to one length. */
static const struct keyrow collator_rows[] = {
    KEY_WHEN("max_length", MAX_SEQ_LENGTH, PLAIN, NULL, "@padding=max_length"),
    KEY_AS("padding", BATCH_LAYOUT, CHOICE, "max_length=fixed;*="),
};
static const struct keymap map_collator = {
    .name = "transformers.DataCollatorWithPadding",
    .package = "transformers",
    ROWS(rows, collator_rows),
    .source = "transformers 4.57 src/transformers/data/data_collator.py",
};
/* A collator that applies the chat template itself, and cuts. */
static const struct keyrow chat_rows[] = {
    KEY("max_length", MAX_SEQ_LENGTH),
};
static const struct defrow chat_defaults[] = {
    DEFAULT(MAX_SEQ_LENGTH, "1024", "trl 0.12 trl/trainer/utils.py DataCollatorForChatML.__post_init__"),
};
static const struct keymap map_chat = {
    .name = "trl.DataCollatorForChatML",
    .package = "trl",
    ROWS(rows, chat_rows),
    ROWS(defaults, chat_defaults),
    .source = "trl 0.12 trl/trainer/utils.py",
};
/* What a script loads first is what it trains on, more often than what it tests on. */
static const struct keyrow load_rows[] = {
    KEY_AS("path", DATASET, NAMES, NULL),
};
static const struct keymap map_load = {
    .name = "datasets.load_dataset",
    .package = "datasets",
    ROWS(rows, load_rows),
    .source = "datasets 4.4 src/datasets/load.py load_dataset",
};
static const struct param load_params[] = {{"path", ROLE_NONE}, {"name", ROLE_NONE}};
static const struct param collator_params[] = {{"tokenizer", ROLE_NONE}};
static const struct keymap *const maps[] = {&map_cut, &map_limit, &map_batch, &map_collator, &map_chat, &map_load};

static const struct callable callables[] = {
    {.names = "rows.cut", .effect = EFFECT_ROWS, .returns = RETURNS_NONE, .map = &map_cut},
    {.names = "rows.limit", .effect = EFFECT_HINT, .returns = RETURNS_NONE, .map = &map_limit},
    /* What is given the name input_ids, chosen_input_ids, prompt_ids: lint/training/row_length.c follows it to what it was made of. */
    {.names = "rows.row|rows.pair|rows.part|rows.item", .returns = RETURNS_NONE},
    /* lint/training/rollout.c: prompts that are too long are not answered. */
    {.names = "rows.skip", .returns = RETURNS_NONE},
    /* lint/settings/hints.c: the length of what a model writes is not that of rows, nor is that of their parts. */
    {.names = "rows.grown|rows.portion", .returns = RETURNS_NONE},
    /* lint/training/rollout.c: what a loop of the repository's own writes. */
    {.names = "rows.written", .returns = RETURNS_NONE},
    {.names = "rows.batch|rows.loader", .returns = RETURNS_NONE, .map = &map_batch},
    {.names = "transformers.DataCollatorWithPadding|transformers.DataCollatorForSeq2Seq|"
	      "transformers.DataCollatorForTokenClassification",
     .effect = EFFECT_HINT,
     ROWS(params, collator_params),
     .map = &map_collator},
    {.names = "trl.trainer.utils.DataCollatorForChatML", .effect = EFFECT_HINT, .map = &map_chat},
    {.names = "datasets.load_dataset", .effect = EFFECT_HINT, ROWS(params, load_params), .map = &map_load},
    {.names = ".map|.filter|.set_transform|.with_transform"},
    {.names = ".select|.shuffle|.train_test_split|.remove_columns|.rename_column"},
};

const struct framework framework_datasets = {
    .name = "datasets",
    ROWS(callables, callables),
    ROWS(maps, maps),
};
