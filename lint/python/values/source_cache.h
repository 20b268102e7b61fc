/*
 * What all evaluations of one repository share: parsed files, the names in them, look-ups of callables and imports.
 */
#ifndef LINT_PYTHON_VALUES_SOURCE_CACHE_H
#define LINT_PYTHON_VALUES_SOURCE_CACHE_H

#include "values.h"

/** An empty cache; what is kept in it lives as long as the arena. */
struct source_cache *source_cache_new(struct arena *a);
/** Gives back the compiled patterns; what was parsed stays with the arena. */
void source_cache_free(struct source_cache *cache);
/** The arena in which trees live. */
struct arena *source_cache_arena(struct source_cache *cache);
/** The tree of a file, parsed at most once for all runs that share the cache; NULL without memory. */
struct py_module *source_cache_parse(struct source_cache *cache, uint32_t file, struct str text);
/** The statements of a function, parsed when they are first asked for. */
const struct py_block *source_cache_body(struct source_cache *cache, const struct py_module *module,
					 struct py_body *body);
/** The expression that a text is, in the arena a; NULL if it is none. */
struct py_expr *source_cache_parse_expr(struct source_cache *cache, struct arena *a, uint32_t file,
					struct str text);
/** The number of a new evaluation, from 1. */
uint64_t source_cache_run(struct source_cache *cache);
/** callable_find(), kept for all evaluations: most calls are of the same few hundred names. */
const struct callable *source_cache_callable(struct source_cache *cache, struct str dotted);

#endif
