/* Values of undecided branches: joining them, and taking one again. */
#include "value.h"

#include <string.h>

size_t sh_value_leaves(const struct sh_value *v, size_t max)
{
	size_t n = 0;

	if (!v->depth)
		return 1;
	if (v->kind == SH_VALUE_CHOICE) {
		for (size_t i = 0; i < v->fork->n && n < max; i++)
			n += sh_value_leaves(v->alt[i], max - n);
		return n;
	}
	for (size_t i = 0; i < v->entries.n && n < max; i++)
		n += sh_value_leaves(v->entries.room->at[i].value, max - n);
	for (size_t i = 0; i < v->parts.n && n < max; i++)
		if (v->parts.room->at[i].kind == PART_CHOICE)
			n += sh_value_leaves(v->parts.room->at[i].choice, max - n);
	return n;
}

/** A choice of values; unknown where choices nest too deep, or stand for too many. */
static const struct sh_value *choice(struct arena *a, const struct sh_fork *fork,
				     const struct sh_value *const *branches)
{
	const struct sh_value **alt = arena_news(a, const struct sh_value *, fork->n);
	struct sh_value *v = sh_value_new(a, SH_VALUE_CHOICE, branches[0]->at);

	v->fork = fork;
	v->alt = alt;
	for (size_t i = 0; i < fork->n; i++) {
		/* A choice of the same fork: the branch decided it. */
		alt[i] = sh_value_pick(a, branches[i], fork, i);
		if (alt[i]->depth > v->depth)
			v->depth = alt[i]->depth;
	}
	v->depth++;
	/* Values share what they have in common, and taking a branch unfolds it: 8 of 8 of 8 … */
	if (v->depth > SH_CHOICE_DEPTH_MAX || sh_value_leaves(v, SH_LEAVES_MAX) >= SH_LEAVES_MAX)
		return sh_value_unknown(a, STR("more than 8 alternatives"), v->at);
	return v;
}

/** Parts at the start that all branches share. */
static size_t common_parts(const struct sh_fork *fork, const struct sh_value *const *branches)
{
	size_t n = branches[0]->parts.n;

	for (size_t b = 1; b < fork->n; b++) {
		struct sh_parts x = branches[0]->parts, y = branches[b]->parts;
		size_t i = 0;

		if (y.n < n)
			n = y.n;
		while (i < n &&
		       (x.room == y.room || (x.room->at[i].kind == y.room->at[i].kind &&
					     x.room->at[i].choice == y.room->at[i].choice &&
					     str_eq(x.room->at[i].text, y.room->at[i].text))))
			i++;
		n = i;
	}
	return n;
}

static size_t common_entries(const struct sh_fork *fork, const struct sh_value *const *branches)
{
	size_t n = branches[0]->entries.n;

	for (size_t b = 1; b < fork->n; b++) {
		struct sh_entries x = branches[0]->entries, y = branches[b]->entries;
		size_t i = 0;

		if (y.n < n)
			n = y.n;
		while (i < n && (x.room == y.room ||
				 (x.room->at[i].index == y.room->at[i].index &&
				  sh_value_same(x.room->at[i].value, y.room->at[i].value))))
			i++;
		n = i;
	}
	return n;
}

static const struct sh_value *join_scalars(struct arena *a, const struct sh_fork *fork,
					   const struct sh_value *const *branches)
{
	const struct sh_value *rest[NODE_EITHER_MAX] = {0}, *tail;
	size_t n = common_parts(fork, branches);
	struct sh_parts parts = branches[0]->parts;
	struct sh_value *v;

	if (!n)
		return choice(a, fork, branches);
	for (size_t b = 0; b < fork->n; b++) {
		struct sh_parts more = {0};

		for (size_t i = n; i < branches[b]->parts.n; i++)
			sh_parts_push(a, &more, branches[b]->parts.room->at[i]);
		rest[b] = sh_value_of(a, more, branches[b]->at);
	}
	tail = choice(a, fork, rest);
	if (tail->kind != SH_VALUE_CHOICE)
		return tail;
	parts.n = n;
	parts.bytes = 0;
	for (size_t i = 0; i < n; i++)
		parts.bytes +=
		    parts.room->at[i].kind == PART_TEXT ? (uint32_t)parts.room->at[i].text.n : 0;
	sh_parts_push(a, &parts,
		      (struct sh_part){.kind = PART_CHOICE, .choice = tail, .at = tail->at});
	v = sh_value_new(a, SH_VALUE_SCALAR, branches[0]->at);
	memcpy(v->from, branches[0]->from, sizeof(v->from));
	v->parts = parts;
	v->depth = parts.depth;
	return v;
}

