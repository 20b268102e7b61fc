/*
 * Parameter counts from shapes.
 *
 * A count is that of unique trained parameters: tied matrices once, biases and norms in; buffers,
 * multi-token-prediction layers and a checkpoint's unused weights out; vision and audio towers with
 * their projectors in. tests/unit/core/model/check_parameter_count.c holds the formulas against published counts.
 */
#ifndef CORE_MODEL_PARAMETER_COUNT_H
#define CORE_MODEL_PARAMETER_COUNT_H

#include "catalog.h"

struct model_count {
	/** All of them. */
	uint64_t total;
	/**
	 * Token, position and token-type tables, and an untied head: what bitsandbytes leaves in 16
	 * bits and "all-linear" adapters leave out.
	 */
	uint64_t embedding;
	/** Mixture of experts: what one token meets; else total. */
	uint64_t active;
	/** Vision and audio towers with their projectors, and what no column places. */
	uint64_t tower;
	/** Weights of the blocks' linear layers, experts included; biases, norms and routers not.
	 */
	uint64_t linear;
	/** Mean of one block with its norms: (total − embedding − tower) / layers. */
	uint64_t layer;
};

/** The counts of a shape. An absurd shape saturates; a shape without a hidden size has none. */
struct model_count model_count(const struct model *m);
/** model_count().total. */
uint64_t model_params(const struct model *m);

#endif
