/*
 * What the evaluator's files share and nobody else needs.
 */
#ifndef LINT_PYTHON_EVALUATOR_EVALUATOR_PARTS_H
#define LINT_PYTHON_EVALUATOR_EVALUATOR_PARTS_H

#include "evaluator.h"
#include "native.h"

/** An f-string (fstring.c). */
struct node *py_fstring(struct interpreter *py, const struct py_expr *e);
/** A call as written (EXPR_CALL). */
struct node *py_call_expr(struct interpreter *py, const struct py_expr *e);
/** op x. */
struct node *py_unary(struct interpreter *py, enum py_op op, struct node *x, struct span at);
/** One step of a comparison. */
struct node *py_compare(struct interpreter *py, enum py_op op, struct node *x, struct node *y,
			struct span at);
/** The elements of a comprehension or generator expression, as a container. */
struct node *py_comprehension(struct interpreter *py, const struct py_expr *e);
/** A list, tuple or set display; a dict display (display.c). A key stated twice in one is recorded as dead. */
struct node *py_display(struct interpreter *py, const struct py_expr *e);
struct node *py_dict_display(struct interpreter *py, const struct py_expr *e);
/** Adds the members of *value to a list, tuple or set. */
void py_spread(struct interpreter *py, struct node *into, struct node *value);
/** Whether a function says nothing: its body is "…" or pass, and a docstring perhaps. */
bool func_is_stub(struct interpreter *py, const struct func *f);
/** The value that a lambda makes. */
struct node *py_make_lambda(struct interpreter *py, const struct py_expr *e);
/** What a class's own __getattr__ answers for a name; NULL if there is none or it raises. */
struct node *class_getattr(struct interpreter *py, struct node *object, struct str name, struct span at);
/** super().name(…) that leads to a library's class: the object is made by a call of that class. */
struct node *py_call_base(struct interpreter *py, struct class *c, struct node *self, struct str method,
			  const struct args *args, struct site site);
/**
 * Runs the constructor of a class whose model a call has loaded (Own.from_pretrained), as far as it switches
 * parameters: on an object that wraps the model.
 */
void py_run_constructor(struct interpreter *py, const struct class *c, struct node *model, struct site site);

/** The texts (a LIST) that a test which is not decided looks for in something else; NULL: it asks for none. (texts_asked.c) */
struct node *py_texts_asked(struct interpreter *py, const struct py_expr *test);
/** Runs argparse's function of a name on a parser, NULL for the constructor (library_parser.c). */
struct node *py_run_parser(struct interpreter *py, const struct call *call, const char *name, struct node *parser,
			   const struct args *args);
/** A parser that a library makes, with the options of its row (RETURNS_PARSER); what it makes of the words of the launch. */
struct node *py_library_parser(struct interpreter *py, const struct call *call, struct str options);
struct node *py_library_flags(struct interpreter *py, const struct call *call, struct str options);
/** The value without the alternatives that cannot be where the evaluation is. */
struct node *py_under_guard(struct interpreter *py, struct node *value);

#endif
