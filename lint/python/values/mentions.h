/*
 * Whether a name stands anywhere in a module: of each parameter of a command line it is asked of every file
 * that is loaded, which are megabytes.
 */
#ifndef LINT_PYTHON_VALUES_MENTIONS_H
#define LINT_PYTHON_VALUES_MENTIONS_H

#include "core/base/base.h"
#include "lint/python/syntax/syntax.h"
#include "lint/text/text.h"

/** Where a name was mentioned, outside a span, when it was looked for last. */
struct mentioned {
	const struct py_module *in;
	struct span outside;
};

/** By names; all zero is empty. */
struct mentions {
	struct dict of;
	struct {
		VEC(struct mentioned);
	} at;
};

#endif
