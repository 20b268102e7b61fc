/*
 * One run of the formulas over a job: its spec, the moments of its step, its tiers.
 */
#ifndef CORE_OUTCOME_H
#define CORE_OUTCOME_H

#include "job.h"
#include "spec.h"
#include "step.h"
#include "tier.h"

struct outcome {
	struct spec spec;
	struct step step;
	struct tiers tiers;
};

/** Runs the formulas on a job whose gaps are filled and whose model is known. */
void outcome_of(const struct job *job, struct outcome *o);

#endif
