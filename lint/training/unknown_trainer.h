/*
 * Trainers of libraries that no row knows.
 */
#ifndef LINT_TRAINING_UNKNOWN_TRAINER_H
#define LINT_TRAINING_UNKNOWN_TRAINER_H

#include "scan.h"

/** Whether the i-th call of the trace makes a trainer of a library that no row knows, and which is told to train. */
bool unknown_trainer_is(const struct scan *s, size_t i);
/**
 * Reads what it is given by the pattern of transformers' and TRL's trainers; false if nothing of it is a language
 * model. Weaker than a trainer that is known (JOB_FOUND_FLAGS): what is not said is assumed.
 */
bool unknown_trainer_read(struct scan *s, size_t i, struct training_job *job);

#endif
