/*
 * JSON: cJSON checks and decodes, and a walk over the text beside its tree finds the offsets.
 *
 * Traps of cJSON 1.7: it keeps no positions; valueint saturates at 32 bits, so numbers are read
 * from the text; what follows the first value passes unless the end is checked; it refuses NaN,
 * Infinity, comments and trailing commas, which Python and people write: those are masked byte for
 * byte.
 */
#include "reader.h"

#include <cJSON.h>
#include <math.h>
#include <pthread.h>
#include <string.h>

/** The walk over the text, and the tree that cJSON made of it. */
struct walk {
	struct arena *a;
	struct reading *out;
	/** As in the file, and with the masks; the same length. */
	struct str text;
	const char *masked;
	size_t at;
	uint32_t file;
};

/** What cJSON takes for white space: more than JSON does, and the walk must agree with it. */
static bool is_blank(char c)
{
	return (unsigned char)c <= ' ';
}

/** The offset behind the string that starts at from. */
static size_t string_end(const char *s, size_t n, size_t from)
{
	size_t at = from + 1;

	while (at < n && s[at] != '"')
		at += s[at] == '\\' ? 2 : 1;
	return at < n ? at + 1 : n;
}

/** Length of a comment at an offset, or 0. */
static size_t comment_length(struct str s, size_t at)
{
	size_t end;

	if (s.s[at] != '/' || at + 1 == s.n)
		return 0;
	if (s.s[at + 1] == '/') {
		end = str_chr(s, '\n', at);
		return (end == SIZE_MAX ? s.n : end) - at;
	}
	if (s.s[at + 1] != '*')
		return 0;
	end = str_find(s, STR("*/"), at + 2);
	return (end == SIZE_MAX ? s.n : end + 2) - at;
}

/** Length of a number that JSON has no word for, or 0. */
static size_t wild_number_length(struct str s, size_t at)
{
	struct str rest = str_sub(s, at, s.n);

	return str_starts(rest, STR("NaN")) ? 3 : str_starts(rest, STR("Infinity")) ? 8 : 0;
}

/** A copy that cJSON takes; every byte that it has in common with text keeps its place. */
static char *mask(struct arena *a, struct str text)
{
	char *copy = arena_alloc(a, text.n + 1, 1);
	size_t comma = SIZE_MAX;
	size_t n;

	memcpy(copy, text.s, text.n);
	if (str_starts(text, STR("\xef\xbb\xbf")))
		memset(copy, ' ', 3);
	for (size_t at = 0; at < text.n; at += n) {
		char c = copy[at];

		n = 1;
		if (is_blank(c))
			continue;
		if ((n = comment_length(text, at))) {
			memset(copy + at, ' ', n);
			continue;
		}
		if ((c == ']' || c == '}') && comma != SIZE_MAX)
			copy[comma] = ' ';
		comma = c == ',' ? at : SIZE_MAX;
		n = 1;
		if (c == '"') {
			n = string_end(text.s, text.n, at) - at;
		} else if (wild_number_length(text, at)) {
			n = wild_number_length(text, at);
			memset(copy + at, ' ', n);
			copy[at] = '0';
		}
	}
	return copy;
}

static void skip_blanks(struct walk *w)
{
	while (w->at < w->text.n && is_blank(w->masked[w->at]))
		w->at++;
}

static struct span span_from(const struct walk *w, size_t from)
{
	return (struct span){w->file, (uint32_t)from, (uint32_t)(w->at - from)};
}

/** The string at the cursor, whose decoded form is value. */
static struct node *string(struct walk *w, const char *value)
{
	size_t from = w->at;
	struct str written;
	struct node *node;

	w->at = string_end(w->masked, w->text.n, from);
	written = str_sub(w->text, from + 1, w->at - 1);
	node = node_str(w->a, written, span_from(w, from));
	if (str_chr(written, '\\', 0) != SIZE_MAX)
		node->text = str_dup(w->a, str_of(value));
	node->quoted = true;
	return node;
}

static bool ends_word(char c)
{
	return is_blank(c) || c == ',' || c == ']' || c == '}' || c == ':';
}

/** A number, true, false or null at the cursor. */
static struct node *word(struct walk *w, const cJSON *item)
{
	struct node *node = node_new(w->a, NODE_NULL, (struct span){0});
	size_t from = w->at;

