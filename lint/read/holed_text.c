#include "holed_text.h"

#include "yaml_scalar.h"

#include <string.h>

/** "7046029", four digits of the hole's number, "81331": a number that JSON's doubles hold exactly. */
#define MARK_HEAD "7046029"
#define MARK_TAIL "81331"
enum { DIGITS = 4, MARK_LEN = sizeof(MARK_HEAD) - 1 + DIGITS + sizeof(MARK_TAIL) - 1, HOLES_MAX = 1000 };

struct holed_text *holed_text_of(struct arena *a, struct str text, struct span at)
{
	struct holed_text *out = arena_new(a, struct holed_text);

	out->text = text;
	out->at = at;
	*vec_push(a, &out->pieces) = (struct piece){0, at};
	return out;
}

void holed_text_add(struct arena *a, struct holed_text *to, struct str text, struct span at)
{
	if (!text.n)
		return;
	*vec_push(a, &to->pieces) = (struct piece){(uint32_t)to->text.n, at};
	if (to->room - to->text.n < text.n || !to->room) {
		size_t room = (to->text.n + text.n) * (to->text.n ? 2 : 1);
		char *bytes = arena_bytes(a, room, 1);

		if (to->text.n)
			memcpy(bytes, to->text.s, to->text.n);
		to->text.s = bytes;
		to->room = room;
	}
	memcpy((char *)(uintptr_t)to->text.s + to->text.n, text.s, text.n);
	to->text.n += text.n;
}

void holed_text_add_hole(struct arena *a, struct holed_text *to, struct node *hole, struct span at)
{
	if (to->holes.n == HOLES_MAX) {
		to->unknown = STR("more than 1000 values that are not known");
		return;
	}
	holed_text_add(a, to, str_fmt(a, MARK_HEAD "%04zu" MARK_TAIL, to->holes.n), at);
	*vec_push(a, &to->holes) = hole;
}

/** The hole whose mark stands at an offset, SIZE_MAX for none. */
static size_t hole_at(struct str text, size_t i)
{
	struct str rest = str_sub(text, i, text.n);
	size_t n = 0;

	if (rest.n < MARK_LEN || !str_starts(rest, STR(MARK_HEAD)) ||
	    !str_starts(str_sub(rest, MARK_LEN - (sizeof(MARK_TAIL) - 1), rest.n), STR(MARK_TAIL)))
		return SIZE_MAX;
	for (size_t k = sizeof(MARK_HEAD) - 1; k < sizeof(MARK_HEAD) - 1 + DIGITS; k++) {
		if (rest.s[k] < '0' || rest.s[k] > '9')
			return SIZE_MAX;
		n = n * 10 + (size_t)(rest.s[k] - '0');
	}
	return n;
}

/** The first hole of a text from *i on, which is left there. */
static size_t next_hole(struct str text, size_t *i)
{
	size_t hole = SIZE_MAX;

	while (*i + MARK_LEN <= text.n && (hole = hole_at(text, *i)) == SIZE_MAX)
		++*i;
	return hole;
}

bool holed_text_is(struct str text)
{
	size_t i = 0;

	return next_hole(text, &i) != SIZE_MAX;
}

/** Whether a line is nothing but holes and blanks. */
static bool is_all_holes(struct str line)
{
	bool any = false;

	for (size_t i = 0; i < line.n; i++) {
		if (strchr(" \t\r,", line.s[i]))
			continue;
		if (hole_at(line, i) == SIZE_MAX)
			return false;
		any = true;
		i += MARK_LEN - 1;
	}
	return any;
}

void holed_text_finish(struct arena *a, struct holed_text *text)
{
	char *to;

	if (!text->holes.n)
		return;
	to = arena_bytes(a, text->text.n, 1);
	memcpy(to, text->text.s, text->text.n);
	for (size_t from = 0; from < text->text.n;) {
		struct str line = str_cut(str_sub(text->text, from, text->text.n), '\n').head;

		if (is_all_holes(line)) {
			memset(to + from, ' ', line.n);
			text->open = true;
		}
		from += line.n + 1;
	}
	text->text = (struct str){to, text->text.n};
}

/** One text of a hole as the scalar that it is: "8" is a number where the file does not quote it. */
static void settle_scalar(struct node *n, const struct node *was)
{
	if (n->kind == NODE_STR && was->kind != NODE_STR)
		yaml_scalar(n, n->text);
}

/** A scalar in which a hole is. */
static void fill_scalar(struct arena *a, const struct holed_text *text, struct node *n, size_t hole)
{
	const struct node was = *n;
	const struct node *known = hole < text->holes.n ? text->holes.at[hole] : NULL;

	if (known && known->kind == NODE_EITHER && was.text.n == MARK_LEN) {
		*n = *known;
		n->as.items.at = NULL;
		n->as.items.n = n->as.items.room = 0;
		n->at = was.at;
		for (size_t i = 0; i < known->as.items.n; i++) {
			struct node *item = arena_new(a, struct node);

			*item = *known->as.items.at[i];
			settle_scalar(item, &was);
			node_push(a, n, item);
		}
		return;
	}
	*n = *node_unknown(a, known && known->kind == NODE_UNKNOWN ? known->text : STR("one of several texts"),
			   was.at);
	n->quoted = was.text.n > MARK_LEN;
}

static void fill(struct arena *a, const struct holed_text *text, struct node *n, int depth)
{
	size_t at = 0, hole, kept = 0;

	if (depth > NODE_DEPTH_MAX)
		return;
	if (n->kind <= NODE_BYTES) {
		hole = next_hole(n->text, &at);
		if (hole != SIZE_MAX)
			fill_scalar(a, text, n, hole);
		return;
	}
	if (n->kind == NODE_LIST || n->kind == NODE_TUPLE)
		for (size_t i = 0; i < n->as.items.n; i++)
			fill(a, text, n->as.items.at[i], depth + 1);
	if (n->kind != NODE_MAP)
		return;
	for (size_t i = 0; i < n->as.pairs.n; i++) {
		fill(a, text, n->as.pairs.at[i].key, depth + 1);
		fill(a, text, n->as.pairs.at[i].value, depth + 1);
		if (n->as.pairs.at[i].key->kind == NODE_UNKNOWN)
			n->open = true;
		else
			n->as.pairs.at[kept++] = n->as.pairs.at[i];
	}
	n->as.pairs.n = kept;
}

void holed_text_fill(struct arena *a, const struct holed_text *text, struct reading *reading)
{
	if (!text->unknown.n && !text->holes.n)
		return;
	if (!text->unknown.n)
		for (size_t i = 0; i < reading->docs.n; i++) {
			fill(a, text, reading->docs.at[i], 0);
			reading->docs.at[i]->open |= text->open || reading->trouble.n;
		}
	if (text->unknown.n)
		reading->docs.n = 0;
	if (!reading->docs.n)
		*vec_push(a, &reading->docs) = node_unknown(
		    a, text->unknown.n ? text->unknown : STR("a text of which parts are not known"), text->at);
	/* What stands in for a value may not fit in its place: no fault of the file's. */
	reading->trouble = (struct str){0};
}
