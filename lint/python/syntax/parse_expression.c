#include "parse.h"

/* lambdef: 'lambda' [lambda_params] ':' expression */
static struct py_expr *lambda(struct parser *p)
{
	uint32_t from = p->t->off;
	struct py_expr *e;
	bool yields = p->yields;

	py_advance(p);
	e = py_new_expr(p, EXPR_LAMBDA, from);
	if (!py_parameters(p, TOK_COLON, false, &e->as.lambda.params) || !py_expect(p, TOK_COLON))
		return NULL;
	p->yields = false;
	e->as.lambda.body = py_expression(p);
	e->as.lambda.is_generator = p->yields;
	p->yields = yields;
	if (!e->as.lambda.body)
		return NULL;
	for (size_t i = 0; i < e->as.lambda.params.n; i++)
		py_under(e, e->as.lambda.params.at[i].default_value);
	py_under(e, e->as.lambda.body);
	return py_close(p, e);
}

/* disjunction 'if' disjunction 'else' expression */
static struct py_expr *conditional(struct parser *p, uint32_t from, struct py_expr *body)
{
	struct py_expr *e = py_new_expr(p, EXPR_COND, from);

	py_advance(p);
	e->as.cond.body = body;
	e->as.cond.test = py_disjunction(p);
	if (!e->as.cond.test || !py_expect(p, TOK_ELSE))
		return NULL;
	e->as.cond.orelse = py_expression(p);
	if (!e->as.cond.orelse)
		return NULL;
	py_under(e, body);
	py_under(e, e->as.cond.test);
	py_under(e, e->as.cond.orelse);
	return py_close(p, e);
}

/* expression: disjunction ['if' disjunction 'else' expression] | lambdef */
struct py_expr *py_expression(struct parser *p)
{
	uint32_t from = p->t->off;
	struct py_expr *e;

	if (!py_enter(p))
		return NULL;
	if (py_kind(p) == TOK_LAMBDA) {
		e = lambda(p);
	} else {
		e = py_disjunction(p);
		if (e && py_kind(p) == TOK_IF)
			e = conditional(p, from, e);
	}
	py_leave(p);
	return e;
}

/* named_expression: NAME ':=' expression | expression */
struct py_expr *py_named_expression(struct parser *p)
{
	struct py_expr *e = py_expression(p), *named;

	if (!e || py_kind(p) != TOK_COLON_EQUAL || e->kind != EXPR_NAME || e->parenthesised)
		return e;
	py_advance(p);
	named = py_new_expr(p, EXPR_NAMED, e->at.off);
	named->as.named.target = e;
	named->as.named.value = py_expression(p);
	if (!named->as.named.value)
		return NULL;
	py_under(named, named->as.named.value);
	return py_close(p, named);
}

/* '*' bitwise_or */
static struct py_expr *starred(struct parser *p)
{
	uint32_t from = p->t->off;
	struct py_expr *e;

	py_advance(p);
	e = py_new_expr(p, EXPR_STAR, from);
	e->as.value = py_bitwise_or(p);
	if (!e->as.value)
		return NULL;
	py_under(e, e->as.value);
	return py_close(p, e);
}

struct py_expr *py_star_named_expression(struct parser *p)
{
	return py_kind(p) == TOK_STAR ? starred(p) : py_named_expression(p);
}

/* Whether an expression can begin with a token; false ends a list after its last comma. */
static bool begins_expression(enum tok kind)
{
	switch ((int)kind) {
	case TOK_END:
	case TOK_NEWLINE:
	case TOK_RPAR:
	case TOK_RSQB:
	case TOK_RBRACE:
	case TOK_EQUAL:
	case TOK_COLON:
	case TOK_SEMI:
	case TOK_EXCLAMATION:
	case TOK_IN:
		return false;
	default:
		/* An augmented assignment is an error of its own, noted by the caller. */
		return true;
	}
}

/* item (',' item)* [','], the first being taken: a tuple. */
static struct py_expr *tuple(struct parser *p, uint32_t from, struct py_expr *first,
			     struct py_expr *(*item)(struct parser *))
{
	struct py_expr *e = py_new_expr(p, EXPR_TUPLE, from);
	size_t mark = py_mark(p);

	PY_PUSH(p, struct py_expr *, first);
	while (py_accept(p, TOK_COMMA) && begins_expression(py_kind(p))) {
		struct py_expr *next = item(p);

		if (!next)
			return NULL;
		PY_PUSH(p, struct py_expr *, next);
	}
	PY_TAKE(p, mark, &e->as.items);
	py_under_all(e, e->as.items);
	return py_close(p, e);
}

/* star_expression: '*' bitwise_or | expression */
static struct py_expr *star_expression(struct parser *p)
{
	return py_kind(p) == TOK_STAR ? starred(p) : py_expression(p);
}

/* star_expressions: star_expression (',' star_expression)* [','] */
struct py_expr *py_star_expressions(struct parser *p)
{
	uint32_t from = p->t->off;
	struct py_expr *e = star_expression(p);

	return e && py_kind(p) == TOK_COMMA ? tuple(p, from, e, star_expression) : e;
}

/* subject_expr: star_named_expression (',' star_named_expression)* [','] */
struct py_expr *py_star_named_expressions(struct parser *p)
{
	uint32_t from = p->t->off;
	struct py_expr *e = py_star_named_expression(p);

	return e && py_kind(p) == TOK_COMMA ? tuple(p, from, e, py_star_named_expression) : e;
}

/* star_target: '*' bitwise_or | bitwise_or, since a target has no looser operator. */
static struct py_expr *star_target(struct parser *p)
{
	return py_kind(p) == TOK_STAR ? starred(p) : py_bitwise_or(p);
}

/* star_targets: star_target (',' star_target)* [','] */
struct py_expr *py_for_targets(struct parser *p)
{
	uint32_t from = p->t->off;
	struct py_expr *e = star_target(p);

	if (e && py_kind(p) == TOK_COMMA)
		e = tuple(p, from, e, star_target);
	return e && py_check_target(p, e) ? e : NULL;
}

/* yield_expr: 'yield' 'from' expression | 'yield' [star_expressions] */
struct py_expr *py_yield(struct parser *p)
{
	uint32_t from = p->t->off;
	struct py_expr *e;

	py_advance(p);
	p->yields = true;
	if (py_accept(p, TOK_FROM)) {
		e = py_new_expr(p, EXPR_YIELD_FROM, from);
		e->as.value = py_expression(p);
	} else {
		e = py_new_expr(p, EXPR_YIELD, from);
		if (!begins_expression(py_kind(p)))
			return e;
		e->as.value = py_star_expressions(p);
	}
	if (!e->as.value)
		return NULL;
	py_under(e, e->as.value);
	return py_close(p, e);
}

struct py_expr *py_value(struct parser *p)
{
	return py_kind(p) == TOK_YIELD ? py_yield(p) : py_star_expressions(p);
}

bool py_check_target(struct parser *p, const struct py_expr *e)
{
	switch ((int)e->kind) {
	case EXPR_NAME:
	case EXPR_ATTR:
	case EXPR_SUBSCRIPT:
		return true;
	case EXPR_STAR:
		return py_check_target(p, e->as.value);
	case EXPR_LIST:
	case EXPR_TUPLE:
		for (size_t i = 0; i < e->as.items.n; i++)
			if (!py_check_target(p, e->as.items.at[i]))
				return false;
		return true;
	default:
		return py_fail(p, BAD_SYNTAX, "an assignment to what is no variable");
	}
}
