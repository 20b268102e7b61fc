/* What stands behind a '$', and back-ticks. */
#include "lex.h"

#include <string.h>

uint32_t sh_arith_end(const struct sh_parser *p)
{
	const char *s = p->src->text.s;
	int depth = 0;

	for (uint32_t i = p->p; i < p->end; i++) {
		if (s[i] == '(')
			depth++;
		else if (s[i] == ')' && depth-- == 0)
			return i + 1 < p->end && s[i + 1] == ')' ? i : UINT32_MAX;
		else if (s[i] == '\n' && i > p->p && s[i - 1] == '\n')
			/* An empty line: no arithmetic, and no scan of a whole file. */
			return UINT32_MAX;
	}
	return UINT32_MAX;
}

static bool is_inner(enum sh_word_mode mode)
{
	return mode == SH_WORD_QUOTED || mode == SH_WORD_HERE || mode == SH_WORD_BRACE_QUOTED;
}

/** The name of a parameter at the position: a name, a number in braces, or a special byte. */
static struct str parameter(struct sh_parser *p, bool braces)
{
	struct str rest = str_sub(p->src->text, p->p, p->end);
	size_t n = sh_name_length(rest);
	int c = sh_ahead(p, 0);

	if (!n && c >= '0' && c <= '9')
		for (n = 1; braces && n < rest.n && rest.s[n] >= '0' && rest.s[n] <= '9';)
			n++;
	if (!n && c > 0 && strchr("@*#?-$!", c))
		n = 1;
	p->p += (uint32_t)n;
	return str_sub(rest, 0, n);
}

/** Behind ${name: the operator and its arguments, up to the closing brace. */
static void operation(struct sh_parser *p, struct sh_param *v, bool quoted)
{
	enum sh_word_mode arg = quoted ? SH_WORD_BRACE_QUOTED : SH_WORD_BRACE;
	int c = sh_peek(p);

	if (c == ':' && sh_ahead(p, 1) > 0 && strchr("-=+?", sh_ahead(p, 1))) {
		v->colon = true;
		p->p++;
		c = sh_ahead(p, 0);
	}
	if (c < 0 || !strchr("-=+?#%/^,:@", c)) {
		v->bad = c != '}';
		return;
	}
	v->op = (char)c;
	p->p++;
	if (strchr("#%/^,", c) && sh_ahead(p, 0) == c) {
		v->all = true;
		p->p++;
	} else if (c == '/' && (sh_ahead(p, 0) == '#' || sh_ahead(p, 0) == '%')) {
		v->anchor = (char)sh_ahead(p, 0);
		p->p++;
	}
	if (c == '/') {
		v->arg = sh_word(p, SH_WORD_SLASH);
		if (sh_ahead(p, 0) == '/') {
			p->p++;
			v->arg2 = sh_word(p, SH_WORD_BRACE);
		}
	} else if (c == ':') {
		v->arg = sh_word(p, SH_WORD_COLON);
		if (sh_ahead(p, 0) == ':') {
			p->p++;
			v->arg2 = sh_word(p, SH_WORD_BRACE);
		}
	} else {
		/* Patterns keep their quotes within double quotes; words do not (bash, POSIX 2.6.2). */
		v->arg = sh_word(p, strchr("#%^,@", c) ? SH_WORD_BRACE : arg);
	}
}

/** [index] behind the name. */
static void subscript(struct sh_parser *p, struct sh_param *v)
{
	if (sh_ahead(p, 0) != '[')
		return;
	p->p++;
	if ((sh_ahead(p, 0) == '@' || sh_ahead(p, 0) == '*') && sh_ahead(p, 1) == ']') {
		v->star = (char)sh_ahead(p, 0);
		p->p += 2;
		return;
	}
	v->index = sh_word(p, SH_WORD_INDEX);
	if (sh_ahead(p, 0) == ']')
		p->p++;
	else
		v->bad = true;
}

/** ${…}, the position behind the brace. */
static const struct sh_param *braced(struct sh_parser *p, bool quoted)
{
	struct sh_param *v = arena_new(p->arena, struct sh_param);

	if (sh_peek(p) == '#' && sh_ahead(p, 1) != '}' && sh_ahead(p, 1) != '#' &&
	    sh_ahead(p, 1) != '%' && sh_ahead(p, 1) != ':' && sh_ahead(p, 1) != '-') {
		v->length = true;
		p->p++;
	} else if (sh_peek(p) == '!' && sh_ahead(p, 1) != '}') {
		v->indirect = true;
		p->p++;
	}
	v->name = parameter(p, true);
	if (str_is(v->name, "@") || str_is(v->name, "*"))
		v->star = v->name.s[0];
	if (v->name.n)
		subscript(p, v);
	else
		v->bad = true;
	/* ${!PREFIX*}: names of variables. */
	if (v->indirect && (sh_ahead(p, 0) == '*' || sh_ahead(p, 0) == '@') &&
	    sh_ahead(p, 1) == '}') {
		v->bad = true;
		p->p++;
	}
	if (sh_peek(p) != '}')
		operation(p, v, quoted);
	while (!p->failed && sh_peek(p) >= 0 && sh_peek(p) != '}') {
		/* Not bash: up to the brace, so that the word ends where a reader sees it end. */
		v->bad = true;
		if (sh_peek(p) == '\n')
			return v;
		p->p++;
	}
	if (sh_peek(p) == '}')
		p->p++;
	return v;
}

