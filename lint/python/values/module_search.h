/*
 * How modules are looked for, and how what was found is kept: what the files of modules.h share.
 */
#ifndef LINT_PYTHON_VALUES_MODULE_SEARCH_H
#define LINT_PYTHON_VALUES_MODULE_SEARCH_H

#include "modules.h"

struct mentions;

/* module_search.c, module.c */

/** The module that an evaluation has of a file; NULL if it has none yet, or may have it under another path. */
struct module *module_of_file(const struct interpreter *py, uint32_t file, struct str path);
/** The folder of the script: modules are looked for around it, too. */
struct str module_script(const struct interpreter *py);
/** The folders of sys.path that lie in the repository and have a name, each in a line. */
struct str module_folders_of(struct interpreter *py, struct str name);
/** Whether files of the repository may be meant by a dotted name: it begins with none's name, or with a library's. */
bool module_may_be(struct interpreter *py, struct str dotted);
/** The module of a dotted name in the folders of sys.path; also around the script. NULL if there is none. */
struct module *module_in_path(struct interpreter *py, struct str dotted);
/** The module of a name in a folder, called by a dotted name; NULL if there is none. */
struct module *module_in(struct interpreter *py, struct str folder, struct str name, struct str dotted);
/** A folder without __init__.py as a package of a dotted name; NULL if it is no folder. */
struct module *module_namespace_in(struct interpreter *py, struct str folder, struct str dotted);

/* import_cache.c */

/** An empty cache, which has an arena of its own; and its end. */
struct import_cache *import_cache_new(struct arena *a);
void import_cache_free(struct import_cache *imports);
/** Notes a module that the look-up under way has loaded. */
void import_cache_note(struct interpreter *py, const struct module *m, struct str path, struct str name);

/* source_cache.c */

/** The tree of a file that was parsed; else NULL. */
struct py_module *source_cache_tree(const struct source_cache *cache, uint32_t file);
/** Where names of parameters were mentioned. */
struct mentions *source_cache_mentions(struct source_cache *cache);
/** Where cached imports are kept (import_cache.c). */
struct import_cache *source_cache_imports(struct source_cache *cache);

#endif
