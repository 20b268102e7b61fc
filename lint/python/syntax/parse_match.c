#include "parse.h"

/* A member of a mapping pattern or a keyword of a class pattern. */
struct keyed {
	struct py_expr *key;
	struct py_name name;
	struct py_pattern *value;
};

struct keyed_list {
	struct keyed *at;
	size_t n;
};

static struct py_pattern *pattern(struct parser *p);

static struct py_pattern *new_pattern(struct parser *p, enum py_pattern_kind kind, uint32_t from)
{
	struct py_pattern *made = arena_new(p->arena, struct py_pattern);

	made->kind = kind;
	made->at = py_span(p, from);
	p->module->n_nodes++;
	return made;
}

static struct py_pattern *close(struct parser *p, struct py_pattern *made)
{
	made->at = py_span(p, made->at.off);
	return made;
}

/* name_or_attr: NAME ('.' NAME)* */
static struct py_expr *dotted(struct parser *p)
{
	uint32_t from = p->t->off;
	struct py_expr *e = py_new_expr(p, EXPR_NAME, from), *outer;
	struct py_name name;

	if (!py_take_name(p, &name))
		return NULL;
	e->as.name = name.text;
	e->at = name.at;
	while (py_accept(p, TOK_DOT)) {
		outer = py_new_expr(p, EXPR_ATTR, from);
		if (!py_take_name(p, &name))
			return NULL;
		outer->as.attr.value = e;
		outer->as.attr.name = name.text;
		py_under(outer, e);
		e = py_close(p, outer);
		if (!e)
			return NULL;
	}
	return e;
}

/* literal_pattern: signed_number, complex_number, strings, None, True, False; value_pattern: a dotted
 * name. "|" joins patterns, so the operators stop above it. */
static struct py_expr *literal(struct parser *p)
{
	return py_kind(p) == TOK_NAME ? dotted(p) : py_sum(p);
}

static struct py_pattern *value(struct parser *p, enum py_pattern_kind kind)
{
	struct py_pattern *made = new_pattern(p, kind, p->t->off);

	made->as.value = literal(p);
	return made->as.value ? close(p, made) : NULL;
}

/* wildcard_pattern: "_"; capture_pattern: NAME */
static struct py_pattern *capture(struct parser *p)
{
	struct py_pattern *made = new_pattern(p, PATTERN_CAPTURE, p->t->off);

	if (!py_take_name(p, &made->as.capture.name))
		return NULL;
	if (str_is(made->as.capture.name.text, "_"))
		made->as.capture.name = (struct py_name){0};
	return close(p, made);
}

/* star_pattern: '*' NAME */
static struct py_pattern *star(struct parser *p)
{
	uint32_t from = p->t->off;
	struct py_pattern *made;

	py_advance(p);
	made = capture(p);
	if (!made)
		return NULL;
	made->kind = PATTERN_STAR;
	made->at = py_span(p, from);
	return made;
}

/* maybe_star_pattern: star_pattern | as_pattern */
static struct py_pattern *maybe_star(struct parser *p)
{
	return py_kind(p) == TOK_STAR ? star(p) : pattern(p);
}

/* Patterns up to a closing token; *comma tells whether one stood among or behind them. */
static bool sequence(struct parser *p, enum tok closing, struct py_patterns *items, bool *comma)
{
	size_t mark = py_mark(p);

	*comma = false;
	while (py_kind(p) != closing) {
		struct py_pattern *item = maybe_star(p);

		if (!item)
			return false;
		PY_PUSH(p, struct py_pattern *, item);
		if (!py_accept(p, TOK_COMMA))
			break;
		*comma = true;
	}
	PY_TAKE(p, mark, items);
	return py_expect(p, closing);
}

/* group_pattern: '(' pattern ')'; sequence_pattern: '[' … ']' | '(' … ')' */
static struct py_pattern *group(struct parser *p)
{
	struct py_pattern *made = new_pattern(p, PATTERN_SEQUENCE, p->t->off);
	bool round = py_kind(p) == TOK_LPAR, comma;

	py_advance(p);
	if (!sequence(p, round ? TOK_RPAR : TOK_RSQB, &made->as.items, &comma))
		return NULL;
	if (round && made->as.items.n == 1 && !comma) {
		if (made->as.items.at[0]->kind != PATTERN_STAR)
			return made->as.items.at[0];
		py_fail(p, BAD_SYNTAX, "a star in parentheses of its own");
		return NULL;
	}
	return close(p, made);
}

