/*
 * Batches that a loop takes apart before the model sees them: batch["input_ids"][i : i + 4], ids.chunk(world)[rank].
 */
#ifndef LINT_TRAINING_MICRO_BATCH_H
#define LINT_TRAINING_MICRO_BATCH_H

#include "scan.h"

/**
 * The rows of one pass before the backward-th call, where the loop shows the model a part of what a loader or a rollout gave: instead of what is
 * known of the whole; and how many such parts an optimizer step adds up.
 */
void loop_micro_batch(const struct scan *s, size_t backward, const struct origins *own, struct training_job *job);

#endif
