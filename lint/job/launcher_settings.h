/*
 * What launchers say of a job: their options, and how many processes they start.
 */
#ifndef LINT_JOB_LAUNCHER_SETTINGS_H
#define LINT_JOB_LAUNCHER_SETTINGS_H

#include "draft.h"

/** Puts what the launcher says into a draft: its options, process counts, environment. */
void launcher_settings(struct draft *draft);

#endif
