#include "parse.h"

/* for_if_clause: ['async'] 'for' star_targets 'in' disjunction ('if' disjunction)* */
static bool for_clause(struct parser *p, struct py_expr *comp, struct py_for_clause *clause)
{
	size_t mark;

	clause->is_async = py_accept(p, TOK_ASYNC);
	py_advance(p);
	clause->target = py_for_targets(p);
	if (!clause->target || !py_expect(p, TOK_IN))
		return false;
	clause->iter = py_disjunction(p);
	if (!clause->iter)
		return false;
	/* "for x in a, b" was valid in Python 2 only. */
	mark = py_mark(p);
	while (py_accept(p, TOK_IF)) {
		struct py_expr *condition = py_disjunction(p);

		if (!condition)
			return false;
		PY_PUSH(p, struct py_expr *, condition);
	}
	PY_TAKE(p, mark, &clause->conditions);
	py_under(comp, clause->target);
	py_under(comp, clause->iter);
	py_under_all(comp, clause->conditions);
	return true;
}

/* for_if_clauses: for_if_clause+ */
bool py_for_clauses(struct parser *p, struct py_expr *comp)
{
	size_t mark = py_mark(p);

	while (py_at_for(p)) {
		struct py_for_clause clause = {0};

		if (!for_clause(p, comp, &clause))
			return false;
		PY_PUSH(p, struct py_for_clause, clause);
	}
	PY_TAKE(p, mark, &comp->as.comp);
	return true;
}

/* Turns a display's first element into a comprehension, up to its closing bracket. */
static struct py_expr *comprehension(struct parser *p, struct py_expr *e, enum py_expr_kind kind,
				     struct py_expr *element, struct py_expr *value,
				     enum tok closing)
{
	e->kind = kind;
	e->as.comp.element = element;
	e->as.comp.value = value;
	py_under(e, element);
	py_under(e, value);
	if (element->kind == EXPR_STAR && !py_fail(p, BAD_SYNTAX, "unpacking in a comprehension"))
		return NULL;
	if (!py_for_clauses(p, e) || !py_expect(p, closing))
		return NULL;
	return py_close(p, e);
}

/* Elements behind the first one, up to the closing bracket: the items of the display e. */
static struct py_expr *rest_of_display(struct parser *p, struct py_expr *e, struct py_expr *first,
				       enum tok closing)
{
	size_t mark = py_mark(p);

	PY_PUSH(p, struct py_expr *, first);
	while (!py_accept(p, closing)) {
		struct py_expr *next;

		if (!py_accept(p, TOK_COMMA)) {
			py_expect(p, closing);
			return NULL;
		}
		if (py_accept(p, closing))
			break;
		next = py_star_named_expression(p);
		if (!next)
			return NULL;
		PY_PUSH(p, struct py_expr *, next);
	}
	PY_TAKE(p, mark, &e->as.items);
	py_under_all(e, e->as.items);
	return py_close(p, e);
}

/* list: '[' [star_named_expressions] ']'; listcomp: '[' named_expression for_if_clauses ']' */
static struct py_expr *list(struct parser *p)
{
	struct py_expr *e = py_new_expr(p, EXPR_LIST, p->t->off), *first;

	py_advance(p);
	if (py_accept(p, TOK_RSQB)) {
		e->at = py_span(p, e->at.off);
		return e;
	}
	first = py_star_named_expression(p);
	if (!first)
		return NULL;
	if (py_at_for(p))
		return comprehension(p, e, EXPR_LIST_COMP, first, NULL, TOK_RSQB);
	return rest_of_display(p, e, first, TOK_RSQB);
}

/* group: '(' (yield_expr | named_expression) ')'; tuple, genexp */
static struct py_expr *parenthesised(struct parser *p)
{
	uint32_t from = p->t->off;
	struct py_expr *e, *first;

	py_advance(p);
	if (py_kind(p) == TOK_RPAR) {
		py_advance(p);
		e = py_new_expr(p, EXPR_TUPLE, from);
		e->parenthesised = true;
		return e;
	}
	if (py_kind(p) == TOK_YIELD) {
		e = py_yield(p);
		if (!e || !py_expect(p, TOK_RPAR))
			return NULL;
		e->parenthesised = true;
		return e;
	}
	first = py_star_named_expression(p);
	if (!first)
		return NULL;
	if (py_kind(p) == TOK_COMMA) {
		e = py_new_expr(p, EXPR_TUPLE, from);
		e->parenthesised = true;
		return rest_of_display(p, e, first, TOK_RPAR);
	}
	if (py_at_for(p))
		return comprehension(p, py_new_expr(p, EXPR_GENERATOR, from), EXPR_GENERATOR, first,
				     NULL, TOK_RPAR);
	if (!py_expect(p, TOK_RPAR))
		return NULL;
	if (first->kind == EXPR_STAR) {
		py_fail(p, BAD_SYNTAX, "a star in parentheses of its own");
		return NULL;
	}
	first->parenthesised = true;
	return first;
}

