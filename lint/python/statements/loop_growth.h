/*
 * What grows from round to round inside of the objects that a loop's body calls: buffer.add(rows) of a class whose add()
 * appends to a list of its own.
 */
#ifndef LINT_PYTHON_STATEMENTS_LOOP_GROWTH_H
#define LINT_PYTHON_STATEMENTS_LOOP_GROWTH_H

#include "lint/python/evaluator/evaluator.h"

/** Of a call object.method(…), where a name holds the object: lists of its attributes to which the method appends are growing. */
void py_note_inner_growth(struct interpreter *py, const struct py_expr *call);

#endif
