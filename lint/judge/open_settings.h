/*
 * Open settings: what a job that likely exceeds its card may turn out to be, its leeway.
 *
 * An error stops a build, so it takes settings that somebody chose. Where the peak hangs on what nobody
 * states, a job that fits with the smaller choice is not known to exceed: a warning says so instead. What
 * is stated and could not be read widens the estimate itself (estimate.guessed in core/estimate/estimate.h).
 */
#ifndef LINT_JUDGE_OPEN_SETTINGS_H
#define LINT_JUDGE_OPEN_SETTINGS_H

#include "lint/job/job.h"

/**
 * The settings with which a job of this draft fits into usable bytes, for people, "max_seq_length 512 (no
 * length is stated)"; empty if it exceeds whatever they are.
 */
struct str open_settings_leeway(struct arena *a, const struct draft *d, const struct job *job, uint64_t usable);

#endif
