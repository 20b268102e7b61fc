/*
 * The spread of an estimate over what a job leaves open.
 *
 * high covers any one assumption being wrong: each is tried alone, with everything else as assumed.
 * low is what the job needs if every open question is answered in its favour.
 */
#ifndef CORE_ESTIMATE_ASSUMPTION_RANGE_H
#define CORE_ESTIMATE_ASSUMPTION_RANGE_H

#include "core/base/base.h"
#include "core/job/job.h"
#include "estimate.h"
#include "point_estimate.h"
#include "spread.h"

struct assumption_range {
	struct arena *arena;
	/** The job with its gaps filled, and what filled them. */
	const struct assumed *assumed;
	/** Its tiers, and these widened by what was tried. */
	struct tiers base, all;
	/** The job with every answer in its favour that was found so far. */
	struct job kind;
	/** The ways in which the job may turn out, for the odds that it passes a line. */
	struct spread spread;
	VEC(struct estimate_assumption);
};

/** Tries every alternative of a filled job whose tiers are base. */
void assumption_range_find(struct assumption_range *v, struct arena *a, const struct assumed *as, const struct tiers *base);

#endif
