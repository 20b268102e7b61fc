/*
 * Modules of the repository: how they are found and parsed. The evaluator runs them.
 *
 * In: sys.path of an evaluation, the files of its world. Out: struct module, with its tree and an empty scope; what
 * look-ups led to is kept for all evaluations that share a source cache. Uses what values.h does.
 */
#ifndef LINT_PYTHON_VALUES_MODULES_H
#define LINT_PYTHON_VALUES_MODULES_H

#include "import_cache.h"
#include "source_cache.h"
#include "values.h"

/** The module of a file's path from the root, called by a name; loaded once. NULL if there is no such file. */
struct module *module_load(struct interpreter *py, struct str path, struct str name);
/** The same for a file that is at hand: the Python of a notebook has the notebook's path. */
struct module *module_of(struct interpreter *py, const struct eval_file *file, struct str name);
/** The module or package of a dotted name as an import from a module finds it, or NULL. */
struct module *module_find(struct interpreter *py, struct str dotted);
/** The same where the name may be that of a library, which is not meant then; or NULL. */
struct module *module_anywhere(struct interpreter *py, struct str dotted);
/** A submodule of a package, or NULL. */
struct module *module_sub(struct interpreter *py, const struct module *package, struct str name);
/** The module of a dotted path below a folder; name is what it is called by. NULL if there is none. */
struct module *module_below(struct interpreter *py, struct str folder, struct str dotted,
			    struct str name);
/** A folder without __init__.py as a package; NULL if no folder of sys.path has it. */
struct module *module_namespace(struct interpreter *py, struct str dotted);
/** Whether a package is built in a folder: it has a setup.py or the like, and that says a text (empty: any does). */
bool module_distribution(struct interpreter *py, struct str folder, struct str said);
/** The first module that is called so ("pkg.mod"); NULL if there is none yet. */
struct module *module_named(const struct interpreter *py, struct str name);
/** Whether a name stands anywhere in the loaded files outside the span of its declaration. */
bool module_mentioned(const struct interpreter *py, struct str name, struct span declared);

#endif
