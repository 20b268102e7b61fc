/*
 * The functions and constants of libraries that are written in C, of all rooms, for the evaluator.
 */
#ifndef LINT_PYTHON_LIBRARY_TABLES_H
#define LINT_PYTHON_LIBRARY_TABLES_H

#include "lint/python/evaluator/native.h"

extern const struct natives *const library_tables[];
extern const size_t library_tables_n;
extern const struct library_hooks library_hooks;

/** Whether every table is sorted; else the first name that is not in its place. */
bool library_tables_sorted(const char **unsorted);

#endif
