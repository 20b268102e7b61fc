/*
 * Jobs of trainers: what a library's trainer is given.
 */
#ifndef LINT_TRAINING_TRAINER_H
#define LINT_TRAINING_TRAINER_H

#include "scan.h"

/** Reads the job of a trainer: the call that makes it, or its fit(). */
job_reader trainer_read;
/** Whether there are trainers, and all of them only evaluate. */
bool trainers_only_evaluate(const struct scan *s);

#endif
