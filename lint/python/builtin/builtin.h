/*
 * The functions of the language itself, and the methods of its types: rows of C functions by dotted name
 * ("builtins.len", "str.split"), a table for each file. The environment's variables are here, since os.environ is
 * a dictionary.
 *
 * In: a call with its arguments (lint/python/evaluator/native.h says what a function may expect). Out: a node, NULL
 * for "these arguments are not understood". What the rooms above share with this one is how arguments are taken
 * apart. Uses lint/python/statements and below.
 */
#ifndef LINT_PYTHON_BUILTIN_BUILTIN_H
#define LINT_PYTHON_BUILTIN_BUILTIN_H

#include "lint/python/evaluator/evaluator.h"
#include "lint/python/evaluator/native.h"

/** The tables of this room: natives_dict, … */
#define BUILTIN_TABLES(X)                                                                          \
	X(dict) X(environ) X(functions) X(list) X(math) X(number) X(object) X(order)               \
	X(partial_text) X(sequence) X(str) X(str_format) X(subclasses) X(text_case)

/** Declares what one of these lists names. */
#define NATIVES_DECLARE(name) extern const struct natives natives_##name;
BUILTIN_TABLES(NATIVES_DECLARE)

/* Arguments (arguments.c). */

/** A text that is known; false if it is no text. n may be NULL. */
bool native_text(const struct node *n, struct str *out);
/** The elements of an argument, all known; NULL otherwise. */
struct node *native_items(struct interpreter *py, struct node *n, struct span at);
/** A call that is no part of the trace: partial(…), field(…). */
struct call *untraced_call(struct interpreter *py, const struct native_call *c);
/** A row's function for what does nothing that counts here: None. */
struct node *native_none(struct interpreter *py, struct native_call *c);
/** A row's function for what gives the object that it is called on. */
struct node *native_receiver(struct interpreter *py, struct native_call *c);

#endif
