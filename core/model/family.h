/*
 * Model families: what config.json's model_type says about the code that runs.
 *
 * A row per family whose layers differ from Llama's (separate q, k, v and gate, up projections,
 * RMSNorm, RoPE, one norm before attention and one before the MLP); the others need none.
 */
#ifndef CORE_MODEL_FAMILY_H
#define CORE_MODEL_FAMILY_H

#include "catalog.h"

/** What the formulas can say about a family. */
enum family_kind {
	FAMILY_DECODER,
	/** BERT and its kin: a classifier on top unless it is pretrained. */
	FAMILY_ENCODER,
	/** T5, BART, Whisper: two stacks; cross-attention is not counted apart. */
	FAMILY_SEQ2SEQ,
	/** State-space or linear-attention layers among the others: counted as attention layers. */
	FAMILY_HYBRID,
	/** Image models: not modelled. */
	FAMILY_DIFFUSION,
};

struct family {
	const char *name;
	enum family_kind kind;
	bool fused_qkv, fused_gate_up, parallel_residual, no_rope;
	/** Norms behind attention and MLP; tanh caps on scores and on logits. */
	bool post_norms, attn_softcap, final_softcap;
	/** Dropout of 0.1 on residuals, attention and embeddings in the published configs; none on attention. */
	bool dropout, no_attention_dropout;
	/** Eager attention takes the larger of score and least number, and keeps the scores for it. */
	bool clamps_scores;
	/** gelu_new out of elementary operations; softmax not in float32 in eager attention. */
	bool composed_act, no_upcast;
	/** A norm made of elementary float32 operations although it is a LayerNorm. */
	bool composed_norm;
	bool head_bias;
	/** Positions relative to one another: max_position of the config ends no row. */
	bool relative;
	/** Before transformers 4.49 its own loss, in the dtype of the logits. */
	bool plain_loss;
	/** Experts are one stacked parameter, no linear layers, in every version of transformers. */
	bool stacked_experts;
	/** bitsandbytes gets them as layers all the same, or its format is another. */
	bool quantised_experts;
	/** Its code gives SDPA a mask that only the composed kernel takes: scores materialise. */
	bool composed_attention;
	/** How far published runs are from the formulas: shares of the peak, and gigabytes. */
	double less, more, more_gb;
	/** Every how many layers one has global attention; 0: all or none. */
	unsigned global_every;
	/** Hundredths of head_dim that RoPE rotates; 0: all. */
	unsigned rope_percent;
	const char *source;
};

/** The row of a model_type, or the plain decoder's. Never NULL. */
const struct family *family_of(struct str name);
/** The family that decides a model's layers: its language part's if it has a tower. */
const struct family *family_of_model(const struct model *m);

#endif
