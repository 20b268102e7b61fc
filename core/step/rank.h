/*
 * One GPU of many: what it computes after tensor, pipeline, context and expert parallelism.
 *
 * Every strategy leaves each GPU whole layers of a narrower model, or fewer of them; the formulas of
 * layer.h and logits_loss.h hold for that model. What is stored and gathered where is sharding_plan.h's. Derivation
 * and sources: docs/estimate.md, "Many GPUs".
 */
#ifndef CORE_STEP_RANK_H
#define CORE_STEP_RANK_H

#include "logits_loss.h"
#include "weights.h"

/** Not to be moved: widths, layer and head point into it. */
struct rank {
	struct step_spec s;
	struct widths c;
	struct layer ly;
	struct head hd;
	/** Counts of the whole (narrowed) model. */
	struct weights count;
	/** Layers that this GPU holds; micro-batches whose activations it holds at once. */
	double layers, in_flight;
	struct section sections[LAYER_SECTIONS_MAX];
	size_t n_sections;
	/** Bytes: kept by a layer; inside its forward; one residual tensor; the all-gathered input. */
	double saved, work, residual, gathered;
	/** Parameters: this GPU's before sharding; one layer's; outside the layers. */
	double params, layer_params, root_params;
	/** Of those outside the layers: parameters of a frozen tower. */
	double root_frozen;
	/** Trained ones: this GPU's before sharding; one layer's; experts among them. */
	double trained, layer_trained, experts;
	/** Bytes as stored: one layer; outside the layers; all; scales that are not sharded. */
	double layer_bytes, root_bytes, bytes, scale_bytes;
};

/** The rank of a spec; stage: of a pipeline, 0 the first and 1 the last. */
void rank_init(struct rank *r, const struct step_spec *s, int stage);
/** A layout whose ranks hold shards of flat or single parameters. */
bool rank_is_fsdp(const struct rank *r);
/** DeepSpeed's ZeRO, of any stage. */
bool rank_is_zero(const struct rank *r);

#endif
