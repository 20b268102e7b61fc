/*
 * The shape of a model as the memory formulas need it: struct model's columns plus what its family
 * says (fused projections, norm kind, MLP kind).
 *
 * All sizes are whole numbers of elements held as doubles: exact up to 2^53, and an absurd shape
 * gives an absurd size instead of a wrapped one. 0 means that the shape has none.
 */
#ifndef CORE_MODEL_SHAPE_H
#define CORE_MODEL_SHAPE_H

#include "catalog.h"

#include <stdbool.h>
#include <stdint.h>

enum mlp {
	/** gate, up, down: SwiGLU, GeGLU. */
	MLP_GATED,
	/** fc1, activation, fc2. */
	MLP_PLAIN,
	/** A router and gated experts. */
	MLP_MOE,
};

enum head_kind {
	/** lm_head: hidden → vocab. */
	HEAD_LM,
	/** BERT's masked language model: transform, then the tied decoder. */
	HEAD_MLM,
	/** Pooler and classifier: no logits over the vocabulary. */
	HEAD_CLASSIFIER,
};

/** The linear layers of a decoder layer; W1, W2, W3 are the gate, down and up of each expert. */
enum linear {
	LINEAR_Q,
	LINEAR_K,
	LINEAR_V,
	LINEAR_QKV,
	LINEAR_O,
	LINEAR_GATE,
	LINEAR_UP,
	LINEAR_GATE_UP,
	LINEAR_DOWN,
	LINEAR_FC1,
	LINEAR_FC2,
	LINEAR_ROUTER,
	LINEAR_SHARED_GATE,
	LINEAR_SHARED_UP,
	LINEAR_SHARED_DOWN,
	LINEAR_SHARED_ROUTER,
	LINEAR_W1,
	LINEAR_W2,
	LINEAR_W3,
	LINEAR_COUNT
};

/** A set of linears: bit 1 << enum linear. */
typedef uint32_t linear_set;
#define LINEAR(x) ((linear_set)1 << LINEAR_##x)

struct shape {
	double hidden, layers, heads, kv_heads, head_dim, ffn, vocab;
	enum norm norm;
	enum mlp mlp;
	enum head_kind head;
	/** Projections stored as one matrix. */
	bool fused_qkv, fused_gate_up;
	bool qkv_bias, o_bias, mlp_bias, head_bias;
	/** Norms on q and k; norms behind attention and MLP too (Gemma 2 and 3). */
	bool qk_norm, post_norms;
	/** lm_head shares the embedding's matrix. */
	bool tied;
	bool rope;
	/** Share of head_dim that is rotated. */
	double rope_share;
	/** Learned positions and token types: rows of their tables. */
	double learned_pos, type_vocab;
	/** tanh soft caps on attention scores and logits (Gemma 2). */
	bool attn_softcap, final_softcap;
	/** Window in tokens; every how many layers one is global (1: none is). */
	double sliding_window, sliding_every;
	/** Attention and MLP read the same input (GPT-NeoX, Falcon). */
	bool parallel_residual;
	/** BERT's order: norms behind the residual sum, an embedding norm, no final norm. */
	bool post_ln;
	/** Dropout layers with p > 0 in training. */
	bool resid_dropout, attn_dropout, embd_dropout;
	/** gelu_new: the activation is composed of elementary operations, each keeping its input. */
	bool composed_act;
	/** A gated MLP keeps gate and up alone, and computes their product again (xformers' fused SwiGLU). */
	bool recomputes_act;
	/** Eager attention computes its softmax in float32 (Llama); GPT-2 and BERT do not. */
	bool eager_upcast;
	/** It keeps the scores as well, to tell which of them are less than the least number. */
	bool clamps_scores;
	/** Its code gives SDPA a mask that only the composed kernel takes. */
	bool composed_attention;
	/** Before transformers 4.49 the model computed its loss in the dtype of the logits. */
	bool plain_loss;
	/** Experts are one stacked parameter in every version; bitsandbytes quantises them all the same. */
	bool stacked_experts, quantised_experts;
	double experts, top_k, moe_ffn, shared_ffn;
	/**
	 * Matrices of hidden x moe_ffn in an expert: 0 stands for 3 (gate, up, down); less where experts
	 * are not gated or work in a narrower space.
	 */
	double expert_matrices;
	double n_labels;
	/**
	 * Published count minus ours: per layer (latent attention, leading dense layers, biases …),
	 * and outside the layers (towers). May be negative.
	 */
	double layer_extra, other_params;
	/** Of those outside: vision and audio towers, with what joins them to the language model. */
	double tower;
};

/** One linear of a layer. */
struct linear_size {
	enum linear name;
	double in, out;
	bool bias;
};

/**
 * Every linear of one layer, experts' W1, W2, W3 excluded, in the order of the forward pass.
 * Returns their number, at most LINEAR_COUNT.
 */
size_t shape_linears(const struct shape *s, struct linear_size out[LINEAR_COUNT]);
/** The linears that a shape has, experts' included. */
linear_set shape_has(const struct shape *s);
/** What PEFT's "all-linear" adapts: every linear but the routers. */
linear_set shape_all_linear(const struct shape *s);

#endif
