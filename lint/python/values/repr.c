#include "values.h"

#include "lint/frameworks/frameworks.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A buffer that grows on the arena and gives up at the budget. */
struct buffer {
	struct interpreter *py;
	VEC(char);
	bool failed;
};

static void put(struct buffer *b, struct str s)
{
	if (b->n + s.n > b->py->budget.text) {
		b->failed = true;
		return;
	}
	for (size_t i = 0; i < s.n; i++)
		*vec_push(b->py->arena, b) = s.s[i];
}

/*
 * The shortest decimal digits that read back as r: Python's repr. Its exponent form is used below
 * 1e-4 and from 1e16 on (Python/pystrtod.c, float_repr_style "short").
 */
struct str py_real_text(struct arena *a, double r)
{
	char digits[40], out[64];
	int exponent, precision;
	char *e;

	if (isnan(r))
		return STR("nan");
	if (isinf(r))
		return r < 0 ? STR("-inf") : STR("inf");
	for (precision = 0; precision < 17; precision++) {
		snprintf(digits, sizeof(digits), "%.*e", precision, r);
		if (strtod(digits, NULL) >= r && strtod(digits, NULL) <= r)
			break;
	}
	e = strchr(digits, 'e');
	exponent = e ? (int)strtol(e + 1, NULL, 10) : 0;
	if (exponent >= -4 && exponent < 16) {
		int decimals = precision - exponent;

		snprintf(out, sizeof(out), "%.*f", decimals > 0 ? decimals : 1, r);
		if (decimals <= 0)
			snprintf(out, sizeof(out), "%.1f", r);
		return str_dup(a, str_of(out));
	}
	if (e)
		*e = '\0';
	snprintf(out, sizeof(out), "%se%c%02d", digits, exponent < 0 ? '-' : '+', abs(exponent));
	return str_dup(a, str_of(out));
}

static void put_quoted(struct buffer *b, struct str s)
{
	bool single = str_chr(s, '\'', 0) != SIZE_MAX, twice = str_chr(s, '"', 0) != SIZE_MAX;
	char quote = single && !twice ? '"' : '\'';

	/* Which characters outside ASCII are printable is a table that is not worth its size. */
	if (!py_ascii(s)) {
		b->failed = true;
		return;
	}
	put(b, (struct str){&quote, 1});
	for (size_t i = 0; i < s.n; i++) {
		char c = s.s[i], text[8];

		if (c == quote || c == '\\')
			snprintf(text, sizeof(text), "\\%c", c);
		else if (c == '\n' || c == '\r' || c == '\t')
			snprintf(text, sizeof(text), "\\%c", c == '\n' ? 'n' : c == '\r' ? 'r' : 't');
		else if ((unsigned char)c < 0x20 || c == 0x7f)
			snprintf(text, sizeof(text), "\\x%02x", (unsigned char)c);
		else
			snprintf(text, sizeof(text), "%c", c);
		put(b, str_of(text));
	}
	put(b, (struct str){&quote, 1});
}

static void put_repr(struct buffer *b, const struct node *n, int depth);

static void put_items(struct buffer *b, const struct node *n, const char *open, const char *close,
		      int depth)
{
	put(b, str_of(open));
	for (size_t i = 0; i < n->as.items.n && !b->failed; i++) {
		if (i)
			put(b, STR(", "));
		put_repr(b, n->as.items.at[i], depth + 1);
	}
	if (n->kind == NODE_TUPLE && n->as.items.n == 1)
		put(b, STR(","));
	put(b, str_of(close));
	b->failed |= n->open;
}

static void put_map(struct buffer *b, const struct node *n, int depth)
{
	put(b, STR("{"));
	for (size_t i = 0; i < n->as.pairs.n && !b->failed; i++) {
		if (i)
			put(b, STR(", "));
		put_repr(b, n->as.pairs.at[i].key, depth + 1);
		put(b, STR(": "));
		put_repr(b, n->as.pairs.at[i].value, depth + 1);
	}
	put(b, STR("}"));
	b->failed |= n->open || n->code;
}

/* Sets print in an order that only Python's hashes know. */
static void put_set(struct buffer *b, const struct node *n, int depth)
{
	if (n->as.items.n > 1)
		b->failed = true;
	else if (n->as.items.n == 0)
		put(b, STR("set()"));
	else
		put_items(b, n, "{", "}", depth);
}

static void put_repr(struct buffer *b, const struct node *n, int depth)
{
	if (depth > NODE_DEPTH_MAX || !py_step(b->py, 1)) {
		b->failed = true;
		return;
	}
	switch ((int)n->kind) {
	case NODE_NULL:
		put(b, STR("None"));
		break;
	case NODE_BOOL:
		put(b, n->as.b ? STR("True") : STR("False"));
		break;
	case NODE_INT:
		put(b, str_fmt(b->py->arena, "%lld", (long long)n->as.i));
		break;
	case NODE_REAL:
		put(b, py_real_text(b->py->arena, n->as.r));
		break;
	case NODE_STR:
		if (n->code)
			b->failed = true;
		else
			put_quoted(b, n->text);
		break;
	case NODE_LIST:
		put_items(b, n, "[", "]", depth);
		b->failed |= n->code != NULL;
		break;
	case NODE_TUPLE:
		put_items(b, n, "(", ")", depth);
		b->failed |= n->code != NULL;
		break;
	case NODE_SET:
		put_set(b, n, depth);
		break;
	case NODE_MAP:
		put_map(b, n, depth);
		break;
	case NODE_NAME:
		/* torch.bfloat16 prints as its name; functions and what is not here (settings.ROOT) do not. */
		b->failed |= str_starts(n->text, STR("builtins.")) || !callable_library(n->text);
		put(b, n->text);
		break;
	default:
		b->failed = true;
	}
}

bool py_repr(struct interpreter *py, const struct node *n, struct str *out)
{
	struct buffer b = {.py = py};

	put_repr(&b, n, 0);
	*out = (struct str){b.at, b.n};
	return !b.failed;
}

/* str() of an enumeration's member: of a StrEnum its value; else "Class.NAME". */
static bool text_of_object(struct interpreter *py, const struct node *n, struct str *out)
{
	const struct class *c = class_of(n);
	const struct node *member = node_get(n, STR("name"));

	if (!c || n->made)
		return false;
	if (c->kind == CLASS_ENUM && member && member->kind == NODE_STR) {
		for (size_t i = 0; i < c->bases.n; i++)
			if (c->bases.at[i]->kind != NODE_NAME ||
			    !str_is(c->bases.at[i]->text, "enum.Enum"))
				return false;
		*out = str_fmt(py->arena, "%.*s.%.*s", STR_ARG(c->name), STR_ARG(member->text));
		return true;
	}
	return false;
}

bool py_text(struct interpreter *py, const struct node *n, struct str *out)
{
	if (n->kind == NODE_STR) {
		*out = n->text;
		return true;
	}
	if (n->kind == NODE_OBJECT)
		return text_of_object(py, n, out);
	return py_repr(py, n, out);
}
