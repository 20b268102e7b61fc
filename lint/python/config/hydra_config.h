/*
 * Hydra's configurations: a primary file, the files that its defaults list names, then overrides.
 */
#ifndef LINT_PYTHON_CONFIG_HYDRA_CONFIG_H
#define LINT_PYTHON_CONFIG_HYDRA_CONFIG_H

#include "lint/python/evaluator/evaluator.h"

/**
 * The configuration of a name in a folder (from the root) under the words of a command line (may be
 * NULL): a MAP, open where a file that it names is not there; the trace tells the first one. Searched as well is what
 * the primary file's hydra.searchpath names, and config_dir (--config-dir; empty: none). Source: Hydra 1.3,
 * hydra/_internal/defaults_list.py and hydra/core/default_element.py.
 */
struct node *hydra_config(struct interpreter *py, struct str folder, struct str name, struct str config_dir,
			  const struct node *words, struct span at);

#endif