static const struct sh_value *join_arrays(struct arena *a, const struct sh_fork *fork,
					  const struct sh_value *const *branches)
{
	const struct sh_value *rest[NODE_EITHER_MAX] = {0}, *tail;
	size_t n = common_entries(fork, branches);
	struct sh_value *v = sh_value_new(a, SH_VALUE_ARRAY, branches[0]->at);
	int64_t index = n ? branches[0]->entries.room->at[n - 1].index + 1 : 0;

	for (size_t b = 0; b < fork->n; b++) {
		struct sh_value *more = sh_value_new(a, SH_VALUE_ARRAY, branches[b]->at);

		for (size_t i = n; i < branches[b]->entries.n; i++)
			sh_entries_push(a, &more->entries, branches[b]->entries.room->at[i]);
		more->depth = more->entries.depth;
		v->open |= branches[b]->open;
		rest[b] = more;
	}
	tail = choice(a, fork, rest);
	v->entries = branches[0]->entries;
	v->entries.n = n;
	sh_entries_push(a, &v->entries, (struct sh_entry){.index = index, .value = tail});
	v->depth = v->entries.depth;
	return v;
}

const struct sh_value *sh_value_join(struct arena *a, const struct sh_fork *fork,
				     const struct sh_value *const *branches)
{
	bool equal = true, scalars = true, arrays = true;

	for (size_t i = 0; i < fork->n; i++) {
		equal = equal && sh_value_same(branches[0], branches[i]);
		scalars = scalars && branches[i]->kind == SH_VALUE_SCALAR;
		arrays = arrays && branches[i]->kind == SH_VALUE_ARRAY;
	}
	if (equal)
		return branches[0];
	if (scalars)
		return join_scalars(a, fork, branches);
	if (arrays)
		return join_arrays(a, fork, branches);
	return choice(a, fork, branches);
}

const struct sh_fork *sh_parts_fork(struct sh_parts parts)
{
	if (!parts.depth)
		return NULL;
	for (size_t i = 0; i < parts.n; i++)
		if (parts.room->at[i].kind == PART_CHOICE)
			return parts.room->at[i].choice->fork;
	return NULL;
}

const struct sh_fork *sh_value_fork(const struct sh_value *v)
{
	if (v->kind == SH_VALUE_CHOICE)
		return v->fork;
	for (size_t i = 0; v->depth && i < v->entries.n; i++) {
		const struct sh_fork *fork = sh_value_fork(v->entries.room->at[i].value);

		if (fork)
			return fork;
	}
	return v->kind == SH_VALUE_SCALAR ? sh_parts_fork(v->parts) : NULL;
}

struct sh_parts sh_parts_pick(struct arena *a, struct sh_parts parts, const struct sh_fork *fork,
			      size_t alternative)
{
	struct sh_parts out = {0};

	if (!parts.depth)
		return parts;
	for (size_t i = 0; i < parts.n; i++) {
		struct sh_part part = parts.room->at[i];
		const struct sh_value *v;

		if (part.kind != PART_CHOICE) {
			sh_parts_push(a, &out, part);
			continue;
		}
		v = sh_value_pick(a, part.choice, fork, alternative);
		if (v->kind == SH_VALUE_CHOICE) {
			part.choice = v;
			sh_parts_push(a, &out, part);
			continue;
		}
		for (size_t j = 0; j < v->parts.n; j++) {
			struct sh_part inner = v->parts.room->at[j];

			inner.quoted |= part.quoted;
			sh_parts_push(a, &out, inner);
		}
	}
	return out;
}

/** An array with the arrays of a decided choice among its elements spliced in. */
static const struct sh_value *pick_entries(struct arena *a, const struct sh_value *v,
					   const struct sh_fork *fork, size_t alternative)
{
	struct sh_value *out = sh_value_new(a, v->kind, v->at);
	int64_t index = 0;

	out->open = v->open;
	for (size_t i = 0; i < v->entries.n; i++) {
		struct sh_entry e = v->entries.room->at[i];

		e.value = sh_value_pick(a, e.value, fork, alternative);
		if (e.value->kind == SH_VALUE_ARRAY) {
			for (size_t j = 0; j < e.value->entries.n; j++) {
				struct sh_entry inner = e.value->entries.room->at[j];

				inner.index = index++;
				sh_entries_push(a, &out->entries, inner);
			}
			continue;
		}
		index = e.index + 1;
		sh_entries_push(a, &out->entries, e);
	}
	out->depth = out->entries.depth;
	return out;
}

const struct sh_value *sh_value_pick(struct arena *a, const struct sh_value *v,
				     const struct sh_fork *fork, size_t alternative)
{
	const struct sh_value *alt[NODE_EITHER_MAX];
	struct sh_value *out;

	if (!v->depth)
		return v;
	if (v->kind == SH_VALUE_CHOICE && v->fork == fork)
		return sh_value_pick(a, v->alt[alternative], fork, alternative);
	if (v->kind == SH_VALUE_CHOICE) {
		for (size_t i = 0; i < v->fork->n; i++)
			alt[i] = sh_value_pick(a, v->alt[i], fork, alternative);
		return choice(a, v->fork, alt);
	}
	if (v->kind == SH_VALUE_ARRAY || v->kind == SH_VALUE_MAP)
		return pick_entries(a, v, fork, alternative);
	out = sh_value_new(a, SH_VALUE_SCALAR, v->at);
	memcpy(out->from, v->from, sizeof(out->from));
	out->parts = sh_parts_pick(a, v->parts, fork, alternative);
	out->depth = out->parts.depth;
	return out;
}
