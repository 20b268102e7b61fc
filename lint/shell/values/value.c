#include "value.h"

#include <string.h>

const struct sh_value sh_unset = {.kind = SH_VALUE_UNSET};

void sh_parts_push(struct arena *a, struct sh_parts *to, struct sh_part part)
{
	if (!to->room || to->room->n != to->n) {
		/* Most texts are one part. */
		size_t n = to->n ? to->n * 2 : 1;
		struct rooms {
			struct sh_parts_room room;
			struct sh_part first[];
		} *rooms = arena_alloc(a, sizeof(*rooms) + n * sizeof(*rooms->first), _Alignof(struct rooms));
		struct sh_parts_room *room = &rooms->room;

		room->room = n;
		room->at = rooms->first;
		room->n = to->n;
		if (to->n)
			memcpy(room->at, to->room->at, to->n * sizeof(*room->at));
		to->room = room;
	}
	*vec_push(a, to->room) = part;
	to->n++;
	if (part.kind == PART_TEXT)
		to->bytes += part.text.n < SH_TEXT_MAX ? (uint32_t)part.text.n : SH_TEXT_MAX;
	if (part.kind == PART_CHOICE && part.choice->depth > to->depth)
		to->depth = part.choice->depth;
}

void sh_parts_append(struct arena *a, struct sh_parts *to, struct sh_parts more)
{
	if (!to->n) {
		*to = more;
		return;
	}
	for (size_t i = 0; i < more.n; i++)
		sh_parts_push(a, to, more.room->at[i]);
}

void sh_entries_push(struct arena *a, struct sh_entries *to, struct sh_entry entry)
{
	if (!to->room || to->room->n != to->n) {
		struct sh_entries_room *room = arena_new(a, struct sh_entries_room);

		for (size_t i = 0; i < to->n; i++)
			*vec_push(a, room) = to->room->at[i];
		to->room = room;
	}
	*vec_push(a, to->room) = entry;
	to->n++;
	if (entry.value->depth > to->depth)
		to->depth = entry.value->depth;
}

struct sh_value *sh_value_new(struct arena *a, enum sh_value_kind kind, struct span at)
{
	struct sh_value *v = arena_new(a, struct sh_value);

	v->kind = kind;
	v->at = at;
	v->node = arena_new(a, struct node *);
	return v;
}

struct sh_part sh_part_text(struct str text, struct span at)
{
	return (struct sh_part){.kind = PART_TEXT, .text = text, .at = at};
}

struct sh_part sh_part_unknown(struct str why, struct span at)
{
	return (struct sh_part){.kind = PART_UNKNOWN, .text = why, .at = at};
}

const struct sh_value *sh_value_text(struct arena *a, struct str text, struct span at)
{
	struct sh_value *v = sh_value_new(a, SH_VALUE_SCALAR, at);

	if (at.len == text.n)
		at.len = 0;
	sh_parts_push(a, &v->parts, sh_part_text(text, at));
	return v;
}

const struct sh_value *sh_value_unknown(struct arena *a, struct str why, struct span at)
{
	struct sh_value *v = sh_value_new(a, SH_VALUE_SCALAR, at);

	sh_parts_push(a, &v->parts, sh_part_unknown(why, at));
	return v;
}

const struct sh_value *sh_value_of(struct arena *a, struct sh_parts parts, struct span at)
{
	struct sh_value *v;

	if (parts.bytes >= SH_TEXT_MAX)
		return sh_value_unknown(a, STR("a text of more than 64 KiB"), at);
	if (parts.depth > SH_CHOICE_DEPTH_MAX)
		return sh_value_unknown(a, STR("more than 8 alternatives"), at);
	v = sh_value_new(a, SH_VALUE_SCALAR, at);
	v->parts = parts;
	v->depth = parts.depth;
	return v;
}

bool sh_parts_known(struct arena *a, struct sh_parts parts, struct str *out)
{
	size_t n = 0;
	char *to;

	for (size_t i = 0; i < parts.n; i++)
		if (parts.room->at[i].kind != PART_TEXT)
			return false;
	if (parts.n == 1) {
		*out = parts.room->at[0].text;
		return true;
	}
	for (size_t i = 0; i < parts.n; i++)
		n += parts.room->at[i].text.n;
	to = arena_news(a, char, n + 1);
	*out = (struct str){to, n};
	for (size_t i = 0; i < parts.n; i++) {
		struct str text = parts.room->at[i].text;

		if (text.n)
			memcpy(to, text.s, text.n);
		to += text.n;
	}
	return true;
}

