#include "statement_parts.h"

/* Whether an arm is over without going on behind the branch. */
static bool ended(enum flow flow)
{
	return flow != FLOW_NEXT;
}

/* An arm that raises or exits is taken not to happen: checks of arguments would split everything. */
static bool gone(enum flow flow)
{
	return flow == FLOW_RAISE || flow == FLOW_EXIT;
}

/* The calls of the arm that survives are no longer under its condition. */
static void forget_arm(struct interpreter *py, const struct choice *c, int arm, size_t from)
{
	const struct node *gone_arm = arm == 0 ? c->arms.yes : c->arms.no;

	py->forgotten++;
	py_search(py, py->trace->n - from);
	for (size_t i = from; i < py->trace->n; i++) {
		/* Guards are made by arms_new(), here: nobody else holds them as unchanging. */
		struct node *g = (struct node *)(uintptr_t)py->trace->at[i]->guard;

		if (g == gone_arm)
			py->trace->at[i]->guard = c->outer;
		/* All stand under the outer condition, and mostly under others that were seen. */
		for (; g && g != gone_arm && g != c->outer && g->as.condition.seen != py->forgotten;
		     g = (struct node *)(uintptr_t)g->from[0]) {
			g->as.condition.seen = py->forgotten;
			if (g->from[0] == gone_arm)
				g->from[0] = c->outer;
		}
	}
}

/* Only one arm goes on: what is behind the branch belongs to it. */
static enum flow go_on(struct interpreter *py, struct choice *c, int arm, const struct py_block *rest,
		       size_t from)
{
	enum flow flow;

	c->fork[arm] = trail_again(&py->trail, c->fork[arm], &c->changes[arm]);
	py->guard = arm == 0 ? c->arms.yes : c->arms.no;
	flow = py_run_block(py, rest, from);
	py_arm_end(py, c, arm);
	return flow;
}

/* How a branch ends whose arms end differently. */
static enum flow merged(struct interpreter *py, enum flow x, enum flow y)
{
	if (x == y)
		return x;
	if (gone(x))
		return y;
	if (gone(y))
		return x;
	if (x == FLOW_BREAK || y == FLOW_BREAK)
		py->frame->maybe_broken = true;
	if (x == FLOW_NEXT || y == FLOW_NEXT)
		return FLOW_NEXT;
	return FLOW_CONTINUE;
}

/* Behind the branch as if only this arm were there. */
static enum flow only(struct interpreter *py, struct choice *c, int arm, size_t calls, enum flow flow)
{
	trail_redo(&py->trail, &c->changes[arm]);
	forget_arm(py, c, arm, calls);
	return flow;
}

enum flow py_undecided(struct interpreter *py, const struct undecided *u, const struct py_block *rest,
		       size_t from, bool *took_rest)
{
	enum truth known = TRUTH_MAYBE;
	struct choice c = u->test ? py_choose_test(py, u->test, &known)
				  : py_choose(py, u->text.n ? u->text : py_source(py, u->at, 200), u->at);
	enum flow flow[2];
	size_t calls[2];
	uint64_t sinks = py->sinks;

	*took_rest = false;
	if (known != TRUTH_MAYBE)
		return u->run[known == TRUTH_YES ? 0 : 1](py, u->context);
	for (int arm = 0; arm < 2; arm++) {
		calls[arm] = py->trace->n;
		py_arm_begin(py, &c, arm);
		if (u->test)
			py_narrow(py, u->test, arm == 0 ? TRUTH_YES : TRUTH_NO);
		flow[arm] = u->run[arm](py, u->context);
		py_arm_end(py, &c, arm);
	}
	for (int arm = 0; arm < 2; arm++)
		if (gone(flow[arm]) && !gone(flow[!arm])) {
			py->passed = false;
			return only(py, &c, !arm, calls[!arm], flow[!arm]);
		}
	if (u->extra && !ended(flow[0]) && !ended(flow[1]) && py->sinks == sinks)
		return only(py, &c, 1, calls[1], flow[1]);
	if (ended(flow[0]) != ended(flow[1]) && py->deep < DEEP_MAX / 2) {
		int arm = ended(flow[0]) ? 1 : 0;

		py->deep++;
		flow[arm] = go_on(py, &c, arm, rest, from);
		py->deep--;
		*took_rest = true;
		if (gone(flow[arm]) && !gone(flow[!arm])) {
			if (py->sinks == sinks)
				py_note_other_end(py);
			return only(py, &c, !arm, calls[!arm], flow[!arm]);
		}
	}
	py_choice_join(py, &c);
	return merged(py, flow[0], flow[1]);
}
