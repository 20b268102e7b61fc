/*
 * One run of the formulas over a job: its spec, the moments of its step, its tiers.
 */
#ifndef CORE_ESTIMATE_POINT_ESTIMATE_H
#define CORE_ESTIMATE_POINT_ESTIMATE_H

#include "core/job/job.h"
#include "core/step/step.h"
#include "memory_tiers.h"

struct point_estimate {
	struct step_spec spec;
	struct step step;
	struct tiers tiers;
};

/** Runs the formulas on a job whose gaps are filled and whose model is known. */
void point_estimate_of(const struct job *job, struct point_estimate *o);
/** Its tiers alone: the same numbers, and out of job->points where they were found before. */
struct tiers point_tiers_of(const struct job *job);

#endif
