/* Lists, pipelines and compound commands. */
#include "sh_eval.h"

/** Syntax and calls together; each level is a few C frames. */
enum { NESTING_MAX = 250 };

static struct sh_truth invert(struct sh_truth t)
{
	static const enum sh_truth_value not [] = {
	    [SH_NO] = SH_YES, [SH_YES] = SH_NO, [SH_MAYBE] = SH_MAYBE};

	return (struct sh_truth){not [t.now], not [t.assumed]};
}

enum sh_flow sh_run(struct sh_eval *ev, const struct sh_list *list)
{
	enum sh_flow flow = SH_NEXT;

	ev->truth = sh_truth_known(true);
	for (size_t i = 0; list && i < list->n && flow == SH_NEXT; i++) {
		const struct sh_cmd *cmd = list->at[i];
		bool background = ev->background;

		if (!cmd->background) {
			flow = sh_exec(ev, cmd);
			continue;
		}
		size_t mark = sh_mark(ev);

		ev->background = true;
		sh_exec(ev, cmd);
		ev->background = background;
		sh_undo(ev, mark);
	}
	return flow;
}

enum sh_flow sh_subshell(struct sh_eval *ev, const struct sh_list *list)
{
	const struct sh_value *out;
	size_t mark = sh_mark(ev);
	enum sh_flow flow = sh_run(ev, list);

	/* What it printed stays. */
	out = sh_get(ev, SH_OUTPUT);
	sh_undo(ev, mark);
	if (ev->capturing)
		sh_set(ev, SH_OUTPUT, out);
	return flow == SH_EXIT || flow == SH_RETURN ? SH_NEXT : flow;
}

/** Each command in a subshell; in a substitution each reads what the one before printed. */
static enum sh_flow pipeline(struct sh_eval *ev, const struct sh_cmd *cmd)
{
	const struct sh_value *input = ev->input, *piped = NULL, *kept = sh_get(ev, SH_OUTPUT);
	enum sh_flow flow = SH_NEXT;
	bool capturing = ev->capturing;

	if (cmd->children.n == 1) {
		flow = sh_exec(ev, cmd->children.at[0]);
		ev->truth = cmd->negated ? invert(ev->truth) : ev->truth;
		return flow;
	}
	for (size_t i = 0; i < cmd->children.n; i++) {
		bool last = i + 1 == cmd->children.n;
		struct sh_value *empty = sh_value_new(ev->arena, SH_VALUE_SCALAR, cmd->at);
		size_t mark = sh_mark(ev);

		if (i)
			ev->input = piped;
		/* Nobody asks for the text outside of a substitution. */
		ev->capturing = capturing;
		sh_set(ev, SH_OUTPUT, last ? kept : empty);
		sh_exec(ev, cmd->children.at[i]);
		piped = sh_get(ev, SH_OUTPUT);
		sh_undo(ev, mark);
	}
	if (capturing)
		sh_set(ev, SH_OUTPUT, piped);
	ev->input = input;
	ev->capturing = capturing;
	if (cmd->negated)
		ev->truth = invert(ev->truth);
	return flow;
}

static enum sh_truth_value combine(char op, enum sh_truth_value a, enum sh_truth_value b)
{
	enum sh_truth_value decides = op == '&' ? SH_NO : SH_YES;

	if (a == decides || b == decides)
		return decides;
	return a == SH_MAYBE || b == SH_MAYBE ? SH_MAYBE : a;
}

/** a && b || c, from left to right. */
static enum sh_flow and_or(struct sh_eval *ev, const struct sh_cmd *cmd)
{
	enum sh_flow flow = sh_exec(ev, cmd->children.at[0]);

	for (size_t i = 1; i < cmd->children.n && flow == SH_NEXT; i++) {
		char op = cmd->ops.at[i - 1];
		const struct sh_cmd *left = cmd->children.at[i - 1];
		struct sh_truth before = ev->truth, after = sh_truth_maybe;
		enum sh_truth_value runs = op == '&' ? before.now : invert(before).now;
		enum sh_truth_value assumed = op == '&' ? before.assumed : invert(before).assumed;

		if (runs == SH_NO)
			continue;
		if (runs == SH_YES) {
			flow = sh_exec(ev, cmd->children.at[i]);
			after = ev->truth;
		} else {
			struct sh_branch branches[2] = {
			    {.cmd = cmd->children.at[i], .when = sh_guard(ev, left->at, op == '|')},
			    {.when = sh_guard(ev, left->at, op == '&')},
			};

			flow = sh_branches(ev, branches, 2,
					   assumed == SH_YES  ? 0
					   : assumed == SH_NO ? 1
							      : SIZE_MAX);
			if (assumed == SH_YES)
				after.assumed = SH_YES;
		}
		ev->truth.now = combine(op, before.now, after.now);
		ev->truth.assumed = combine(op, before.assumed, after.assumed);
	}
	return flow;
}

