/*
 * Whether a name stands anywhere in a module: of each parameter of a command line it is asked of every file
 * that is loaded, which are megabytes.
 */
#ifndef LINT_PYTHON_VALUES_MENTIONS_H
#define LINT_PYTHON_VALUES_MENTIONS_H

#include "core/base/base.h"
#include "lint/python/syntax/syntax.h"
#include "lint/text/text.h"

/** A name that modules are asked for. */
struct mention {
	struct str name;
	uint64_t hash;
	/** It is one word. */
	bool word;
};

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

/** The place of a name, in all zero if it is new; good until the next name. */
struct mentioned *mentions_of(struct arena *a, struct mentions *mentions, struct str name);
struct mention py_mention(struct str name);
/**
 * Whether a name stands in a module as a word of its own, outside a span. What words the module has is
 * noted in it the first time, in the arena that it lives in.
 */
bool py_mentions(struct arena *a, struct py_module *module, const struct mention *mention, struct span outside);

#endif
