/*
 * What of a notebook is read: its code, its metadata, and what its cells printed of the card. The rest, pictures and states
 * of widgets of megabytes, is found by one pass over the bytes and left out.
 *
 * A value that nobody reads becomes "0" in the text that is parsed; the tree's places are moved back
 * afterwards. A text that is not walked through to its end has nothing left out, so that the reader of JSON judges it.
 */
#include "data_file.h"
#include "notebook.h"

#include <string.h>

enum {
	/** Bytes of a value that are worth leaving out. */
	CUT_MIN = 16,
	/** The same of a part of a line that is kept in memory, where a line is to look as it is. */
	DROP_MIN = 8192,
};

/** A value that is left out, and where its "0" stands in what is left. */
struct cut {
	size_t from, end, at;
	/** Needed after all, should the cell ask for the name of the card. */
	bool printed;
};

struct cutter {
	struct arena *arena;
	struct str text;
	size_t at;
	/** Not JSON as notebooks are written. */
	bool bad;
	struct {
		VEC(struct cut);
	} cuts;
};

static void skip_blanks(struct cutter *c)
{
	while (c->at < c->text.n && (unsigned char)c->text.s[c->at] <= ' ')
		c->at++;
}

static bool take(struct cutter *c, char wanted)
{
	skip_blanks(c);
	if (c->at >= c->text.n || c->text.s[c->at] != wanted)
		return false;
	c->at++;
	return true;
}

/* Moves behind the string whose first quote is at the cursor. */
static void skip_string(struct cutter *c)
{
	size_t from = c->at + 1;

	for (c->at = from;; c->at++) {
		size_t quote = str_chr(c->text, '"', c->at), slashes = 0;

		if (quote == SIZE_MAX) {
			c->bad = true;
			return;
		}
		while (quote - slashes > from && c->text.s[quote - slashes - 1] == '\\')
			slashes++;
		c->at = quote;
		if (slashes % 2 == 0)
			break;
	}
	c->at++;
}

static bool ends_word(char b)
{
	return (unsigned char)b <= ' ' || b == ',' || b == ']' || b == '}' || b == ':';
}

/* Moves behind the value at the cursor, however deep it is. */
static void skip_value(struct cutter *c)
{
	size_t depth = 0, from;

	skip_blanks(c);
	from = c->at;
	do {
		char b;

		skip_blanks(c);
		b = c->at < c->text.n ? c->text.s[c->at] : '\0';
		if (b == '"') {
			skip_string(c);
			continue;
		}
		c->bad |= b == '\0' || b == '/';
		depth += b == '{' || b == '[';
		if ((b == '}' || b == ']') && depth)
			depth--;
		else if (b != '{' && b != '[' && !(depth && (b == ',' || b == ':')))
			while (c->at + 1 < c->text.n && !ends_word(c->text.s[c->at + 1]) && !ends_word(b))
				c->at++;
		c->at++;
	} while (depth && !c->bad);
	c->bad |= c->at > c->text.n || (c->at == from + 1 && ends_word(c->text.s[from]));
}

/* Leaves the value at the cursor out. */
static void cut_value(struct cutter *c, bool printed)
{
	size_t from;

	skip_blanks(c);
	from = c->at;
	skip_value(c);
	if (!c->bad && c->at - from >= CUT_MIN)
		*vec_push(c->arena, &c->cuts) = (struct cut){from, c->at, 0, printed};
}

/* The next member's key, as written, with the cursor at its value; false behind the last one. */
static bool next_member(struct cutter *c, struct str *key)
{
	size_t from;

	take(c, ',');
	if (c->bad || take(c, '}'))
		return false;
	from = c->at;
	c->bad = from >= c->text.n || c->text.s[from] != '"';
	if (!c->bad)
		skip_string(c);
	if (c->bad)
		return false;
	*key = str_sub(c->text, from + 1, c->at - 1);
	c->bad = !take(c, ':');
	return !c->bad;
}

static bool next_item(struct cutter *c)
{
	take(c, ',');
	return !c->bad && !take(c, ']');
}

