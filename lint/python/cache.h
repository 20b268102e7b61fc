/*
 * What evaluations of one repository share, as the runs see it.
 */
#ifndef LINT_PYTHON_CACHE_H
#define LINT_PYTHON_CACHE_H

#include "lint/python/evaluator/native.h"
#include "lint/python/values/modules.h"
#include "python.h"

struct py_cache {
	struct arena *arena;
	struct source_cache *sources;
	/** Of the functions of libraries; made when the first run asks for it. */
	const struct native_index *natives;
};

/** The index of the functions that are written in C. */
const struct native_index *py_cache_natives(struct py_cache *cache);

#endif
