/*
 * Adapters of a project's own.
 */
#ifndef LINT_TRAINING_CUSTOM_LORA_H
#define LINT_TRAINING_CUSTOM_LORA_H

#include "scan.h"

/**
 * Notes adapters that are the project's own, or in layers that its modules are written with; optimizer: what trains them;
 * model: that of the run; before: the number of the call that trains.
 */
void loop_adapter(const struct scan *s, const struct call *optimizer, const struct node *model, uint32_t before,
		  struct training_job *job);

#endif
