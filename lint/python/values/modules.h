/*
 * Modules of the repository: how they are found, parsed once, and run once.
 */
#ifndef LINT_PYTHON_VALUES_MODULES_H
#define LINT_PYTHON_VALUES_MODULES_H

#include "values.h"

/** The arena in which trees live. */
struct arena *py_cache_arena(struct py_cache *cache);
/** The tree of a file, parsed at most once for all runs that share the cache; NULL without memory. */
struct py_module *py_cache_parse(struct py_cache *cache, uint32_t file, struct str text);
/** The statements of a function, parsed when they are first asked for. */
const struct py_block *py_cache_body(struct py_cache *cache, const struct py_module *module,
				     struct py_body *body);
/** The expression that a text is, in the arena a; NULL if it is none. */
struct py_expr *py_cache_parse_expr(struct py_cache *cache, struct arena *a, uint32_t file,
				    struct str text);
/** The index of built-in functions, made when the first run asks for it. */
const struct native_index *py_cache_natives(struct py_cache *cache);
/** The number of a new evaluation, from 1. */
uint64_t py_cache_run(struct py_cache *cache);
/** callable_find(), kept for all evaluations: most calls are of the same few hundred names. */
const struct callable *py_cache_callable(struct py_cache *cache, struct str dotted);
/** Where names of parameters were mentioned. */
struct mentions *py_cache_mentions(struct py_cache *cache);
/** Where cached searches are kept (import_cache.c). */
struct searches *py_cache_searches(struct py_cache *cache);
/** The module that an evaluation has of a file; NULL if it has none yet, or may have it under another path. */
struct module *module_of_file(const struct interp *py, uint32_t file, struct str path);
/** The folder of the script: modules are looked for around it, too. */
struct str module_script(const struct interp *py);
/** The folders of sys.path that lie in the repository and have a name, each in a line. */
struct str module_folders_of(struct interp *py, struct str name);
/** Whether files of the repository may be meant by a dotted name: it begins with none's name, or with a library's. */
bool module_may_be(struct interp *py, struct str dotted);
/** The module of a dotted name in the folders of sys.path; and in those, and around the script. NULL if there is none. */
struct module *module_in_path(struct interp *py, struct str dotted);
struct module *module_anywhere(struct interp *py, struct str dotted);
/** The module of a name in a folder, called by a dotted name; NULL if there is none. */
struct module *module_in(struct interp *py, struct str folder, struct str name, struct str dotted);
/** The module of a dotted path below a folder; name is what it is called by. NULL if there is none. */
struct module *module_below(struct interp *py, struct str folder, struct str dotted,
			    struct str name);
/** A folder without __init__.py as a package; NULL if no folder of sys.path has it. */
struct module *module_namespace(struct interp *py, struct str dotted);
/** Whether a package is built in a folder: it has a setup.py or the like, and that says a text (empty: any does). */
bool module_distribution(struct interp *py, struct str folder, struct str said);
/** The first module that is called so ("pkg.mod"); NULL if there is none yet. */
struct module *module_named(const struct interp *py, struct str name);
/** Runs a module, its packages first. */
void module_start_all(struct interp *py, struct module *m);

#endif
