/*
 * A syntax tree as text: for tests, which no door shows it to.
 */
#ifndef LINT_PYTHON_SYNTAX_DUMP_H
#define LINT_PYTHON_SYNTAX_DUMP_H

#include "ast.h"

/**
 * The tree as nested lists, a statement of the file per line: (assign [(name x)] (int 1)). Bytes of
 * strings outside printable ASCII are escaped; "?" marks inexact values, "-" what is left out.
 * With spans, each expression and statement outside f-strings carries "@offset+length".
 */
struct str py_dump(struct arena *a, const struct py_module *module, bool spans);
/** One expression. */
struct str py_dump_expr(struct arena *a, const struct py_expr *e);
/** "+", "not in", … */
const char *py_op_text(enum py_op op);
/** "syntax", "python2", "magic", … */
const char *py_bad_name(enum py_bad_kind kind);

#endif
