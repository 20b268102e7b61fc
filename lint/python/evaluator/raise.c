/* Exceptions that Python raises by itself, and which handlers catch them. */
#include "evaluator_parts.h"

#include <stdarg.h>
#include <stdio.h>

/* Whether a class of exceptions that a handler names is, or is above, a built-in one. */
static bool is_above(struct str name, struct str exception)
{
	static const struct {
		const char *exception, *above;
	} rows[] = {
	    {"KeyError", "LookupError"},
	    {"IndexError", "LookupError"},
	    {"ZeroDivisionError", "ArithmeticError"},
	    {"ModuleNotFoundError", "ImportError"},
	    {"NotImplementedError", "RuntimeError"},
	    {"UnicodeDecodeError", "ValueError"},
	    {"FileNotFoundError", "OSError"},
	    {"FileNotFoundError", "IOError"},
	    {"OSError", "IOError"},
	    {"IOError", "OSError"},
	};

	if (str_eq(name, exception) || str_is(name, "Exception") || str_is(name, "BaseException"))
		return true;
	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++)
		if (str_is(exception, rows[i].exception) && str_is(name, rows[i].above))
			return true;
	return false;
}

/* Whether a handler's class is a built-in one above a class of the repository. */
static bool is_above_class(struct str name, const struct class *c)
{
	for (size_t i = 0; i < c->order.n; i++)
		for (size_t k = 0; k < c->order.at[i]->bases.n; k++) {
			const struct node *base = c->order.at[i]->bases.at[k];

			if (base->kind == NODE_NAME && str_starts(base->text, STR("builtins.")) &&
			    is_above(name, str_sub(base->text, 9, base->text.n)))
				return true;
		}
	return false;
}

bool py_catches(struct interpreter *py, const struct py_expr *type, struct str exception,
		    const struct class *c)
{
	const struct node *named;

	if (!type)
		return true;
	if (type->kind == EXPR_TUPLE) {
		for (size_t i = 0; i < type->as.items.n; i++)
			if (py_catches(py, type->as.items.at[i], exception, c))
				return true;
		return false;
	}
	if (type->kind != EXPR_NAME)
		return false;
	if (!c)
		return is_above(type->as.name, exception);
	named = py_lookup(py, type);
	return named->kind == NODE_CLASS ? class_is(c, named->code)
					 : is_above_class(type->as.name, c);
}

/* Whether a handler makes nothing that its body did not: it says what went wrong, and ends or goes on. */
static bool only_tells(const struct py_handler *h)
{
	for (size_t i = 0; i < h->body.n; i++) {
		enum py_stmt_kind kind = h->body.at[i]->kind;

		if (kind != STMT_EXPR && kind != STMT_PASS && kind != STMT_RAISE)
			return false;
	}
	return true;
}

static bool names_exception(const struct py_expr *type, struct str exception)
{
	if (type && type->kind == EXPR_TUPLE) {
		for (size_t i = 0; i < type->as.items.n; i++)
			if (names_exception(type->as.items.at[i], exception))
				return true;
		return false;
	}
	return type && type->kind == EXPR_NAME && str_eq(type->as.name, exception);
}

/*
 * Whether a name that nobody imported is caught only to be told of: except Exception as e: log(e); sys.exit(1).
 * The program fails there as it would without the try; what it is to train is read on, as there.
 */
static bool is_told(struct interpreter *py, struct str exception)
{
	const struct py_stmt *s = py->trying;

	for (size_t i = 0; str_is(exception, "NameError") && i < s->as.attempt.n_handlers; i++) {
		const struct py_handler *h = &s->as.attempt.handlers[i];

		if (py_catches(py, h->type, exception, NULL))
			return only_tells(h) && !names_exception(h->type, exception);
	}
	return false;
}

/* try: train() except KeyboardInterrupt: save(): what no handler catches ends the program as it would without the try. */
static bool is_caught(struct interpreter *py, struct str exception)
{
	const struct py_stmt *s = py->trying;

	for (size_t i = 0; i < s->as.attempt.n_handlers; i++)
		if (py_catches(py, s->as.attempt.handlers[i].type, exception, NULL))
			return true;
	return py->tried_around;
}

struct node *py_raise(struct interpreter *py, const char *exception, struct span at, const char *why,
		      ...)
{
	char text[256];
	va_list ap;

	va_start(ap, why);
	vsnprintf(text, sizeof(text), why, ap);
	va_end(ap);
	if (py->trying && py->guard == py->try_guard && py->unwinding == FLOW_NEXT &&
	    is_caught(py, str_of(exception)) && !is_told(py, str_of(exception))) {
		py_end(py, at);
		if (py->passed)
			return py_unknown(py, at, "%s", text);
		py->unwinding = FLOW_RAISE;
		py->raised = str_of(exception);
		py->raised_class = NULL;
	}
	return py_unknown(py, at, "%s", text);
}
