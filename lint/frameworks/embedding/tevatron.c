/*
 * Tevatron: the flags of its retrievers and rerankers, on transformers' trainer.
 */
#include "lint/frameworks/libraries/shared_maps.h"

static const struct package packages[] = {
    {.name = "tevatron", "0.1@2203 1.0@2403 2.0@2410 2.1@2607", "texttron/tevatron, its main branch of 2026-07", .modules = ""},
};

#define ARGS	"tevatron src/tevatron/retriever/arguments.py, 2.0"
#define DRIVER	"tevatron src/tevatron/retriever/driver/train.py, 2.0"
#define IS_LORA "peft=lora"

static const struct keyrow rows[] = {
    KEY("model_name_or_path", MODEL),
    KEY_AS("lora", PEFT, IF_TRUE, "lora"),
    KEY_WHEN("lora_r", LORA_R, PLAIN, NULL, IS_LORA),
    KEY_WHEN("lora_alpha", LORA_ALPHA, PLAIN, NULL, IS_LORA),
    KEY_WHEN("lora_dropout", LORA_DROPOUT, PLAIN, NULL, IS_LORA),
    KEY_WHEN("lora_target_modules", LORA_TARGET_MODULES, MODULES, NULL, IS_LORA),
    KEY("passage_max_len", MAX_SEQ_LENGTH),
    /* A question and so many passages, whose activations are held together. */
    KEY_WHEN("train_group_size", TEXTS_PER_ROW, PLAIN, NULL, "!@grad_cache"),
    KEY_WHEN("train_group_size", TEXTS_PER_ROW, PLUS, "1", "!@grad_cache"),
    KEY_WHEN("gc_p_chunk_size", MINI_BATCH_SIZE, PLAIN, NULL, "@grad_cache"),
    KEY_AS("bf16", WEIGHTS_DTYPE, IF_TRUE, "bfloat16"),
    KEY_AS("fp16", WEIGHTS_DTYPE, IF_TRUE, "float16"),
    KEY_AS("dtype", WEIGHTS_DTYPE, DTYPE, NULL),
    KEY("attn_implementation", ATTENTION),
    KEY_AS("dataset_name", DATASET, NAMES, NULL),
};
static const struct defrow defaults[] = {
    DEFAULT(PEFT, "none", ARGS ": lora False"),
    DEFAULT_WHEN(LORA_R, "16", IS_LORA, ARGS),
    DEFAULT_WHEN(LORA_ALPHA, "64", IS_LORA, ARGS),
    DEFAULT_WHEN(LORA_DROPOUT, "0.1", IS_LORA, ARGS),
    DEFAULT_WHEN(LORA_TARGET_MODULES, "all-linear", IS_LORA, ARGS ": the seven projections"),
    DEFAULT(QUANTIZATION, "none", ARGS),
    DEFAULT(WEIGHTS_DTYPE, "float32", DRIVER),
    DEFAULT(MAX_SEQ_LENGTH, "128", ARGS ": passage_max_len"),
    DEFAULT_WHEN(TEXTS_PER_ROW, "9", "!@grad_cache", ARGS ": train_group_size 8, and the question"),
    DEFAULT_WHEN(MINI_BATCH_SIZE, "32", "@grad_cache", ARGS ": gc_p_chunk_size"),
    DEFAULT(ATTENTION, "flash_attention_2", ARGS),
    DEFAULT(PACKING, "false", ARGS),
    DEFAULT(EVALUATION, "false", DRIVER),
};
static const struct keymap map_retriever = {
    .name = "tevatron.retriever",
    .package = "tevatron",
    .base = {&map_transformers_args},
    ROWS(rows, rows),
    ROWS(defaults, defaults),
    .source = ARGS,
};
#define RERANK "tevatron src/tevatron/reranker/arguments.py, 2.0"
static const struct keyrow rerank_rows[] = {
    KEY("rerank_max_len", MAX_SEQ_LENGTH),
    KEY("train_group_size", TEXTS_PER_ROW),
};
static const struct defrow rerank_defaults[] = {
    DEFAULT_UNKNOWN(MAX_SEQ_LENGTH, RERANK ": rerank_max_len"),
    DEFAULT(TEXTS_PER_ROW, "8", RERANK ": train_group_size"),
};
static const struct keymap map_reranker = {
    .name = "tevatron.reranker",
    .package = "tevatron",
    .base = {&map_retriever},
    ROWS(rows, rerank_rows),
    ROWS(defaults, rerank_defaults),
    .source = RERANK,
};
/* Before 1.5: fp16 is transformers', and dtype is for Jax. */
#define V1	  "tevatron src/tevatron/arguments.py, its branch tevatron-v1"
#define V1_DRIVER "tevatron src/tevatron/driver/train.py, its branch tevatron-v1"
static const struct keyrow v1_rows[] = {
    KEY("model_name_or_path", MODEL),
    KEY("p_max_len", MAX_SEQ_LENGTH),
    /* A question and so many passages, whose activations are held together. */
    KEY_WHEN("train_n_passages", TEXTS_PER_ROW, PLAIN, NULL, "!@grad_cache"),
    KEY_WHEN("train_n_passages", TEXTS_PER_ROW, PLUS, "1", "!@grad_cache"),
    KEY_WHEN("gc_p_chunk_size", MINI_BATCH_SIZE, PLAIN, NULL, "@grad_cache"),
    KEY_AS("dataset_name", DATASET, NAMES, NULL),
};
static const struct defrow v1_defaults[] = {
    DEFAULT(PEFT, "none", V1),
    DEFAULT(QUANTIZATION, "none", V1),
    DEFAULT(WEIGHTS_DTYPE, "float32", "tevatron src/tevatron/modeling/encoder.py build, its branch tevatron-v1: from_pretrained"),
    DEFAULT(MAX_SEQ_LENGTH, "128", V1 ": p_max_len"),
    DEFAULT_WHEN(TEXTS_PER_ROW, "9", "!@grad_cache", V1 ": train_n_passages 8, and the question"),
    DEFAULT_WHEN(MINI_BATCH_SIZE, "32", "@grad_cache", V1 ": gc_p_chunk_size"),
    DEFAULT(PACKING, "false", V1),
    DEFAULT(EVALUATION, "false", V1_DRIVER),
};
static const struct keymap map_v1 = {
    .name = "tevatron.v1",
    .package = "tevatron",
    .base = {&map_transformers_args},
    ROWS(rows, v1_rows),
    ROWS(defaults, v1_defaults),
    .source = V1,
};
static const struct keymap *const maps[] = {&map_retriever, &map_reranker, &map_v1};

#define RUN(w, m, t)                                                                               \
	{                                                                                          \
		.words = "-m tevatron." w, .set = "framework=tevatron;task=" t, .map = &(m),       \
		.positional = "", .config_flag = ""                                                \
	}
static const struct command commands[] = {
    RUN("retriever.driver.train", map_retriever, "embedding"),
    RUN("retriever.driver.train_distil", map_retriever, "embedding"),
    RUN("retriever.driver.train_splade", map_retriever, "sparse_embedding"),
    RUN("driver.train", map_v1, "embedding"),
    RUN("reranker.driver.train", map_reranker, "classification"),
    {.words = "-m tevatron.retriever.driver.jax_train", .set = "", .map = &map_retriever, .positional = "", .config_flag = "",
     .no_job = "it trains with JAX, whose memory is not estimated"},
};

const struct framework framework_tevatron = {
    .name = "tevatron",
    ROWS(commands, commands),
    ROWS(maps, maps),
    ROWS(packages, packages),
    .launch_shares = true,
};