/* What names a card in a printed text, in one of the forms of lint/target/notebook_card.c. */
static bool may_name_card(struct str text)
{
	return str_has(text, STR(". Max memory")) || str_has(text, STR(". Num GPUs = ")) ||
	       str_has(text, STR(" (UUID"));
}

static void read_printed(struct cutter *c)
{
	size_t from = c->at, cuts = c->cuts.n;

	cut_value(c, true);
	if (!c->bad && may_name_card(str_sub(c->text, from, c->at)))
		c->cuts.n = cuts;
}

/* What a picture or a table is in other forms is not read. */
static void read_data(struct cutter *c)
{
	struct str key;

	if (!take(c, '{')) {
		skip_value(c);
		return;
	}
	while (next_member(c, &key))
		cut_value(c, str_is(key, "text/plain"));
}

static void read_outputs(struct cutter *c)
{
	struct str key;

	if (!take(c, '[')) {
		skip_value(c);
		return;
	}
	while (next_item(c)) {
		if (!take(c, '{')) {
			skip_value(c);
			continue;
		}
		while (next_member(c, &key)) {
			if (str_is(key, "text"))
				read_printed(c);
			else if (str_is(key, "data"))
				read_data(c);
			else
				cut_value(c, false);
		}
	}
}

/* The cell asks for the card: what it printed is needed. */
static void keep_printed(struct cutter *c, size_t from)
{
	size_t kept = from;

	for (size_t i = from; i < c->cuts.n; i++)
		if (!c->cuts.at[i].printed)
			c->cuts.at[kept++] = c->cuts.at[i];
	c->cuts.n = kept;
}

/* A text between the code: what it tells people to run is read. */
static void read_prose(struct cutter *c)
{
	size_t from = c->at;

	skip_value(c);
	if (str_has(str_sub(c->text, from, c->at), STR("```")))
		return;
	c->at = from;
	cut_value(c, false);
}

static void read_cell(struct cutter *c)
{
	size_t first = c->cuts.n;
	bool code = true, asks = false;
	struct str key;

	if (!take(c, '{')) {
		skip_value(c);
		return;
	}
	while (next_member(c, &key)) {
		size_t from = c->at;

		if (str_is(key, "outputs"))
			read_outputs(c);
		else if (code && (str_is(key, "cell_type") || str_is(key, "source") || str_is(key, "input")))
			skip_value(c);
		else if (str_is(key, "source"))
			read_prose(c);
		else
			cut_value(c, false);
		if (str_is(key, "cell_type"))
			code = str_has(str_sub(c->text, from, c->at), STR("\"code\""));
		else
			asks |= !str_is(key, "outputs") &&
				str_has(str_sub(c->text, from, c->at), STR("get_device_name"));
	}
	if (asks)
		keep_printed(c, first);
}

static void read_cells(struct cutter *c)
{
	if (!take(c, '[')) {
		skip_value(c);
		return;
	}
	while (next_item(c))
		read_cell(c);
}

/* Colab keeps what widgets show: progress bars by the hundred. */
static void read_metadata(struct cutter *c)
{
	struct str key;

	if (!take(c, '{')) {
		skip_value(c);
		return;
	}
	while (next_member(c, &key)) {
		if (str_is(key, "widgets"))
			cut_value(c, false);
		else
			skip_value(c);
	}
}

/* Finds what is left out; nothing, if the text is not as notebooks are. */
static void find_cuts(struct cutter *c)
{
	struct str key;

	c->bad = !take(c, '{');
	while (next_member(c, &key)) {
		if (str_is(key, "cells"))
			read_cells(c);
		else if (str_is(key, "metadata"))
			read_metadata(c);
		else
			skip_value(c);
	}
	if (c->bad)
		c->cuts.n = 0;
}

/* The text without what is left out. */
static struct str rest_of(struct cutter *c)
{
	size_t n = c->text.n + 1, done = 0;
	char *out;

	for (size_t i = 0; i < c->cuts.n; i++)
		n -= c->cuts.at[i].end - c->cuts.at[i].from - 1;
	out = arena_bytes(c->arena, n, 1);
	n = 0;
	for (size_t i = 0; i < c->cuts.n; i++) {
		struct cut *cut = &c->cuts.at[i];

		memcpy(out + n, c->text.s + done, cut->from - done);
		n += cut->from - done;
		cut->at = n;
		out[n++] = '0';
		done = cut->end;
	}
	memcpy(out + n, c->text.s + done, c->text.n - done);
	n += c->text.n - done;
	out[n] = '\0';
	return (struct str){out, n};
}

