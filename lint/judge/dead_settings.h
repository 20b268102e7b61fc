/*
 * Dead settings: what somebody wrote for a job and the job does not see, where that is certain.
 */
#ifndef LINT_JUDGE_DEAD_SETTINGS_H
#define LINT_JUDGE_DEAD_SETTINGS_H

#include "lint/job/job.h"

/**
 * Makes findings of a draft's dead settings: constants and keys that something else always outdoes, options
 * that nothing reads, a quantization that is built and given to no model, and a config file that the launch
 * names and nothing opens. index is the job's in the result.
 */
void dead_settings_report(struct draft_context *c, const struct draft *d, size_t index);

#endif
