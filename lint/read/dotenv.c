/*
 * .env files as python-dotenv reads them (python-dotenv 1.1, src/dotenv/parser.py): KEY=VALUE lines,
 * "export" in front allowed, quotes taken off, ${NAME} of earlier lines put in.
 */
#include "dotenv.h"

#include <string.h>

struct dotenv {
	struct arena *arena;
	struct node *map;
	struct str text;
	uint32_t file;
	size_t i;
};

static struct span span_of(const struct dotenv *d, struct str s)
{
	return (struct span){d->file, (uint32_t)(s.s - d->text.s), (uint32_t)s.n};
}

/** ${NAME} and ${NAME:-default} replaced; what no line sets is unknown. */
static struct node *interpolate(const struct dotenv *d, struct str s)
{
	struct span at = span_of(d, s);
	struct str out = {0};
	size_t from = 0, open;
	const struct node *value = NULL;
	struct node *n;

	while ((open = str_find(s, STR("${"), from)) != SIZE_MAX) {
		size_t close = str_chr(s, '}', open), dash;
		struct str name, fallback = {0};

		if (close == SIZE_MAX)
			break;
		name = str_sub(s, open + 2, close);
		dash = str_find(name, STR(":-"), 0);
		if (dash != SIZE_MAX) {
			fallback = str_sub(name, dash + 2, name.n);
			name = str_sub(name, 0, dash);
		}
		value = node_get(d->map, name);
		if (!value && dash == SIZE_MAX)
			return node_unknown(
			    d->arena, str_fmt(d->arena, "${%.*s} is not set here", STR_ARG(name)),
			    at);
		if (value && value->kind != NODE_STR)
			return node_unknown(d->arena, value->text, at);
		out = str_cat(d->arena, str_cat(d->arena, out, str_sub(s, from, open)),
			      value ? value->text : fallback);
		from = close + 1;
	}
	if (!from)
		return node_str(d->arena, s, at);
	n = node_str(d->arena, str_cat(d->arena, out, str_sub(s, from, s.n)), at);
	n->from[0] = value;
	return n;
}

/** "\n", "\"" and the like of a value in double quotes. */
static struct str unescape(struct arena *a, struct str s)
{
	char *out = arena_news(a, char, s.n + 1);
	size_t n = 0;

	for (size_t i = 0; i < s.n; i++) {
		char c = s.s[i];

		if (c == '\\' && i + 1 < s.n && strchr("nrt\\'\"", s.s[i + 1])) {
			c = s.s[++i];
			c = c == 'n' ? '\n' : c == 'r' ? '\r' : c == 't' ? '\t' : c;
		}
		out[n++] = c;
	}
	return (struct str){out, n};
}

/** A value in quotes, which may run over lines; the position is at the quote. */
static struct node *quoted(struct dotenv *d)
{
	char quote = d->text.s[d->i];
	size_t close = d->i + 1;
	struct str inner;
	struct node *n;

	while (close < d->text.n && d->text.s[close] != quote)
		close += d->text.s[close] == '\\' && close + 1 < d->text.n ? 2 : 1;
	inner = str_sub(d->text, d->i + 1, close);
	d->i = close < d->text.n ? close + 1 : close;
	if (quote == '\'')
		return node_str(d->arena, inner, span_of(d, inner));
	n = interpolate(d, inner);
	if (n->kind == NODE_STR && str_chr(n->text, '\\', 0) != SIZE_MAX)
		n->text = unescape(d->arena, n->text);
	return n;
}

/** One line: a key and its value, or nothing. */
static void line(struct dotenv *d)
{
	size_t eol = str_chr(d->text, '\n', d->i), eq, hash;
	struct str all, key, value;
	struct node *n;

	if (eol == SIZE_MAX)
		eol = d->text.n;
	all = str_trim(str_sub(d->text, d->i, eol));
	eq = str_chr(all, '=', 0);
	if (!all.n || all.s[0] == '#' || eq == SIZE_MAX) {
		d->i = eol + 1;
		return;
	}
	key = str_trim(str_sub(all, 0, eq));
	if (str_starts(key, STR("export ")))
		key = str_trim(str_sub(key, 7, key.n));
	value = str_trim(str_sub(all, eq + 1, all.n));
	if (value.n && (value.s[0] == '"' || value.s[0] == '\'')) {
		d->i = (size_t)(value.s - d->text.s);
		n = quoted(d);
		eol = str_chr(d->text, '\n', d->i);
		d->i = eol == SIZE_MAX ? d->text.n : eol + 1;
	} else {
		hash = str_find(value, STR(" #"), 0);
		n = interpolate(d, str_trim(str_sub(value, 0, hash)));
		d->i = eol + 1;
	}
	if (key.n)
		node_set(d->arena, d->map, node_str(d->arena, key, span_of(d, key)), n);
}

struct node *dotenv_read(struct arena *a, struct files *files, uint32_t id)
{
	const struct file *file = files_at(files, id);
	struct dotenv d = {.arena = a, .file = id};
	/* Lines beyond are no settings: a map is searched for every key. */
	int lines = 2000;

	d.map = node_new(a, NODE_MAP, (struct span){id, 0, 0});
	if (!file)
		return d.map;
	d.text = file->text;
	while (d.i < d.text.n && lines-- > 0)
		line(&d);
	return d.map;
}
