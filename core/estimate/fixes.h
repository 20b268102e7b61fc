/*
 * Fixes: changes after which a job fits, each tried by estimating the job again.
 */
#ifndef CORE_ESTIMATE_FIXES_H
#define CORE_ESTIMATE_FIXES_H

#include "core/job/job.h"
#include "estimate.h"

enum { FIX_SETTINGS_MAX = 4 };

/**
 * A change after which the job fits; re-estimated before it is offered. One change may need two
 * settings (half the batch, twice the accumulation); two changes are combined if none helps alone.
 */
struct fix {
	enum setting setting[FIX_SETTINGS_MAX];
	struct value value[FIX_SETTINGS_MAX];
	size_t n;
	uint64_t device_likely;
	/** Bytes saved against the job as it is. */
	uint64_t saves;
	/** What it costs: "a quarter more time per step", "none known". */
	const char *cost;
};

/**
 * Up to max fixes that make the job fit usable bytes, the cheapest for the user first. Returns their
 * number; each was re-estimated.
 */
size_t fixes_find(struct arena *a, const struct job *job, uint64_t usable, struct fix *out,
		   size_t max);
/**
 * The largest value of a whole-number setting (batch size, length) with which the job fits usable
 * bytes, at most limit; 0 if not even 1 does. Found by bisection.
 */
int64_t fixes_largest(struct arena *a, const struct job *job, enum setting s, int64_t limit,
		      uint64_t usable);

#endif
