/*
 * Which settings moved a job's memory. Only this folder includes it.
 */
#ifndef LINT_DIFF_CAUSES_H
#define LINT_DIFF_CAUSES_H

#include "diff.h"

/** Fills in the causes of a job that is on both sides; all of them, also those without an effect on memory. */
void causes_find(struct arena *a, struct diff_job *job);

#endif