struct sh_parts sh_parts_sub(struct arena *a, struct sh_parts parts, size_t from, size_t to)
{
	struct sh_parts out = {0};
	size_t at = 0;

	for (size_t i = 0; i < parts.n && at < to; i++) {
		struct sh_part part = parts.room->at[i];
		size_t n = part.text.n, start = from > at ? from - at : 0,
		       stop = to - at < n ? to - at : n;

		at += n;
		if (start >= stop)
			continue;
		if (part.at.len == n) {
			part.at.off += (uint32_t)start;
			part.at.len = (uint32_t)(stop - start);
		} else if (part.at.len == stop - start) {
			part.at.len--;
		}
		part.text = str_sub(part.text, start, stop);
		sh_parts_push(a, &out, part);
	}
	return out;
}

/** A comparison that ends: values share structure, so paths may be many more than values. */
struct compare {
	int steps;
};

static bool same(struct compare *c, const struct sh_value *x, const struct sh_value *y);

static bool same_part(struct compare *c, const struct sh_part *x, const struct sh_part *y)
{
	if (x->kind != y->kind || c->steps-- < 0)
		return false;
	if (x->kind == PART_CHOICE)
		return same(c, x->choice, y->choice);
	return str_eq(x->text, y->text) && x->missing == y->missing && x->given == y->given;
}

/** Texts of all parts, however they are cut. */
static bool same_parts(struct compare *c, struct sh_parts x, struct sh_parts y)
{
	size_t i = 0, j = 0, into_i = 0, into_j = 0;

	if (x.room == y.room && x.n == y.n)
		return true;
	if (x.bytes != y.bytes)
		return false;
	while (i < x.n && j < y.n) {
		const struct sh_part *p = &x.room->at[i], *q = &y.room->at[j];
		size_t n, left = p->text.n - into_i, right = q->text.n - into_j;

		if (p->kind != PART_TEXT || q->kind != PART_TEXT) {
			if (into_i || into_j || !same_part(c, p, q))
				return false;
			i++;
			j++;
			continue;
		}
		n = left < right ? left : right;
		if (n && memcmp(p->text.s + into_i, q->text.s + into_j, n) != 0)
			return false;
		into_i = left == n ? 0 : into_i + n;
		into_j = right == n ? 0 : into_j + n;
		i += left == n;
		j += right == n;
	}
	while (i < x.n && x.room->at[i].kind == PART_TEXT && !(x.room->at[i].text.n - into_i))
		i++, into_i = 0;
	while (j < y.n && y.room->at[j].kind == PART_TEXT && !(y.room->at[j].text.n - into_j))
		j++, into_j = 0;
	return i == x.n && j == y.n;
}

static bool same_entries(struct compare *c, struct sh_entries x, struct sh_entries y)
{
	if (x.n != y.n)
		return false;
	for (size_t i = 0; i < x.n && x.room != y.room; i++) {
		const struct sh_entry *p = &x.room->at[i], *q = &y.room->at[i];

		if (p->index != q->index || !str_eq(p->key, q->key) || !same(c, p->value, q->value))
			return false;
	}
	return true;
}

static bool same(struct compare *c, const struct sh_value *x, const struct sh_value *y)
{
	if (x == y)
		return true;
	if (x->kind != y->kind || x->open != y->open || x->fork != y->fork || c->steps-- < 0)
		return false;
	if (x->kind == SH_VALUE_CHOICE) {
		for (size_t i = 0; i < x->fork->n; i++)
			if (!same(c, x->alt[i], y->alt[i]))
				return false;
		return true;
	}
	return x->code == y->code && same_parts(c, x->parts, y->parts) &&
	       same_entries(c, x->entries, y->entries);
}

bool sh_value_same(const struct sh_value *x, const struct sh_value *y)
{
	struct compare c = {.steps = 10000};

	return same(&c, x, y);
}
