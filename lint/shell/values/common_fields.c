/* Fields of undecided alternatives: what they have in common is there in any case. */
#include "fields.h"

void sh_add_pick(struct sh_state *st, struct sh_field *field, struct sh_pick pick)
{
	struct sh_pick *picks;

	if (field->n_picks >= SH_PICKS_MAX)
		return;
	/* Of its own: other fields may share what is there. */
	picks = arena_news(st->arena, struct sh_pick, field->n_picks + 1U);
	for (size_t i = 0; i < field->n_picks; i++)
		picks[i] = field->picks[i];
	picks[field->n_picks++] = pick;
	field->picks = picks;
}

bool sh_decide_field(struct sh_state *st, struct sh_field *field, const struct sh_fork *fork, size_t alternative)
{
	struct sh_field all = *field;
	bool there = true;

	field->n_picks = 0;
	for (size_t i = 0; i < all.n_picks; i++)
		if (all.picks[i].fork != fork)
			sh_add_pick(st, field, all.picks[i]);
		else
			there = there && all.picks[i].alternative == alternative;
	field->parts = sh_parts_pick(st->arena, field->parts, fork, alternative);
	return there;
}

/** Fields from `start` on, one for each alternative of the fork, become one field that is a choice. */
static void merge(struct sh_state *st, const struct sh_fork *fork, struct sh_fields *out,
		  size_t start)
{
	const struct sh_value *alt[NODE_EITHER_MAX], *joined;
	struct sh_field one = {0};

	for (size_t k = 0; k < fork->n; k++) {
		const struct sh_field *f = &out->at[start + k];

		if (f->n_picks != 1 || f->picks[0].alternative != k || f->many)
			return;
		alt[k] = sh_value_of(st->arena, f->parts, f->at);
	}
	joined = sh_value_join(st->arena, fork, alt);
	one = out->at[start];
	one.n_picks = 0;
	one.parts = joined->parts;
	if (joined->kind == SH_VALUE_CHOICE) {
		one.parts = (struct sh_parts){0};
		sh_parts_push(
		    st->arena, &one.parts,
		    (struct sh_part){.kind = PART_CHOICE, .choice = joined, .at = one.at});
	}
	out->n = start;
	*vec_push(st->arena, out) = one;
}

/** Whether every alternative has the same field at place i from its start (or its end). */
static bool is_common(const struct sh_fields *out, const struct sh_ranges *r, size_t i,
		      bool from_end)
{
	const struct sh_field *first = NULL;

	for (size_t k = 0; k < r->n; k++) {
		size_t from = k ? r->ends[k - 1] : r->start;
		const struct sh_field *f;
		struct sh_value x = {.kind = SH_VALUE_SCALAR}, y = x;

		if (r->ends[k] - from <= i)
			return false;
		f = &out->at[from_end ? r->ends[k] - 1 - i : from + i];
		if (f->n_picks != 1)
			return false;
		if (!first)
			first = f;
		x.parts = first->parts;
		y.parts = f->parts;
		if (!sh_value_same(&x, &y))
			return false;
	}
	return true;
}

/** What all alternatives have in common at both ends is there in any case. */
static void factor(struct sh_state *st, struct sh_fields *out, const struct sh_ranges *r)
{
	size_t head = 0, tail = 0, shortest = SIZE_MAX;
	struct sh_fields all = {0};

	for (size_t k = 0; k < r->n; k++) {
		size_t n = r->ends[k] - (k ? r->ends[k - 1] : r->start);

		shortest = n < shortest ? n : shortest;
	}
	while (head < shortest && is_common(out, r, head, false))
		head++;
	while (tail + head < shortest && is_common(out, r, tail, true))
		tail++;
	if (!head && !tail)
		return;
	for (size_t i = 0; i < head; i++)
		*vec_push(st->arena, &all) = out->at[r->start + i];
	for (size_t k = 0; k < r->n; k++)
		for (size_t i = (k ? r->ends[k - 1] : r->start) + head; i + tail < r->ends[k]; i++)
			*vec_push(st->arena, &all) = out->at[i];
	for (size_t i = tail; i > 0; i--)
		*vec_push(st->arena, &all) = out->at[r->ends[0] - i];
	for (size_t i = 0; i < all.n; i++)
		if (i < head || i >= all.n - tail)
			all.at[i].n_picks = 0;
	out->n = r->start;
	for (size_t i = 0; i < all.n; i++)
		*vec_push(st->arena, out) = all.at[i];
}

void sh_factor(struct sh_state *st, const struct sh_fork *fork, struct sh_fields *out,
	       const struct sh_ranges *ranges)
{
	if (out->n - ranges->start == fork->n)
		merge(st, fork, out, ranges->start);
	else
		factor(st, out, ranges);
}
