#include "parse.h"

/* kwarg: NAME '=' expression | '**' expression | '*' expression | named_expression [for_if_clauses] */
static bool argument(struct parser *p, struct py_arg *arg)
{
	uint32_t from = p->t->off;

	if (py_kind(p) == TOK_NAME && py_next_kind(p) == TOK_EQUAL) {
		arg->kind = ARG_NAMED;
		py_take_name(p, &arg->name);
		py_advance(p);
		arg->value = py_expression(p);
	} else if (py_accept(p, TOK_STAR)) {
		arg->kind = ARG_STAR;
		arg->value = py_expression(p);
	} else if (py_accept(p, TOK_POW)) {
		arg->kind = ARG_DOUBLE_STAR;
		arg->value = py_expression(p);
	} else {
		arg->kind = ARG_POSITIONAL;
		arg->value = py_named_expression(p);
	}
	arg->at = py_span(p, from);
	return arg->value != NULL;
}

/* f(x for x in y): the generator's span is that of the parentheses. */
static bool generator_argument(struct parser *p, uint32_t open, struct py_arg *arg)
{
	struct py_expr *e = py_new_expr(p, EXPR_GENERATOR, open);

	e->as.comp.element = arg->value;
	py_under(e, arg->value);
	if (!py_for_clauses(p, e) || !py_expect(p, TOK_RPAR))
		return false;
	arg->value = py_close(p, e);
	arg->at = e->at;
	return arg->value != NULL;
}

/* arguments: argument (',' argument)* [','] ')' */
bool py_arguments(struct parser *p, struct py_args *args)
{
	size_t mark = py_mark(p);
	uint32_t open = p->end - 1;

	while (!py_accept(p, TOK_RPAR)) {
		struct py_arg arg = {0};
		bool alone = false;

		if (!argument(p, &arg))
			return false;
		if (py_at_for(p) && arg.kind == ARG_POSITIONAL) {
			alone = true;
			if (!generator_argument(p, open, &arg))
				return false;
		}
		PY_PUSH(p, struct py_arg, arg);
		if (alone)
			break;
		if (py_accept(p, TOK_COMMA))
			continue;
		if (!py_expect(p, TOK_RPAR))
			return false;
		break;
	}
	PY_TAKE(p, mark, args);
	return true;
}

/* primary: primary '(' [arguments] ')' */
static struct py_expr *call(struct parser *p, uint32_t from, struct py_expr *function)
{
	struct py_expr *e = py_new_expr(p, EXPR_CALL, from);

	py_advance(p);
	e->as.call.function = function;
	if (!py_arguments(p, &e->as.call.args))
		return NULL;
	py_under(e, function);
	for (size_t i = 0; i < e->as.call.args.n; i++)
		py_under(e, e->as.call.args.at[i].value);
	return py_close(p, e);
}

/* A bound of a slice: NULL in *bound where it is left out. */
static bool slice_bound(struct parser *p, struct py_expr *e, struct py_expr **bound)
{
	if (py_kind(p) == TOK_COLON || py_kind(p) == TOK_COMMA || py_kind(p) == TOK_RSQB)
		return true;
	*bound = py_expression(p);
	py_under(e, *bound);
	return *bound != NULL;
}

/* slice: [expression] ':' [expression] [':' [expression]] | '*' bitwise_or | named_expression */
static struct py_expr *slice(struct parser *p)
{
	uint32_t from = p->t->off;
	struct py_expr *lower = NULL, *e;

	if (py_kind(p) != TOK_COLON) {
		lower = py_star_named_expression(p);
		if (!lower || py_kind(p) != TOK_COLON || lower->kind == EXPR_STAR)
			return lower;
	}
	py_advance(p);
	e = py_new_expr(p, EXPR_SLICE, from);
	e->as.slice.lower = lower;
	py_under(e, lower);
	if (!slice_bound(p, e, &e->as.slice.upper) ||
	    (py_accept(p, TOK_COLON) && !slice_bound(p, e, &e->as.slice.step)))
		return NULL;
	return py_close(p, e);
}

/* slices: slice (',' slice)* [','] */
static struct py_expr *slices(struct parser *p)
{
	uint32_t from = p->t->off;
	struct py_expr *first = slice(p), *e;
	size_t mark = py_mark(p);

	if (!first || (py_kind(p) != TOK_COMMA && first->kind != EXPR_STAR))
		return first;
	e = py_new_expr(p, EXPR_TUPLE, from);
	PY_PUSH(p, struct py_expr *, first);
	while (py_accept(p, TOK_COMMA) && py_kind(p) != TOK_RSQB) {
		struct py_expr *next = slice(p);

		if (!next)
			return NULL;
		PY_PUSH(p, struct py_expr *, next);
	}
	PY_TAKE(p, mark, &e->as.items);
	py_under_all(e, e->as.items);
	return py_close(p, e);
}

/* primary: primary '[' slices ']' */
static struct py_expr *subscript(struct parser *p, uint32_t from, struct py_expr *value)
{
	struct py_expr *e = py_new_expr(p, EXPR_SUBSCRIPT, from);

	py_advance(p);
	e->as.subscript.value = value;
	e->as.subscript.index = slices(p);
	if (!e->as.subscript.index || !py_expect(p, TOK_RSQB))
		return NULL;
	py_under(e, value);
	py_under(e, e->as.subscript.index);
	return py_close(p, e);
}

/* primary: primary '.' NAME */
static struct py_expr *attribute(struct parser *p, uint32_t from, struct py_expr *value)
{
	struct py_expr *e = py_new_expr(p, EXPR_ATTR, from);
	struct py_name name;

	py_advance(p);
	if (!py_take_name(p, &name))
		return NULL;
	e->as.attr.value = value;
	e->as.attr.name = name.text;
	py_under(e, value);
	return py_close(p, e);
}

/* await_primary: ['await'] primary; primary: atom, then any of .NAME, (arguments), [slices] */
struct py_expr *py_primary(struct parser *p)
{
	uint32_t from = p->t->off;
	struct py_expr *e, *awaited;

	if (py_accept(p, TOK_AWAIT)) {
		e = py_new_expr(p, EXPR_AWAIT, from);
		if (!py_enter(p))
			return NULL;
		awaited = py_primary(p);
		py_leave(p);
		e->as.value = awaited;
		py_under(e, awaited);
		return awaited ? py_close(p, e) : NULL;
	}
	e = py_atom(p);
	while (e) {
		if (py_kind(p) == TOK_DOT)
			e = attribute(p, from, e);
		else if (py_kind(p) == TOK_LPAR)
			e = call(p, from, e);
		else if (py_kind(p) == TOK_LSQB)
			e = subscript(p, from, e);
		else
			break;
	}
	return e;
}
