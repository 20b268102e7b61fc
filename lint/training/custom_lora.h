/*
 * Adapters of a project's own.
 */
#ifndef LINT_TRAINING_CUSTOM_LORA_H
#define LINT_TRAINING_CUSTOM_LORA_H

#include "scan.h"

/** Notes adapters that are the project's own, or in layers that its modules are written with; optimizer: what trains them. */
void loop_adapter(const struct scan *s, const struct call *optimizer, struct training_job *job);

#endif
