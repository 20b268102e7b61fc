/*
 * What a job's result says beside the verdict: fixes, what the job may grow to, that it leaves its card half empty.
 */
#ifndef LINT_JUDGE_JOB_ADVICE_H
#define LINT_JUDGE_JOB_ADVICE_H

#include "lint/job/job.h"
#include "lint/job/result.h"

/** Finds fixes of a job that exceeds or may (x: what was read for it), and how each is said to its framework. */
void job_fixes(struct draft_context *c, const struct draft *d, const struct extract *x, struct job_result *r);
/** Works out what a job may grow to, and which cards hold it. */
void job_advise(struct draft_context *c, struct job_result *r);
/** The finding gpu-underused of a job that fits, if it is so and anybody wants to know; index: the job's in the result. */
void job_underused(struct draft_context *c, const struct job_result *r, size_t index);

#endif
