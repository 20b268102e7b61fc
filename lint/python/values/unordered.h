/*
 * Values whose order is a set's: Python's hashes decide it, and of texts they change from run to run.
 *
 * A list made of a set is a LIST with the tag py_tag_unordered: its elements are known, their places
 * are not. Readers of settings see the list; what depends on places becomes unknown here.
 */
#ifndef LINT_PYTHON_VALUES_UNORDERED_H
#define LINT_PYTHON_VALUES_UNORDERED_H

#include "values.h"

/** Whether iterating the value twice, in two runs of Python, may give two orders. */
bool py_unordered(const struct node *n);
/** As py_elements(), for callers to whom the order of what comes makes no difference. */
struct node *py_members(struct interp *py, struct node *iterable, struct span at);
/** Marks a LIST (or MAP) that was made of unordered elements. */
void py_mark_unordered(struct node *n);
/**
 * Runs the body of a loop for the elements of an unordered value: forwards and backwards; what the two
 * leave different depends on the order and becomes unknown, lists become unordered.
 */
enum flow py_run_both_ways(struct interp *py, const struct py_stmt *s, struct node *items,
			   enum flow (*run)(struct interp *py, const struct py_stmt *s,
					    struct node *const *items, size_t n));

#endif
