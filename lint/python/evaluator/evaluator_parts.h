/*
 * What the evaluator's files share and nobody else needs.
 */
#ifndef LINT_PYTHON_EVALUATOR_EVALUATOR_PARTS_H
#define LINT_PYTHON_EVALUATOR_EVALUATOR_PARTS_H

#include "evaluator.h"
#include "native.h"

/* Expressions. */

/** A name as an expression reads it: local, enclosing, global, built-in (EXPR_NAME). */
struct node *py_lookup(struct interp *py, const struct py_expr *e);
/** An f-string (fstring.c). */
struct node *py_fstring(struct interp *py, const struct py_expr *e);
/** A call as written (EXPR_CALL). */
struct node *py_call_expr(struct interp *py, const struct py_expr *e);
/** op x. */
struct node *py_unary(struct interp *py, enum py_op op, struct node *x, struct span at);
/** One step of a comparison. */
struct node *py_compare(struct interp *py, enum py_op op, struct node *x, struct node *y,
			struct span at);
/** The elements of a comprehension or generator expression, as a container. */
struct node *py_comprehension(struct interp *py, const struct py_expr *e);
/** A list, tuple or set display; a dict display (display.c). A key stated twice in one is recorded as dead. */
struct node *py_display(struct interp *py, const struct py_expr *e);
struct node *py_dict_display(struct interp *py, const struct py_expr *e);
/** Adds the members of *value to a list, tuple or set. */
void py_spread(struct interp *py, struct node *into, struct node *value);
/** The value that a def makes, decorators applied; of a lambda; of a class statement, whose body is run. */
struct node *py_make_function(struct interp *py, const struct py_function *def, struct span at);
struct node *py_make_lambda(struct interp *py, const struct py_expr *e);
struct node *py_make_class(struct interp *py, const struct py_class *def, struct span at);
/** What a decorator of the repository makes of a function or class; NULL if it is none or not known. */
struct node *py_replaced(struct interp *py, struct node *what, struct node *decorator);
/** What a class's own __getattr__ answers for a name; NULL if there is none or it raises. */
struct node *class_getattr(struct interp *py, struct node *object, struct str name, struct span at);
/** super().name(…) that leads to a library's class: the object is made by a call of that class. */
struct node *py_call_base(struct interp *py, struct class *c, struct node *self, struct str method,
			  const struct args *args, struct site site);
/**
 * Runs the constructor of a class whose model a call has loaded (Own.from_pretrained), as far as it switches
 * parameters: on an object that wraps the model.
 */
void py_run_constructor(struct interp *py, const struct class *c, struct node *model, struct site site);

/* Statements. */

/** Assigns to a name, attribute, subscript or (unpacking) a tuple of these. */
void py_assign(struct interp *py, const struct py_expr *target, struct node *value);
/** These statements, for and while; try; match; import. */
enum flow py_run_loop(struct interp *py, const struct py_stmt *s);
enum flow py_run_try(struct interp *py, const struct py_stmt *s);
enum flow py_run_match(struct interp *py, const struct py_stmt *s);
void py_run_import(struct interp *py, const struct py_stmt *s);
/** The names that statements assign, nested functions and classes left out; calls back for each. */
void py_assigned(const struct py_block *block, void (*each)(void *context, struct str name),
		 void *context);
/**
 * Runs the body of a loop for the elements of an unordered value: forwards and backwards; what the two
 * leave different depends on the order and becomes unknown, lists become unordered.
 */
enum flow py_run_both_ways(struct interp *py, const struct py_stmt *s, struct node *items,
			   enum flow (*run)(struct interp *py, const struct py_stmt *s,
					    struct node *const *items, size_t n));

/* Conditions (condition.c, branch.c). */

/** Evaluates a condition; for MAYBE gives the text of it. */
enum truth py_condition(struct interp *py, const struct py_expr *test);
/**
 * The same for a test: one that asks what another asked has the same condition. *known: the arm in
 * which this is decides it, so there is nothing to choose.
 */
struct choice py_choose_test(struct interp *py, const struct py_expr *test, enum truth *known);
/** The value without the alternatives that cannot be where the evaluation is. */
struct node *py_under_guard(struct interp *py, struct node *value);

#endif
