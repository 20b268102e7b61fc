/* Simple commands and functions. */
#include "execution.h"

void sh_set_args(struct sh_eval *ev, const struct sh_fields *fields, size_t from)
{
	struct sh_value *args = sh_value_new(ev->arena, SH_VALUE_ARRAY, (struct span){0});

	for (size_t i = from; i < fields->n; i++)
		sh_push_field(ev, &args->entries, (int64_t)(i - from), &fields->at[i]);
	args->open = fields->open;
	args->depth = args->entries.depth;
	sh_set(&ev->state, SH_ARGS, args);
}

void sh_local(struct sh_eval *ev, struct str name)
{
	struct sh_slot *slot = sh_slot(&ev->state, name);

	if (ev->calls)
		*vec_push(ev->arena, &ev->locals) =
		    (struct sh_undo){(size_t)(slot - ev->state.vars.at), *slot};
}

/** Gives the function's locals their outer values back, and joins the branches that returned early. */
static void leave(struct sh_eval *ev, size_t locals, size_t deferred)
{
	while (ev->deferred.n > deferred) {
		const struct sh_deferred *d = &ev->deferred.at[--ev->deferred.n];

		for (size_t i = 0; i < d->changes.n; i++) {
			const struct sh_change *c = &d->changes.at[i];
			const struct sh_value *values[2] = {c->after.value,
							    ev->state.vars.at[c->slot].value};

			sh_set(&ev->state, ev->state.vars.at[c->slot].name,
			       sh_value_join(ev->arena, d->fork, values));
		}
	}
	while (ev->locals.n > locals) {
		struct sh_undo u = ev->locals.at[--ev->locals.n];

		*sh_slot_write(&ev->state, u.before.name) = u.before;
		ev->state.vars.exports++;
	}
}

void sh_too_deep(struct sh_eval *ev)
{
	uint64_t left = ev->state.steps_max - ev->state.steps;

	ev->state.steps += left < 1000 ? left : 1000;
	sh_spent(&ev->state, "24 calls within one another");
}

enum sh_flow sh_call(struct sh_eval *ev, const struct sh_value *function, const struct sh_fields *fields)
{
	enum sh_flow flow;
	const struct sh_value *args = sh_slot(&ev->state, SH_ARGS)->value;
	size_t locals = ev->locals.n, deferred = ev->deferred.n;

	if (ev->calls >= SH_CALLS_MAX) {
		sh_too_deep(ev);
		return SH_NEXT;
	}
	ev->calls++;
	sh_set_args(ev, fields, 1);
	flow = sh_run(ev, function->code);
	leave(ev, locals, deferred);
	ev->calls--;
	sh_set(&ev->state, SH_ARGS, args);
	return flow == SH_EXIT ? SH_EXIT : SH_NEXT;
}

/** The environment prefix of a command: set for it, and put back. */
static void prefix(struct sh_eval *ev, const struct sh_cmd *cmd, struct sh_slot *before)
{
	for (size_t i = 0; i < cmd->assigns.n; i++) {
		before[i] = *sh_slot(&ev->state, cmd->assigns.at[i]->name);
		sh_assign(ev, cmd->assigns.at[i]);
		sh_slot_write(&ev->state, cmd->assigns.at[i]->name)->exported = true;
		ev->state.vars.exports++;
	}
}

static void unprefix(struct sh_eval *ev, const struct sh_cmd *cmd, const struct sh_slot *before)
{
	for (size_t i = cmd->assigns.n; i-- > 0;) {
		*sh_slot_write(&ev->state, cmd->assigns.at[i]->name) = before[i];
		ev->state.vars.exports++;
	}
}

enum sh_flow sh_run_words(struct sh_eval *ev, const struct sh_cmd *cmd,
			  const struct sh_fields *fields)
{
	enum sh_flow flow = SH_NEXT;
	const struct sh_value *function;
	struct str name;

	if (sh_field_text(ev, &fields->at[0], &name) && !fields->at[0].n_picks) {
		function = sh_get(&ev->state, str_cat(ev->arena, name, STR("()")));
		if (function->kind == SH_VALUE_CODE)
			return sh_call(ev, function, fields);
		if (sh_builtin(ev, name, cmd, fields, &flow))
			return flow;
		/* grep -q asks a file. */
		if ((ev->capturing || ev->input || str_is(name, "grep")) && sh_filter(ev, name, fields))
			return SH_NEXT;
	}
	ev->commands.run(ev, cmd, fields);
	return flow;
}

enum sh_flow sh_exec_simple(struct sh_eval *ev, const struct sh_cmd *cmd)
{
	struct sh_slot *before = arena_news(ev->arena, struct sh_slot, cmd->assigns.n);
	const struct sh_value *input = ev->input;
	/* Most words are one field. */
	struct sh_fields fields = {.at = arena_news(ev->arena, struct sh_field, cmd->items.n), .room = cmd->items.n};
	enum sh_flow flow;

	for (size_t i = 0; i < cmd->items.n; i++)
		if (cmd->items.at[i].word)
			sh_fields(ev, cmd->items.at[i].word, &fields);
	if (!fields.n) {
		ev->truth = sh_truth_known(true);
		for (size_t i = 0; i < cmd->assigns.n; i++)
			sh_assign(ev, cmd->assigns.at[i]);
		return SH_NEXT;
	}
	sh_written(ev, cmd, &fields);
	for (size_t i = 0; i < cmd->redirects.n; i++) {
		const struct sh_redirect *r = cmd->redirects.at[i];

		if (r->kind == SH_REDIRECT_HERE || r->kind == SH_REDIRECT_STRING)
			ev->input = sh_value_of(ev->arena, sh_scalar(ev, r->word), r->word->place);
		else if (r->kind == SH_REDIRECT_IN)
			ev->input = NULL;
	}
	prefix(ev, cmd, before);
	flow = sh_run_words(ev, cmd, &fields);
	unprefix(ev, cmd, before);
	ev->input = input;
	return flow;
}
