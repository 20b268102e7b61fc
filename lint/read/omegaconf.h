/*
 * Configurations as OmegaConf composes them: a file's mapping, words of the command line over it, and
 * ${a.b} for the value of another key. Source: OmegaConf 2.3, docs/source/usage.rst.
 */
#ifndef LINT_READ_OMEGACONF_H
#define LINT_READ_OMEGACONF_H

#include "node.h"

/**
 * A copy of a tree, down to its scalars, that may be changed; what lies too deep is shared. Of one that is
 * too large nothing is known: an empty MAP, open.
 */
struct node *conf_copy(struct arena *a, const struct node *tree);
/** A value as YAML reads a word: 4, true, [a, b]; None is null. What is no text stays as it is. */
struct node *conf_word(struct arena *a, struct node *value);
/**
 * Sets a dotted key, making the mappings on the way. component: a value given to a mapping that has a key
 * of this name replaces that key's; NULL or "": it replaces the mapping.
 */
void conf_put(struct arena *a, struct node *tree, struct str key, struct node *value,
	      const char *component);
/** Takes a dotted key out. */
void conf_drop(struct node *tree, struct str key);
/** The tree with the value of another key for each "${a.b}" that is one; the tree itself if there is none. */
const struct node *conf_interpolated(struct arena *a, const struct node *tree);

#endif
