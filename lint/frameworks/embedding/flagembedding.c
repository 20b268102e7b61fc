/*
 * FlagEmbedding: the flags of its embedders and rerankers, on transformers' trainer.
 */
#include "lint/frameworks/libraries/shared_maps.h"

static const struct package packages[] = {
    {.name = "flagembedding", "1.1@2309 1.2@2402 1.3@2410 1.3.5@2504", "FlagOpen/FlagEmbedding, tags and its main branch of 2026-04",
     .modules = "FlagEmbedding"},
};

#define ARGS	 "FlagEmbedding FlagEmbedding/abc/finetune/embedder/AbsArguments.py, 1.3"
#define RERANK	 "FlagEmbedding FlagEmbedding/abc/finetune/reranker/AbsArguments.py, 1.3"
#define DECODER	 "FlagEmbedding FlagEmbedding/finetune/embedder/decoder_only/base/arguments.py, load_model.py, 1.3"
#define IS_LORA	 "peft=lora"
static const struct keyrow rows[] = {
    KEY("passage_max_len", MAX_SEQ_LENGTH),
    /* A question and so many passages, whose activations are held together. */
    KEY_WHEN("train_group_size", TEXTS_PER_ROW, PLAIN, NULL, "!@sub_batch_size>0"),
    KEY_WHEN("train_group_size", TEXTS_PER_ROW, PLUS, "1", "!@sub_batch_size>0"),
    KEY_WHEN("sub_batch_size", MINI_BATCH_SIZE, PLAIN, NULL, "@sub_batch_size>0"),
};
static const struct defrow defaults[] = {
    DEFAULT(MAX_SEQ_LENGTH, "128", ARGS ": passage_max_len"),
    DEFAULT(TEXTS_PER_ROW, "9", ARGS ": train_group_size 8, and the question"),
};
static const struct keyrow common_rows[] = {
    KEY("model_name_or_path", MODEL),
    KEY_AS("use_flash_attn", ATTENTION, SWITCH, "flash_attention_2;sdpa"),
};
static const struct defrow common_defaults[] = {
    DEFAULT(PACKING, "false", ARGS),
    DEFAULT(EVALUATION, "false", ARGS),
    DEFAULT(WEIGHTS_DTYPE, "float32", "FlagEmbedding FlagEmbedding/finetune/embedder, 1.3: AutoModel.from_pretrained() without a dtype"),
    DEFAULT(QUANTIZATION, "none", ARGS),
};
static const struct keymap map_common = {
    .name = "flagembedding.common",
    .package = "flagembedding",
    .base = {&map_transformers_args},
    ROWS(rows, common_rows),
    ROWS(defaults, common_defaults),
    .source = ARGS,
};
static const struct keymap map_embedder = {
    .name = "flagembedding.embedder",
    .package = "flagembedding",
    .base = {&map_common},
    ROWS(rows, rows),
    ROWS(defaults, defaults),
    .source = ARGS,
};
static const struct keyrow decoder_rows[] = {
    KEY_AS("use_lora", PEFT, SWITCH, "lora;none"),
    KEY_WHEN("lora_rank", LORA_R, PLAIN, NULL, "!@use_lora=false"),
    KEY_WHEN("lora_alpha", LORA_ALPHA, PLAIN, NULL, "!@use_lora=false"),
    KEY_WHEN("lora_dropout", LORA_DROPOUT, PLAIN, NULL, "!@use_lora=false"),
    KEY_WHEN("target_modules", LORA_TARGET_MODULES, MODULES, NULL, "!@use_lora=false"),
};
static const struct defrow decoder_defaults[] = {
    DEFAULT(PEFT, "lora", DECODER ": use_lora True"),
    DEFAULT_WHEN(LORA_R, "64", IS_LORA, DECODER),
    DEFAULT_WHEN(LORA_ALPHA, "16", IS_LORA, DECODER),
    DEFAULT_WHEN(LORA_DROPOUT, "0.1", IS_LORA, DECODER),
    DEFAULT_WHEN(LORA_TARGET_MODULES, "all-linear", IS_LORA, DECODER ": the seven projections"),
    DEFAULT(ATTENTION, "sdpa", DECODER ": use_flash_attn False"),
};
static const struct keymap map_adapted = {
    .name = "flagembedding.adapted",
    .package = "flagembedding",
    ROWS(rows, decoder_rows),
    ROWS(defaults, decoder_defaults),
    .source = DECODER,
};
static const struct keymap map_decoder = {
    .name = "flagembedding.decoder",
    .package = "flagembedding",
    .base = {&map_adapted, &map_embedder},
    .source = DECODER,
};
/* A question and a passage are one text, and a row has as many as its group. */
static const struct keyrow rerank_rows[] = {
    KEY_WHEN("query_max_len", MAX_SEQ_LENGTH, PLAIN, NULL, "@passage_max_len"),
    KEY_WHEN("passage_max_len", MAX_SEQ_LENGTH, PLUS, NULL, "@query_max_len"),
    KEY("train_group_size", TEXTS_PER_ROW),
};
static const struct defrow rerank_defaults[] = {
    DEFAULT_WHEN(MAX_SEQ_LENGTH, NULL, "@passage_max_len|query_max_len", RERANK ": one of two lengths is not given"),
    DEFAULT(MAX_SEQ_LENGTH, "160", RERANK ": query_max_len 32, passage_max_len 128"),
    DEFAULT(TEXTS_PER_ROW, "8", RERANK ": train_group_size"),
};
static const struct keymap map_reranker = {
    .name = "flagembedding.reranker",
    .package = "flagembedding",
    .base = {&map_common},
    ROWS(rows, rerank_rows),
    ROWS(defaults, rerank_defaults),
    .source = RERANK,
};
static const struct keymap map_decoder_reranker = {
    .name = "flagembedding.decoder_reranker",
    .package = "flagembedding",
    .base = {&map_adapted, &map_reranker},
    .source = RERANK,
};
static const struct keymap *const maps[] = {&map_common, &map_embedder, &map_adapted, &map_decoder, &map_reranker, &map_decoder_reranker};

#define RUN(w, m, t)                                                                               \
	{                                                                                          \
		.words = "-m FlagEmbedding." w, .set = "framework=flagembedding;task=" t, .map = &(m), \
		.positional = "", .config_flag = "", .idle = "@only_merge_lora_model"              \
	}
static const struct command commands[] = {
    RUN("finetune.embedder.encoder_only.base", map_embedder, "embedding"),
    RUN("finetune.embedder.encoder_only.m3", map_embedder, "embedding"),
    RUN("finetune.embedder.decoder_only.base", map_decoder, "embedding"),
    RUN("finetune.embedder.decoder_only.icl", map_decoder, "embedding"),
    RUN("finetune.reranker.encoder_only.base", map_reranker, "classification"),
    RUN("finetune.reranker.decoder_only.base", map_decoder_reranker, "classification"),
    RUN("finetune.reranker.decoder_only.layerwise", map_decoder_reranker, "classification"),
    /* 1.1 and 1.2 */
    RUN("baai_general_embedding.finetune.run", map_embedder, "embedding"),
    RUN("BGE_M3.run", map_embedder, "embedding"),
    RUN("reranker.run", map_reranker, "classification"),
    RUN("llm_reranker.finetune_for_instruction.run", map_decoder_reranker, "classification"),
    RUN("llm_reranker.finetune_for_layerwise.run", map_decoder_reranker, "classification"),
};

const struct framework framework_flagembedding = {
    .name = "flagembedding",
    ROWS(commands, commands),
    ROWS(maps, maps),
    ROWS(packages, packages),
    .launch_shares = true,
};
