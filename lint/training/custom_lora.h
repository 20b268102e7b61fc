/*
 * Adapters of a project's own.
 */
#ifndef LINT_TRAINING_CUSTOM_LORA_H
#define LINT_TRAINING_CUSTOM_LORA_H

#include "scan.h"

/** Notes adapters that are the project's own. */
void loop_adapter(const struct scan *s, struct training_job *job);

#endif
