/* Lists, pipelines and compound commands. */
#include "execution.h"

/** Syntax and calls together; each level is a few C frames. */
enum { NESTING_MAX = 250 };

struct sh_truth sh_truth_not(struct sh_truth t)
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
		size_t mark = sh_mark(&ev->state);

		ev->background = true;
		sh_exec(ev, cmd);
		ev->background = background;
		sh_undo(&ev->state, mark);
	}
	return flow;
}

enum sh_flow sh_subshell(struct sh_eval *ev, const struct sh_list *list)
{
	const struct sh_value *out;
	size_t mark = sh_mark(&ev->state);
	enum sh_flow flow = sh_run(ev, list);

	/* What it printed stays. */
	out = sh_get(&ev->state, SH_OUTPUT);
	sh_undo(&ev->state, mark);
	if (ev->capturing)
		sh_set(&ev->state, SH_OUTPUT, out);
	return flow == SH_EXIT || flow == SH_RETURN ? SH_NEXT : flow;
}

/** Each command in a subshell; in a substitution each reads what the one before printed. */
static enum sh_flow pipeline(struct sh_eval *ev, const struct sh_cmd *cmd)
{
	const struct sh_value *input = ev->input, *piped = NULL, *kept = sh_get(&ev->state, SH_OUTPUT);
	enum sh_flow flow = SH_NEXT;
	bool capturing = ev->capturing;
	size_t asked = 0;

	if (cmd->children.n == 1) {
		flow = sh_exec(ev, cmd->children.at[0]);
		ev->truth = cmd->negated ? sh_truth_not(ev->truth) : ev->truth;
		return flow;
	}
	for (size_t i = 1; i < cmd->children.n; i++)
		asked = sh_takes_arguments(cmd->children.at[i]) ? i : asked;
	for (size_t i = 0; i < cmd->children.n; i++) {
		bool last = i + 1 == cmd->children.n;
		struct sh_value *empty = sh_value_new(ev->arena, SH_VALUE_SCALAR, cmd->at);
		size_t mark = sh_mark(&ev->state);

		if (i)
			ev->input = piped;
		/* Nobody asks for the text outside of a substitution, but what fills in a template or makes commands of it. */
		ev->capturing = capturing || i < asked || (!last && sh_fills_in(cmd->children.at[i + 1]));
		sh_set(&ev->state, SH_OUTPUT, last ? kept : empty);
		sh_exec(ev, cmd->children.at[i]);
		piped = sh_get(&ev->state, SH_OUTPUT);
		sh_undo(&ev->state, mark);
	}
	if (capturing)
		sh_set(&ev->state, SH_OUTPUT, piped);
	ev->input = input;
	ev->capturing = capturing;
	if (cmd->negated)
		ev->truth = sh_truth_not(ev->truth);
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
		enum sh_truth_value runs = op == '&' ? before.now : sh_truth_not(before).now;
		enum sh_truth_value assumed =
		    op == '&' ? before.assumed : sh_truth_not(before).assumed;

