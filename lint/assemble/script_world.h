/*
 * The world that an entry script is evaluated in: its card, its words and variables, and where it runs. And what small
 * programs print that shell code runs.
 */
#ifndef LINT_ASSEMBLE_SCRIPT_WORLD_H
#define LINT_ASSEMBLE_SCRIPT_WORLD_H

#include "assembly.h"

/**
 * The world of a script under a launch (NULL: none is known): processes it may count, words it is given. opener: for
 * the configuration file of the launcher itself.
 */
struct eval_world script_world(struct assembly *s, uint32_t file, const struct launch *launch,
			       const struct target *target, struct draft_opener *opener);

/** What code in Python prints that shell code asks, as struct shell_world's prints; assembly is a struct assembly. */
const struct node *printed_code(void *assembly, struct str code, const struct node *words, const struct node *env, struct str folder,
				struct span at);

#endif
