/*
 * What a config is for and what a script trains, by their words alone: sft/full.yaml is not for dpo.py.
 */
#ifndef LINT_ASSEMBLE_CONFIG_TASK_H
#define LINT_ASSEMBLE_CONFIG_TASK_H

#include "assembly.h"

/** Whether a config says that it is for a task, and a script that it trains for another one. */
bool config_is_for_other(struct assembly *s, uint32_t config, uint32_t script);

#endif
