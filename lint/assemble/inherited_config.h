/*
 * Configs that say which others they build on: "extends: base.yaml", "base: …", Hydra's "defaults:".
 */
#ifndef LINT_ASSEMBLE_INHERITED_CONFIG_H
#define LINT_ASSEMBLE_INHERITED_CONFIG_H

#include "assembly.h"

struct config_bases {
	VEC(uint32_t);
};

/** The tree of a file over those that it builds on, whose files are added to bases; NULL if it is no mapping. */
const struct node *inherited_config(struct assembly *s, uint32_t file, struct config_bases *bases);

#endif
