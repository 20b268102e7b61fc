/*
 * What a script must be given: nobody writes one that always ends before it does anything, so where it
 * ends as a variable is empty that it has set itself, a caller has given an option for it; and where it ends as one is
 * read that nothing sets, [ -z "${X:-}" ], the caller's environment has it.
 */
#include "execution.h"

static bool is_empty(struct sh_eval *ev, const struct sh_slot *slot)
{
	struct str text;

	return slot->own && slot->value->kind == SH_VALUE_SCALAR && !str_starts(slot->name, STR(" ")) &&
	       sh_parts_known(ev->arena, slot->value->parts, &text) && !text.n;
}

static const struct sh_value *given(struct sh_eval *ev, struct span at)
{
	struct sh_part part = sh_part_unknown(STR("an option that must be given"), at);
	struct sh_parts parts = {0};

	part.given = true;
	sh_parts_push(ev->arena, &parts, part);
	return sh_value_of(ev->arena, parts, at);
}

/* The variables that are empty, with what they are if they are given; none if they are too many. */
static struct sh_asked find_empties(struct sh_eval *ev)
{
	struct sh_asked e = {0};

	for (size_t i = 0; i < ev->state.vars.n; i++) {
		if (!is_empty(ev, &ev->state.vars.at[i]))
			continue;
		if (e.n == SH_ASKED_MAX)
			return (struct sh_asked){0};
		e.given[e.n] = given(ev, ev->state.vars.at[i].value->at);
		e.slot[e.n++] = i;
	}
	return e;
}

/* Whether the condition has the outcome for certain; what it changes is undone. */
static bool is_certain(struct sh_eval *ev, const struct sh_branch *condition, enum sh_truth_value outcome)
{
	size_t mark = sh_mark(&ev->state);
	enum sh_flow flow;

	ev->dry++;
	flow = condition->list ? sh_run(ev, condition->list) : sh_exec(ev, condition->cmd);
	ev->dry--;
	sh_undo(&ev->state, mark);
	return flow != SH_NEXT || ev->truth.now == outcome;
}

void sh_note_unset(struct sh_asked *asked, struct str name)
{
	for (size_t i = 0; i < asked->n_unset; i++)
		if (str_eq(asked->unset[i], name))
			return;
	if (asked->n_unset < SH_ASKED_MAX && sh_name_length(name) == name.n)
		asked->unset[asked->n_unset++] = name;
}

/* Gives the variables that nothing sets, as those of the environment. */
static void give_unset(struct sh_eval *ev, const struct sh_asked *asked, struct span at)
{
	for (size_t i = 0; i < asked->n_unset; i++) {
		struct sh_slot *slot = sh_slot_write(&ev->state, asked->unset[i]);

		slot->value = given(ev, at);
		slot->exported = true;
		ev->state.vars.exports++;
	}
}

/*
 * Gives the variables that are empty and that the condition reads, and if that changes nothing those that it reads and
 * that nothing sets; false if it is certain all the same.
 */
static bool give(struct sh_eval *ev, const struct sh_branch *condition, enum sh_truth_value outcome)
{
	const struct sh_list *list = condition->list;
	struct span at = list && list->n ? list->at[0]->at : condition->cmd ? condition->cmd->at : (struct span){0};
	struct sh_asked *outer = ev->asked, asked = {0};
	bool certain, unset = false;
	size_t mark;

	if (ev->world->args || ev->running.n != 1 || !sh_work(&ev->state, ev->state.vars.n / 4))
		return false;
	asked = find_empties(ev);
	mark = sh_mark(&ev->state);
	for (size_t i = 0; i < asked.n; i++)
		sh_set(&ev->state, ev->state.vars.at[asked.slot[i]].name, asked.given[i]);
	ev->asked = &asked;
	certain = is_certain(ev, condition, outcome);
	ev->asked = outer;
	if (certain && asked.n_unset) {
		give_unset(ev, &asked, at);
		certain = is_certain(ev, condition, outcome);
		unset = !certain;
	}
	sh_undo(&ev->state, mark);
	for (size_t i = 0; i < asked.n && !certain; i++)
		if (asked.read[i])
			sh_set(&ev->state, ev->state.vars.at[asked.slot[i]].name, asked.given[i]);
	if (unset)
		give_unset(ev, &asked, at);
	return !certain;
}

/* Whether what was launched since is more than a message before a failure: print_help, cat README. */
static bool does_work(const struct sh_eval *ev, size_t since)
{
	return ev->commands.noted(ev) > since && (ev->truth.now != SH_NO || ev->commands.has_program(ev, since));
}

enum sh_flow sh_run_decided(struct sh_eval *ev, const struct sh_branch *branch, enum sh_truth_value outcome,
			    const struct sh_branch *condition, bool *needed)
{
	size_t noted = ev->commands.noted(ev), mark = sh_mark(&ev->state);
	enum sh_flow flow = branch->list ? sh_run(ev, branch->list) : sh_exec(ev, branch->cmd);

	*needed = false;
	if (flow != SH_EXIT || does_work(ev, noted)) {
		sh_keep(&ev->state, mark);
		return flow;
	}
	sh_undo(&ev->state, mark);
	ev->commands.forget(ev, noted);
	*needed = give(ev, condition, outcome);
	return *needed ? SH_NEXT : SH_EXIT;
}
