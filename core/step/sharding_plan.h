/*
 * Where a strategy keeps, gathers and reduces what: the slots of one skeleton that all share.
 *
 * Sources: torch.distributed.fsdp (_runtime_utils, _flat_param, _fsdp_param_group, _fsdp_collectives),
 * accelerate (accelerator.py, fsdp_utils.py), DeepSpeed 0.19 (zero/stage_1_and_2, stage3,
 * partitioned_param_coordinator), Megatron-LM; docs/estimate.md, "Many GPUs", derives each slot.
 */
#ifndef CORE_STEP_SHARDING_PLAN_H
#define CORE_STEP_SHARDING_PLAN_H

#include "rank.h"
#include "timeline.h"

/** Bytes per GPU. */
struct sharding_plan {
	/** There always: weights or their shards, states, buffers. */
	struct need resident;
	/** Gathered parameters that stay from forward to the end of backward. */
	double root;
	/** Gathered while a layer runs forward, backward; at the loss, besides root. */
	double forward, backward, loss;
	/** In flight while the next unit runs backward. */
	double carry;
	/** Gradients that a finished layer leaves behind; peak of reducing a layer's. */
	double layer_grads, reduce_layer;
	/** The same for the head at the top, for the root at the end of backward; 0: no such moment. */
	double reduce_head, reduce_root;
	/** Gradients kept between micro-batches; the head's, waiting for the root's. */
	double accumulated, pending;
	/** At the optimizer step: gradients, temporaries. */
	double step_grads, step_temp;
	/** During backward only. */
	double bucket;
	/** Gradients are reduced when all are there: beside those kept between micro-batches. */
	bool all_at_once;
	/** Every layer's input, and its gradient, survive to the end of backward. */
	bool retains_inputs;
};

/** The plan of a rank's strategy. */
struct sharding_plan sharding_plan_of(const struct rank *r);

#endif
