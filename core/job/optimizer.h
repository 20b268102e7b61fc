/*
 * Optimizers: what each keeps per trained parameter, and what its step needs for a moment.
 *
 * One row per optimizer of transformers' optim, torchtune, bitsandbytes and DeepSpeed; adding one
 * is adding a row.
 */
#ifndef CORE_JOB_OPTIMIZER_H
#define CORE_JOB_OPTIMIZER_H

#include "core/base/base.h"

/** How one state value is stored. */
enum optim_state {
	OPTIM_STATE_NONE,
	/** In the dtype of the gradient (torch.optim). */
	OPTIM_STATE_GRAD,
	/** Always float32 (bitsandbytes 32-bit, fp32 masters). */
	OPTIM_STATE_FLOAT32,
	/** 8 or 4 bit in blocks with a float32 scale each. */
	OPTIM_STATE_INT8,
	OPTIM_STATE_INT4,
	/** 8 bit blocks, embeddings in float32 (bitsandbytes under the transformers Trainer). */
	OPTIM_STATE_INT8_EMBED32,
	/** One row and one column of float32 per matrix (Adafactor): nothing that counts. */
	OPTIM_STATE_FACTORED,
	/** On linear layers in a space of rank `rank`, elsewhere in the dtype of the gradient (GaLore). */
	OPTIM_STATE_LOW_RANK,
};

/** What the step allocates for a moment. */
enum optim_temp {
	OPTIM_TEMP_NONE,
	/** The square roots of all second moments at once (foreach). */
	OPTIM_TEMP_FOREACH,
	/** Two copies of the largest parameter (a loop over parameters). */
	OPTIM_TEMP_LOOP,
	/** Adafactor's float32 work on one matrix at a time. */
	OPTIM_TEMP_ADAFACTOR,
};

struct optim {
	/** The transformers spelling; other spellings, separated by "|". */
	const char *name, *aliases;
	/** States per parameter, and how each is stored. */
	double states;
	enum optim_state state;
	enum optim_temp temp;
	/** States live in managed memory outside the allocator. */
	bool paged;
	/** The update runs inside backward: gradients never exist all at once. */
	bool in_backward;
	/** Bytes per trained parameter on top: float32 masters, compensation terms. */
	double extra;
	/** OPTIM_STATE_INT8, INT4: values per scale; OPTIM_STATE_LOW_RANK: the rank. */
	double block;
	const char *source;
};

/** The row of a name or alias (case-insensitive), or NULL. */
const struct optim *optim_find(struct str name);
/** One that no name tells, which loops over parameters and keeps so many tensors as large as each, in float32 or in the gradient's type. */
const struct optim *optim_of_states(int64_t states, bool float32);
/** The table, for listing. */
const struct optim *optim_table(size_t *n);

#endif
