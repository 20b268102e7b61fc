#include "parse.h"

static struct py_stmt *begin(struct parser *p, enum py_stmt_kind kind)
{
	struct py_stmt *s = py_new_stmt(p, kind, p->t->off);

	py_advance(p);
	return s;
}

static struct py_stmt *close(struct parser *p, struct py_stmt *s)
{
	s->at = py_span(p, s->at.off);
	return s;
}

/* else_block: ['else' block] */
static bool else_block(struct parser *p, struct py_block *block)
{
	return !py_accept(p, TOK_ELSE) || py_block(p, block);
}

static struct py_stmt *if_stmt(struct parser *p);

/* elif_stmt is an if_stmt of its own in the else branch. */
static bool elif (struct parser *p, struct py_block *orelse)
{
	size_t mark = py_mark(p);
	struct py_stmt *s = py_enter(p) ? if_stmt(p) : NULL;

	if (!s)
		return false;
	py_leave(p);
	PY_PUSH(p, struct py_stmt *, s);
	PY_TAKE(p, mark, orelse);
	return true;
}

/* if_stmt: 'if' named_expression block (elif_stmt | [else_block]) */
static struct py_stmt *if_stmt(struct parser *p)
{
	struct py_stmt *s = begin(p, STMT_IF);

	s->as.branch.test = py_named_expression(p);
	if (!s->as.branch.test || !py_block(p, &s->as.branch.body))
		return NULL;
	if (py_kind(p) == TOK_ELIF ? !elif (p, &s->as.branch.orelse)
				   : !else_block(p, &s->as.branch.orelse))
		return NULL;
	return close(p, s);
}

/* while_stmt: 'while' named_expression block [else_block] */
static struct py_stmt *while_stmt(struct parser *p)
{
	struct py_stmt *s = begin(p, STMT_WHILE);

	s->as.branch.test = py_named_expression(p);
	if (!s->as.branch.test || !py_block(p, &s->as.branch.body) ||
	    !else_block(p, &s->as.branch.orelse))
		return NULL;
	return close(p, s);
}

/* for_stmt: ['async'] 'for' star_targets 'in' star_expressions block [else_block] */
static struct py_stmt *for_stmt(struct parser *p, uint32_t from, bool is_async)
{
	struct py_stmt *s = begin(p, STMT_FOR);

	s->at.off = from;
	s->as.loop.is_async = is_async;
	s->as.loop.target = py_for_targets(p);
	if (!s->as.loop.target || !py_expect(p, TOK_IN))
		return NULL;
	s->as.loop.iter = py_star_expressions(p);
	if (!s->as.loop.iter || !py_block(p, &s->as.loop.body) ||
	    !else_block(p, &s->as.loop.orelse))
		return NULL;
	return close(p, s);
}

/* except_block: 'except' ['*'] [expressions ['as' NAME]] block */
static bool handler(struct parser *p, struct py_stmt *s)
{
	struct py_handler h = {0};
	uint32_t from = p->t->off;

	py_advance(p);
	if (py_accept(p, TOK_STAR))
		s->as.attempt.is_star = true;
	if (py_kind(p) != TOK_COLON) {
		h.type = py_star_expressions(p);
		if (!h.type || (py_accept(p, TOK_AS) && !py_take_name(p, &h.name)))
			return false;
	}
	if (!py_block(p, &h.body))
		return false;
	h.at = py_span(p, from);
	PY_PUSH(p, struct py_handler, h);
	return true;
}

/* try_stmt: 'try' block (except_block+ [else_block] [finally_block] | finally_block) */
static struct py_stmt *try_stmt(struct parser *p)
{
	struct py_stmt *s = begin(p, STMT_TRY);
	size_t mark;

	if (!py_block(p, &s->as.attempt.body))
		return NULL;
	mark = py_mark(p);
	while (py_kind(p) == TOK_EXCEPT)
		if (!handler(p, s))
			return NULL;
	s->as.attempt.handlers =
	    py_take(p, mark, sizeof(*s->as.attempt.handlers), &s->as.attempt.n_handlers);
	if (s->as.attempt.n_handlers && !else_block(p, &s->as.attempt.orelse))
		return NULL;
	if (py_accept(p, TOK_FINALLY)) {
		if (!py_block(p, &s->as.attempt.finally))
			return NULL;
	} else if (!s->as.attempt.n_handlers) {
		py_expected(p, "'except' or 'finally'");
		return NULL;
	}
	return close(p, s);
}

