/*
 * Jobs whose settings undecided conditions choose.
 */
#ifndef LINT_TRAINING_CONDITION_CASES_H
#define LINT_TRAINING_CONDITION_CASES_H

#include "scan.h"

/**
 * Reads a job, and once more for each way in which the conditions turn out that choose its settings.
 * False if it is none.
 */
bool condition_cases(struct scan *s, size_t i, job_reader *read, struct training_job *job);
/** Whether two jobs are the same in every case. */
bool training_same(const struct training_job *a, const struct training_job *b);

#endif
