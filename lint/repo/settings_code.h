/*
 * Settings in Python: modules that are but assignments, which a script runs in its own place
 * (exec(open("config/train_small.py").read()), as nanoGPT does).
 */
#ifndef LINT_REPO_SETTINGS_CODE_H
#define LINT_REPO_SETTINGS_CODE_H

#include "core/base/base.h"

/** The names that a module assigns, in its order. */
struct settings_code {
	VEC(struct str);
};

/** Whether a module is but assignments, of two names at least. */
bool is_settings_code(struct str text);
/** The names of such a module, in the arena; none if it is no such module. */
struct settings_code settings_code_names(struct arena *a, struct str text);

#endif
