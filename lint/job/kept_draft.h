/*
 * A draft that needs nothing of the evaluation which it was read from.
 */
#ifndef LINT_JOB_KEPT_DRAFT_H
#define LINT_JOB_KEPT_DRAFT_H

#include "draft.h"

/**
 * Copies what a resolved draft has of an evaluation's arena, so that this can be given back. Drafts of one evaluation
 * have one keeper, and one copy of its trace; of a trace that is NULL nothing is kept. keep_end() is the caller's.
 */
void draft_keep(struct keeper *k, struct draft *d);

#endif
