/*
 * The evaluator of Python's expressions, calls and assignments, over values that may be known or not. Statements are run
 * by lint/python/statements, which hands itself in (struct interpreter's run_block and run_module).
 *
 * In: a struct interpreter whose library is set (native.h is the other door: functions of libraries that are written here
 * in C, and what else the rooms above hand in). Out: values, and the trace of calls to libraries. What cannot be
 * known is NODE_UNKNOWN with its reason; an undecided choice is evaluated both ways and joined to NODE_EITHER.
 * Uses lint/python/values and lint/python/syntax, and what these use; the rows of lint/frameworks say what a call gives.
 */
#ifndef LINT_PYTHON_EVALUATOR_EVALUATOR_H
#define LINT_PYTHON_EVALUATOR_EVALUATOR_H

#include "dataset_rows.h"

#include "lint/python/values/values.h"

/* Expressions. */

/** The value of an expression; never NULL, as of all that gives a value here unless it says otherwise. */
struct node *py_eval(struct interpreter *py, const struct py_expr *e);
/** A name as an expression reads it: local, enclosing, global, built-in (EXPR_NAME). */
struct node *py_lookup(struct interpreter *py, const struct py_expr *e);
/** The name of something in a library, or the value that is known of it. */
struct node *py_library_name(struct interpreter *py, struct str dotted, struct span at);
/** x op y: an operator of numbers, texts, containers, or a method of a class of the repository. */
struct node *py_binary(struct interpreter *py, enum py_op op, struct node *x, struct node *y,
		       struct span at);
/** <0, 0, >0 of two values that Python can order; false if not known. */
bool py_order(struct interpreter *py, const struct node *x, const struct node *y, int *out);
/** format(value, spec), as f-strings and str.format() ask for it (fstring.c); unknown if not understood. */
struct node *py_format(struct interpreter *py, struct node *value, struct str spec, struct span at);

/* Elements of containers (elements.c). */

/**
 * The elements of an iterable as a LIST; NULL if they are not known (UNKNOWN, library objects) or come
 * in an order that is not (sets): py_members() of gives these.
 */
struct node *py_elements(struct interpreter *py, struct node *iterable, struct span at);
/** As py_elements(), for callers to whom the order of what comes makes no difference. */
struct node *py_members(struct interpreter *py, struct node *iterable, struct span at);
/** Number of elements; false if not known. */
bool py_len(struct interpreter *py, const struct node *n, int64_t *out);
/** item in container. */
enum truth py_contains(struct interpreter *py, struct node *container, struct node *item);
/** Whether a value is an iterator of the repository's own: its class says what comes next. */
bool py_is_iterator(struct interpreter *py, const struct node *n);
/** What such an iterator gives next; of any other value, one part of it. */
struct node *py_next(struct interpreter *py, struct node *whole, struct span at);
/** **value among arguments: each member is a named argument (call.c). */
void py_spread_named(struct interpreter *py, struct args *args, struct node *value, struct span at);
/** dict(…) and dict.update(…): adds the arguments' members to a MAP. */
void dict_update(struct interpreter *py, struct node *out, const struct args *args);

/* Subscripts (subscript.c). */

/** container[key]; what the container does not have raises, or is unknown. */
struct node *py_get_item(struct interpreter *py, struct node *container, struct node *key,
			 struct span at);
/** container[key] = value. */
void py_set_item(struct interpreter *py, struct node *container, struct node *key, struct node *value,
		 struct span at);
/** del container[key]; what may be that element is gone as well. */
void py_del_item(struct interpreter *py, struct node *container, struct node *key);
/** container[part[0]:part[1]:part[2]]; a part may be NULL. */
struct node *py_get_slice(struct interpreter *py, struct node *container, struct node *const part[3],
			  struct span at);

/* Attributes (attribute.c, attribute_set.c). */

/** object.name; unknown where there is none. */
struct node *py_get_attr(struct interpreter *py, struct node *object, struct str name, struct span at);
/** The same, or NULL where Python would raise AttributeError for sure. */
struct node *py_find_attr(struct interpreter *py, struct node *object, struct str name, struct span at);
/** object.name = value, by the class's own property or __setattr__ if it has one. */
void py_set_attr(struct interpreter *py, struct node *object, struct str name, struct node *value,
		 struct span at);

