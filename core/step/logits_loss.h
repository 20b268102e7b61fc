/*
 * The head: logits and loss.
 *
 * For vocabularies above 100,000 this is the peak of most runs: 12 B per token and word.
 */
#ifndef CORE_STEP_LOGITS_LOSS_H
#define CORE_STEP_LOGITS_LOSS_H

#include "tensor_widths.h"

/** Bytes, for the whole micro-batch. */
struct head {
	/** Bytes of a logit; tokens that get logits. */
	double width, tokens;
	/** Saved until the head's backward. */
	double saved;
	/** Extra at the maximum of its forward and of its backward. */
	double forward, backward;
	/** Extra while TRL computes its metrics, where DataParallel gathers the outputs, and in the reference model's pass; 0:
	 * there is none. */
	double metrics, gathered, reference;
	/** Of the reference model's pass, what is there in an evaluation too; 0 where the policy's logits are gone by then. */
	double reference_unkept;
	/** 16-bit copy of a float32 lm_head. */
	double cast;
	/** What a loop that keeps its outputs holds. */
	double logits;
	/** The loss never builds the logits. */
	bool fused;
};

/** Bytes of lm_head's matrix while a matmul reads it, where it is quantised from float16; else 0. */
double head_dequantised(const struct widths *c);
/** What the head needs on the loss path of a spec. */
struct head head_of(const struct widths *c);

#endif
