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

/* "$NAME" alone: the name; empty for anything else. */
static struct str plain_name(const struct sh_word *word)
{
	const struct sh_piece *piece = word->n == 1 ? &word->at[0] : NULL;
	const struct sh_param *p = piece && piece->kind == SH_PARAM && !piece->quoted ? piece->as.param : NULL;

	return p && !p->op && !p->length && !p->indirect && !p->index && !p->star && !p->bad ? p->name : STR("");
}

/* Whether a variable is what an option wants, by a word that both names have: ACTOR_MODEL_PATH, --actor_model_name_or_path. */
static bool names_meet(struct str variable, struct str option)
{
	enum { WORD_LEAST = 3 };
	struct str_cut cut = {.tail = variable};

	while (cut.tail.n) {
		cut = str_cut(cut.tail, '_');
		if (cut.head.n >= WORD_LEAST && str_has_nocase(option, cut.head))
			return true;
	}
	return false;
}

/*
 * "--model $MODEL" behind "MODEL=  # your model": bash passes on no word, and the program would end with a usage message.
 * Whoever runs the script fills it in.
 */
static void fill_blank(struct sh_eval *ev, const struct sh_word *word, struct sh_fields *fields)
{
	struct str name = plain_name(word), option, text;
	const struct sh_slot *slot = name.n ? sh_slot(&ev->state, name) : NULL;
	struct sh_field *field;
	struct sh_part part;

	if (!slot || !slot->own || slot->value->kind != SH_VALUE_SCALAR || !fields->n || fields->at[fields->n - 1].n_picks ||
	    !sh_parts_known(ev->arena, slot->value->parts, &text) || text.n ||
	    !sh_field_text(ev, &fields->at[fields->n - 1], &option) || !str_starts(option, STR("--")) ||
	    str_chr(option, '=', 0) != SIZE_MAX || !names_meet(name, option))
		return;
	part = sh_part_unknown(str_fmt(ev->arena, "%.*s is left empty", STR_ARG(name)), slot->value->at);
	part.given = true;
	field = vec_push(ev->arena, fields);
	*field = (struct sh_field){.at = word->place};
	sh_parts_push(ev->arena, &field->parts, part);
}

enum sh_flow sh_exec_simple(struct sh_eval *ev, const struct sh_cmd *cmd)
{
	struct sh_slot *before = arena_news(ev->arena, struct sh_slot, cmd->assigns.n);
	const struct sh_value *input = ev->input;
	/* Most words are one field. */
	struct sh_fields fields = {.at = arena_news(ev->arena, struct sh_field, cmd->items.n), .room = cmd->items.n};
	enum sh_flow flow;

	for (size_t i = 0; i < cmd->items.n; i++) {
		size_t had = fields.n;

		if (cmd->items.at[i].word)
			sh_fields(ev, cmd->items.at[i].word, &fields);
		if (cmd->items.at[i].word && fields.n == had)
			fill_blank(ev, cmd->items.at[i].word, &fields);
	}
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
			ev->input = ev->capturing || sh_fills_in(cmd) || sh_takes_arguments(cmd) ? sh_file_input(ev, r) : NULL;
	}
	prefix(ev, cmd, before);
	flow = sh_run_words(ev, cmd, &fields);
	unprefix(ev, cmd, before);
	ev->input = input;
	return flow;
}
