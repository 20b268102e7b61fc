/* Which texts a test looks for in something that is not known: any(t in name for t in targets), name.endswith("q_proj"). */
#include "evaluator_parts.h"

/* Tests with so many texts are about data, not about names. */
enum { TEXTS_MAX = 32 };

/* Adds a text, or each of several; false for anything else. */
static bool add_texts(struct interpreter *py, struct node *texts, const struct node *n)
{
	if (n->kind == NODE_STR) {
		node_push(py->arena, texts, (struct node *)(uintptr_t)n);
		return true;
	}
	if ((n->kind != NODE_LIST && n->kind != NODE_TUPLE && n->kind != NODE_SET) || n->open || n->as.items.n > TEXTS_MAX)
		return false;
	for (size_t i = 0; i < n->as.items.n; i++)
		if (n->as.items.at[i]->kind != NODE_STR)
			return false;
	for (size_t i = 0; i < n->as.items.n; i++)
		node_push(py->arena, texts, n->as.items.at[i]);
	return n->as.items.n > 0;
}

/* The texts that an expression is, which does nothing when it is evaluated once more. */
static bool add_value(struct interpreter *py, struct node *texts, const struct py_expr *e)
{
	if (e->kind != EXPR_STR && e->kind != EXPR_NAME && e->kind != EXPR_ATTR && e->kind != EXPR_LIST && e->kind != EXPR_TUPLE &&
	    e->kind != EXPR_SET)
		return false;
	return add_texts(py, texts, py_eval(py, e));
}

static void add_asked(struct interpreter *py, struct node *texts, const struct py_expr *test);

/* any(t in name for t in targets), name.startswith(targets) */
static void add_call(struct interpreter *py, struct node *texts, const struct py_expr *test)
{
	const struct py_expr *f = test->as.call.function, *arg = test->as.call.args.n == 1 ? test->as.call.args.at[0].value : NULL;

	if (!arg)
		return;
	if (f->kind == EXPR_ATTR && (str_is(f->as.attr.name, "endswith") || str_is(f->as.attr.name, "startswith")))
		add_value(py, texts, arg);
	else if (f->kind == EXPR_NAME && str_is(f->as.name, "any") && (arg->kind == EXPR_GENERATOR || arg->kind == EXPR_LIST_COMP) &&
		 arg->as.comp.n == 1)
		add_value(py, texts, arg->as.comp.at[0].iter);
}

static void add_asked(struct interpreter *py, struct node *texts, const struct py_expr *test)
{
	if (test->kind == EXPR_BOOL) {
		for (size_t i = 0; i < test->as.boolean.operands.n; i++)
			add_asked(py, texts, test->as.boolean.operands.at[i]);
	} else if (test->kind == EXPR_CALL) {
		add_call(py, texts, test);
	} else if (test->kind == EXPR_COMPARE && test->as.compare.n == 1 &&
		   (test->as.compare.at[0].op == OP_IN || test->as.compare.at[0].op == OP_EQ)) {
		/* "q_proj" in name; name in targets. */
		if (test->as.compare.left->kind == EXPR_STR)
			add_value(py, texts, test->as.compare.left);
		else
			add_value(py, texts, test->as.compare.at[0].right);
	}
}

struct node *py_texts_asked(struct interpreter *py, const struct py_expr *test)
{
	struct node *texts = py_new(py, NODE_LIST, test->at);

	if (test->kind == EXPR_NAME || test->kind == EXPR_ATTR)
		return NULL;
	add_asked(py, texts, test);
	return texts->as.items.n ? texts : NULL;
}
