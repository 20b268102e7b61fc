/*
 * Plans: what can be trained on given cards, and which cards a model needs, before there is any config.
 *
 * A model, cards and settings come in; the largest batch or length that fits, or the number of cards that are needed,
 * goes out, for each usual way of training.
 */
#ifndef CORE_ESTIMATE_PLAN_H
#define CORE_ESTIMATE_PLAN_H

#include "card_limits.h"
#include "core/gpu/gpu.h"
#include "core/job/job.h"

/** The usual ways of training, of each a job's settings (plan.c). */
enum plan_method { PLAN_FULL, PLAN_LORA, PLAN_QLORA, PLAN_METHODS };

/** What every cell of a plan has in common. */
struct plan {
	struct head_room head_room;
	/** The card; NULL: each of gpu_classes(). Its number, at least 1. */
	const struct gpu *gpu;
	int64_t count;
	/** Settings that the user wants otherwise than the ways have them: over those. */
	const enum setting *settings;
	const struct value *values;
	size_t n_settings;
};

/** "full", "lora", "qlora"; and what its settings are, for people. */
const char *plan_method_name(enum plan_method method);
const char *plan_method_text(enum plan_method method);
/** The job that trains a model in a way on count cards of a kind, which share its state or not; rows are full. */
struct job plan_job(struct arena *a, const struct plan *plan, const struct model *model, enum plan_method method,
		    const struct gpu *gpu, int64_t count, bool shared);
/** The longest rows, in tokens, that fit at batch 1 (a multiple of 256, at most what the model knows); 0: none. */
int64_t plan_longest(struct arena *a, const struct plan *plan, const struct model *model, enum plan_method method);
/** The largest batch that fits at a length; 0: none. */
int64_t plan_batch(struct arena *a, const struct plan *plan, const struct model *model, enum plan_method method, int64_t length);
/** How many cards of a kind a model needs at batch 1 and a length: 1, 2, 4, … 64; 0: more, or a card that cannot do it. */
int64_t plan_count(struct arena *a, const struct plan *plan, const struct model *model, enum plan_method method,
		   const struct gpu *gpu, int64_t length);

#endif
