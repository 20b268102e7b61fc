/* Assignments: scalars, arrays, elements. */
#include "execution.h"

#include <string.h>

void sh_push_field(struct sh_eval *ev, struct sh_entries *to, int64_t index,
		   const struct sh_field *f)
{
	struct sh_value *v = sh_value_new(ev->arena, SH_VALUE_SCALAR, f->at);
	const struct sh_value *value = v, *alt[NODE_EITHER_MAX];

	if (f->from)
		memcpy(v->from, f->from, sizeof(v->from));
	v->parts = f->parts;
	v->depth = f->parts.depth;
	for (size_t k = f->n_picks; k-- > 0;) {
		const struct sh_pick *pick = &f->picks[k];
		struct sh_value *there = sh_value_new(ev->arena, SH_VALUE_ARRAY, f->at);

		sh_entries_push(ev->arena, &there->entries, (struct sh_entry){.value = value});
		there->depth = there->entries.depth;
		for (size_t i = 0; i < pick->fork->n; i++)
			alt[i] = i == pick->alternative
				     ? there
				     : sh_value_new(ev->arena, SH_VALUE_ARRAY, f->at);
		value = sh_value_join(ev->arena, pick->fork, alt);
		if (value->kind == SH_VALUE_ARRAY && value->entries.n == 1)
			value = sh_entries_at(value->entries, 0)->value;
	}
	sh_entries_push(ev->arena, to, (struct sh_entry){.index = index, .value = value});
}

static int64_t next_index(struct sh_entries e)
{
	return e.n ? sh_entries_at(e, e.n - 1)->index + 1 : 0;
}

/** The entries with one replaced or added, in order. */
static struct sh_entries with(struct sh_eval *ev, const struct sh_value *old, struct sh_entry entry)
{
	bool map = old->kind == SH_VALUE_MAP, done = false;
	struct sh_entries out = {0};

	if (!map && (!old->entries.n ||
		     entry.index > sh_entries_at(old->entries, old->entries.n - 1)->index)) {
		out = old->entries;
		sh_entries_push(ev->arena, &out, entry);
		return out;
	}
	sh_work(&ev->state, old->entries.n);
	for (size_t i = 0; i < old->entries.n; i++) {
		const struct sh_entry *e = sh_entries_at(old->entries, i);
		bool same = map ? str_eq(e->key, entry.key) : e->index == entry.index;

		if (!done && !map && e->index > entry.index) {
			sh_entries_push(ev->arena, &out, entry);
			done = true;
		}
		sh_entries_push(ev->arena, &out, same ? entry : *e);
		done |= same;
	}
	if (!done)
		sh_entries_push(ev->arena, &out, entry);
	return out;
}

/* Whether a word is an option's name, of which the next one is the value: "--nnodes", not "--nnodes=2". */
static bool names_option(const struct sh_eval *ev, const struct sh_field *field)
{
	struct str text;

	return !field->many && sh_parts_known(ev->arena, field->parts, &text) && text.n > 1 && text.s[0] == '-' &&
	       str_chr(text, '=', 0) == SIZE_MAX;
}

/** NAME=( … ) and NAME+=( … ). */
static const struct sh_value *array(struct sh_eval *ev, const struct sh_assign *a,
				    const struct sh_value *old)
{
	bool map = old->kind == SH_VALUE_MAP;
	struct sh_value *v = sh_value_new(ev->arena, map ? SH_VALUE_MAP : SH_VALUE_ARRAY, a->at);
	bool behind_option = false;

	if (a->append && (old->kind == SH_VALUE_ARRAY || map)) {
		v->entries = old->entries;
		v->open = old->open;
	} else if (a->append && old->kind == SH_VALUE_SCALAR) {
		sh_entries_push(ev->arena, &v->entries, (struct sh_entry){.value = old});
	}
	for (size_t i = 0; i < a->elements.n; i++) {
		const struct sh_element *e = &a->elements.at[i];
		struct sh_fields fields = {0};

		if (e->index) {
			struct sh_parts key = sh_scalar(ev, e->index);
			struct sh_entry entry = {.index = 0};

			ev->state.n_origins = 0;
			entry.value =
			    sh_value_of(ev->arena, sh_scalar(ev, e->value), e->value->place);
			if (map ? sh_parts_known(ev->arena, key, &entry.key)
				: sh_arith_int(&ev->state, key, &entry.index))
				v->entries = with(ev, v, entry);
			else
				v->open = true;
			continue;
		}
		sh_fields(ev, e->value, &fields);
		for (size_t k = 0; k < fields.n; k++) {
			/* "--nnodes $SLURM_NNODES" among options is one word, as whoever wrote it has it. */
			if (fields.at[k].many && !behind_option)
				v->open = true;
			behind_option = names_option(ev, &fields.at[k]);
			if (v->entries.n < SH_ENTRIES_MAX)
				sh_push_field(ev, &v->entries, next_index(v->entries),
					      &fields.at[k]);
		}
		v->open |= fields.open && fields.n == 0;
	}
	v->depth = v->entries.depth;
	if (v->depth > SH_CHOICE_DEPTH_MAX || v->entries.n >= SH_ENTRIES_MAX)
		return sh_value_unknown(
		    ev->arena, STR("an array of too many alternatives or elements"), a->at);
	return v;
}

