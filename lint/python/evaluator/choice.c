/* Undecided choices: each side is evaluated from the same state, and the two are joined. */
#include "evaluator_parts.h"

/** Things that branches join for each step that they are charged. */
enum { JOINED_EACH = 32 };

struct choice py_choose(struct interpreter *py, struct str text, struct span at)
{
	struct choice c = {.outer = py->guard};

	c.arms = arms_new(py->arena, text, at, py->guard);
	return c;
}

void py_arm_begin(struct interpreter *py, struct choice *c, int arm)
{
	c->fork[arm] = trail_fork(&py->trail);
	py->guard = arm == 0 ? c->arms.yes : c->arms.no;
	(arm == 0 ? c->arms.yes : c->arms.no)->stamp = c->fork[arm].id;
}

void py_arm_end(struct interpreter *py, struct choice *c, int arm)
{
	c->changes[arm] = trail_undo(&py->trail, c->fork[arm]);
	py->guard = c->outer;
}

void py_choice_join(struct interpreter *py, struct choice *c)
{
	trail_join(&py->trail, &c->changes[0], &c->changes[1], c->arms);
	/* Branches in branches join what they change once more at each level. */
	if (py->trail.work >= JOINED_EACH)
		py_step(py, py->trail.work / JOINED_EACH);
	py->trail.work %= JOINED_EACH;
}

/* The first variable of a test that has alternatives; NULL if there is none. */
static const struct py_expr *variable_of(struct interpreter *py, const struct py_expr *test)
{
	const struct py_expr *found;

	switch ((int)test->kind) {
	case EXPR_NAME: {
		struct cell *cell = scope_cell(py, py->frame->scope, test->as.name, false);

		return cell && cell->value && cell->value->kind == NODE_EITHER ? test : NULL;
	}
	case EXPR_UNARY:
		return variable_of(py, test->as.unary.operand);
	case EXPR_COMPARE:
		found = variable_of(py, test->as.compare.left);
		for (size_t i = 0; !found && i < test->as.compare.n; i++)
			found = variable_of(py, test->as.compare.at[i].right);
		return found;
	default:
		return NULL;
	}
}

void py_narrow(struct interpreter *py, const struct py_expr *test, enum truth wanted)
{
	const struct py_expr *name = variable_of(py, test);
	struct node *kept[NODE_EITHER_MAX];
	struct node *either;
	struct cell *cell;
	size_t n = 0;

	if (!name)
		return;
	cell = scope_cell(py, py->frame->scope, name->as.name, false);
	either = cell->value;
	trail_cell(&py->trail, cell);
	for (size_t i = 0; i < either->as.items.n; i++) {
		enum truth t;

		cell->value = either->as.items.at[i];
		t = py_condition(py, test);
		if (t == wanted || t == TRUTH_MAYBE)
			kept[n++] = either->as.items.at[i];
	}
	cell->value = n ? either_of(py->arena, kept, n, either->at) : either;
}
