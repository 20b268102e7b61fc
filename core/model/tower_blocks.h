/*
 * The blocks of vision towers whose picture's size decides how many patches there are.
 *
 * Sizes are those of transformers' modeling files and of the models' configurations, as in tower_parameters.c.
 */
#ifndef CORE_MODEL_TOWER_BLOCKS_H
#define CORE_MODEL_TOWER_BLOCKS_H

#include "catalog.h"

struct tower_blocks {
	double hidden, depth, ffn;
	/** Patches that are merged to one token of the language model. */
	double merged;
	/** What the MLP keeps for backward between its linears, the last one's input included, in widths of ffn. */
	double kept;
	/** RMSNorm, composed of PyTorch's operations; else LayerNorm. */
	bool rms;
	/** The first release of transformers that computes the blocks anew for backward: 4.047; 0: all do. */
	double recomputed_since;
};

/** The blocks of a model's tower; false if it has none, or one of which every picture makes as many patches. */
bool model_tower_blocks(const struct model *m, struct tower_blocks *out);

#endif