/* Splits what was pushed since the mark into keys and values. */
static struct keyed_list keyed_since(struct parser *p, size_t mark, struct py_patterns *values)
{
	struct keyed_list list;

	PY_TAKE(p, mark, &list);
	values->n = list.n;
	values->at = arena_news(p->arena, struct py_pattern *, list.n);
	for (size_t i = 0; i < list.n; i++)
		values->at[i] = list.at[i].value;
	return list;
}

/* key_value_pattern: (literal | dotted name) ':' pattern */
static bool mapping_item(struct parser *p)
{
	struct keyed item = {.key = literal(p)};

	if (!item.key || !py_expect(p, TOK_COLON))
		return false;
	item.value = pattern(p);
	PY_PUSH(p, struct keyed, item);
	return item.value != NULL;
}

/* mapping_pattern: '{' [key_value_pattern | '**' NAME] … '}' */
static struct py_pattern *mapping(struct parser *p)
{
	struct py_pattern *made = new_pattern(p, PATTERN_MAPPING, p->t->off);
	size_t mark = py_mark(p);
	struct keyed_list list;

	py_advance(p);
	while (py_kind(p) != TOK_RBRACE) {
		if (py_accept(p, TOK_POW) ? !py_take_name(p, &made->as.mapping.rest)
					  : !mapping_item(p))
			return NULL;
		if (!py_accept(p, TOK_COMMA))
			break;
	}
	list = keyed_since(p, mark, &made->as.mapping.values);
	made->as.mapping.keys.n = list.n;
	made->as.mapping.keys.at = arena_news(p->arena, struct py_expr *, list.n);
	for (size_t i = 0; i < list.n; i++)
		made->as.mapping.keys.at[i] = list.at[i].key;
	return py_expect(p, TOK_RBRACE) ? close(p, made) : NULL;
}

/* keyword_patterns: NAME '=' pattern (',' NAME '=' pattern)* [','] ')' */
static bool keyword_patterns(struct parser *p, struct py_pattern *made)
{
	size_t mark = py_mark(p);
	struct keyed_list list;

	while (py_kind(p) != TOK_RPAR) {
		struct keyed item = {0};

		if (!py_take_name(p, &item.name) || !py_expect(p, TOK_EQUAL))
			return false;
		item.value = pattern(p);
		if (!item.value)
			return false;
		PY_PUSH(p, struct keyed, item);
		if (!py_accept(p, TOK_COMMA))
			break;
	}
	list = keyed_since(p, mark, &made->as.class_.named);
	made->as.class_.names.n = list.n;
	made->as.class_.names.at = arena_news(p->arena, struct py_name, list.n);
	for (size_t i = 0; i < list.n; i++)
		made->as.class_.names.at[i] = list.at[i].name;
	return py_expect(p, TOK_RPAR);
}

/* class_pattern: name_or_attr '(' [positional_patterns ','] [keyword_patterns] ')'; "(" is taken. */
static bool class_arguments(struct parser *p, struct py_pattern *made)
{
	size_t mark = py_mark(p);

	while (py_kind(p) != TOK_RPAR &&
	       !(py_kind(p) == TOK_NAME && py_next_kind(p) == TOK_EQUAL)) {
		struct py_pattern *item = pattern(p);

		if (!item)
			return false;
		PY_PUSH(p, struct py_pattern *, item);
		if (!py_accept(p, TOK_COMMA))
			break;
	}
	PY_TAKE(p, mark, &made->as.class_.positional);
	return keyword_patterns(p, made);
}

/* A name begins a capture, a class pattern or a value. */
static struct py_pattern *named(struct parser *p)
{
	struct py_pattern *made = new_pattern(p, PATTERN_VALUE, p->t->off);
	struct py_expr *e;

	if (py_next_kind(p) != TOK_DOT && py_next_kind(p) != TOK_LPAR)
		return capture(p);
	e = dotted(p);
	if (!e)
		return NULL;
	if (!py_accept(p, TOK_LPAR)) {
		made->as.value = e;
		return close(p, made);
	}
	made->kind = PATTERN_CLASS;
	made->as.class_.type = e;
	return class_arguments(p, made) ? close(p, made) : NULL;
}

