/*
 * Commands and scripts that compose a config with words of their own.
 */
#ifndef LINT_ASSEMBLE_CONFIG_OVERRIDES_H
#define LINT_ASSEMBLE_CONFIG_OVERRIDES_H

#include "assembly.h"

/** A draft of the job that a launch starts with a config (0: none), its readers set up. */
struct draft launch_draft(struct assembly *s, const struct launch *launch, uint32_t main, uint32_t config);
/**
 * The job of a command whose words, from one on, replace keys of a config file: "tune run RECIPE --config
 * FILE_OR_NAME a.b=1 ~c" (config_overrides.c).
 */
void overridden_config_job(struct assembly *s, const struct launch *launch, const struct command *command,
		       size_t from);
/** A config's tree with the words of a launch (NULL: none), from one on, over it. */
const struct node *overridden_config(struct assembly *s, const struct node *tree, const struct launch *launch,
					  size_t from, const char *component);

#endif
