/*
 * Commands whose config is given in several files, each with a part: "deepy.py train.py 125M.yml local_setup.yml".
 */
#ifndef LINT_ASSEMBLE_CONFIG_PARTS_H
#define LINT_ASSEMBLE_CONFIG_PARTS_H

#include "inherited_config.h"

/** Whether a command is one of these. */
bool command_has_parts(const struct command *command);
/**
 * What the files that a launch names from word `from` on say together, in the arena; of one that is not here nothing is
 * known, and the mapping is open. *files gets them all, *first the first that says more than paths. flags: its flags, of
 * which one may name the folder of the files. NULL if there is no such file.
 */
const struct node *config_parts(struct assembly *s, const struct launch *launch, const struct command *command, size_t from,
				const struct node *flags, struct config_bases *files, uint32_t *first);

#endif