/** The branches that an if still has from arm `from` on, whose condition is not decided. */
static enum sh_flow undecided_if(struct sh_eval *ev, const struct sh_cmd *cmd, size_t from,
				 struct sh_truth t)
{
	struct sh_branch *branches = arena_news(ev->arena, struct sh_branch, cmd->arms.n + 1);
	size_t n = 0, preferred = SIZE_MAX;
	bool open = true;

	for (size_t i = from; i < cmd->arms.n && open; i++) {
		const struct sh_arm *arm = &cmd->arms.at[i];

		if (arm->cond && i > from) {
			/* What a later condition changes or launches is left out: it may not be reached. */
			size_t mark = sh_mark(ev);

			ev->dry++;
			sh_run(ev, arm->cond);
			ev->dry--;
			t = ev->truth;
			sh_undo(ev, mark);
		} else if (!arm->cond) {
			t = sh_truth_known(true);
		}
		if (t.now == SH_NO)
			continue;
		if (preferred == SIZE_MAX && t.assumed == SH_YES)
			preferred = n;
		else if (preferred == SIZE_MAX && t.assumed == SH_MAYBE)
			preferred = SIZE_MAX - 1;
		branches[n++] = (struct sh_branch){
		    .list = arm->body,
		    .when = arm->cond ? sh_guard(ev, arm->at, false)
				      : sh_guard(ev, cmd->arms.at[i ? i - 1 : 0].at, true)};
		open = t.now != SH_YES;
	}
	if (open) {
		if (preferred == SIZE_MAX)
			preferred = n;
		branches[n++] =
		    (struct sh_branch){.when = sh_guard(ev, cmd->arms.at[from].at, true)};
	}
	return sh_branches(ev, branches, n, preferred >= n ? SIZE_MAX : preferred);
}

static enum sh_flow if_command(struct sh_eval *ev, const struct sh_cmd *cmd)
{
	for (size_t i = 0; i < cmd->arms.n; i++) {
		const struct sh_arm *arm = &cmd->arms.at[i];
		enum sh_flow flow = SH_NEXT;

		if (!arm->cond)
			return sh_run(ev, arm->body);
		flow = sh_run(ev, arm->cond);
		if (flow != SH_NEXT)
			return flow;
		if (ev->truth.now == SH_YES)
			return sh_run(ev, arm->body);
		if (ev->truth.now == SH_MAYBE)
			return undecided_if(ev, cmd, i, ev->truth);
	}
	ev->truth = sh_truth_known(true);
	return SH_NEXT;
}

