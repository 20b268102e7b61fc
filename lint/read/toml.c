/*
 * TOML 1.0 (https://toml.io/en/v1.0.0), read as configurations need it: dates stay text, and what is
 * forbidden but clear (a key twice, a table reopened) is taken. After a line that is not TOML reading
 * goes on with the next one.
 */
#include "core/base/base.h"
#include "reader.h"

#include <string.h>

/* Arrays, inline tables and dotted keys inside one another. */
enum { NESTED_MAX = NODE_DEPTH_MAX / 3 };

struct toml {
	struct arena *a;
	struct reading *out;
	struct str text;
	size_t at;
	uint32_t file;
	int nested;
};

static struct node *value_of(struct toml *t);

static struct span span_from(const struct toml *t, size_t from)
{
	return (struct span){t->file, (uint32_t)from, (uint32_t)(t->at - from)};
}

static int peek(const struct toml *t)
{
	return t->at < t->text.n ? (unsigned char)t->text.s[t->at] : -1;
}

static bool take(struct toml *t, const char *word)
{
	size_t n = strlen(word);

	if (t->text.n - t->at < n || memcmp(t->text.s + t->at, word, n) != 0)
		return false;
	t->at += n;
	return true;
}

static void skip_blanks(struct toml *t)
{
	while (peek(t) == ' ' || peek(t) == '\t')
		t->at++;
}

static void skip_line(struct toml *t)
{
	while (peek(t) != -1 && peek(t) != '\n')
		t->at++;
}

/* Blanks, ends of lines and comments. */
static void skip_space(struct toml *t)
{
	for (;;) {
		int c = peek(t);

		if (c == '#')
			skip_line(t);
		else if (c == ' ' || c == '\t' || c == '\r' || c == '\n')
			t->at++;
		else
			return;
	}
}

static void trouble(struct toml *t, const char *reason)
{
	read_trouble(t->out, (struct span){t->file, (uint32_t)t->at, 0}, str_of(reason));
}

/* Strings. */

static size_t put_utf8(char *out, uint32_t c)
{
	if (c < 0x80) {
		out[0] = (char)c;
		return 1;
	}
	if (c < 0x800) {
		out[0] = (char)(0xc0 | c >> 6);
		out[1] = (char)(0x80 | (c & 0x3f));
		return 2;
	}
	if (c < 0x10000) {
		out[0] = (char)(0xe0 | c >> 12);
		out[1] = (char)(0x80 | (c >> 6 & 0x3f));
		out[2] = (char)(0x80 | (c & 0x3f));
		return 3;
	}
	out[0] = (char)(0xf0 | (c >> 18 & 7));
	out[1] = (char)(0x80 | (c >> 12 & 0x3f));
	out[2] = (char)(0x80 | (c >> 6 & 0x3f));
	out[3] = (char)(0x80 | (c & 0x3f));
	return 4;
}

static uint32_t hex_of(struct toml *t, size_t digits)
{
	uint32_t c = 0;

	for (size_t i = 0; i < digits; i++) {
		int d = peek(t);

		if (d >= '0' && d <= '9')
			d -= '0';
		else if ((d | 32) >= 'a' && (d | 32) <= 'f')
			d = (d | 32) - 'a' + 10;
		else
			break;
		c = c << 4 | (uint32_t)d;
		t->at++;
	}
	return c;
}

/* What stands behind a backslash; a line end there takes the blanks that follow with it. */
static size_t unescape(struct toml *t, char *out)
{
	static const char from[] = "btnfre\"\\", to[] = "\b\t\n\f\r\033\"\\";
	int c = peek(t);
	const char *known = c > 0 ? strchr(from, c) : NULL;

	if (c == ' ' || c == '\t' || c == '\r' || c == '\n') {
		while (peek(t) == ' ' || peek(t) == '\t' || peek(t) == '\r' || peek(t) == '\n')
			t->at++;
		return 0;
	}
	t->at += c != -1;
	if (c == 'u' || c == 'U')
		return put_utf8(out, hex_of(t, c == 'u' ? 4 : 8));
	if (!known)
		return 0;
	*out = to[known - from];
	return 1;
}

