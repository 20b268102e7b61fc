#include "parse.h"

/* Behind the logical line that a token stands in, and behind the block that is indented under it. */
static const struct token *behind(const struct token *t)
{
	uint32_t depth = 0;

	if (t->kind != TOK_INDENT) {
		while (t->kind != TOK_NEWLINE && t->kind != TOK_END)
			t++;
		if (t->kind == TOK_END)
			return t;
		t++;
	}
	if (t->kind != TOK_INDENT)
		return t;
	for (; t->kind != TOK_END; t++) {
		depth += t->kind == TOK_INDENT;
		depth -= t->kind == TOK_DEDENT;
		if (depth == 0)
			return t + 1;
	}
	return t;
}

static void push_name(struct parser *p, const struct token *t)
{
	struct py_name name = {py_token_text(p, t), {p->file, t->off, t->len}};

	PY_PUSH(p, struct py_name, name);
}

/* Whether a name stands for itself: not an attribute, not called or subscripted. */
static bool plain(const struct token *t, const struct token *first)
{
	return t->kind == TOK_NAME && (t == first || t[-1].kind != TOK_DOT) &&
	       t[1].kind != TOK_DOT && t[1].kind != TOK_LPAR && t[1].kind != TOK_LSQB;
}

static bool assigns(enum tok kind)
{
	switch ((int)kind) {
	case TOK_EQUAL:
	case TOK_PLUS_EQUAL:
	case TOK_MINUS_EQUAL:
	case TOK_STAR_EQUAL:
	case TOK_AT_EQUAL:
	case TOK_SLASH_EQUAL:
	case TOK_FLOORDIV_EQUAL:
	case TOK_PERCENT_EQUAL:
	case TOK_POW_EQUAL:
	case TOK_LSHIFT_EQUAL:
	case TOK_RSHIFT_EQUAL:
	case TOK_AMPER_EQUAL:
	case TOK_VBAR_EQUAL:
	case TOK_CIRCUMFLEX_EQUAL:
		return true;
	default:
		return false;
	}
}

/* Where the targets of a line end: behind its last "=" outside brackets, or at its start. */
static const struct token *targets_end(const struct token *t, const struct token *end)
{
	const struct token *last = t;
	uint32_t depth = 0;

	for (; t < end; t++) {
		if (t->kind == TOK_LPAR || t->kind == TOK_LSQB || t->kind == TOK_LBRACE)
			depth++;
		else if (t->kind == TOK_RPAR || t->kind == TOK_RSQB || t->kind == TOK_RBRACE)
			depth -= depth > 0;
		else if (depth == 0 && assigns((enum tok)t->kind))
			last = t;
	}
	return last;
}

/* Whether a bracket opens arguments or a subscript: what stands in it is read, not bound. */
static bool reads(const struct token *t, const struct token *first)
{
	return (t->kind == TOK_LPAR || t->kind == TOK_LSQB) && t > first &&
	       (t[-1].kind == TOK_NAME || t[-1].kind == TOK_RPAR || t[-1].kind == TOK_RSQB ||
		t[-1].kind == TOK_STRING);
}

/* Behind the bracket that closes the one at t. */
static const struct token *behind_bracket(const struct token *t, const struct token *end)
{
	uint32_t depth = 0;

	for (; t < end; t++) {
		depth += t->kind == TOK_LPAR || t->kind == TOK_LSQB || t->kind == TOK_LBRACE;
		depth -= t->kind == TOK_RPAR || t->kind == TOK_RSQB || t->kind == TOK_RBRACE;
		if (depth == 0)
			return t + 1;
	}
	return end;
}

/* Names that a simple statement or a clause's head may bind: targets of "=", for, import, as, def,
 * class, global. Rather one too many than one too few: the evaluator makes them unknown. */