		if (runs == SH_NO)
			continue;
		if (runs == SH_YES) {
			struct sh_branch right = {.cmd = cmd->children.at[i]}, condition = {.cmd = left};
			bool needed;

			flow = sh_run_decided(ev, &right, before.now, &condition, &needed);
			after = ev->truth;
			if (needed)
				after = before = sh_truth_maybe;
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
			size_t mark = sh_mark(&ev->state);

			ev->dry++;
			sh_run(ev, arm->cond);
			ev->dry--;
			t = ev->truth;
			sh_undo(&ev->state, mark);
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

/** The arm that runs: its condition holds, or it is the else of one that does not. */
static enum sh_flow decided_if(struct sh_eval *ev, const struct sh_cmd *cmd, size_t i)
{
	const struct sh_arm *arm = &cmd->arms.at[i];
	size_t from = arm->cond || !i ? i : i - 1;
	struct sh_branch body = {.list = arm->body}, condition = {.list = cmd->arms.at[from].cond};
	struct sh_truth open = {SH_MAYBE, from == i ? SH_NO : SH_YES};
	enum sh_flow flow;
	bool needed;

	flow = sh_run_decided(ev, &body, from == i ? SH_YES : SH_NO, &condition, &needed);
	return needed ? undecided_if(ev, cmd, from, open) : flow;
}

static enum sh_flow if_command(struct sh_eval *ev, const struct sh_cmd *cmd)
{
	for (size_t i = 0; i < cmd->arms.n; i++) {
		const struct sh_arm *arm = &cmd->arms.at[i];
		enum sh_flow flow = SH_NEXT;

		if (!arm->cond)
			return decided_if(ev, cmd, i);
		flow = sh_run(ev, arm->cond);
		if (flow != SH_NEXT)
			return flow;
		if (ev->truth.now == SH_YES)
			return decided_if(ev, cmd, i);
		if (ev->truth.now == SH_MAYBE)
			return undecided_if(ev, cmd, i, ev->truth);
	}
	ev->truth = sh_truth_known(true);
	return SH_NEXT;
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
			 !sh_work(&ev->state, text.n + pattern.n))
			all = SH_MAYBE;
		else if (sh_matches(ev, pattern, text))
			return SH_YES;
	}
	return all;
}

static enum sh_flow case_command(struct sh_eval *ev, const struct sh_cmd *cmd)
{
	struct sh_branch *branches = arena_news(ev->arena, struct sh_branch, cmd->arms.n + 1);
	struct sh_parts subject = sh_scalar(ev, cmd->word), assumed;
	size_t n = 0, preferred = SIZE_MAX;
	bool assume = ev->state.assume, open = true, missing = false;

	for (size_t i = 0; i < subject.n; i++)
		missing |= sh_parts_at(subject, i)->kind == PART_UNKNOWN &&
			   sh_parts_at(subject, i)->missing;
	ev->state.assume = true;
	assumed = missing ? sh_scalar(ev, cmd->word) : subject;
	ev->state.assume = assume;
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
	sh_set(&ev->state, str_cat(ev->arena, cmd->name, STR("()")), v);
	ev->truth = sh_truth_known(true);
	return SH_NEXT;
}

static enum sh_flow let(struct sh_eval *ev, const struct sh_cmd *cmd)
{
	int64_t n = 0;
	struct sh_truth t = sh_truth_maybe;
	bool assume = ev->state.assume;

	if (sh_arith_int(&ev->state, sh_scalar(ev, cmd->word), &n)) {
		t = sh_truth_known(n != 0);
	} else if (!assume) {
		size_t mark = sh_mark(&ev->state);

		ev->state.need = NULL;
		ev->state.assume = true;
		if (sh_arith_int(&ev->state, sh_scalar(ev, cmd->word), &n))
			t.assumed = n != 0 ? SH_YES : SH_NO;
		ev->state.assume = assume;
		sh_undo(&ev->state, mark);
	}
	ev->state.need = NULL;
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
			sh_arith_int(&ev->state, sh_scalar(ev, cmd->init), &n);
		ev->state.need = NULL;
		return sh_while(ev, cmd);
	case SH_WHILE:
		return sh_while(ev, cmd);
	case SH_FOR:
		return sh_for(ev, cmd);
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

	ev->state.need = NULL;
	if (ev->state.steps >= ev->state.steps_max || ev->state.work >= ev->state.work_max ||
	    !sh_work(&ev->state, 0)) {
		sh_spent(&ev->state, "the number of commands");
		return SH_EXIT;
	}
	ev->state.steps++;
	if (ev->nesting >= NESTING_MAX) {
		sh_spent(&ev->state, "250 levels of nesting");
		ev->truth = sh_truth_maybe;
		return SH_NEXT;
	}
	ev->nesting++;
	flow = !cmd->redirects.n || (cmd->kind == SH_SIMPLE && !sh_fills_in(cmd)) ? exec(ev, cmd) : sh_write_block(ev, cmd, exec);
	ev->nesting--;
	return flow;
}
