/*
 * A block of a language model that the repository writes itself: attention and MLP, from the sizes of
 * their matrices and from what their attributes are called.
 */
#ifndef LINT_MODEL_CUSTOM_BLOCK_H
#define LINT_MODEL_CUSTOM_BLOCK_H

#include "module.h"

struct block {
	double heads, kv_heads, head_dim;
	/** Width of the MLP, or of an expert. */
	double ffn;
	/** Experts, how many of them a token meets, width of those that every token does; 0: none. */
	double experts, top_k, shared_ffn;
	bool gated, fused_qkv, fused_gate_up, qkv_bias, out_bias;
	/** Norms without torch.nn.LayerNorm. */
	bool norm_rms;
	/** No activation of torch.nn's. */
	bool own_act;
	/** Its MLP is one kernel of a library's, which keeps gate and up alone. */
	bool recomputes_act;
	/** nn.MultiheadAttention; a whole nn.TransformerEncoderLayer. */
	bool of_library, whole;
};

/**
 * Reads the block first of the blocks of a list, all of which must be alike. Gives why its shape is not
 * known; empty if it is.
 */
struct str block_read(struct arena *a, const struct module_sizes *sizes, const struct module_parts *parts,
		      size_t list, size_t first, double hidden, struct block *out);

#endif