/* double_starred_kvpair: '**' bitwise_or | expression ':' expression */
static bool dict_item(struct parser *p, struct py_expr *e, struct py_pair *pair)
{
	if (py_accept(p, TOK_POW)) {
		pair->value = py_bitwise_or(p);
	} else {
		pair->key = py_expression(p);
		if (!pair->key || !py_expect(p, TOK_COLON))
			return false;
		pair->value = py_expression(p);
	}
	py_under(e, pair->key);
	py_under(e, pair->value);
	return pair->value != NULL;
}

/* dict: '{' [double_starred_kvpairs] '}', the first pair being taken. */
static struct py_expr *rest_of_dict(struct parser *p, struct py_expr *e, struct py_pair first)
{
	size_t mark = py_mark(p);

	e->kind = EXPR_DICT;
	PY_PUSH(p, struct py_pair, first);
	while (!py_accept(p, TOK_RBRACE)) {
		struct py_pair pair = {0};

		if (!py_accept(p, TOK_COMMA)) {
			py_expect(p, TOK_RBRACE);
			return NULL;
		}
		if (py_accept(p, TOK_RBRACE))
			break;
		if (!dict_item(p, e, &pair))
			return NULL;
		PY_PUSH(p, struct py_pair, pair);
	}
	PY_TAKE(p, mark, &e->as.dict);
	return py_close(p, e);
}

/* dict, dictcomp, set, setcomp: they differ behind their first element. */
static struct py_expr *braces(struct parser *p)
{
	struct py_expr *e = py_new_expr(p, EXPR_DICT, p->t->off), *first;
	struct py_pair pair = {0};

	py_advance(p);
	if (py_accept(p, TOK_RBRACE)) {
		e->at = py_span(p, e->at.off);
		return e;
	}
	if (py_kind(p) == TOK_POW)
		return dict_item(p, e, &pair) ? rest_of_dict(p, e, pair) : NULL;
	first = py_star_named_expression(p);
	if (!first)
		return NULL;
	if (first->kind != EXPR_STAR && py_accept(p, TOK_COLON)) {
		pair.key = first;
		pair.value = py_expression(p);
		if (!pair.value)
			return NULL;
		py_under(e, pair.key);
		py_under(e, pair.value);
		if (py_at_for(p))
			return comprehension(p, e, EXPR_DICT_COMP, first, pair.value, TOK_RBRACE);
		return rest_of_dict(p, e, pair);
	}
	if (py_at_for(p))
		return comprehension(p, e, EXPR_SET_COMP, first, NULL, TOK_RBRACE);
	e->kind = EXPR_SET;
	return rest_of_display(p, e, first, TOK_RBRACE);
}

static struct py_expr *constant(struct parser *p, enum py_expr_kind kind)
{
	uint32_t from = p->t->off;

	py_advance(p);
	return py_new_expr(p, kind, from);
}

/* atom: NAME | True | False | None | strings | NUMBER | tuple | group | genexp | list | dict | … */
struct py_expr *py_atom(struct parser *p)
{
	struct py_expr *e;

	switch ((int)py_kind(p)) {
	case TOK_NAME:
		e = constant(p, EXPR_NAME);
		e->as.name = py_name_text(p, py_token_text(p, p->t - 1));
		return e;
	case TOK_STRING:
	case TOK_FSTRING_START:
		return py_strings(p);
	case TOK_NUMBER:
		return py_number(p);
	case TOK_LPAR:
		return parenthesised(p);
	case TOK_LSQB:
		return list(p);
	case TOK_LBRACE:
		return braces(p);
	case TOK_NONE:
		return constant(p, EXPR_NONE);
	case TOK_TRUE:
		return constant(p, EXPR_TRUE);
	case TOK_FALSE:
		return constant(p, EXPR_FALSE);
	case TOK_ELLIPSIS:
		return constant(p, EXPR_ELLIPSIS);
	default:
		py_expected(p, "an expression");
		return NULL;
	}
}
