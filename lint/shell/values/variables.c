#include "lint/shell/evaluator/evaluator.h"

#include <string.h>

static void reindex(struct sh_eval *ev, size_t n)
{
	struct sh_vars *vars = &ev->vars;

	vars->index = arena_news(ev->arena, uint32_t, n);
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

struct sh_slot *sh_slot(struct sh_eval *ev, struct str name)
{
	struct sh_vars *vars = &ev->vars;
	size_t h;

	if (vars->n * 2 >= vars->index_n)
		reindex(ev, vars->index_n ? vars->index_n * 2 : 64);
	h = probe(vars, name);
	if (!vars->index[h]) {
		*vec_push(ev->arena, vars) = (struct sh_slot){.name = name, .value = &sh_unset};
		vars->index[h] = (uint32_t)vars->n;
	}
	return &vars->at[vars->index[h] - 1];
}

/* An array of more values, its choices unfolded, is not gone through for each branch that is taken. */
enum { PICKED_MAX = 4096 };

const struct sh_value *sh_picked(struct sh_eval *ev, const struct sh_value *v)
{
	size_t leaves = ev->n_picks && v->depth ? sh_value_leaves(v, PICKED_MAX) : 0;

	if (leaves >= PICKED_MAX || !sh_work(ev, leaves / 4))
		return sh_value_unknown(ev->arena, STR("an array of too many alternatives or elements"), v->at);
	for (size_t i = 0; i < ev->n_picks && v->depth; i++)
		v = sh_value_pick(ev->arena, v, ev->picks[i].fork, ev->picks[i].alternative);
	return v;
}

bool sh_take(struct sh_eval *ev, const struct sh_fork *fork, size_t alternative)
{
	if (ev->n_picks >= sizeof(ev->picks) / sizeof(*ev->picks))
		return false;
	ev->picks[ev->n_picks++] = (struct sh_pick){fork, alternative};
	return true;
}

void sh_untake(struct sh_eval *ev)
{
	ev->n_picks--;
}

const struct sh_value *sh_get(struct sh_eval *ev, struct str name)
{
	size_t h;

	if (!ev->vars.index_n)
		return &sh_unset;
	h = probe(&ev->vars, name);
	return ev->vars.index[h] ? sh_picked(ev, ev->vars.at[ev->vars.index[h] - 1].value)
				 : &sh_unset;
}

struct sh_slot *sh_slot_write(struct sh_eval *ev, struct str name)
{
	struct sh_slot *slot = sh_slot(ev, name);

	if (ev->vars.marks)
		*vec_push(ev->arena, &ev->vars.journal) =
		    (struct sh_undo){(size_t)(slot - ev->vars.at), *slot};
	if (slot->exported)
		ev->vars.exports++;
	return slot;
}

void sh_set(struct sh_eval *ev, struct str name, const struct sh_value *value)
{
	struct sh_slot *slot = sh_slot_write(ev, name);

	slot->value = value;
	slot->own = true;
}

size_t sh_mark(struct sh_eval *ev)
{
	ev->vars.marks++;
	return ev->vars.journal.n;
}

void sh_keep(struct sh_eval *ev, size_t mark)
{
	if (!--ev->vars.marks)
		ev->vars.journal.n = mark;
}

struct sh_changes sh_changes(struct sh_eval *ev, size_t mark)
{
	struct sh_changes out = {0};

	ev->vars.stamp++;
	for (size_t i = mark; i < ev->vars.journal.n; i++) {
		size_t slot = ev->vars.journal.at[i].slot;

		if (ev->vars.at[slot].stamp == ev->vars.stamp)
			continue;
		ev->vars.at[slot].stamp = ev->vars.stamp;
		*vec_push(ev->arena, &out) = (struct sh_change){slot, ev->vars.at[slot]};
	}
	return out;
}

void sh_undo(struct sh_eval *ev, size_t mark)
{
	while (ev->vars.journal.n > mark) {
		const struct sh_undo *u = &ev->vars.journal.at[--ev->vars.journal.n];
		uint32_t stamp = ev->vars.at[u->slot].stamp;

		if (u->before.exported || ev->vars.at[u->slot].exported)
			ev->vars.exports++;
		ev->vars.at[u->slot] = u->before;
		ev->vars.at[u->slot].stamp = stamp;
	}
	ev->vars.marks--;
}

void sh_apply(struct sh_eval *ev, const struct sh_changes *changes)
{
	for (size_t i = 0; i < changes->n; i++) {
		const struct sh_change *c = &changes->at[i];
		struct sh_slot *slot = sh_slot_write(ev, ev->vars.at[c->slot].name);

		*slot = c->after;
		if (slot->exported)
			ev->vars.exports++;
	}
}

void sh_spent(struct sh_eval *ev, const char *what)
{
	if (!ev->spent.n)
		ev->spent = str_of(what);
}

void sh_too_deep(struct sh_eval *ev)
{
	uint64_t left = ev->budget.steps - ev->steps;

	ev->steps += left < 1000 ? left : 1000;
	sh_spent(ev, "24 calls within one another");
}

bool sh_work(struct sh_eval *ev, uint64_t n)
{
	if (n <= ev->budget.work - ev->work && ev->arena->used <= ev->full) {
		ev->work += n;
		return true;
	}
	ev->work = ev->budget.work;
	sh_spent(ev, ev->arena->used <= ev->full ? "work of expansions" : "memory for values");
	return false;
}