/* Room for a string that begins here: what it stands for is never longer than what is written. */
static size_t string_room(const struct toml *t, const char *quote)
{
	size_t at = t->at, n = strlen(quote);

	while (at < t->text.n &&
	       memcmp(t->text.s + at, quote, n < t->text.n - at ? n : t->text.n - at) != 0)
		at += t->text.s[at] == '\\' && *quote == '"' ? 2 : 1;
	return (at < t->text.n ? at : t->text.n) - t->at + 8;
}

static struct node *string_of(struct toml *t, const char *quote)
{
	size_t from = t->at, n = 0;
	bool literal = *quote == '\'', many = quote[1] != '\0';
	char *out;
	struct node *node;

	t->at += strlen(quote);
	if (many && !take(t, "\n"))
		take(t, "\r\n");
	out = arena_news(t->a, char, string_room(t, quote));
	while (peek(t) != -1 && (many || peek(t) != '\n')) {
		if (take(t, quote)) {
			/* Up to two quotes may stand before the closing three. */
			for (int i = 0; many && i < 2 && peek(t) == *quote; i++, t->at++)
				out[n++] = *quote;
			node = node_str(t->a, (struct str){out, n}, span_from(t, from));
			node->quoted = true;
			return node;
		}
		if (!literal && take(t, "\\"))
			n += unescape(t, out + n);
		else
			out[n++] = t->text.s[t->at++];
	}
	trouble(t, "a string does not end");
	return node_str(t->a, (struct str){out, n}, span_from(t, from));
}

static bool is_bare(int c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
	       c == '_' || c == '-' || c >= 0x80;
}

static struct node *key_part(struct toml *t)
{
	size_t from = t->at;

	if (peek(t) == '"')
		return string_of(t, "\"");
	if (peek(t) == '\'')
		return string_of(t, "'");
	while (is_bare(peek(t)))
		t->at++;
	return t->at > from ? node_str(t->a, str_sub(t->text, from, t->at), span_from(t, from))
			    : NULL;
}

/* Scalars. */

/* Whether a word has the underscores of a number taken out into out, or is too long for one. */
static struct str digits_of(struct toml *t, struct str word)
{
	char *out = arena_news(t->a, char, word.n + 1);
	size_t n = 0;

	for (size_t i = 0; i < word.n; i++)
		if (word.s[i] != '_')
			out[n++] = word.s[i];
	return (struct str){out, n};
}

static bool based(struct str s, int64_t *out)
{
	unsigned base = s.n > 2 && s.s[0] == '0' ? (s.s[1] == 'x'   ? 16
						    : s.s[1] == 'o' ? 8
						    : s.s[1] == 'b' ? 2
								    : 0)
						 : 0;
	uint64_t n = 0;

	if (!base)
		return false;
	for (size_t i = 2; i < s.n; i++) {
		unsigned d = (unsigned char)s.s[i];

		d = d >= '0' && d <= '9' ? d - '0' : (d | 32) >= 'a' ? (d | 32) - 'a' + 10 : 99;
		if (d >= base || n > (uint64_t)INT64_MAX / base - 1)
			return false;
		n = n * base + d;
	}
	*out = (int64_t)n;
	return true;
}

static struct node *word_of(struct toml *t)
{
	size_t from = t->at;
	struct str word, number;
	struct node *out = NULL;
	int64_t i;
	double r;

	while (peek(t) != -1 && !strchr(" \t\r\n,]}#", peek(t)))
		t->at++;
	word = str_sub(t->text, from, t->at);
	number = digits_of(t, word);
	if (str_is(word, "true") || str_is(word, "false"))
		out = node_bool(t->a, str_is(word, "true"), span_from(t, from));
	else if (str_to_int(number, &i) || based(number, &i))
		out = node_int(t->a, i, span_from(t, from));
	else if (str_to_real(number, &r))
		out = node_real(t->a, r, span_from(t, from));
	else if (word.n && word.s[0] >= '0' && word.s[0] <= '9')
		out = node_str(t->a, word, span_from(t, from));
	if (out)
		out->text = word;
	return out;
}

/* Containers. */

static struct node *child(struct toml *t, struct node *map, struct node *key)
{
	struct node *found = node_get(map, key->text), *made;

	if (found && found->kind == NODE_LIST && found->as.items.n)
		found = found->as.items.at[found->as.items.n - 1];
	if (found && found->kind == NODE_MAP)
		return found;
	made = node_new(t->a, NODE_MAP, key->at);
	node_set(t->a, map, key, made);
	return made;
}

