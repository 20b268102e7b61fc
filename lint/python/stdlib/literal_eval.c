/*
 * ast.literal_eval: a text that is a literal of Python. Command lines of fire read their values so, with
 * bare words taken for strings (fire 0.5 to 0.7, parser.py DefaultParseValue).
 */
#include "stdlib_parts.h"

#include "lint/python/values/modules.h"

struct reader {
	struct interpreter *py;
	struct span at;
	/** A name is a string. */
	bool bare;
};

static struct node *value_of(const struct reader *r, const struct py_expr *e);

static struct node *items_of(const struct reader *r, enum node_kind kind, const struct py_expr *e)
{
	struct node *list = py_new(r->py, kind, r->at);

	for (size_t i = 0; i < e->as.items.n; i++) {
		struct node *item = value_of(r, e->as.items.at[i]);

		if (!item)
			return NULL;
		py_append(r->py, list, item);
	}
	return list;
}

static struct node *map_of(const struct reader *r, const struct py_expr *e)
{
	struct node *map = py_new(r->py, NODE_MAP, r->at);

	for (size_t i = 0; i < e->as.dict.n; i++) {
		struct node *key = e->as.dict.at[i].key ? value_of(r, e->as.dict.at[i].key) : NULL;
		struct node *value = value_of(r, e->as.dict.at[i].value);

		if (!key || !value)
			return NULL;
		py_map_set(r->py, map, key, value);
	}
	return map;
}

static struct node *negative(const struct reader *r, const struct py_expr *e)
{
	struct node *n = value_of(r, e->as.unary.operand);

	if (n && n->kind == NODE_INT && e->as.unary.op == OP_NEG)
		return py_int(r->py, -n->as.i, r->at);
	if (n && n->kind == NODE_REAL && e->as.unary.op == OP_NEG)
		return py_real(r->py, -n->as.r, r->at);
	return NULL;
}

/* NULL if the expression is no literal. Its depth is the parser's, PY_DEPTH_MAX at most. */
static struct node *value_of(const struct reader *r, const struct py_expr *e)
{
	if (e->inexact)
		return NULL;
	switch ((int)e->kind) {
	case EXPR_NONE:
		return py_none(r->py, r->at);
	case EXPR_TRUE:
	case EXPR_FALSE:
		return py_bool(r->py, e->kind == EXPR_TRUE, r->at);
	case EXPR_INT:
		return py_int(r->py, e->as.integer, r->at);
	case EXPR_FLOAT:
		return py_real(r->py, e->as.real, r->at);
	case EXPR_STR:
		return py_str(r->py, e->as.text, r->at);
	case EXPR_NAME:
		return r->bare ? py_str(r->py, e->as.name, r->at) : NULL;
	case EXPR_LIST:
		return items_of(r, NODE_LIST, e);
	case EXPR_TUPLE:
		return items_of(r, NODE_TUPLE, e);
	case EXPR_SET:
		return items_of(r, NODE_SET, e);
	case EXPR_DICT:
		return map_of(r, e);
	case EXPR_UNARY:
		return negative(r, e);
	default:
		return NULL;
	}
}

struct node *py_literal_eval(struct interpreter *py, struct str text, bool bare, struct span at)
{
	struct reader r = {py, at, bare};
	const struct py_expr *e = source_cache_parse_expr(py->cache, py->arena, at.file, text);

	return e ? value_of(&r, e) : NULL;
}

/* Whether the expression, which value_of() gives nothing for, is nothing that ast.literal_eval() takes. */
static bool no_literal(const struct py_expr *e)
{
	switch ((int)e->kind) {
	case EXPR_NAME:
	case EXPR_ATTR:
	case EXPR_COMPARE:
	case EXPR_SUBSCRIPT:
		return true;
	case EXPR_BINARY:
		/* A complex number is one: 1+2j. */
		return e->as.binary.right->kind != EXPR_IMAGINARY;
	default:
		return false;
	}
}

static struct node *literal_eval(struct interpreter *py, struct native_call *c)
{
	struct node *text = native_arg(c, 0, "node_or_string"), *value;
	const struct py_expr *e;

	if (!text)
		return NULL;
	if (text->kind == NODE_INT || text->kind == NODE_REAL || text->kind == NODE_BOOL ||
	    text->kind == NODE_NULL)
		return py_raise(py, "ValueError", c->site.at, "a value that is no text");
	if (text->kind != NODE_STR)
		return NULL;
	value = py_literal_eval(py, str_trim(text->text), false, c->site.at);
	if (value)
		return value;
	e = source_cache_parse_expr(py->cache, py->arena, c->site.at.file, str_trim(text->text));
	if (!e)
		return py_raise(py, "SyntaxError", c->site.at, "a text that is no expression");
	return no_literal(e) ? py_raise(py, "ValueError", c->site.at, "a text that is no literal")
			     : py_unknown(py, c->site.at, "a text that is no literal");
}

static const struct native rows[] = {
	{"ast.literal_eval", literal_eval, 0},
};

NATIVES(natives_literal_eval, rows);
