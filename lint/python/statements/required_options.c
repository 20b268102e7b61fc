#include "required_options.h"

static struct node *needed(struct interpreter *py, const struct node *value, bool either)
{
	struct str option = str_sub(value->how, STR("default of ").n, value->how.n);

	/* Of several switches that would do nothing says which one it is. */
	if (value->kind == NODE_BOOL && !either) {
		struct node *given = node_copy(py->arena, value);

		given->as.b = true;
		return given;
	}
	return py_required(py, option, value->at, "no launch is known");
}

/* Whether a value is the default of an option, and as good as none. */
static bool is_nothing(const struct node *value)
{
	return str_starts(value->how, STR("default of ")) &&
	       (value->kind == NODE_NULL || (value->kind == NODE_STR && !value->text.n) ||
		(value->kind == NODE_BOOL && !value->as.b));
}

/* x is None, x == None; given: x is not None, x != None. */
static bool compares_none(const struct py_expr *test, bool given)
{
	enum py_op op = test->kind == EXPR_COMPARE && test->as.compare.n == 1 ? test->as.compare.at[0].op : OP_NOT;

	return (given ? op == OP_IS_NOT || op == OP_NE : op == OP_IS || op == OP_EQ) &&
	       test->as.compare.at[0].right->kind == EXPR_NONE;
}

/* Takes the options as given that a test asks for: that lack where it holds, or, if given, where it does not. */
static size_t give(struct interpreter *py, const struct py_expr *test, bool given, bool either)
{
	const struct py_expr *option = NULL;
	bool negated = test->kind == EXPR_UNARY && test->as.unary.op == OP_NOT;
	struct node *value;
	size_t n = 0;

	if (test->kind == EXPR_BOOL) {
		for (size_t i = 0; i < test->as.boolean.operands.n; i++)
			n += give(py, test->as.boolean.operands.at[i], given,
				  either || test->as.boolean.op == (given ? OP_OR : OP_AND));
		return n;
	}
	if (given)
		option = test;
	else if (negated)
		option = test->as.unary.operand;
	if (compares_none(test, given))
		option = test->as.compare.left;
	if (!option || (option->kind != EXPR_NAME && option->kind != EXPR_ATTR))
		return 0;
	value = py_eval(py, option);
	if (!is_nothing(value))
		return 0;
	py_assign(py, option, needed(py, value, either));
	return 1;
}

/* A message and the end, but nothing that is done instead: a logger's call is traced, too. */
static bool complains(const struct py_block *body)
{
	const struct py_stmt *last = body->n ? body->at[body->n - 1] : NULL;

	for (size_t i = 0; i < body->n; i++)
		if (body->at[i]->kind != STMT_EXPR && body->at[i]->kind != STMT_RAISE &&
		    body->at[i]->kind != STMT_ASSIGN && body->at[i] != last)
			return false;
	return last != NULL;
}

/* return 1 */
static bool fails(const struct py_block *body)
{
	const struct py_stmt *last = body->at[body->n - 1];

	return last->kind == STMT_RETURN && last->as.value && last->as.value->kind == EXPR_INT &&
	       last->as.value->as.integer != 0;
}

bool py_supply_required_options(struct interpreter *py, const struct py_stmt *s, bool otherwise, enum flow flow,
				size_t calls)
{
	const struct py_block *body = otherwise ? &s->as.branch.orelse : &s->as.branch.body;

	return !py->world->argv && py->trace->n - calls <= body->n && complains(body) &&
	       (flow == FLOW_EXIT || flow == FLOW_RAISE || (flow == FLOW_RETURN && fails(body))) &&
	       give(py, s->as.branch.test, otherwise, false) > 0;
}
