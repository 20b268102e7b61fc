/*
 * From jobs to findings: the estimate, the verdict, the line to blame and the fix that fits.
 */
#ifndef LINT_JUDGE_VERDICT_H
#define LINT_JUDGE_VERDICT_H

#include "calibration.h"

#include "lint/job/job.h"
#include "lint/job/result.h"

/**
 * Estimates and judges a draft's job and appends it, with its findings, to the result. calibration: the
 * repository's own measurements; NULL: none.
 */
void verdict_of(struct draft_context *c, const struct calibration *calibration, struct draft *d,
		struct result *out);

#endif