/** Before a loop's body that runs any number of times: what it changes is not known at its start. */
static void forget(struct sh_eval *ev, const struct sh_cmd *cmd)
{
	struct sh_changes changes;
	size_t mark = sh_mark(ev);

	ev->dry++;
	sh_run(ev, cmd->body);
	ev->dry--;
	changes = sh_changes(ev, mark);
	sh_undo(ev, mark);
	for (size_t i = 0; i < changes.n; i++) {
		const struct sh_slot *before = &ev->vars.at[changes.at[i].slot];
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
		sh_set(ev, before->name, v);
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
	size_t mark = sh_mark(ev);

	forget(ev, cmd);
	ev->loops++;
	if (assumed == SH_YES) {
		flow = sh_run(ev, cmd->body);
		sh_keep(ev, mark);
	} else {
		ev->guard = sh_when_and(ev->arena, sh_guard(ev, cond, false), guard);
		flow = sh_run(ev, cmd->body);
		ev->guard = guard;
		if (assumed == SH_NO || flow == SH_EXIT || flow == SH_RETURN) {
			sh_undo(ev, mark);
			flow = SH_NEXT;
		} else {
			struct sh_changes after = sh_changes(ev, mark);
			struct sh_fork *fork = arena_new(ev->arena, struct sh_fork);

			sh_undo(ev, mark);
			fork->n = 2;
			fork->when[0] = sh_guard(ev, cond, false);
			fork->when[1] = none.when;
			for (size_t i = 0; i < after.n; i++) {
				const struct sh_value *values[2] = {
				    after.at[i].after.value, ev->vars.at[after.at[i].slot].value};

				sh_set(ev, ev->vars.at[after.at[i].slot].name,
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
	size_t mark = sh_mark(ev);

	ev->left = false;
	ev->dry++;
	sh_run(ev, cmd->body);
	ev->dry--;
	may = ev->left;
	ev->left = left;
	sh_undo(ev, mark);
	return may;
}

static enum sh_flow while_loop(struct sh_eval *ev, const struct sh_cmd *cmd)
{
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
				bool known = sh_arith_int(ev, sh_scalar(ev, cmd->word), &n);

				ev->need = NULL;
				ev->truth = known ? sh_truth_known(n != 0) : sh_truth_maybe;
			}
		}
		t = cmd->negated ? invert(ev->truth) : ev->truth;
		ev->truth = sh_truth_known(true);
		if (t.now == SH_NO)
			return SH_NEXT;
		if (!i && cmd->kind == SH_WHILE && may_end(ev, cmd))
			t = (struct sh_truth){SH_MAYBE, SH_YES};
		if (t.now == SH_MAYBE || i >= SH_LOOP_MAX) {
			if (i >= SH_LOOP_MAX)
				sh_spent(ev, "64 rounds of a loop");
			return any_times(ev, cmd, t.now == SH_MAYBE ? t.assumed : SH_YES,
					 cmd->cond && cmd->cond->n ? cmd->cond->at[0]->at
								   : cmd->at);
		}
		flow = sh_run(ev, cmd->body);
		if (leaves(ev, &flow))
			return flow;
		if (cmd->step) {
			int64_t n;

			sh_arith_int(ev, sh_scalar(ev, cmd->step), &n);
			ev->need = NULL;
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

static enum sh_flow for_loop(struct sh_eval *ev, const struct sh_cmd *cmd)
{
	struct sh_fields fields = {0};
	struct sh_word args = {0};
	struct sh_piece piece = {.kind = SH_PARAM, .quoted = true, .at = cmd->at};
	struct sh_param all = {.name = STR("@"), .star = '@'};
	const struct node *guard = ev->guard;
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
		sh_set(ev, cmd->name,
		       sh_value_unknown(ev->arena,
					STR("the variable of a loop over something unknown"),
					cmd->at));
		return any_times(ev, cmd, unknown ? SH_YES : SH_NO, cmd->at);
	}
	for (size_t i = 0; i < fields.n; i++) {
		const struct sh_field *f = &fields.at[i];
		struct sh_value *v;

		if (i >= SH_LOOP_MAX) {
			sh_spent(ev, "64 rounds of a loop");
			break;
		}
		v = sh_value_new(ev->arena, SH_VALUE_SCALAR, f->at);
		v->parts = f->parts;
		v->depth = f->parts.depth;
		sh_set(ev, cmd->name, v);
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

/** Whether a subject matches one of an arm's patterns. */
static enum sh_truth_value matches(struct sh_eval *ev, struct sh_parts subject,
				   const struct sh_arm *arm)
{
	enum sh_truth_value all = SH_NO;
	struct str text, pattern;

	for (size_t i = 0; i < arm->patterns.n; i++) {
		const struct sh_word *w = arm->patterns.at[i];

		if (!sh_pattern(ev, w, &pattern))
			all = SH_MAYBE;
		else if (str_is(pattern, "*"))
			return SH_YES;
		else if (!sh_parts_known(ev->arena, subject, &text) ||
			 !sh_work(ev, text.n + pattern.n))
			all = SH_MAYBE;
		else if (sh_matches(pattern, text))
			return SH_YES;
	}
	return all;
}

static enum sh_flow case_command(struct sh_eval *ev, const struct sh_cmd *cmd)
{
	struct sh_branch *branches = arena_news(ev->arena, struct sh_branch, cmd->arms.n + 1);
	struct sh_parts subject = sh_scalar(ev, cmd->word), assumed;
	size_t n = 0, preferred = SIZE_MAX;
	bool assume = ev->assume, open = true, missing = false;

	for (size_t i = 0; i < subject.n; i++)
		missing |= sh_parts_at(subject, i)->kind == PART_UNKNOWN &&
			   sh_parts_at(subject, i)->missing;
	ev->assume = true;
	assumed = missing ? sh_scalar(ev, cmd->word) : subject;
	ev->assume = assume;
	for (size_t i = 0; i < cmd->arms.n && open; i++) {
		const struct sh_arm *arm = &cmd->arms.at[i];
		enum sh_truth_value hit = matches(ev, subject, arm);

		if (hit == SH_NO)
			continue;
		if (hit == SH_YES && !n) {
			enum sh_flow flow = sh_run(ev, arm->body);

			/* ;& goes on with the next body, ;;& with the next pattern. */
			for (;
			     flow == SH_NEXT && cmd->arms.at[i].falls == ';' && i + 1 < cmd->arms.n;
			     i++)
				flow = sh_run(ev, cmd->arms.at[i + 1].body);
			if (flow != SH_NEXT || cmd->arms.at[i].falls != '&')
				return flow;
			continue;
		}
		if (missing && preferred == SIZE_MAX && matches(ev, assumed, arm) == SH_YES)
			preferred = n;
		branches[n++] =
		    (struct sh_branch){.list = arm->body, .when = sh_guard(ev, arm->at, false)};
		open = hit != SH_YES;
	}
	if (!n)
		return SH_NEXT;
	if (open) {
		if (missing && preferred == SIZE_MAX)
			preferred = n;
		branches[n++] = (struct sh_branch){.when = sh_guard(ev, cmd->word->place, true)};
	}
	return sh_branches(ev, branches, n, preferred);
}

static enum sh_flow define(struct sh_eval *ev, const struct sh_cmd *cmd)
{
	struct sh_value *v = sh_value_new(ev->arena, SH_VALUE_CODE, cmd->at);

	v->code = cmd->body;
	sh_set(ev, str_cat(ev->arena, cmd->name, STR("()")), v);
	ev->truth = sh_truth_known(true);
	return SH_NEXT;
}

static enum sh_flow let(struct sh_eval *ev, const struct sh_cmd *cmd)
{
	int64_t n = 0;
	struct sh_truth t = sh_truth_maybe;
	bool assume = ev->assume;

	if (sh_arith_int(ev, sh_scalar(ev, cmd->word), &n)) {
		t = sh_truth_known(n != 0);
	} else if (!assume) {
		size_t mark = sh_mark(ev);

		ev->need = NULL;
		ev->assume = true;
		if (sh_arith_int(ev, sh_scalar(ev, cmd->word), &n))
			t.assumed = n != 0 ? SH_YES : SH_NO;
		ev->assume = assume;
		sh_undo(ev, mark);
	}
	ev->need = NULL;
	ev->truth = t;
	return SH_NEXT;
}

static enum sh_flow exec(struct sh_eval *ev, const struct sh_cmd *cmd)
{
	int64_t n;

	switch (cmd->kind) {
	case SH_SIMPLE:
		return sh_exec_simple(ev, cmd);
	case SH_PIPELINE:
		return pipeline(ev, cmd);
	case SH_ANDOR:
		return and_or(ev, cmd);
	case SH_SUBSHELL:
		return sh_subshell(ev, cmd->body);
	case SH_GROUP:
		return sh_run(ev, cmd->body);
	case SH_IF:
		return if_command(ev, cmd);
	case SH_CFOR:
		if (cmd->init)
			sh_arith_int(ev, sh_scalar(ev, cmd->init), &n);
		ev->need = NULL;
		return while_loop(ev, cmd);
	case SH_WHILE:
		return while_loop(ev, cmd);
	case SH_FOR:
		return for_loop(ev, cmd);
	case SH_CASE:
		return case_command(ev, cmd);
	case SH_FUNCTION:
		return define(ev, cmd);
	case SH_TEST:
		ev->truth = sh_condition(ev, cmd->test);
		return SH_NEXT;
	case SH_LET:
		return let(ev, cmd);
	}
	return SH_NEXT;
}

enum sh_flow sh_exec(struct sh_eval *ev, const struct sh_cmd *cmd)
{
	enum sh_flow flow;

	ev->need = NULL;
	if (++ev->steps > SH_STEPS_MAX || ev->work > SH_WORK_MAX) {
		sh_spent(ev, "200000 commands");
		return SH_EXIT;
	}
	if (ev->nesting >= NESTING_MAX) {
		sh_spent(ev, "250 levels of nesting");
		ev->truth = sh_truth_maybe;
		return SH_NEXT;
	}
	ev->nesting++;
	flow = exec(ev, cmd);
	ev->nesting--;
	return flow;
}
