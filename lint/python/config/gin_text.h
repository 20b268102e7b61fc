/*
 * The text of gin's configurations.
 */
#ifndef LINT_PYTHON_CONFIG_GIN_TEXT_H
#define LINT_PYTHON_CONFIG_GIN_TEXT_H

#include "core/base/base.h"

enum gin_kind {
	GIN_END,
	/** A macro or a parameter: key and value. */
	GIN_BINDING,
	/** value: the name of another file, quoted. */
	GIN_INCLUDE,
	/** What cannot be read, or imports: passed over. */
	GIN_OTHER,
};

/** A statement: what it binds and to what, as they are written. */
struct gin_statement {
	enum gin_kind kind;
	/** "scope/module.name" and "parameter"; a macro has no parameter. */
	struct str selector, parameter;
	/** One expression, which may go over several lines. */
	struct str value;
};

struct gin_text {
	struct str text;
	size_t at;
	/** The selector of the block that is being read; empty: none. */
	struct str block;
};

/** The next statement; GIN_END behind the last one. */
struct gin_statement gin_next(struct gin_text *t);
/** The part of a list's or a mapping's inside up to a sign that stands outside of brackets and texts; n: none. */
size_t gin_until(struct str text, size_t from, char sign);

#endif
