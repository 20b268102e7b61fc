/*
 * The drafts of a repository as a whole: which are one job, in which order they come, their names.
 */
#ifndef LINT_JOB_DISTINCT_JOBS_H
#define LINT_JOB_DISTINCT_JOBS_H

#include "draft.h"

/** Puts drafts from one on in the order of what they are named after; equal ones stay in theirs. */
void distinct_jobs_sort(struct draft_context *c, size_t from);
/** Makes one of the drafts that are one job, and names them. */
void distinct_jobs(struct draft_context *c);

#endif
