/*
 * Fixes: changes after which a job fits, each tried by estimating the job again.
 */
#ifndef CORE_ESTIMATE_FIXES_H
#define CORE_ESTIMATE_FIXES_H

#include "card_limits.h"
#include "core/job/job.h"
#include "estimate.h"

enum { FIX_SETTINGS_MAX = 8 };

/** What a change costs the result, the least first. */
enum fix_class {
	/** The same training step by step: gradients are those of the job as it is. */
	FIX_EXACT,
	/** The same result but for rounding: another kernel, the state elsewhere; often slower. */
	FIX_SAME,
	/** Another training: precision, what trains, how long the rows are. */
	FIX_CHANGED,
	/** Nothing of the training; another machine is needed. */
	FIX_HARDWARE,
};

/** A change after which the job fits, of one setting or of several that go together. */
struct fix {
	enum setting setting[FIX_SETTINGS_MAX];
	struct value value[FIX_SETTINGS_MAX];
	size_t n;
	enum fix_class class;
	uint64_t device_likely;
	/** Bytes saved against the job as it is; 0 if only the machine changes. */
	uint64_t saves;
	/** What the job may use with the change: that of another card, if it is one. */
	uint64_t usable;
	/** What it costs: "a quarter more time per step", "none known". */
	const char *cost;
};

/** Within what fixes are looked for. */
struct fix_limits {
	/** Bytes that the job may use on its card. */
	uint64_t usable;
	/** What is kept free, of other cards as well. */
	struct head_room head_room;
	enum fail_on fail_on;
	/** Whether the job's framework can be told so; NULL: it can be told everything. */
	bool (*can)(void *context, enum setting s, const struct value *v);
	void *context;
};

/**
 * Up to max fixes with which the verdict on the job is that it fits: what costs the result least first.
 * Single changes; where none of a class fits and none of those before it, the smallest combination. Each was
 * estimated again. The number of those found; 0 as well if the job fits already, or has no number.
 */
size_t fixes_find(struct arena *a, const struct job *job, const struct fix_limits *limits, struct fix *out, size_t max);
/** The job with a fix. */
struct job fix_applied(const struct job *job, const struct fix *fix);
/** "exact", "same", "changed", "hardware"; and for people: "equal training", … */
const char *fix_class_name(enum fix_class class);
const char *fix_class_text(enum fix_class class);
/**
 * The largest value of a whole-number setting (batch size, length) whose likely peak is within usable
 * bytes, at most limit; 0 if not even 1 is. Found by bisection.
 */
int64_t fixes_largest(struct arena *a, const struct job *job, enum setting s, int64_t limit,
		      uint64_t usable);
/** The same with which the job fits by its verdict. */
int64_t fixes_largest_fitting(struct arena *a, const struct job *job, enum setting s, int64_t limit,
			      const struct fix_limits *limits);

#endif
