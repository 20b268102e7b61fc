/*
 * Settings that a framework refuses: rows of keymaps (struct refusal), adapters and wrapped layers that the model lacks, and
 * what a card has no kernels for.
 */
#ifndef LINT_JUDGE_REFUSED_SETTINGS_H
#define LINT_JUDGE_REFUSED_SETTINGS_H

#include "lint/job/job.h"

/**
 * Reports the settings of a job with which it surely ends before it trains: findings refused-settings, and card-lacks for what
 * runs all the same. job is the draft's with its card and model; index its number in the run's list. A job that is a guess by
 * names alone, or one of several cases, is left alone.
 */
void refused_settings_report(struct draft_context *c, const struct draft *d, const struct job *job, size_t index);

#endif
