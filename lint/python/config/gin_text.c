/*
 * gin's own language (gin-config 0.5, gin/config_parser.py): bindings of parameters, blocks of them, macros, includes.
 */
#include "gin_text.h"

#include <string.h>

/* Behind a text in quotes that begins at an offset, one of three quotes too. */
static size_t behind_quotes(struct str text, size_t at)
{
	char quote = text.s[at];
	size_t three = at + 2 < text.n && text.s[at + 1] == quote && text.s[at + 2] == quote ? 3 : 1;

	for (at += three; at < text.n; at++) {
		if (text.s[at] == '\\')
			at++;
		else if (text.s[at] == quote && (three == 1 || (at + 2 < text.n && text.s[at + 1] == quote && text.s[at + 2] == quote)))
			return at + three;
		else if (text.s[at] == '\n' && three == 1)
			return at;
	}
	return text.n;
}

static size_t behind_line(struct str text, size_t at)
{
	size_t end = str_chr(text, '\n', at);

	return end == SIZE_MAX ? text.n : end;
}

size_t gin_until(struct str text, size_t from, char sign)
{
	size_t depth = 0;

	while (from < text.n) {
		char c = text.s[from];

		if (c == '"' || c == '\'') {
			from = behind_quotes(text, from);
			continue;
		}
		if (c == sign && !depth)
			return from;
		if (c == '#') {
			from = behind_line(text, from);
			continue;
		}
		if (c == '\\')
			from++;
		else if (memchr("([{", c, 3))
			depth++;
		else if (memchr(")]}", c, 3) && depth)
			depth--;
		from++;
	}
	return text.n;
}

static bool in_selector(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '.' || c == '/';
}

static bool is_space(char c)
{
	return c == ' ' || c == '\t' || c == '\r';
}

static void skip_spaces(struct gin_text *t)
{
	while (t->at < t->text.n && is_space(t->text.s[t->at]))
		t->at++;
}

/* Whether a line of something is next: what stands before it is passed over. indented: whether it is within a block. */
static bool next_line(struct gin_text *t, bool *indented)
{
	while (t->at < t->text.n) {
		size_t begin = t->at;

		skip_spaces(t);
		*indented = t->at > begin;
		if (t->at == t->text.n)
			return false;
		if (t->text.s[t->at] == '#')
			t->at = behind_line(t->text, t->at);
		else if (t->text.s[t->at] != '\n')
			return true;
		if (t->at < t->text.n)
			t->at++;
	}
	return false;
}

/* The rest of a statement, over as many lines as its brackets and backslashes make it, without a comment at its end. */
static struct str rest_of(struct gin_text *t)
{
	size_t end = gin_until(t->text, t->at, '\n'), comment;
	struct str rest = str_sub(t->text, t->at, end);

	t->at = end;
	comment = gin_until(rest, 0, '#');
	return str_trim(str_sub(rest, 0, comment));
}

/* "scope/module.name.parameter", or the parameter alone in a block; "name" alone is a macro. */
static void take_key(const struct gin_text *t, struct str key, bool indented, struct gin_statement *out)
{
	size_t dot = str_rchr(key, '.');

	out->kind = GIN_BINDING;
	if (indented && t->block.n) {
		out->selector = t->block;
		out->parameter = key;
		return;
	}
	out->selector = dot == SIZE_MAX ? key : str_sub(key, 0, dot);
	out->parameter = dot == SIZE_MAX ? STR("") : str_sub(key, dot + 1, key.n);
}

struct gin_statement gin_next(struct gin_text *t)
{
	struct gin_statement out = {.kind = GIN_OTHER};
	bool indented = false;
	struct str key;
	size_t begin;

	if (!next_line(t, &indented))
		return (struct gin_statement){.kind = GIN_END};
	begin = t->at;
	while (t->at < t->text.n && in_selector(t->text.s[t->at]))
		t->at++;
	key = str_sub(t->text, begin, t->at);
	skip_spaces(t);
	if (!indented)
		t->block = STR("");
	if (key.n && t->at < t->text.n && t->text.s[t->at] == '=') {
		t->at++;
		take_key(t, key, indented, &out);
	} else if (key.n && t->at < t->text.n && t->text.s[t->at] == ':') {
		t->at++;
		t->block = key;
	} else if (str_is(key, "include")) {
		out.kind = GIN_INCLUDE;
	}
	out.value = rest_of(t);
	return out;
}
