/*
 * One linear layer: what it keeps for backward, and the temporaries of its LoRA branch.
 *
 * Everything is bytes per token. x is the byte width of the input's dtype, width its number of
 * features.
 */
#ifndef CORE_STEP_LINEAR_H
#define CORE_STEP_LINEAR_H

#include "tensor_widths.h"

/** What a group of linears keeps of an input that they share. */
struct kept {
	/** Bytes of copies of their own. */
	double own;
	/** Whether the input itself is kept, once for all of them. */
	bool share;
};

/** The LoRA branch of one linear. */
struct kept lora_kept(const struct widths *c, double x, double width);
/** A set of linears that share an input. */
struct kept linear_kept(const struct widths *c, linear_set set, double x, double width);
/** The same, the shared input counted. */
double linear_saved(const struct widths *c, linear_set set, double x, double width);
/** Bytes of an input that nothing but bitsandbytes' int8 matmul keeps. */
double linear_only_int8(const struct widths *c, linear_set set, double x, double width);
/** Temporaries while a LoRA branch consumes its input, beyond the input. */
double lora_in_forward(const struct widths *c, double x, double width);
/** Temporaries while a LoRA output is scaled and added to an output of width o. */
double lora_out_forward(const struct widths *c, double o, double width);
/** Temporaries of the input gradient through a linear with LoRA, relative to all that is saved. */
double lora_in_backward(const struct widths *c, double x, double width);

/**
 * Adapters that are merged with the weight in forward: bytes, for the whole micro-batch, that those of a set keep beside
 * LoRA's. DoRA: the results that the magnitudes scale; with dropout also the weight that the base result is computed with
 * anew. LoHa and LoKr: the matrices, each as large as its weight, that their factors are multiplied out to.
 */
double merged_saved(const struct widths *c, linear_set set);
/** Bytes on the way there for the largest adapted linear: products of factors; DoRA's identity and norm's operands. */
double merged_forward(const struct widths *c);

#endif
