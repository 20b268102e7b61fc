/*
 * Doubts: what the code of a loop of one's own speaks of, where no call shows what becomes of it.
 */
#ifndef LINT_JOB_LOOP_DOUBTS_H
#define LINT_JOB_LOOP_DOUBTS_H

#include "draft.h"

/**
 * Leaves mixed precision and adapters of a loop of one's own open, where else they would be what PyTorch does unasked,
 * if its files speak of them in code that the evaluation did not come to. What a branch that is not taken says, or a
 * comment, is no doubt.
 */
void loop_doubts(struct draft_context *c, struct draft *d);

#endif