/* Calls (call.c, function.c, instance.c, library_call.c). */

/** What a call of any value gives. */
struct node *py_call(struct interpreter *py, struct node *callee, const struct args *args,
		     struct site site);
/** The same of object.name. */
struct node *py_call_method(struct interpreter *py, struct node *object, struct str name,
			    const struct args *args, struct site site);
/** The same of a function of the repository; self is put before the arguments unless it is NULL. */
struct node *py_call_func(struct interpreter *py, const struct func *f, struct node *self,
			  const struct args *args, struct site site);
/** An object of a class before its __init__. */
struct node *class_object(struct interpreter *py, const struct class *c, struct site site);
/** Calls a class: a new object. */
struct node *py_instantiate(struct interpreter *py, struct class *c, const struct args *args,
			    struct site site);
/** Fields with defaults filled in from arguments; for dataclasses and the like. */
void class_fields(struct interpreter *py, struct class *c, struct node *object, const struct args *args,
		  struct site site);
/** Records a call to a library and gives its result. self may be NULL. */
struct node *py_call_library(struct interpreter *py, struct str dotted, struct node *self,
			     const struct args *args, struct site site);
/** Keeps a configuration of the repository's own in the trace: an object, or the values of a command line. */
void py_note_config(struct interpreter *py, const struct node *config);

/* Functions (function.c). */

/** The value that a def makes, decorators applied. */
struct node *py_make_function(struct interpreter *py, const struct py_function *def, struct span at);
/** What a decorator of the repository makes of a function or class; NULL if it is none or not known. */
struct node *py_replaced(struct interpreter *py, struct node *what, struct node *decorator);

/* Gradients (gradients.c). */

/** Whether a decorator or context says whether gradients are recorded: torch.no_grad(). */
bool py_switches_gradients(const struct node *n);
/** Lets what runs from now on be recorded or not, as a context or a decorator says; any other changes nothing. */
void py_set_gradients(struct interpreter *py, const struct node *n);

/* Assignments (assign.c). */

/** Assigns to a name, attribute, subscript or (unpacking) a tuple of these. */
void py_assign(struct interpreter *py, const struct py_expr *target, struct node *value);
/** The names that statements assign, nested functions and classes left out; calls back for each. */
void py_assigned(const struct py_block *block, void (*each)(void *context, struct str name),
		 void *context);

/* Undecided choices (choice.c, condition.c). */

/** What an expression comes to as a condition (expression.c). */
enum truth py_condition(struct interpreter *py, const struct py_expr *test);

/** An undecided choice between two pieces of code, each run as one arm. */
struct choice {
	struct arms arms;
	struct fork fork[2];
	struct changes changes[2];
	const struct node *outer;
};

/** Begins a choice: text is the condition as its reader is told it. The arms 0 (it holds) and 1 follow. */
struct choice py_choose(struct interpreter *py, struct str text, struct span at);
/** From here on what is evaluated belongs to an arm. */
void py_arm_begin(struct interpreter *py, struct choice *c, int arm);
/** Takes back what the arm changed, which py_choice_join() needs. */
void py_arm_end(struct interpreter *py, struct choice *c, int arm);
/** Behind both arms: what they left different has a value of each. */
void py_choice_join(struct interpreter *py, struct choice *c);
/** In an arm: the test's variable keeps the alternatives with which the test comes out as wanted. */
void py_narrow(struct interpreter *py, const struct py_expr *test, enum truth wanted);
/**
 * py_choose() for a test: one that asks what another asked has the same condition. *known: the arm in
 * which this is decides it, so there is nothing to choose.
 */
struct choice py_choose_test(struct interpreter *py, const struct py_expr *test, enum truth *known);

/* Exceptions (raise.c). */

/**
 * What Python answers by raising a built-in exception: inside a try its handlers run; elsewhere it is an
 * unknown value, since a reading that went wrong is likelier than a program that stops.
 */
__attribute__((format(printf, 4, 5))) struct node *
py_raise(struct interpreter *py, const char *exception, struct span at, const char *why, ...);
/** Whether a handler's classes (NULL: any) hold a built-in exception, or a class of the repository (NULL: none). */
bool py_catches(struct interpreter *py, const struct py_expr *type, struct str exception,
		const struct class *c);

#endif
