/*
 * The text that dump.c and dump_expression.c write.
 */
#ifndef LINT_PYTHON_SYNTAX_DUMP_TEXT_H
#define LINT_PYTHON_SYNTAX_DUMP_TEXT_H

#include "dump.h"

#include "core/base/base.h"

struct dump {
	struct arena *arena;
	struct {
		VEC(char);
	} out;
	bool spans;
	/** Depth of f-strings, in which spans are not written. */
	uint32_t formatted;
};

void dump_text(struct dump *d, struct str s);
__attribute__((format(printf, 2, 3))) void dump_fmt(struct dump *d, const char *fmt, ...);
/** "text" with escapes. */
void dump_quoted(struct dump *d, struct str s);
/** "@offset+length" if spans are wanted here. */
void dump_span(struct dump *d, struct span at);
/** A name, or "-". */
void dump_name(struct dump *d, struct str name);
/** An expression, or "-" for NULL. */
void dump_expr(struct dump *d, const struct py_expr *e);
void dump_exprs(struct dump *d, struct py_exprs list);
void dump_args(struct dump *d, struct py_args args);
void dump_params(struct dump *d, struct py_params params);

#endif