static void names_of_part(struct parser *p, const struct token *t, const struct token *end)
{
	const struct token *first = t, *targets = targets_end(t, end);
	bool all = t->kind == TOK_GLOBAL || t->kind == TOK_NONLOCAL, in_for = false;

	while (t < end) {
		all |= t->kind == TOK_IMPORT;
		if (t->kind == TOK_FOR || t->kind == TOK_IN)
			in_for = t->kind == TOK_FOR;
		if (t->kind == TOK_NAME &&
		    ((plain(t, first) && (t < targets || in_for)) ||
		     (all && t[-1].kind != TOK_DOT) ||
		     (t > first &&
		      (t[-1].kind == TOK_AS || t[-1].kind == TOK_DEF || t[-1].kind == TOK_CLASS))))
			push_name(p, t);
		t = reads(t, first) && !all ? behind_bracket(t, end) : t + 1;
	}
}

/* The end of the part of a line that begins at t: at its ';', or behind the ':' of its clause. */
static const struct token *part_end(const struct token *t, const struct token *end)
{
	bool clause = t->kind >= TOK_FALSE;
	uint32_t depth = 0;

	for (; t < end && t->kind != TOK_NEWLINE; t++) {
		depth += t->kind == TOK_LPAR || t->kind == TOK_LSQB || t->kind == TOK_LBRACE;
		depth -=
		    depth && (t->kind == TOK_RPAR || t->kind == TOK_RSQB || t->kind == TOK_RBRACE);
		if (depth == 0 && (t->kind == TOK_SEMI || (clause && t->kind == TOK_COLON)))
			break;
	}
	return t;
}

static struct py_names names_assigned(struct parser *p, const struct token *t,
				      const struct token *end)
{
	struct py_names names;
	size_t mark = py_mark(p);

	for (const struct token *walrus = t; walrus < end; walrus++)
		if (walrus->kind == TOK_NAME && walrus[1].kind == TOK_COLON_EQUAL)
			push_name(p, walrus);
	while (t < end) {
		const struct token *part = t;

		t = part_end(part, end);
		names_of_part(p, part, t);
		/* Of a function or class only the name is bound here. */
		if (part->kind == TOK_DEF || part->kind == TOK_CLASS ||
		    (part->kind == TOK_ASYNC && part[1].kind == TOK_DEF))
			t = behind(part) < end ? behind(part) : end;
		else if (t < end)
			t++;
	}
	PY_TAKE(p, mark, &names);
	return names;
}

/* print x, exec "code": a statement of Python 2; raise E, "text". */
static bool python2(const struct parser *p, const struct token *from)
{
	if (from->kind == TOK_RAISE && p->error.at.kind == TOK_COMMA)
		return true;
	if (!py_is_word(p, from, "print") && !py_is_word(p, from, "exec"))
		return false;
	return from[1].kind == TOK_NAME || from[1].kind == TOK_STRING ||
	       from[1].kind == TOK_NUMBER || from[1].kind == TOK_FSTRING_START;
}

static struct str reason(struct parser *p)
{
	const struct py_error *e = &p->error;

	if (!e->expected)
		return str_of(e->reason);
	return str_fmt(p->arena, "expected %s, found %s", e->reason,
		       py_token_name((enum tok)e->at.kind));
}

/* A statement that begins or breaks off with a token of IPython. */
static void command(struct parser *p, struct py_stmt *s)
{
	const struct token *t = &p->error.at;

	if (t->kind == TOK_MAGIC || t->kind == TOK_SHELL)
		s->as.bad.text = py_token_text(p, t);
	else if (t->kind == TOK_ERROR && t->why == LEX_CHARACTER && t->len == 1 &&
		 p->text.s[t->off] == '?')
		s->as.bad.why = BAD_MAGIC;
}

struct py_stmt *py_recover(struct parser *p, const struct token *from)
{
	const struct token *end = behind(from), *last = end;
	struct py_stmt *s = py_new_stmt(p, STMT_BAD, from->off);

	s->as.bad.why = python2(p, from) ? BAD_PYTHON2 : p->error.kind;
	s->as.bad.reason = reason(p);
	command(p, s);
	s->as.bad.names = names_assigned(p, from, end);
	while (last > from && last[-1].len == 0)
		last--;
	p->end = last > from ? last[-1].off + last[-1].len : from->off;
	s->at = py_span(p, from->off);
	p->t = end;
	p->error = (struct py_error){0};
	*vec_push(p->arena, &p->bad) = s;
	return s;
}
