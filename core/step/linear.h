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
 * DoRA: bytes, for the whole micro-batch, that the adapted linears of a set keep beside LoRA's: the
 * results that the magnitudes scale; with dropout also the weight that the base result is computed
 * with anew.
 */
double dora_saved(const struct widths *c, linear_set set);
/** Bytes of the identity, the merged weight and its norm's operands for the largest adapted linear. */
double dora_forward(const struct widths *c);
/**
 * LoHa and LoKr: bytes of the matrices, each as large as its weight, that the adapters of a set are multiplied out to and
 * that F.linear() keeps for backward (peft 0.20 tuners/loha/layer.py _get_delta_activations(), the same in lokr).
 */
double delta_saved(const struct widths *c, linear_set set);
/** Bytes of the products on the way to the largest of them. */
double delta_forward(const struct widths *c);

#endif