	while (w->at < w->text.n && !ends_word(w->text.s[w->at]) && w->text.s[w->at] != '/')
		w->at++;
	node->at = span_from(w, from);
	node->text = str_sub(w->text, from, w->at);
	if (cJSON_IsBool(item)) {
		node->kind = NODE_BOOL;
		node->as.b = cJSON_IsTrue(item);
	} else if (cJSON_IsNumber(item)) {
		bool wild = str_ends(node->text, STR("NaN")) || str_ends(node->text, STR("y"));

		node->kind = !wild && str_to_int(node->text, &node->as.i) ? NODE_INT : NODE_REAL;
		if (node->kind == NODE_REAL)
			node->as.r = !wild ? item->valuedouble
				     : str_ends(node->text, STR("N"))
					 ? (double)NAN
					 : copysign((double)INFINITY, item->valuedouble);
	}
	return node;
}

static struct node *value(struct walk *w, const cJSON *item, int depth);

static void members(struct walk *w, struct node *node, const cJSON *item, int depth)
{
	const cJSON *child;

	w->at++;
	cJSON_ArrayForEach(child, item)
	{
		struct node *key = NULL;
		struct node *member;

		skip_blanks(w);
		if (node->kind == NODE_MAP) {
			key = string(w, child->string);
			skip_blanks(w);
			w->at++;
		}
		member = value(w, child, depth + 1);
		if (!member)
			return;
		if (key)
			*vec_push(w->a, &node->as.pairs) = (struct pair){key, member};
		else
			*vec_push(w->a, &node->as.items) = member;
		skip_blanks(w);
		w->at += w->at < w->text.n && w->masked[w->at] == ',';
	}
	skip_blanks(w);
	w->at++;
}

/** The value at the cursor; NULL if it is nested too deeply. */
static struct node *value(struct walk *w, const cJSON *item, int depth)
{
	struct node *node;
	size_t from;

	skip_blanks(w);
	if (cJSON_IsString(item))
		return string(w, item->valuestring);
	if (!cJSON_IsArray(item) && !cJSON_IsObject(item))
		return word(w, item);
	from = w->at;
	if (depth == NODE_DEPTH_MAX) {
		read_trouble(w->out, span_from(w, from), STR("nested more than 128 levels deep"));
		return NULL;
	}
	node = node_new(w->a, cJSON_IsObject(item) ? NODE_MAP : NODE_LIST, (struct span){0});
	members(w, node, item, depth);
	node->at = span_from(w, from);
	if (node->kind == NODE_MAP)
		read_settle(w->a, w->out, node, node->as.pairs.n);
	return node;
}

static void not_json(struct walk *w, const char *end, const char *why)
{
	size_t at = end ? (size_t)(end - w->masked) : 0;

	if (at > w->text.n)
		at = w->text.n;
	read_trouble(w->out, (struct span){w->file, (uint32_t)at, at < w->text.n}, str_of(why));
}

/* cJSON notes the place of the last error for all threads, for cJSON_GetErrorPtr(), which nobody here asks. */
static pthread_mutex_t parsing = PTHREAD_MUTEX_INITIALIZER;

static cJSON *parse(struct str text, const char **end)
{
	cJSON *tree;

	pthread_mutex_lock(&parsing);
	tree = cJSON_ParseWithLengthOpts(text.s, text.n, end, 0);
	pthread_mutex_unlock(&parsing);
	return tree;
}

struct reading read_json(struct arena *a, uint32_t file, struct str text)
{
	struct reading out = {0};
	struct walk w = {.a = a, .out = &out, .text = text, .file = file};
	const char *end = NULL;
	cJSON *tree;
	struct node *top;

	if (!text.n)
		w.text = text = STR("");
	w.masked = mask(a, text);
	tree = parse((struct str){w.masked, text.n}, &end);
	if (!tree) {
		not_json(&w, end, text.n ? "not JSON from here on" : "empty");
		return out;
	}
	top = value(&w, tree, 0);
	if (top)
		*vec_push(a, &out.docs) = top;
	w.at = (size_t)(end - w.masked);
	skip_blanks(&w);
	if (w.at < text.n)
		not_json(&w, w.masked + w.at, "something follows the end of the JSON value");
	cJSON_Delete(tree);
	return out;
}
