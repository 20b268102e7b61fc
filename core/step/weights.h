/*
 * Parameters and their persistent bytes: weights, adapters, gradients, optimizer states.
 */
#ifndef CORE_STEP_WEIGHTS_H
#define CORE_STEP_WEIGHTS_H

#include "layer.h"

/** Counts of parameters, unless they are called bytes. */
struct weights {
	/** The whole model; bytes of its weights as stored. */
	double total, bytes;
	/** Of them in quantised matrices. */
	double quantised;
	/** Bytes of weights that sharding does not split: bitsandbytes' block scales. */
	double scale_bytes;
	/** Of all adapters. */
	double adapters;
	/**
	 * Beside adapters: copies of the embedding and the head that train whole (PEFT's modules_to_save;
	 * in the dtype of what they copy), and parts outside the model (value heads).
	 */
	double whole;
	/** All embedding tables; the token embedding; an untied lm_head; norms. */
	double embeddings, table, lm_head, norms;
};

/** The counts of a spec's model; c and ly are those of the same spec. */
struct weights weights_of(const struct widths *c, const struct layer *ly);

/** What an optimizer holds for trained parameters, and what its step takes for a moment: bytes. */
struct optim_need {
	double state, temp;
};

/** Parameters of the model itself that train: all, or those of its last layers. */
double weights_trained(const struct widths *c, const struct layer *ly, const struct weights *p);
/**
 * The need of the spec's optimizer for trained parameters whose gradients have width bytes.
 * flat: parameters are flat shards, which cannot be factored and have no embedding.
 */
struct optim_need optim_need_of(const struct widths *c, const struct layer *ly,
				const struct weights *p, double trained, double width, bool flat);

#endif
