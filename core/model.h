/*
 * Shapes of language models.
 *
 * Sizes are numbers of elements, 0 where a shape has none. Rows come from core/tables/models.csv,
 * whose last column names the source of each; a repository's own config.json makes one too.
 */
#ifndef CORE_MODEL_H
#define CORE_MODEL_H

#include "str.h"

enum norm { NORM_RMS, NORM_LAYER, NORM_GEMMA };

struct model {
	/** Hugging Face id of the row, or the id that was asked for. */
	struct str id;
	/** "llama", "qwen2", "gemma3", …: config.json's model_type. */
	struct str family;
	/** Published or counted parameters, the tied head not counted twice; 0 if not known. */
	uint64_t params;
	uint32_t hidden, layers, heads, kv_heads, head_dim, ffn, vocab;
	uint32_t max_position;
	/** 0: none. */
	uint32_t sliding_window;
	uint32_t experts, experts_per_token, moe_ffn, shared_expert_ffn, dense_layers_before_moe;
	/** Multi-head latent attention (DeepSeek): rank of the compressed keys and values; 0: none. */
	uint32_t mla_kv_lora_rank;
	uint32_t encoder_layers;
	bool tied_embeddings, attention_bias, qk_norm;
	enum norm norm;
	struct str activation;
	/** Where the shape comes from; for guesses, the rule. */
	struct str source;
	/** A guess from the name by the rules of models.md, not a known row. */
	bool guessed;
};

/** The row of an id or alias (case-insensitive), or NULL. */
const struct model *model_find(struct str id);
/** The table, for listing: rows and their number. */
const struct model *model_table(size_t *n);

#endif