/* Where a byte of the rest stands in the text. */
static size_t place_of(const struct cutter *c, size_t at)
{
	size_t low = 0, high = c->cuts.n;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (c->cuts.at[middle].at < at)
			low = middle + 1;
		else
			high = middle;
	}
	return low ? at - c->cuts.at[low - 1].at - 1 + c->cuts.at[low - 1].end : at;
}

static void move_back(const struct cutter *c, struct node *n)
{
	size_t from = place_of(c, n->at.off), end = place_of(c, (size_t)n->at.off + n->at.len);

	n->at.off = (uint32_t)from;
	n->at.len = (uint32_t)(end - from);
	for (size_t i = 0; n->kind == NODE_LIST && i < n->as.items.n; i++)
		move_back(c, n->as.items.at[i]);
	for (size_t i = 0; n->kind == NODE_MAP && i < n->as.pairs.n; i++) {
		move_back(c, n->as.pairs.at[i].key);
		move_back(c, n->as.pairs.at[i].value);
	}
}

struct node *notebook_tree(struct arena *a, uint32_t file, struct str text)
{
	struct cutter c = {.arena = a, .text = text};
	struct reading reading;

	find_cuts(&c);
	reading = read_json(a, file, c.cuts.n ? rest_of(&c) : text);
	if (!reading.docs.n)
		return NULL;
	if (c.cuts.n)
		move_back(&c, reading.docs.at[0]);
	return reading.docs.at[0];
}

static bool is_ascii(struct str s)
{
	for (size_t i = 0; i < s.n; i++)
		if ((unsigned char)s.s[i] >= 0x80)
			return false;
	return true;
}

/*
 * Whether a value need not be in memory: whole lines, or a picture on one. What stands in front of the rest of a line is
 * ASCII, so that columns count the same in bytes and in code points.
 */
static bool worth_dropping(const struct cutter *c, const struct cut *cut)
{
	struct str value = str_sub(c->text, cut->from, cut->end);
	size_t line = str_rchr(value, '\n');

	return (line != SIZE_MAX || value.n >= DROP_MIN) && is_ascii(str_sub(value, line == SIZE_MAX ? 0 : line + 1, value.n));
}

static size_t lines_of(struct str s)
{
	size_t n = 0;

	for (size_t at = str_chr(s, '\n', 0); at != SIZE_MAX; at = str_chr(s, '\n', at + 1))
		n++;
	return n;
}

/* What is left out behind a cut, in the file and in the text. */
static void note_left_out(const struct cutter *c, const struct cut *cut, struct left_outs *out)
{
	struct str before = str_sub(c->text, 0, cut->end);
	size_t line = str_rchr(before, '\n');

	out->at[out->n] = (struct left_out){
	    .off = (uint32_t)cut->at + 1,
	    .lines = (out->n ? out->at[out->n - 1].lines : 0) + (uint32_t)lines_of(str_sub(c->text, cut->from, cut->end)),
	    .column = (uint32_t)(line == SIZE_MAX ? cut->end : cut->end - line - 1)};
	out->n++;
}

struct str notebook_copy(struct arena *a, struct arena *scratch, struct str text, struct left_outs *left_outs)
{
	struct cutter c = {.arena = scratch, .text = text};
	size_t kept = 0;
	struct str copy;

	find_cuts(&c);
	for (size_t i = 0; i < c.cuts.n; i++)
		if (worth_dropping(&c, &c.cuts.at[i]))
			c.cuts.at[kept++] = c.cuts.at[i];
	c.cuts.n = kept;
	c.arena = a;
	copy = rest_of(&c);
	*left_outs = (struct left_outs){.at = arena_news(a, struct left_out, kept), .room = kept};
	for (size_t i = 0; i < kept; i++)
		note_left_out(&c, &c.cuts.at[i], left_outs);
	return copy;
}
