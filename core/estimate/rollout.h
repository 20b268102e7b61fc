/*
 * The engine that generates completions on the trainer's card: a moment of its own, or a share that stays.
 */
#ifndef CORE_ESTIMATE_ROLLOUT_H
#define CORE_ESTIMATE_ROLLOUT_H

#include "point_estimate.h"

/** Bytes of a job's card as PyTorch sees it; 0: not known. */
double card_bytes(const struct job *job);
/**
 * Adds what generation needs, and the log-probabilities of what was generated, to a step that is otherwise complete.
 */
void rollout_add(const struct job *job, struct point_estimate *o);
/** Whether that may be anything: false says that the step stays as it is. */
bool rollout_adds(const struct job *job);

#endif
