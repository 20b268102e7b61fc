/*
 * Python's arithmetic on numbers, exactly or not at all.
 */
#ifndef LINT_PYTHON_VALUES_ARITHMETIC_H
#define LINT_PYTHON_VALUES_ARITHMETIC_H

#include "values.h"

/** x op y of two numbers (INT, BOOL, REAL); unknown where Python raises or leaves 64 bits. */
struct node *py_arithmetic(struct interp *py, enum py_op op, const struct node *x,
			   const struct node *y, struct span at);

#endif
