/*
 * Models that a training config describes by sizes of its own: "--num-layers 24 --hidden-size 1024 …" of Megatron-LM,
 * num_layers and hidden_size of a YAML. The rows of frameworks bring their keys to the names that are read here.
 */
#ifndef LINT_MODEL_SIZES_H
#define LINT_MODEL_SIZES_H

#include "core/model/model.h"
#include "lint/read/node.h"

/** Whether sizes.c reads a name: for tests of tables. */
bool model_size_known(struct str name);
/**
 * The model of a mapping of sizes, each a number or a text, in the arena; *how says what was taken for its vocabulary.
 * Its id is that of a known model of this shape, else it tells layers and width. NULL if width, depth or heads are
 * missing or absurd, or if layers of another kind are among them; *why says it then.
 *
 * hidden, layers, heads, kv_heads, head_dim, ffn, vocab, positions (longest row), experts, top_k, moe_ffn, shared_ffn,
 * dense_first: as struct model's. ffn_ratio: ffn as a multiple of hidden. ffn_multiple: ffn is rounded up to it;
 * ffn_gated: each matrix of a gated MLP has a half (halves) or a third (thirds) of ffn, before that rounding. shared_experts: a number of experts as wide as moe_ffn.
 * vocab_of: a tokenizer or a known model whose vocabulary it is; vocab_multiple, vocab_parts: it is padded to a multiple
 * of their product. mla, kv_lora, q_lora, qk_nope, qk_rope, v_dim: latent attention. tied, gated, rms, bias (all, qkv,
 * none), qk_norm (head, full), learned_positions, no_rope, dropout, layers_of (what else it is built of): traits.
 */
const struct model *model_of_sizes(struct arena *a, const struct node *sizes, struct str *how, struct str *why);

#endif
