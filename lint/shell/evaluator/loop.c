/* Loops: as many rounds as are known, or one that stands for any number. */
#include "execution.h"

/** Before a loop's body that runs any number of times: what it changes is not known at its start. */
static void forget(struct sh_eval *ev, const struct sh_cmd *cmd)
{
	struct sh_changes changes;
	size_t mark = sh_mark(&ev->state);

	ev->dry++;
	sh_run(ev, cmd->body);
	ev->dry--;
	changes = sh_changes(&ev->state, mark);
	sh_undo(&ev->state, mark);
	for (size_t i = 0; i < changes.n; i++) {
		const struct sh_slot *before = &ev->state.vars.at[changes.at[i].slot];
		const struct sh_value *v = before->value;
		struct sh_value *open;

		if (sh_value_same(v, changes.at[i].after.value))
			continue;
		if (v->kind == SH_VALUE_ARRAY) {
			open = sh_value_new(ev->arena, SH_VALUE_ARRAY, v->at);
			open->entries = v->entries;
			open->depth = v->depth;
			open->open = true;
			v = open;
		} else {
			v = sh_value_unknown(ev->arena, STR("changed in a loop"), v->at);
		}
		sh_set(&ev->state, before->name, v);
	}
}

/** A break or continue that reaches its loop; true if the loop ends. */
static bool leaves(struct sh_eval *ev, enum sh_flow *flow)
{
	if (*flow != SH_BREAK && *flow != SH_CONTINUE)
		return *flow != SH_NEXT;
	if (--ev->levels > 0)
		return true;
	if (*flow == SH_CONTINUE) {
		*flow = SH_NEXT;
		return false;
	}
	*flow = SH_NEXT;
	return true;
}

/** The body of a loop of unknown length, once, under a condition. */
static enum sh_flow any_times(struct sh_eval *ev, const struct sh_cmd *cmd,
			      enum sh_truth_value assumed, struct span cond)
{
	struct sh_branch none = {.when = sh_guard(ev, cond, true)};
	const struct node *guard = ev->guard;
	enum sh_flow flow;
	size_t mark = sh_mark(&ev->state);

	forget(ev, cmd);
	ev->loops++;
	if (assumed == SH_YES) {
		flow = sh_run(ev, cmd->body);
		sh_keep(&ev->state, mark);
	} else {
		ev->guard = sh_when_and(ev->arena, sh_guard(ev, cond, false), guard);
		flow = sh_run(ev, cmd->body);
		ev->guard = guard;
		if (assumed == SH_NO || flow == SH_EXIT || flow == SH_RETURN) {
			ev->skipped |= !ev->dry && sh_changes(&ev->state, mark).n > 0;
			sh_undo(&ev->state, mark);
			flow = SH_NEXT;
		} else {
			struct sh_changes after = sh_changes(&ev->state, mark);
			struct sh_fork *fork = arena_new(ev->arena, struct sh_fork);

			sh_undo(&ev->state, mark);
			fork->n = 2;
			fork->when[0] = sh_guard(ev, cond, false);
			fork->when[1] = none.when;
			for (size_t i = 0; i < after.n; i++) {
				const struct sh_value *values[2] = {
				    after.at[i].after.value, ev->state.vars.at[after.at[i].slot].value};

				sh_set(&ev->state, ev->state.vars.at[after.at[i].slot].name,
				       sh_value_join(ev->arena, fork, values));
			}
		}
	}
	ev->loops--;
	leaves(ev, &flow);
	return flow;
}

/** Whether a round of the loop may be its last by a condition that is not decided. */
static bool may_end(struct sh_eval *ev, const struct sh_cmd *cmd)
{
	bool left = ev->left, may;
	size_t mark = sh_mark(&ev->state);

	ev->left = false;
	ev->dry++;
	sh_run(ev, cmd->body);
	ev->dry--;
	may = ev->left;
	ev->left = left;
	sh_undo(&ev->state, mark);
	return may;
}

/** Says that a loop was left which launches something; one that waits, or counts, has no more to show. */
static void say_left(struct sh_eval *ev, size_t noted)
{
	if (ev->commands.has_program(ev, noted))
		sh_spent(&ev->state, "64 rounds of a loop");
}

enum sh_flow sh_while(struct sh_eval *ev, const struct sh_cmd *cmd)
{
	size_t noted = ev->commands.noted(ev);
	enum sh_flow flow = SH_NEXT;

