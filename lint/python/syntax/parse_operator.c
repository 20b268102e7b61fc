#include "parse.h"

/* Levels of the operators from loose to tight; a level's right side binds tighter than the level. */
enum level {
	LEVEL_NONE,
	LEVEL_OR,
	LEVEL_AND,
	LEVEL_NOT,
	LEVEL_COMPARE,
	LEVEL_BITOR,
	LEVEL_BITXOR,
	LEVEL_BITAND,
	LEVEL_SHIFT,
	LEVEL_SUM,
	LEVEL_TERM,
	LEVEL_UNARY,
	LEVEL_POWER,
};

/* Infix operators: what the left side may be followed by. */
static const struct {
	uint8_t level, op;
} infix[TOK_COUNT] = {
    [TOK_OR] = {LEVEL_OR, OP_OR},
    [TOK_AND] = {LEVEL_AND, OP_AND},
    [TOK_EQ] = {LEVEL_COMPARE, OP_EQ},
    [TOK_NE] = {LEVEL_COMPARE, OP_NE},
    [TOK_LT] = {LEVEL_COMPARE, OP_LT},
    [TOK_LE] = {LEVEL_COMPARE, OP_LE},
    [TOK_GT] = {LEVEL_COMPARE, OP_GT},
    [TOK_GE] = {LEVEL_COMPARE, OP_GE},
    [TOK_IN] = {LEVEL_COMPARE, OP_IN},
    [TOK_IS] = {LEVEL_COMPARE, OP_IS},
    [TOK_NOT] = {LEVEL_COMPARE, OP_NOT_IN},
    [TOK_VBAR] = {LEVEL_BITOR, OP_BITOR},
    [TOK_CIRCUMFLEX] = {LEVEL_BITXOR, OP_BITXOR},
    [TOK_AMPER] = {LEVEL_BITAND, OP_BITAND},
    [TOK_LSHIFT] = {LEVEL_SHIFT, OP_LSHIFT},
    [TOK_RSHIFT] = {LEVEL_SHIFT, OP_RSHIFT},
    [TOK_PLUS] = {LEVEL_SUM, OP_ADD},
    [TOK_MINUS] = {LEVEL_SUM, OP_SUB},
    [TOK_STAR] = {LEVEL_TERM, OP_MUL},
    [TOK_SLASH] = {LEVEL_TERM, OP_DIV},
    [TOK_FLOORDIV] = {LEVEL_TERM, OP_FLOORDIV},
    [TOK_PERCENT] = {LEVEL_TERM, OP_MOD},
    [TOK_AT] = {LEVEL_TERM, OP_MATMUL},
    [TOK_POW] = {LEVEL_POWER, OP_POW},
};

static struct py_expr *operators(struct parser *p, enum level least);

/* inversion: 'not' inversion; factor: ('+' | '-' | '~') factor */
static struct py_expr *unary(struct parser *p, enum level least)
{
	uint32_t from = p->t->off;
	struct py_expr *e;
	enum level level = LEVEL_UNARY;
	enum py_op op;

	switch ((int)py_kind(p)) {
	case TOK_NOT:
		/* "a == not b" is no Python. */
		if (least > LEVEL_NOT)
			return py_primary(p);
		op = OP_NOT;
		level = LEVEL_NOT;
		break;
	case TOK_MINUS:
		op = OP_NEG;
		break;
	case TOK_PLUS:
		op = OP_POS;
		break;
	case TOK_TILDE:
		op = OP_INVERT;
		break;
	default:
		return py_primary(p);
	}
	py_advance(p);
	e = py_new_expr(p, EXPR_UNARY, from);
	e->as.unary.op = op;
	e->as.unary.operand = operators(p, level);
	if (!e->as.unary.operand)
		return NULL;
	py_under(e, e->as.unary.operand);
	return py_close(p, e);
}

/* left op right, of two sides; "**" takes a factor on its right. */
static struct py_expr *binary(struct parser *p, uint32_t from, struct py_expr *left,
			      enum level level, enum py_op op)
{
	struct py_expr *e = py_new_expr(p, EXPR_BINARY, from);

	py_advance(p);
	e->as.binary.op = op;
	e->as.binary.left = left;
	e->as.binary.right = operators(p, level == LEVEL_POWER ? LEVEL_UNARY : level + 1);
	if (!e->as.binary.right)
		return NULL;
	py_under(e, left);
	py_under(e, e->as.binary.right);
	return py_close(p, e);
}

/* disjunction: conjunction ('or' conjunction)+; conjunction: inversion ('and' inversion)+ */
static struct py_expr *boolean(struct parser *p, uint32_t from, struct py_expr *left,
			       enum level level, enum py_op op)
{
	enum tok tok = py_kind(p);
	struct py_expr *e = py_new_expr(p, EXPR_BOOL, from);
	size_t mark = py_mark(p);

	e->as.boolean.op = op;
	PY_PUSH(p, struct py_expr *, left);
	while (py_accept(p, tok)) {
		struct py_expr *right = operators(p, level + 1);

		if (!right)
			return NULL;
		PY_PUSH(p, struct py_expr *, right);
	}
	PY_TAKE(p, mark, &e->as.boolean.operands);
	py_under_all(e, e->as.boolean.operands);
	return py_close(p, e);
}

/* comp_op: '<' | '>' | '==' | '>=' | '<=' | '!=' | ['not'] 'in' | 'is' ['not'] */
static bool compare_op(struct parser *p, enum py_op *op)
{
	enum tok tok = py_kind(p);

	*op = (enum py_op)infix[tok].op;
	py_advance(p);
	if (tok == TOK_NOT)
		return py_expect(p, TOK_IN);
	if (tok == TOK_IS && py_accept(p, TOK_NOT))
		*op = OP_IS_NOT;
	return true;
}

/* comparison: bitwise_or (comp_op bitwise_or)+ */
static struct py_expr *comparison(struct parser *p, uint32_t from, struct py_expr *left)
{
	struct py_expr *e = py_new_expr(p, EXPR_COMPARE, from);
	size_t mark = py_mark(p);

	e->as.compare.left = left;
	py_under(e, left);
	while (infix[py_kind(p)].level == LEVEL_COMPARE) {
		struct py_compare step;

		if (!compare_op(p, &step.op))
			return NULL;
		step.right = operators(p, LEVEL_BITOR);
		if (!step.right)
			return NULL;
		py_under(e, step.right);
		PY_PUSH(p, struct py_compare, step);
	}
	PY_TAKE(p, mark, &e->as.compare);
	return py_close(p, e);
}

/* Everything from disjunction to power, by precedence: operands joined by operators of a level. */
static struct py_expr *operators(struct parser *p, enum level least)
{
	uint32_t from = p->t->off;
	struct py_expr *e;
	enum level level;

	if (!py_enter(p))
		return NULL;
	e = unary(p, least);
	while (e && (level = (enum level)infix[py_kind(p)].level) && level >= least) {
		enum py_op op = (enum py_op)infix[py_kind(p)].op;

		if (level == LEVEL_COMPARE)
			e = comparison(p, from, e);
		else if (level == LEVEL_OR || level == LEVEL_AND)
			e = boolean(p, from, e, level, op);
		else
			e = binary(p, from, e, level, op);
	}
	py_leave(p);
	return e;
}

struct py_expr *py_bitwise_or(struct parser *p)
{
	return operators(p, LEVEL_BITOR);
}

struct py_expr *py_disjunction(struct parser *p)
{
	return operators(p, LEVEL_OR);
}

struct py_expr *py_sum(struct parser *p)
{
	return operators(p, LEVEL_SUM);
}
