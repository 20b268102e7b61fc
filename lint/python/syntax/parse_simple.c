#include "parse.h"

/* Operators of augmented assignment. */
static bool augmented(enum tok kind, enum py_op *op)
{
	static const struct {
		enum tok tok;
		enum py_op op;
	} rows[] = {
	    {TOK_PLUS_EQUAL, OP_ADD},	       {TOK_MINUS_EQUAL, OP_SUB},
	    {TOK_STAR_EQUAL, OP_MUL},	       {TOK_AT_EQUAL, OP_MATMUL},
	    {TOK_SLASH_EQUAL, OP_DIV},	       {TOK_FLOORDIV_EQUAL, OP_FLOORDIV},
	    {TOK_PERCENT_EQUAL, OP_MOD},       {TOK_POW_EQUAL, OP_POW},
	    {TOK_LSHIFT_EQUAL, OP_LSHIFT},     {TOK_RSHIFT_EQUAL, OP_RSHIFT},
	    {TOK_AMPER_EQUAL, OP_BITAND},      {TOK_VBAR_EQUAL, OP_BITOR},
	    {TOK_CIRCUMFLEX_EQUAL, OP_BITXOR},
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++)
		if (rows[i].tok == kind) {
			*op = rows[i].op;
			return true;
		}
	return false;
}

static struct py_stmt *close(struct parser *p, struct py_stmt *s)
{
	s->at = py_span(p, s->at.off);
	return s;
}

/* single_target: a name, attribute or subscript, not a list or tuple of them. */
static bool single_target(struct parser *p, const struct py_expr *e)
{
	if (e->kind == EXPR_NAME || e->kind == EXPR_ATTR || e->kind == EXPR_SUBSCRIPT)
		return true;
	return py_fail(p, BAD_SYNTAX, "an assignment to what is no single variable");
}

/* annotated: single_target ':' expression ['=' value] */
static struct py_stmt *annotated(struct parser *p, uint32_t from, struct py_expr *target)
{
	struct py_stmt *s = py_new_stmt(p, STMT_ANNASSIGN, from);

	py_advance(p);
	s->as.annassign.target = target;
	if (!single_target(p, target))
		return NULL;
	s->as.annassign.annotation = py_expression(p);
	if (!s->as.annassign.annotation)
		return NULL;
	if (py_accept(p, TOK_EQUAL)) {
		s->as.annassign.value = py_value(p);
		if (!s->as.annassign.value)
			return NULL;
	}
	return close(p, s);
}

/* assignment: (star_targets '=')+ value */
static struct py_stmt *assigned(struct parser *p, uint32_t from, struct py_expr *first)
{
	struct py_stmt *s = py_new_stmt(p, STMT_ASSIGN, from);
	size_t mark = py_mark(p);
	struct py_expr *e = first;

	while (py_accept(p, TOK_EQUAL)) {
		if (!py_check_target(p, e))
			return NULL;
		PY_PUSH(p, struct py_expr *, e);
		e = py_value(p);
		if (!e)
			return NULL;
	}
	PY_TAKE(p, mark, &s->as.assign.targets);
	s->as.assign.value = e;
	return close(p, s);
}

/* assignment | star_expressions */
static struct py_stmt *expression_or_assignment(struct parser *p)
{
	uint32_t from = p->t->off;
	struct py_expr *e = py_value(p);
	struct py_stmt *s;
	enum py_op op;

	if (!e)
		return NULL;
	if (py_kind(p) == TOK_EQUAL)
		return assigned(p, from, e);
	if (py_kind(p) == TOK_COLON)
		return annotated(p, from, e);
	if (augmented(py_kind(p), &op)) {
		if (!single_target(p, e))
			return NULL;
		py_advance(p);
		s = py_new_stmt(p, STMT_AUGASSIGN, from);
		s->as.augassign.target = e;
		s->as.augassign.op = op;
		s->as.augassign.value = py_value(p);
		return s->as.augassign.value ? close(p, s) : NULL;
	}
	s = py_new_stmt(p, STMT_EXPR, from);
	s->as.value = e;
	return s;
}

static bool at_end(const struct parser *p)
{
	return py_kind(p) == TOK_NEWLINE || py_kind(p) == TOK_SEMI || py_kind(p) == TOK_END;
}

/* return_stmt: 'return' [star_expressions] */
static struct py_stmt *return_stmt(struct parser *p, struct py_stmt *s)
{
	if (!at_end(p)) {
		s->as.value = py_star_expressions(p);
		if (!s->as.value)
			return NULL;
	}
	return close(p, s);
}

