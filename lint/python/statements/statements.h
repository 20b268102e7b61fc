/*
 * Python's statements, run in the abstract: an undecided branch is taken both ways and joined.
 *
 * In: a struct interpreter, whose run_block and run_module are of this room. Out: changed scopes and values, the trace, and
 * how a block ended. Uses lint/python/evaluator and what that uses.
 */
#ifndef LINT_PYTHON_STATEMENTS_STATEMENTS_H
#define LINT_PYTHON_STATEMENTS_STATEMENTS_H

#include "lint/python/evaluator/evaluator.h"

/** Runs the statements of a block from one on, and says how it ended. */
enum flow py_run_block(struct interpreter *py, const struct py_block *block, size_t from);

/* Modules (import.c). */

/** Runs a module's body once, as an import does. */
void module_start(struct interpreter *py, struct module *m);
/** importlib.import_module(): the module of a dotted name, relative to the running one if it begins with dots. */
struct node *py_import_named(struct interpreter *py, struct str dotted, struct span at);

#endif