/** NAME[index]=value. */
static const struct sh_value *element(struct sh_eval *ev, const struct sh_assign *a,
				      const struct sh_value *old)
{
	struct sh_parts key = sh_scalar(ev, a->index), parts;
	struct sh_value *v = sh_value_new(
	    ev->arena, old->kind == SH_VALUE_MAP ? SH_VALUE_MAP : SH_VALUE_ARRAY, a->at);
	struct sh_entry entry = {.index = 0};

	ev->state.n_origins = 0;
	parts = sh_scalar(ev, a->value);
	entry.value = sh_value_of(ev->arena, parts, a->value ? a->value->place : a->at);
	if (old->kind == v->kind) {
		v->entries = old->entries;
		v->open = old->open;
	}
	if (!a->append &&
	    (v->kind == SH_VALUE_MAP ? sh_parts_known(ev->arena, key, &entry.key)
				     : sh_arith_int(&ev->state, key, &entry.index) && entry.index >= 0))
		v->entries = with(ev, v, entry);
	else
		return sh_value_unknown(ev->arena, STR("an array with an element of unknown index"),
					a->at);
	v->depth = v->entries.depth;
	return v;
}

/** NAME=value and NAME+=value. */
static const struct sh_value *scalar(struct sh_eval *ev, const struct sh_assign *a,
				     const struct sh_value *old, const struct sh_slot *slot)
{
	struct span at = a->value && a->value->place.len ? a->value->place : a->at;
	struct sh_parts parts, all;
	struct sh_value *v;

	ev->state.n_origins = 0;
	parts = sh_scalar(ev, a->value);
	if (slot->integer && a->append && old->kind == SH_VALUE_SCALAR) {
		all = (struct sh_parts){0};
		sh_parts_append(ev->arena, &all, old->parts);
		sh_parts_push(ev->arena, &all, sh_part_text(STR("+"), (struct span){0}));
		sh_parts_append(ev->arena, &all, parts);
		parts = all;
	}
	if (slot->integer)
		parts = sh_arith(&ev->state, parts, at);
	if (a->append && old->kind == SH_VALUE_SCALAR && !slot->integer) {
		all = old->parts;
		for (size_t i = 0; i < parts.n; i++)
			sh_parts_push(ev->arena, &all, *sh_parts_at(parts, i));
		parts = all;
	} else if (a->append && old->kind == SH_VALUE_CHOICE && !slot->integer) {
		all = (struct sh_parts){0};
		sh_parts_push(ev->arena, &all,
			      (struct sh_part){.kind = PART_CHOICE, .choice = old, .at = old->at});
		for (size_t i = 0; i < old->fork->n; i++)
			if (old->alt[i]->kind != SH_VALUE_SCALAR)
				return sh_value_unknown(
				    ev->arena, STR("a text appended to one of several"), at);
		for (size_t i = 0; i < parts.n; i++)
			sh_parts_push(ev->arena, &all, *sh_parts_at(parts, i));
		parts = all;
	} else if (a->append && old->kind != SH_VALUE_UNSET && !slot->integer) {
		return sh_value_unknown(ev->arena, STR("a form of += that is not read"), at);
	}
	/* A text that is one choice is that choice, so that its alternatives may be of any kind. */
	if (parts.n == 1 && sh_parts_at(parts, 0)->kind == PART_CHOICE &&
	    parts.depth <= SH_CHOICE_DEPTH_MAX)
		return sh_parts_at(parts, 0)->choice;
	v = arena_new(ev->arena, struct sh_value);
	*v = *sh_value_of(ev->arena, parts, at);
	v->node = arena_new(ev->arena, struct node *);
	memcpy(v->from, ev->state.origins, ev->state.n_origins * sizeof(*ev->state.origins));
	return v;
}

/** The new value, an appended-to choice of arrays taken apart. */
static const struct sh_value *assigned(struct sh_eval *ev, const struct sh_assign *a,
				       const struct sh_value *old, const struct sh_slot *slot)
{
	const struct sh_value *alt[NODE_EITHER_MAX];

	if (!a->array && !a->index)
		return scalar(ev, a, old, slot);
	if (old->kind == SH_VALUE_CHOICE && (a->append || a->index)) {
		for (size_t i = 0; i < old->fork->n; i++) {
			if (old->alt[i]->kind == SH_VALUE_CHOICE || !sh_take(&ev->state, old->fork, i))
				return sh_value_unknown(ev->arena, STR("more than 8 alternatives"),
							a->at);
			alt[i] = a->array ? array(ev, a, old->alt[i]) : element(ev, a, old->alt[i]);
			sh_untake(&ev->state);
		}
		return sh_value_join(ev->arena, old->fork, alt);
	}
	return a->array ? array(ev, a, old) : element(ev, a, old);
}

void sh_assign(struct sh_eval *ev, const struct sh_assign *assign)
{
	struct sh_slot slot = *sh_slot(&ev->state, assign->name);
	const struct sh_value *v = assigned(ev, assign, slot.value, &slot);

	ev->state.need = NULL;
	if (slot.opaque)
		v = sh_value_unknown(ev->arena, STR("a variable of declare -u, -l or -n"),
				     assign->at);
	sh_set(&ev->state, assign->name, v);
	if (ev->export_all) {
		sh_slot(&ev->state, assign->name)->exported = true;
		ev->state.vars.exports++;
	}
}
