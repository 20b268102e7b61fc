/*
 * What is taken for granted where a job says nothing.
 *
 * A row per setting and situation: the likely value, the plausible ones beside it, and why. The
 * estimate is made with the likely values and made again with each alternative, so that every
 * assumption shows in the range.
 */
#ifndef CORE_JOB_ASSUMPTIONS_H
#define CORE_JOB_ASSUMPTIONS_H

#include "job_values.h"

struct assume {
	enum setting setting;
	/** Whether the row speaks of this job; NULL: always. The first row that does counts. */
	bool (*applies)(const struct job *job);
	/** In the vocabulary's spelling; the alternatives may be NULL. */
	const char *value, *less, *more;
	/** The reason; NULL where a job that meant anything else would say so. */
	const char *why;
	/** Only where something states the setting that could not be read. */
	bool open;
	/** How often each alternative is meant instead; 0: as of any assumption (core/estimate/assumption_range.c). */
	double share;
};

enum { ASSUME_MAX = 48 };

/** A job with every gap that matters filled, and the rows that filled it. */
struct assumed {
	struct job job;
	const struct assume *at[ASSUME_MAX];
	size_t n;
};

/** Fills a job's gaps; strings live in the arena. */
void job_assume(struct arena *a, const struct job *job, struct assumed *out);

#endif