/* raise_stmt: 'raise' [expression ['from' expression]] */
static struct py_stmt *raise_stmt(struct parser *p, struct py_stmt *s)
{
	if (at_end(p))
		return s;
	s->as.raise.exception = py_expression(p);
	if (!s->as.raise.exception)
		return NULL;
	if (py_accept(p, TOK_FROM)) {
		s->as.raise.cause = py_expression(p);
		if (!s->as.raise.cause)
			return NULL;
	}
	return close(p, s);
}

/* assert_stmt: 'assert' expression [',' expression] */
static struct py_stmt *assert_stmt(struct parser *p, struct py_stmt *s)
{
	s->as.assertion.test = py_expression(p);
	if (!s->as.assertion.test)
		return NULL;
	if (py_accept(p, TOK_COMMA)) {
		s->as.assertion.message = py_expression(p);
		if (!s->as.assertion.message)
			return NULL;
	}
	return close(p, s);
}

/* del_stmt: 'del' del_target (',' del_target)* [','] */
static struct py_stmt *del_stmt(struct parser *p, struct py_stmt *s)
{
	size_t mark = py_mark(p);

	do {
		struct py_expr *e = py_bitwise_or(p);

		if (!e || !py_check_target(p, e))
			return NULL;
		PY_PUSH(p, struct py_expr *, e);
	} while (py_accept(p, TOK_COMMA) && !at_end(p));
	PY_TAKE(p, mark, &s->as.targets);
	return close(p, s);
}

/* global_stmt: 'global' NAME (',' NAME)*; the same with 'nonlocal' */
static struct py_stmt *names_stmt(struct parser *p, struct py_stmt *s)
{
	size_t mark = py_mark(p);

	do {
		struct py_name name;

		if (!py_take_name(p, &name))
			return NULL;
		PY_PUSH(p, struct py_name, name);
	} while (py_accept(p, TOK_COMMA));
	PY_TAKE(p, mark, &s->as.names);
	return close(p, s);
}

/* type_alias: "type" NAME [type_params] '=' expression */
static struct py_stmt *type_alias(struct parser *p)
{
	struct py_stmt *s = py_new_stmt(p, STMT_TYPE_ALIAS, p->t->off);

	py_advance(p);
	if (!py_take_name(p, &s->as.type_alias.name) ||
	    !py_type_parameters(p, &s->as.type_alias.type_params) || !py_expect(p, TOK_EQUAL))
		return NULL;
	s->as.type_alias.value = py_expression(p);
	return s->as.type_alias.value ? close(p, s) : NULL;
}

/* "type X =" and "type X[" begin an alias; anything else is a name that is called type. */
static bool at_type_alias(const struct parser *p)
{
	return py_is_word(p, p->t, "type") && p->t[1].kind == TOK_NAME &&
	       (p->t[2].kind == TOK_EQUAL || p->t[2].kind == TOK_LSQB);
}

static struct py_stmt *keyword(struct parser *p, enum py_stmt_kind kind)
{
	struct py_stmt *s = py_new_stmt(p, kind, p->t->off);

	py_advance(p);
	return close(p, s);
}

/* "lazy" import_stmt (3.15), which binds the same names. */
static bool at_lazy_import(const struct parser *p)
{
	return py_is_word(p, p->t, "lazy") &&
	       (p->t[1].kind == TOK_IMPORT || p->t[1].kind == TOK_FROM);
}

/* simple_stmt: assignment | star_expressions | return_stmt | import_stmt | raise_stmt | … */
struct py_stmt *py_simple(struct parser *p)
{
	if (at_lazy_import(p))
		py_advance(p);
	switch ((int)py_kind(p)) {
	case TOK_RETURN:
		return return_stmt(p, keyword(p, STMT_RETURN));
	case TOK_IMPORT:
		return py_import(p, keyword(p, STMT_IMPORT));
	case TOK_FROM:
		return py_import_from(p, keyword(p, STMT_IMPORT_FROM));
	case TOK_RAISE:
		return raise_stmt(p, keyword(p, STMT_RAISE));
	case TOK_PASS:
		return keyword(p, STMT_PASS);
	case TOK_BREAK:
		return keyword(p, STMT_BREAK);
	case TOK_CONTINUE:
		return keyword(p, STMT_CONTINUE);
	case TOK_ASSERT:
		return assert_stmt(p, keyword(p, STMT_ASSERT));
	case TOK_DEL:
		return del_stmt(p, keyword(p, STMT_DEL));
	case TOK_GLOBAL:
		return names_stmt(p, keyword(p, STMT_GLOBAL));
	case TOK_NONLOCAL:
		return names_stmt(p, keyword(p, STMT_NONLOCAL));
	default:
		return at_type_alias(p) ? type_alias(p) : expression_or_assignment(p);
	}
}
