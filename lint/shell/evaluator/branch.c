/* Undecided branches: each evaluated from the same state, then joined. */
#include "execution.h"

const struct node *sh_guard(struct sh_eval *ev, struct span at, bool negated)
{
	struct str text = files_text(ev->files, at);
	struct node *n;

	if (text.n > 120)
		text = str_cat(ev->arena, str_sub(text, 0, 117), STR("..."));
	if (negated)
		text = str_cat(ev->arena, STR("not "), text);
	n = node_unknown(ev->arena, text, at);
	return n;
}

struct outcome {
	struct sh_changes changes;
	enum sh_flow flow;
	const struct node *when;
};

struct outcomes {
	VEC(struct outcome);
};

static struct outcome run_branch(struct sh_eval *ev, const struct sh_branch *b, bool guarded)
{
	const struct node *guard = ev->guard;
	struct outcome out = {.when = b->when};
	size_t mark = sh_mark(&ev->state);

	if (guarded)
		ev->guard = sh_when_and(ev->arena, b->when, guard);
	out.flow = b->list ? sh_run(ev, b->list) : b->cmd ? sh_exec(ev, b->cmd) : SH_NEXT;
	ev->guard = guard;
	out.changes = sh_changes(&ev->state, mark);
	sh_undo(&ev->state, mark);
	return out;
}

/** The value of a slot after an outcome that may not have touched it. */
static const struct sh_value *value_after(const struct sh_eval *ev, const struct outcome *o,
					  size_t slot)
{
	for (size_t i = 0; i < o->changes.n; i++)
		if (o->changes.at[i].slot == slot)
			return o->changes.at[i].after.value;
	return ev->state.vars.at[slot].value;
}

static struct sh_fork *fork_of(struct sh_eval *ev, const struct outcomes *all)
{
	struct sh_fork *fork = arena_new(ev->arena, struct sh_fork);

	fork->n = all->n;
	for (size_t i = 0; i < all->n; i++)
		fork->when[i] = all->at[i].when;
	return fork;
}

/** Joins one slot that outcome i changed. */
static void join_slot(struct sh_eval *ev, const struct outcomes *all, const struct sh_fork *fork,
		      const struct sh_change *change)
{
	const struct sh_value *values[NODE_EITHER_MAX];
	struct str name = ev->state.vars.at[change->slot].name;
	const struct sh_value *joined;
	struct sh_slot *slot;

	for (size_t i = 0; fork && i < all->n; i++)
		values[i] = value_after(ev, &all->at[i], change->slot);
	joined = fork ? sh_value_join(ev->arena, fork, values)
		      : sh_value_unknown(ev->arena, STR("more than 8 alternatives"),
					 change->after.value->at);
	sh_work(&ev->state, sh_value_leaves(joined, SH_LEAVES_MAX) / 4);
	slot = sh_slot_write(&ev->state, name);
	slot->value = joined;
	slot->exported |= change->after.exported;
	slot->integer = change->after.integer;
	slot->own |= change->after.own;
	ev->state.vars.exports += slot->exported;
}

static void join(struct sh_eval *ev, const struct outcomes *all)
{
	const struct sh_fork *fork = all->n <= NODE_EITHER_MAX ? fork_of(ev, all) : NULL;
	size_t mark = sh_mark(&ev->state), total = 1;

	for (size_t i = 0; i < all->n; i++)
		total += all->at[i].changes.n;
	/* The state before is read while slots are joined, so each slot is joined once. */
	for (size_t i = 0; i < all->n; i++)
		for (size_t j = 0; j < all->at[i].changes.n; j++) {
			const struct sh_change *change = &all->at[i].changes.at[j];
			bool done = false;

			for (size_t k = 0; k < i && !done; k++)
				for (size_t l = 0; l < all->at[k].changes.n && !done; l++)
					done = all->at[k].changes.at[l].slot == change->slot;
			if (!done && sh_work(&ev->state, total / 8))
				join_slot(ev, all, fork, change);
		}
	sh_keep(&ev->state, mark);
}

/** A branch returns from its function while others go on: its variables are joined at the end. */
static void defer(struct sh_eval *ev, const struct outcome *returned)
{
	struct sh_fork *fork = arena_new(ev->arena, struct sh_fork);
	struct node *other;

	if (!returned->changes.n || !ev->calls || !returned->when)
		return;
	other = node_unknown(ev->arena, str_cat(ev->arena, STR("not "), returned->when->text),
			     returned->when->at);
	fork->n = 2;
	fork->when[0] = returned->when;
	fork->when[1] = other;
	*vec_push(ev->arena, &ev->deferred) = (struct sh_deferred){returned->changes, fork};
}

enum sh_flow sh_branches(struct sh_eval *ev, const struct sh_branch *branches, size_t n,
			 size_t preferred)
{
	struct outcomes live = {0}, ended = {0};
	struct outcome chosen = {0};

	for (size_t i = 0; i < n; i++) {
		struct outcome o = run_branch(ev, &branches[i], i != preferred);

		if (i == preferred && o.flow != SH_EXIT) {
			chosen = o;
			chosen.when = NULL;
		}
		if (o.flow == SH_EXIT || o.flow == SH_RETURN)
			*vec_push(ev->arena, &ended) = o;
		else
			*vec_push(ev->arena, &live) = o;
		if (i == preferred && o.flow == SH_EXIT)
			preferred = SIZE_MAX;
	}
	ev->truth = sh_truth_maybe;
	/* The loop around may end here, or go on. */
	for (size_t i = 0; i < live.n && preferred == SIZE_MAX; i++)
		ev->left |= ended.n || live.at[i].flow != live.at[0].flow;
	if (preferred != SIZE_MAX) {
		sh_apply(&ev->state, &chosen.changes);
		return chosen.flow;
	}
	if (!live.n) {
		join(ev, &ended);
		return ended.n ? ended.at[0].flow : SH_NEXT;
	}
	for (size_t i = 0; i < ended.n; i++)
		if (ended.at[i].flow == SH_RETURN)
			defer(ev, &ended.at[i]);
	if (live.n == 1)
		sh_apply(&ev->state, &live.at[0].changes);
	else
		join(ev, &live);
	for (size_t i = 1; i < live.n; i++)
		if (live.at[i].flow != live.at[0].flow)
			return SH_NEXT;
	return live.at[0].flow;
}
