/*
 * Sizes of the problem, and the byte width of every kind of tensor in a regime.
 *
 * Memory is decided by which dtype each kind of tensor has: six widths of 2 or 4 bytes follow from
 * weights dtype, autocast, quantisation and norm kind. The letters are those of docs/formulas.md.
 */
#ifndef CORE_STEP_TENSOR_WIDTHS_H
#define CORE_STEP_TENSOR_WIDTHS_H

#include "spec.h"

struct widths {
	const struct step_spec *s;
	const struct shape *a;
	/** Sequences in a forward pass (twice the batch for preference pairs), tokens of each,
	 * both. */
	double B, S, N;
	/** hidden, MLP width, vocabulary, layers; query and key/value heads, head_dim. */
	double h, f, V, L, H, Hk, d;
	/** H * d and Hk * d. */
	double q, kv;
	bool amp, full;
	/** Quantised weights; in a form that is dequantised matrix by matrix; LLM.int8(). */
	bool quant, q4, q8;
	/** Layers are recomputed; by the non-reentrant implementation. */
	bool ckpt, nonre;
	/** Liger's kernels; any fused RMSNorm, which keeps its input only. */
	bool liger, fused_norm;
	/** Quantised linears keep their input even when frozen. */
	bool keep_input;
	/** float32 norm weights alone. */
	bool norms32;
	/** Bytes of: linear weights, adapters, embeddings + norm weights + lm_head. */
	double wb, adb, E;
	/** Bytes of: the residual stream, a norm's output, output of a linear fed by a norm. */
	double R, n, o;
	/** Bytes of: q and k after RoPE; q, k, v as the attention kernel sees them. */
	double qb, ab;
	/** Layers that backward visits: all, or the last ones if only they train. */
	double back;
	/** Of those the share that trains. */
	double training;
	/** lm_head and the embedding get gradients of their own. */
	bool head_trains, embed_trains;
	/** LoRA: rank, dropout, targets that the shape has. */
	double r;
	bool dropout;
	linear_set targets;
};

/** The widths of a spec; s must outlive them. */
struct widths widths_of(const struct step_spec *s);
/** Whether the attention kernel is FlashAttention's own. */
bool widths_flash(const struct widths *c);
/** Experts that a row visits on this GPU, in the mean. */
double widths_choices(const struct widths *c);
/** Whether any of a set of linears has an adapter. */
static inline bool widths_has_lora(const struct widths *c, linear_set set)
{
	return (c->targets & set) != 0;
}
/** 16-bit copies that autocast makes of float32 weights: 2 B per weight, or 0. */
static inline bool widths_casts_weights(const struct widths *c)
{
	return c->amp && c->wb == 4 && !c->quant;
}

#endif