	for (int i = 0;; i++) {
		struct sh_truth t;

		if (cmd->kind == SH_WHILE) {
			flow = sh_run(ev, cmd->cond);
			if (flow != SH_NEXT)
				return flow;
		} else {
			ev->truth = sh_truth_known(true);
			if (cmd->word && cmd->word->n) {
				int64_t n = 0;
				bool known = sh_arith_int(&ev->state, sh_scalar(ev, cmd->word), &n);

				ev->state.need = NULL;
				ev->truth = known ? sh_truth_known(n != 0) : sh_truth_maybe;
			}
		}
		t = cmd->negated ? sh_truth_not(ev->truth) : ev->truth;
		ev->truth = sh_truth_known(true);
		if (t.now == SH_NO)
			return SH_NEXT;
		if (!i && cmd->kind == SH_WHILE && t.assumed == SH_YES && may_end(ev, cmd))
			t = (struct sh_truth){SH_MAYBE, SH_YES};
		if (t.now == SH_MAYBE || i >= SH_LOOP_MAX) {
			if (i >= SH_LOOP_MAX)
				say_left(ev, noted);
			return any_times(ev, cmd, t.now == SH_MAYBE ? t.assumed : SH_YES,
					 cmd->cond && cmd->cond->n ? cmd->cond->at[0]->at
								   : cmd->at);
		}
		flow = sh_run(ev, cmd->body);
		if (leaves(ev, &flow))
			return flow;
		if (cmd->step) {
			int64_t n;

			sh_arith_int(&ev->state, sh_scalar(ev, cmd->step), &n);
			ev->state.need = NULL;
		}
	}
}

/** Whether bash would look for files: the words of the loop are not known then. */
static bool is_glob(const struct sh_field *f)
{
	for (size_t i = 0; i < f->parts.n; i++) {
		const struct sh_part *part = sh_parts_at(f->parts, i);

		if (part->kind == PART_TEXT && !part->quoted &&
		    (str_chr(part->text, '*', 0) != SIZE_MAX ||
		     str_chr(part->text, '?', 0) != SIZE_MAX))
			return true;
	}
	return false;
}

enum sh_flow sh_for(struct sh_eval *ev, const struct sh_cmd *cmd)
{
	struct sh_fields fields = {0};
	struct sh_word args = {0};
	struct sh_piece piece = {.kind = SH_PARAM, .quoted = true, .at = cmd->at};
	struct sh_param all = {.name = STR("@"), .star = '@'};
	const struct node *guard = ev->guard;
	size_t noted = ev->commands.noted(ev);
	enum sh_flow flow = SH_NEXT;
	bool unknown = cmd->negated;

	piece.as.param = &all;
	args.place = cmd->at;
	if (cmd->over_args) {
		*vec_push(ev->arena, &args) = piece;
		sh_fields(ev, &args, &fields);
	}
	for (size_t i = 0; i < cmd->items.n; i++)
		sh_fields(ev, cmd->items.at[i].word, &fields);
	for (size_t i = 0; i < fields.n && !unknown; i++)
		unknown = is_glob(&fields.at[i]) || fields.at[i].many;
	if (unknown || (!fields.n && fields.open)) {
		sh_set(&ev->state, cmd->name,
		       sh_value_unknown(ev->arena,
					STR("the variable of a loop over something unknown"),
					cmd->at));
		return any_times(ev, cmd, unknown ? SH_YES : SH_NO, cmd->at);
	}
	for (size_t i = 0; i < fields.n; i++) {
		const struct sh_field *f = &fields.at[i];
		struct sh_value *v;

		if (i >= SH_LOOP_MAX) {
			say_left(ev, noted);
			sh_set(&ev->state, cmd->name, sh_value_unknown(ev->arena, STR("the variable of a long loop"), cmd->at));
			return any_times(ev, cmd, SH_YES, cmd->at);
		}
		v = sh_value_new(ev->arena, SH_VALUE_SCALAR, f->at);
		v->parts = f->parts;
		v->depth = f->parts.depth;
		sh_set(&ev->state, cmd->name, v);
		for (size_t k = 0; k < f->n_picks; k++)
			ev->guard = sh_when_and(
			    ev->arena, f->picks[k].fork->when[f->picks[k].alternative], ev->guard);
		flow = sh_run(ev, cmd->body);
		ev->guard = guard;
		if (leaves(ev, &flow))
			return flow;
	}
	return flow;
}