/* closed_pattern */
static struct py_pattern *closed(struct parser *p)
{
	switch ((int)py_kind(p)) {
	case TOK_NAME:
		return named(p);
	case TOK_NONE:
	case TOK_TRUE:
	case TOK_FALSE:
		return value(p, PATTERN_SINGLETON);
	case TOK_LPAR:
	case TOK_LSQB:
		return group(p);
	case TOK_LBRACE:
		return mapping(p);
	case TOK_NUMBER:
	case TOK_STRING:
	case TOK_MINUS:
		return value(p, PATTERN_VALUE);
	default:
		py_expected(p, "a pattern");
		return NULL;
	}
}

/* or_pattern: closed_pattern ('|' closed_pattern)* */
static struct py_pattern *or_pattern(struct parser *p)
{
	uint32_t from = p->t->off;
	struct py_pattern *made = closed(p), *either;
	size_t mark = py_mark(p);

	if (!made || py_kind(p) != TOK_VBAR)
		return made;
	either = new_pattern(p, PATTERN_OR, from);
	PY_PUSH(p, struct py_pattern *, made);
	while (py_accept(p, TOK_VBAR)) {
		made = closed(p);
		if (!made)
			return NULL;
		PY_PUSH(p, struct py_pattern *, made);
	}
	PY_TAKE(p, mark, &either->as.items);
	return close(p, either);
}

/* as_pattern: or_pattern ['as' NAME] */
static struct py_pattern *pattern(struct parser *p)
{
	uint32_t from = p->t->off;
	struct py_pattern *made, *as;

	if (!py_enter(p))
		return NULL;
	made = or_pattern(p);
	py_leave(p);
	if (!made || !py_accept(p, TOK_AS))
		return made;
	as = new_pattern(p, PATTERN_CAPTURE, from);
	as->as.capture.pattern = made;
	return py_take_name(p, &as->as.capture.name) ? close(p, as) : NULL;
}

/* patterns: open_sequence_pattern | as_pattern */
static struct py_pattern *patterns(struct parser *p)
{
	struct py_pattern *made, *first = maybe_star(p);
	size_t mark = py_mark(p);

	if (!first || (py_kind(p) != TOK_COMMA && first->kind != PATTERN_STAR))
		return first;
	made = new_pattern(p, PATTERN_SEQUENCE, first->at.off);
	PY_PUSH(p, struct py_pattern *, first);
	while (py_accept(p, TOK_COMMA) && py_kind(p) != TOK_COLON && py_kind(p) != TOK_IF) {
		struct py_pattern *next = maybe_star(p);

		if (!next)
			return NULL;
		PY_PUSH(p, struct py_pattern *, next);
	}
	PY_TAKE(p, mark, &made->as.items);
	return close(p, made);
}

/* case_block: "case" patterns ['if' named_expression] block */
static bool case_block(struct parser *p)
{
	struct py_case made = {0};
	uint32_t from = p->t->off;

	if (!py_is_word(p, p->t, "case"))
		return py_expected(p, "'case'");
	py_advance(p);
	made.pattern = patterns(p);
	if (!made.pattern)
		return false;
	if (py_accept(p, TOK_IF)) {
		made.guard = py_named_expression(p);
		if (!made.guard)
			return false;
	}
	if (!py_block(p, &made.body))
		return false;
	made.at = py_span(p, from);
	PY_PUSH(p, struct py_case, made);
	return true;
}

bool py_at_match(const struct parser *p)
{
	const struct token *t = p->t;

	if (!py_is_word(p, t, "match"))
		return false;
	while (t->kind != TOK_NEWLINE && t->kind != TOK_END)
		t++;
	return t->kind == TOK_NEWLINE && t[-1].kind == TOK_COLON && t[1].kind == TOK_INDENT &&
	       py_is_word(p, t + 2, "case");
}

/* match_stmt: "match" subject ':' NEWLINE INDENT case_block+ DEDENT */
struct py_stmt *py_match(struct parser *p)
{
	struct py_stmt *s = py_new_stmt(p, STMT_MATCH, p->t->off);
	size_t mark;

	py_advance(p);
	s->as.match.subject = py_star_named_expressions(p);
	if (!s->as.match.subject || !py_expect(p, TOK_COLON) || !py_expect(p, TOK_NEWLINE) ||
	    !py_expect(p, TOK_INDENT))
		return NULL;
	mark = py_mark(p);
	while (py_kind(p) != TOK_DEDENT)
		if (!case_block(p))
			return NULL;
	py_advance(p);
	PY_TAKE(p, mark, &s->as.match);
	s->at = py_span(p, s->at.off);
	return s;
}