/* with_item: expression ['as' star_target] */
static bool with_item(struct parser *p)
{
	struct py_with_item item = {.context = py_expression(p)};

	if (!item.context)
		return false;
	if (py_accept(p, TOK_AS)) {
		item.target = py_bitwise_or(p);
		if (!item.target || !py_check_target(p, item.target))
			return false;
	}
	PY_PUSH(p, struct py_with_item, item);
	return true;
}

/* Whether "(" encloses all items of a with statement: its ")" stands before the ":", and at its own
 * level it holds an "as" or a comma, but nothing that only a tuple or a generator has. */
static bool parenthesised_items(const struct parser *p)
{
	const struct token *t = p->t;
	uint32_t depth = 0;
	bool items = false;

	if (t->kind != TOK_LPAR)
		return false;
	for (; t->kind != TOK_NEWLINE && t->kind != TOK_END; t++) {
		if (t->kind == TOK_LPAR || t->kind == TOK_LSQB || t->kind == TOK_LBRACE) {
			depth++;
		} else if (t->kind == TOK_RPAR || t->kind == TOK_RSQB || t->kind == TOK_RBRACE) {
			if (--depth == 0)
				return items && t[1].kind == TOK_COLON;
		} else if (depth == 1) {
			bool star = t->kind == TOK_STAR &&
				    (t[-1].kind == TOK_LPAR || t[-1].kind == TOK_COMMA);

			if (star || t->kind == TOK_FOR || t->kind == TOK_COLON_EQUAL)
				return false;
			items |= t->kind == TOK_AS || t->kind == TOK_COMMA;
		}
	}
	return false;
}

/* with_stmt: ['async'] 'with' ('(' with_item (',' with_item)* [','] ')' | with_item (',' with_item)*)
 * block */
static struct py_stmt *with_stmt(struct parser *p, uint32_t from, bool is_async)
{
	struct py_stmt *s = begin(p, STMT_WITH);
	bool open = parenthesised_items(p);
	size_t mark = py_mark(p);

	s->at.off = from;
	s->as.with.is_async = is_async;
	if (open)
		py_advance(p);
	do {
		if (!with_item(p))
			return NULL;
	} while (py_accept(p, TOK_COMMA) && !(open && py_kind(p) == TOK_RPAR));
	PY_TAKE(p, mark, &s->as.with);
	if ((open && !py_expect(p, TOK_RPAR)) || !py_block(p, &s->as.with.body))
		return NULL;
	return close(p, s);
}

/* 'async' (function_def | for_stmt | with_stmt) */
static struct py_stmt *async_stmt(struct parser *p)
{
	uint32_t from = p->t->off;

	py_advance(p);
	if (py_kind(p) == TOK_DEF)
		return py_function_def(p, from, (struct py_exprs){0}, true);
	if (py_kind(p) == TOK_FOR)
		return for_stmt(p, from, true);
	if (py_kind(p) == TOK_WITH)
		return with_stmt(p, from, true);
	py_expected(p, "'def', 'for' or 'with'");
	return NULL;
}

/* compound_stmt: function_def | if_stmt | class_def | with_stmt | for_stmt | try_stmt | while_stmt | … */
struct py_stmt *py_compound(struct parser *p)
{
	switch ((int)py_kind(p)) {
	case TOK_IF:
		return if_stmt(p);
	case TOK_DEF:
		return py_function_def(p, p->t->off, (struct py_exprs){0}, false);
	case TOK_FOR:
		return for_stmt(p, p->t->off, false);
	case TOK_CLASS:
		return py_class_def(p, p->t->off, (struct py_exprs){0});
	case TOK_WITH:
		return with_stmt(p, p->t->off, false);
	case TOK_TRY:
		return try_stmt(p);
	case TOK_WHILE:
		return while_stmt(p);
	case TOK_AT:
		return py_decorated(p);
	case TOK_ASYNC:
		return async_stmt(p);
	case TOK_NAME:
		return py_at_match(p) ? py_match(p) : NULL;
	default:
		return NULL;
	}
}