/** $((…)) or $[…]: the expression as a word in which only expansions count. */
static bool arithmetic(struct sh_parser *p, struct sh_piece *piece)
{
	uint32_t start = p->p, stop = UINT32_MAX;

	if (sh_ahead(p, 0) == '(' && sh_ahead(p, 1) == '(') {
		p->p += 2;
		stop = sh_arith_end(p);
		if (stop != UINT32_MAX) {
			piece->kind = SH_ARITH;
			piece->as.word = sh_word_between(p, start + 2, stop, SH_WORD_HERE);
			p->p = stop + 2;
			return true;
		}
	} else if (sh_ahead(p, 0) == '[') {
		size_t close = str_chr(str_sub(p->src->text, 0, p->end), ']', p->p);

		if (close != SIZE_MAX) {
			piece->kind = SH_ARITH;
			piece->as.word =
			    sh_word_between(p, start + 1, (uint32_t)close, SH_WORD_HERE);
			p->p = (uint32_t)close + 1;
			return true;
		}
	}
	p->p = start;
	return false;
}

/** The text between back-ticks with its escapes undone, read as a source of its own. */
static const struct sh_list *unescaped(struct sh_parser *p, uint32_t from, uint32_t to, bool quoted)
{
	struct sh_source *src = arena_new(p->arena, struct sh_source);
	char *out = arena_news(p->arena, char, (size_t)(to - from) + 1);
	struct sh_parser inner = {
	    .arena = p->arena, .src = src, .depth = p->depth, .again = p->again};
	const struct sh_list *list;
	size_t n = 0;

	for (uint32_t i = from; i < to; i++) {
		char c = p->src->text.s[i], next = i + 1 < to ? p->src->text.s[i + 1] : 0;

		if (c == '\\' &&
		    (next == '`' || next == '\\' || next == '$' || (quoted && next == '"')))
			c = p->src->text.s[++i];
		out[n++] = c;
	}
	src->text = (struct str){out, n};
	src->at = sh_place(p->src, from, to - from);
	inner.end = (uint32_t)n;
	list = sh_list_until(&inner, 0);
	p->again = inner.again;
	return list;
}

static bool back_ticks(struct sh_parser *p, struct sh_piece *piece, bool quoted)
{
	uint32_t from = p->p + 1, to = from, end = p->end;
	bool escapes = false;

	while (to < end && p->src->text.s[to] != '`') {
		escapes |= p->src->text.s[to] == '\\';
		to += p->src->text.s[to] == '\\' && to + 1 < end ? 2 : 1;
	}
	if (to >= end)
		return false;
	piece->kind = SH_COMMAND;
	if (++p->depth > SH_DEPTH_MAX) {
		p->failed = true;
	} else if (escapes) {
		piece->as.list = unescaped(p, from, to, quoted);
	} else {
		p->p = from;
		p->end = to;
		piece->as.list = sh_list_until(p, 0);
		p->end = end;
	}
	p->depth--;
	/* Where it failed, the back-tick stands for itself: the caller goes on behind it. */
	p->p = p->failed ? from - 1 : to + 1;
	return !p->failed;
}

bool sh_dollar(struct sh_parser *p, struct sh_piece *piece, enum sh_word_mode mode)
{
	uint32_t from = p->p;
	struct sh_param *v;
	struct str name;

	if (sh_ahead(p, 0) == '`')
		return back_ticks(p, piece, mode == SH_WORD_QUOTED);
	p->p++;
	if (arithmetic(p, piece))
		return true;
	if (sh_peek(p) == '(') {
		p->p++;
		piece->kind = SH_COMMAND;
		piece->as.list = sh_list_until(p, ')');
		return true;
	}
	piece->kind = SH_PARAM;
	if (sh_peek(p) == '{') {
		p->p++;
		piece->as.param = braced(p, is_inner(mode));
		return true;
	}
	name = parameter(p, false);
	if (!name.n) {
		p->p = from;
		return false;
	}
	v = arena_new(p->arena, struct sh_param);
	v->name = name;
	if (str_is(name, "@") || str_is(name, "*"))
		v->star = name.s[0];
	piece->as.param = v;
	return true;
}