/*
 * a.b.c: the map that holds the last part; the part itself in *last. NULL if there is no key. What is
 * read for it lies as much deeper.
 */
static struct node *walk_key(struct toml *t, struct node *map, struct node **last)
{
	for (; t->nested < NESTED_MAX; t->nested++) {
		*last = key_part(t);
		if (!*last)
			return NULL;
		skip_blanks(t);
		if (!take(t, "."))
			return map;
		skip_blanks(t);
		map = child(t, map, *last);
	}
	return NULL;
}

static bool assignment(struct toml *t, struct node *map)
{
	int nested = t->nested;
	struct node *last, *value = NULL, *holder = walk_key(t, map, &last);

	if (holder && take(t, "=")) {
		skip_blanks(t);
		value = value_of(t);
	}
	t->nested = nested;
	if (!value)
		return false;
	node_set(t->a, holder, last, value);
	return true;
}

static struct node *array_of(struct toml *t)
{
	struct node *list = node_new(t->a, NODE_LIST, span_from(t, t->at));
	size_t from = t->at++;

	for (skip_space(t); !take(t, "]"); skip_space(t)) {
		struct node *item = value_of(t);

		if (!item) {
			trouble(t, "an array does not end");
			break;
		}
		node_push(t->a, list, item);
		skip_space(t);
		take(t, ",");
	}
	list->at = span_from(t, from);
	return list;
}

static struct node *inline_table(struct toml *t)
{
	struct node *map = node_new(t->a, NODE_MAP, span_from(t, t->at));
	size_t from = t->at++;

	for (skip_space(t); !take(t, "}"); skip_space(t)) {
		if (!assignment(t, map)) {
			trouble(t, "a table does not end");
			break;
		}
		skip_space(t);
		take(t, ",");
	}
	map->at = span_from(t, from);
	return map;
}

static struct node *value_of(struct toml *t)
{
	static const char *const quotes[] = {"\"\"\"", "'''", "\"", "'"};
	struct node *out = NULL;
	size_t from = t->at;

	for (size_t i = 0; i < sizeof(quotes) / sizeof(*quotes); i++) {
		if (!take(t, quotes[i]))
			continue;
		t->at = from;
		return string_of(t, quotes[i]);
	}
	if (peek(t) != '[' && peek(t) != '{')
		return word_of(t);
	if (t->nested++ < NESTED_MAX)
		out = peek(t) == '[' ? array_of(t) : inline_table(t);
	t->nested--;
	return out;
}

/* [a.b] and [[a.b]]: the map that the lines below go to; NULL if it is no header. */
static struct node *header(struct toml *t, struct node *root)
{
	bool many = take(t, "[");
	struct node *last, *holder, *list, *made;

	skip_blanks(t);
	holder = walk_key(t, root, &last);
	t->nested = 0;
	if (!holder || !take(t, "]") || (many && !take(t, "]")))
		return NULL;
	if (!many)
		return child(t, holder, last);
	list = node_get(holder, last->text);
	if (!list || list->kind != NODE_LIST) {
		list = node_new(t->a, NODE_LIST, last->at);
		node_set(t->a, holder, last, list);
	}
	made = node_new(t->a, NODE_MAP, last->at);
	node_push(t->a, list, made);
	return made;
}

struct reading read_toml(struct arena *a, uint32_t file, struct str text)
{
	struct reading out = {0};
	struct toml t = {.a = a, .out = &out, .text = text, .file = file};
	struct node *root = node_new(a, NODE_MAP, (struct span){file, 0, (uint32_t)text.n}),
		    *map = root;

	take(&t, "\xef\xbb\xbf");
	for (skip_space(&t); peek(&t) != -1; skip_space(&t)) {
		bool good = false;

		if (take(&t, "[")) {
			struct node *below = header(&t, root);

			good = below != NULL;
			map = below ? below : map;
		} else {
			good = assignment(&t, map);
		}
		skip_blanks(&t);
		if (!good || (peek(&t) != -1 && !strchr("#\r\n", peek(&t))))
			trouble(&t, "this is not TOML");
		skip_line(&t);
	}
	*vec_push(a, &out.docs) = root;
	return out;
}
