/*
 * Configs that several files say together: those that say which others they build on ("extends: base.yaml", "base: …",
 * Hydra's "defaults:"), and those of which a command names each part ("deepy.py train.py 125M.yml local_setup.yml").
 */
#ifndef LINT_ASSEMBLE_INHERITED_CONFIG_H
#define LINT_ASSEMBLE_INHERITED_CONFIG_H

#include "assembly.h"

struct config_bases {
	VEC(uint32_t);
};

/** The tree of a file over those that it builds on, whose files are added to bases; NULL if it is no mapping. */
const struct node *inherited_config(struct assembly *s, uint32_t file, struct config_bases *bases);
/** Whether a command names the parts of its config. */
bool command_has_parts(const struct command *command);
/**
 * What the files that a launch names from word `from` on say together, in the arena; of one that is not here nothing is
 * known, and the mapping is open. *files gets them all, *first the first that says more than paths. flags: its flags, of
 * which one may name the folder of the files. NULL if there is no such file.
 */
const struct node *config_parts(struct assembly *s, const struct launch *launch, const struct command *command, size_t from,
				const struct node *flags, struct config_bases *files, uint32_t *first);

#endif
