#include "state.h"

static void reindex(struct sh_state *st, size_t n)
{
	struct sh_vars *vars = &st->vars;

	vars->index = arena_news(st->arena, uint32_t, n);
	vars->index_n = n;
	for (size_t i = 0; i < vars->n; i++) {
		size_t h = str_hash(vars->at[i].name) & (n - 1);

		while (vars->index[h])
			h = (h + 1) & (n - 1);
		vars->index[h] = (uint32_t)i + 1;
	}
}

/** Position in the hash table: of the name, or free. */
static size_t probe(const struct sh_vars *vars, struct str name)
{
	size_t h = str_hash(name) & (vars->index_n - 1);

	while (vars->index[h] && !str_eq(vars->at[vars->index[h] - 1].name, name))
		h = (h + 1) & (vars->index_n - 1);
	return h;
}

struct sh_slot *sh_slot(struct sh_state *st, struct str name)
{
	struct sh_vars *vars = &st->vars;
	size_t h;

	if (vars->n * 2 >= vars->index_n)
		reindex(st, vars->index_n ? vars->index_n * 2 : 64);
	h = probe(vars, name);
	if (!vars->index[h]) {
		*vec_push(st->arena, vars) = (struct sh_slot){.name = name, .value = &sh_unset};
		vars->index[h] = (uint32_t)vars->n;
	}
	return &vars->at[vars->index[h] - 1];
}

/* An array of more values, its choices unfolded, is not gone through for each branch that is taken. */
enum { PICKED_MAX = 4096 };

const struct sh_value *sh_picked(struct sh_state *st, const struct sh_value *v)
{
	size_t leaves = st->n_picks && v->depth ? sh_value_leaves(v, PICKED_MAX) : 0;

	if (leaves >= PICKED_MAX || !sh_work(st, leaves / 4))
		return sh_value_unknown(st->arena, STR("an array of too many alternatives or elements"), v->at);
	for (size_t i = 0; i < st->n_picks && v->depth; i++)
		v = sh_value_pick(st->arena, v, st->picks[i].fork, st->picks[i].alternative);
	return v;
}

bool sh_take(struct sh_state *st, const struct sh_fork *fork, size_t alternative)
{
	if (st->n_picks >= sizeof(st->picks) / sizeof(*st->picks))
		return false;
	st->picks[st->n_picks++] = (struct sh_pick){fork, alternative};
	return true;
}

void sh_untake(struct sh_state *st)
{
	st->n_picks--;
}

const struct sh_value *sh_get(struct sh_state *st, struct str name)
{
	size_t h;

	if (!st->vars.index_n)
		return &sh_unset;
	h = probe(&st->vars, name);
	return st->vars.index[h] ? sh_picked(st, st->vars.at[st->vars.index[h] - 1].value)
				 : &sh_unset;
}

struct sh_slot *sh_slot_write(struct sh_state *st, struct str name)
{
	struct sh_slot *slot = sh_slot(st, name);

	if (st->vars.marks)
		*vec_push(st->arena, &st->vars.journal) =
		    (struct sh_undo){(size_t)(slot - st->vars.at), *slot};
	if (slot->exported)
		st->vars.exports++;
	return slot;
}

void sh_set(struct sh_state *st, struct str name, const struct sh_value *value)
{
	struct sh_slot *slot = sh_slot_write(st, name);

	slot->value = value;
	slot->own = true;
}

size_t sh_mark(struct sh_state *st)
{
	st->vars.marks++;
	return st->vars.journal.n;
}

void sh_keep(struct sh_state *st, size_t mark)
{
	if (!--st->vars.marks)
		st->vars.journal.n = mark;
}

struct sh_changes sh_changes(struct sh_state *st, size_t mark)
{
	struct sh_changes out = {0};

	st->vars.stamp++;
	for (size_t i = mark; i < st->vars.journal.n; i++) {
		size_t slot = st->vars.journal.at[i].slot;

		if (st->vars.at[slot].stamp == st->vars.stamp)
			continue;
		st->vars.at[slot].stamp = st->vars.stamp;
		*vec_push(st->arena, &out) = (struct sh_change){slot, st->vars.at[slot]};
	}
	return out;
}

void sh_undo(struct sh_state *st, size_t mark)
{
	while (st->vars.journal.n > mark) {
		const struct sh_undo *u = &st->vars.journal.at[--st->vars.journal.n];
		uint32_t stamp = st->vars.at[u->slot].stamp;

		if (u->before.exported || st->vars.at[u->slot].exported)
			st->vars.exports++;
		st->vars.at[u->slot] = u->before;
		st->vars.at[u->slot].stamp = stamp;
	}
	st->vars.marks--;
}

void sh_apply(struct sh_state *st, const struct sh_changes *changes)
{
	for (size_t i = 0; i < changes->n; i++) {
		const struct sh_change *c = &changes->at[i];
		struct sh_slot *slot = sh_slot_write(st, st->vars.at[c->slot].name);

		*slot = c->after;
		if (slot->exported)
			st->vars.exports++;
	}
}
