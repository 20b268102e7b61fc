/*
 * Subscripts beyond plain items: slices, and members that may be missing.
 */
#ifndef LINT_PYTHON_EVALUATOR_SUBSCRIPT_H
#define LINT_PYTHON_EVALUATOR_SUBSCRIPT_H

#include "lint/python/values/values.h"

/** container[part[0]:part[1]:part[2]]; a part may be NULL. */
struct node *py_get_slice(struct interp *py, struct node *container, struct node *const part[3],
			  struct span at);
/** A member's value where it is there; where it may be missing, instead (NULL: leave it out). */
struct node *py_without_absent(struct interp *py, struct node *value, struct node *instead);

#endif
