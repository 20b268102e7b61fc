#include "literal.h"
#include "parse.h"

/* Adjacent strings, or the specification of a field: items so far and the text behind them. */
struct strings {
	struct py_text *text;
	/** Where the text that is no item yet begins, in the text and in the source. */
	size_t piece;
	uint32_t piece_at;
	struct py_yaml_value how;
	bool inexact;
	/** Tallest item. */
	struct py_expr *node;
};

/* Makes an item of the text that was gathered. */
static void flush(struct parser *p, struct strings *s)
{
	struct py_expr *e;

	if (s->text->n > s->piece) {
		e = py_new_expr(p, EXPR_STR, s->piece_at);
		e->as.text = (struct str){s->text->at + s->piece, s->text->n - s->piece};
		e->inexact = s->inexact;
		PY_PUSH(p, struct py_expr *, e);
	}
	s->inexact = false;
	s->piece = s->text->n;
}

static bool middle(struct parser *p, struct strings *s)
{
	if (s->text->n == s->piece)
		s->piece_at = p->t->off;
	if (!py_literal_decode(s->text, py_token_text(p, p->t), s->how, &s->inexact))
		return py_fail(p, BAD_SYNTAX, "a malformed escape in a string");
	py_advance(p);
	return true;
}

static bool field(struct parser *p, struct strings *s, bool template_string);

/* fstring_full_format_spec: ':' (FSTRING_MIDDLE | replacement_field)* */
static struct py_expr *specification(struct parser *p, const struct strings *outer)
{
	struct strings s = {
	    .text = outer->text, .piece = outer->text->n, .piece_at = p->t->off, .how = outer->how};
	size_t mark = py_mark(p);

	/* "{{" does not stand for a brace here (the lexer knows). */
	s.how.braces = false;
	s.node = py_new_expr(p, EXPR_FSTRING, p->t->off);
	while (py_kind(p) != TOK_RBRACE) {
		if (py_kind(p) == TOK_FSTRING_MIDDLE) {
			if (!middle(p, &s))
				return NULL;
		} else if (py_kind(p) == TOK_LBRACE) {
			if (!field(p, &s, false))
				return NULL;
		} else {
			py_expected(p, "a format specification");
			return NULL;
		}
	}
	flush(p, &s);
	PY_TAKE(p, mark, &s.node->as.items);
	py_under_all(s.node, s.node->as.items);
	return py_close(p, s.node);
}

/* fstring_conversion: '!' ('s' | 'r' | 'a') */
static bool conversion(struct parser *p, struct py_expr *e)
{
	struct str name = py_token_text(p, p->t);

	if (py_kind(p) != TOK_NAME || name.n != 1 ||
	    (name.s[0] != 's' && name.s[0] != 'r' && name.s[0] != 'a'))
		return py_expected(p, "a conversion: s, r or a");
	e->as.field.conversion = name.s[0];
	py_advance(p);
	return true;
}

/* What stands between '{' and '}' of f"{x = }" is text too. */
static void debug_text(struct parser *p, struct strings *s, uint32_t from)
{
	struct py_yaml_value raw = {.raw = true, .encoding = p->encoding};

	if (s->text->n == s->piece)
		s->piece_at = from;
	py_literal_decode(s->text, str_sub(p->text, from, p->t->off), raw, &s->inexact);
}

/* replacement_field: '{' (yield_expr | star_expressions) ['='] [conversion] [full_format_spec] '}' */
static bool field(struct parser *p, struct strings *s, bool template_string)
{
	struct py_expr *e = py_new_expr(p, EXPR_FIELD, p->t->off);
	uint32_t from;
	bool debug;

	if (!py_enter(p))
		return false;
	py_advance(p);
	from = p->end;
	e->as.field.value = py_value(p);
	if (!e->as.field.value)
		return false;
	if (template_string)
		e->as.field.source = str_trim(str_sub(p->text, from, p->end));
	debug = py_accept(p, TOK_EQUAL);
	if (debug)
		debug_text(p, s, from);
	flush(p, s);
	if (py_accept(p, TOK_EXCLAMATION) && !conversion(p, e))
		return false;
	if (py_accept(p, TOK_COLON)) {
		e->as.field.spec = specification(p, s);
		if (!e->as.field.spec)
			return false;
		s->piece = s->text->n;
	} else if (debug && !e->as.field.conversion) {
		e->as.field.conversion = 'r';
	}
	if (!py_expect(p, TOK_RBRACE))
		return false;
	py_under(e, e->as.field.value);
	py_under(e, e->as.field.spec);
	py_leave(p);
	if (!py_close(p, e))
		return false;
	PY_PUSH(p, struct py_expr *, e);
	return true;
}

