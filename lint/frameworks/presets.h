/*
 * Configs that come with a framework, by the names that its commands take for them (presets of lint/keymap/keymap.h).
 */
#ifndef LINT_FRAMEWORKS_PRESETS_H
#define LINT_FRAMEWORKS_PRESETS_H

#include "lint/read/node.h"
#include "registry.h"

/** The tree of the config that a text names, in a version of the framework's; NULL if there is none. */
struct node *preset_tree(struct arena *a, const struct framework *f, struct str version,
			 const struct node *name);

/** The first release that has such a config, where its line says so; empty: all of them, or there is none. */
struct str preset_since(const struct framework *f, struct str name);

#endif
