/*
 * The index of callables' names: generated at build time by tools/callables.c, sorted bytewise.
 */
#ifndef LINT_CALLABLES_H
#define LINT_CALLABLES_H

#include <stddef.h>

struct callable_name {
	/** One name of a row; may hold "*" at the start of a part. */
	const char *name;
	/** The row: frameworks[framework]->callables[row]. */
	size_t framework, row;
};

extern const struct callable_name callable_names[];
extern const size_t callable_names_n;

#endif