/* fstring: FSTRING_START (FSTRING_MIDDLE | replacement_field)* FSTRING_END */
static bool fstring(struct parser *p, struct strings *s, struct py_prefix prefix)
{
	s->how.raw = prefix.raw;
	s->how.bytes = false;
	s->how.braces = true;
	py_advance(p);
	while (!py_accept(p, TOK_FSTRING_END)) {
		if (py_kind(p) == TOK_FSTRING_MIDDLE) {
			if (!middle(p, s))
				return false;
		} else if (py_kind(p) == TOK_LBRACE) {
			if (!field(p, s, prefix.template_string))
				return false;
		} else {
			return py_expected(p, "the end of the f-string");
		}
	}
	return true;
}

static struct str body_of(struct str token, struct py_prefix prefix)
{
	return str_sub(token, prefix.prefix + prefix.quotes, token.n - prefix.quotes);
}

static bool string(struct parser *p, struct strings *s, struct py_prefix prefix)
{
	s->how.raw = prefix.raw;
	s->how.bytes = prefix.bytes;
	s->how.braces = false;
	if (s->text->n == s->piece)
		s->piece_at = p->t->off;
	if (!py_literal_decode(s->text, body_of(py_token_text(p, p->t), prefix), s->how,
			       &s->inexact))
		return py_fail(p, BAD_SYNTAX, "a malformed escape in a string");
	py_advance(p);
	return true;
}

/* The length of the source from the present token to the end of the last adjacent string. */
static size_t extent(const struct parser *p)
{
	const struct token *t = p->t;
	uint32_t depth = 0, end = t->off;

	for (; t->kind != TOK_END && t->kind != TOK_NEWLINE; t++) {
		if (depth == 0 && t->kind != TOK_STRING && t->kind != TOK_FSTRING_START)
			break;
		depth += t->kind == TOK_FSTRING_START;
		depth -= t->kind == TOK_FSTRING_END;
		end = t->off + t->len;
	}
	return end - p->t->off;
}

/* A single string whose body is its value needs no copy. */
static struct py_expr *plain_string(struct parser *p)
{
	enum tok next = py_next_kind(p);
	struct py_yaml_value how = {.encoding = p->encoding};
	struct py_prefix prefix;
	struct py_expr *e;
	struct str body;

	if (py_kind(p) != TOK_STRING || next == TOK_STRING || next == TOK_FSTRING_START)
		return NULL;
	prefix = py_prefix_of(py_token_text(p, p->t));
	how.raw = prefix.raw;
	body = body_of(py_token_text(p, p->t), prefix);
	if (!py_literal_plain(body, how))
		return NULL;
	e = py_new_expr(p, prefix.bytes ? EXPR_BYTES : EXPR_STR, p->t->off);
	e->as.text = body;
	py_advance(p);
	e->at = py_span(p, e->at.off);
	return e;
}

/* strings: (fstring | tstring | STRING)+ */
struct py_expr *py_strings(struct parser *p)
{
	struct py_expr *e = plain_string(p);
	struct py_text text = {.room = py_literal_room(extent(p), p->encoding)};
	struct strings s = {.text = &text, .piece_at = p->t->off, .how.encoding = p->encoding};
	bool bytes = false, others = false, formatted = false, template_string = false;
	size_t mark = py_mark(p);

	if (e)
		return e;
	text.at = arena_alloc(p->arena, text.room, 1);
	s.node = py_new_expr(p, EXPR_STR, p->t->off);
	while (py_kind(p) == TOK_STRING || py_kind(p) == TOK_FSTRING_START) {
		struct py_prefix prefix = py_prefix_of(py_token_text(p, p->t));

		bytes |= prefix.bytes;
		others |= !prefix.bytes;
		formatted |= prefix.formatted;
		template_string |= prefix.template_string;
		if (py_kind(p) == TOK_STRING ? !string(p, &s, prefix) : !fstring(p, &s, prefix))
			return NULL;
	}
	if ((bytes && others) || (formatted && template_string)) {
		py_fail(p, BAD_SYNTAX, "strings of different kinds side by side");
		return NULL;
	}
	if (!formatted && !template_string) {
		s.node->kind = bytes ? EXPR_BYTES : EXPR_STR;
		s.node->as.text = (struct str){text.at, text.n};
		s.node->inexact = s.inexact;
		s.node->at = py_span(p, s.node->at.off);
		return s.node;
	}
	flush(p, &s);
	s.node->kind = template_string ? EXPR_TSTRING : EXPR_FSTRING;
	PY_TAKE(p, mark, &s.node->as.items);
	py_under_all(s.node, s.node->as.items);
	return py_close(p, s.node);
}
