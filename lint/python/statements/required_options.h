/*
 * Options that a script cannot do without, though its command line allows to leave them out:
 * if not args.model: parser.error("--model, please"), or the same behind else.
 */
#ifndef LINT_PYTHON_STATEMENTS_REQUIRED_OPTIONS_H
#define LINT_PYTHON_STATEMENTS_REQUIRED_OPTIONS_H

#include "lint/python/evaluator/evaluator.h"

/**
 * Behind the body of a branch (otherwise: behind its else) that ended so, with so many calls traced before it: whether
 * it only complains that options are missing which no launch is known to leave out. They are taken as given from
 * there on, by a launch that is not known, and the branch as not taken.
 */
bool py_supply_required_options(struct interpreter *py, const struct py_stmt *s, bool otherwise, enum flow flow,
				size_t calls);

#endif
