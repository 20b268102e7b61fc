/*
 * Undecided branches that ask the same: "if use_4bit: …" here and again further down. Their arms get
 * one condition, so that what excludes each other is never taken together.
 */
#include "evaluator_parts.h"

#include "lint/frameworks/frameworks.h"

/* Choices looked back at: scripts ask the same near each other, and loops make thousands. */
enum { LOOK_BACK = 64 };

static bool walk(struct interpreter *py, const struct py_expr *e, struct asked *out);

static bool walk_all(struct interpreter *py, const struct py_exprs *all, struct asked *out)
{
	for (size_t i = 0; i < all->n; i++)
		if (!walk(py, all->at[i], out))
			return false;
	return true;
}

/*
 * Whether something is unknown because nobody said it, and not because a library computes it: the
 * reason of that names the call.
 */
static bool is_left_open(const struct node *value)
{
	for (int i = 0; value && i < NODE_DEPTH_MAX; value = value->from[0], i++)
		if (value->kind != NODE_UNKNOWN || value->made || str_has(value->text, STR("()")) ||
		    str_has(value->text, STR("the library passes")))
			return false;
	return true;
}

static bool leaf(struct asked *out, const struct node *value)
{
	if (value->kind == NODE_EITHER || value->kind == NODE_FUNCTION ||
	    out->n == ASKED_LEAVES_MAX)
		return false;
	if (value->kind == NODE_UNKNOWN || value->kind == NODE_OBJECT) {
		out->computed |= !is_left_open(value);
		out->open = true;
	}
	/* settings.LORA of a file that is not here. */
	out->open |= value->kind == NODE_NAME && !callable_library(value->text);
	out->leaf[out->n++] = value;
	return true;
}

static bool walk_args(struct interpreter *py, const struct py_args *args, struct asked *out)
{
	for (size_t i = 0; i < args->n; i++)
		if (!walk(py, args->at[i].value, out))
			return false;
	return true;
}

/*
 * An attribute or element. If it is stored somewhere, two looks give one node: that is what it is. Of
 * an unknown thing each look gives a new unknown, and then the thing tells.
 */
static bool walk_part(struct interpreter *py, const struct py_expr *e, const struct py_expr *base,
		      struct asked *out)
{
	const struct node *value = py_eval(py, e);

	if (value == py_eval(py, e))
		return leaf(out, value);
	out->open |= value->kind == NODE_UNKNOWN && is_left_open(value);
	return walk(py, base, out);
}

/* os.environ.get("LORA") and os.getenv("LORA"): whoever starts the program says it. */
static bool asks_environment(struct interpreter *py, const struct py_expr *callee)
{
	const struct node *of;

	if (callee->kind != EXPR_ATTR || callee->as.attr.value->kind == EXPR_CALL)
		return false;
	of = py_eval(py, callee->as.attr.value);
	return (of == py->environ && str_is(callee->as.attr.name, "get")) ||
	       (of->kind == NODE_NAME && str_is(of->text, "os") && str_is(callee->as.attr.name, "getenv"));
}

/* Calls of libraries and methods: asked twice of the same, they are taken to answer the same. */
static bool walk_call(struct interpreter *py, const struct py_expr *e, struct asked *out)
{
	const struct py_args *args = &e->as.call.args;
	const struct py_expr *callee = e->as.call.function;

	if (asks_environment(py, callee)) {
		const struct node *value = py_eval(py, e);

		out->open |= value->kind == NODE_UNKNOWN;
		return walk_args(py, args, out);
	}
	/* config.get("key") asks for no more than config["key"]. */
	if (callee->kind != EXPR_ATTR || !str_is(callee->as.attr.name, "get"))
		out->computed = true;
	out->calls = true;
	if (!walk(py, callee->kind == EXPR_ATTR ? callee->as.attr.value : callee, out))
		return false;
	return walk_args(py, args, out);
}

/* What a test depends on; false if that cannot be said or it may change something. */
static bool walk(struct interpreter *py, const struct py_expr *e, struct asked *out)
{
	switch ((int)e->kind) {
	case EXPR_NONE:
	case EXPR_TRUE:
	case EXPR_FALSE:
	case EXPR_INT:
	case EXPR_FLOAT:
	case EXPR_STR:
		return true;
	case EXPR_NAME:
		return leaf(out, py_eval(py, e));
	case EXPR_ATTR:
		return walk_part(py, e, e->as.attr.value, out);
	case EXPR_SUBSCRIPT:
		return walk(py, e->as.subscript.index, out) &&
		       walk_part(py, e, e->as.subscript.value, out);
	case EXPR_CALL:
		return walk_call(py, e, out);
	case EXPR_UNARY:
		return walk(py, e->as.unary.operand, out);
	case EXPR_BINARY:
		return walk(py, e->as.binary.left, out) && walk(py, e->as.binary.right, out);
	case EXPR_BOOL:
		return walk_all(py, &e->as.boolean.operands, out);
	case EXPR_COMPARE:
		for (size_t i = 0; i < e->as.compare.n; i++)
			if (!walk(py, e->as.compare.at[i].right, out))
				return false;
		return walk(py, e->as.compare.left, out);
	case EXPR_LIST:
	case EXPR_TUPLE:
		return walk_all(py, &e->as.items, out);
	default:
		return false;
	}
}

static bool same_leaf(const struct node *x, const struct node *y)
{
	return x == y ||
	       (x->kind == NODE_NAME && y->kind == NODE_NAME && str_eq(x->text, y->text)) ||
	       (!node_mutable(x) && node_same(x, y));
}

static bool same_question(const struct asked *x, const struct asked *y)
{
	if (x->n != y->n || !str_eq(x->text, y->text))
		return false;
	for (size_t i = 0; i < x->n; i++)
		if (!same_leaf(x->leaf[i], y->leaf[i]))
			return false;
	return true;
}

/* Whether a condition's chain holds one that asks as wanted does; *agrees: and answers as it does. */
static bool answers(const struct node *chain, const struct node *wanted, bool *agrees)
{
	const struct node *asked = arms_asked(chain, wanted);

	if (asked)
		*agrees = arms_negative(asked) == arms_negative(wanted);
	return asked != NULL;
}

/* Whether a condition tells the alternatives that pass a test from those that do not. */
static bool decides(struct interpreter *py, const struct node *either, const struct node *condition)
{
	for (size_t i = 0; i < either->as.items.n; i++) {
		struct node *item = either->as.items.at[i];
		enum truth t = py_truth(py, item);
		bool agrees;

		if (t == TRUTH_MAYBE || !answers(item->when, condition, &agrees) ||
		    agrees != (t == TRUTH_YES))
			return false;
	}
	return true;
}

/* The condition under which a value of several is true; NULL if no single one tells. */
static const struct node *condition_of(struct interpreter *py, const struct node *value)
{
	const struct node *when = NULL;

	if (value->kind != NODE_EITHER)
		return NULL;
	for (size_t i = 0; !when && i < value->as.items.n; i++)
		if (py_truth(py, value->as.items.at[i]) == TRUTH_YES)
			when = value->as.items.at[i]->when;
	if (when && !py_search(py, when->as.condition.depth))
		return NULL;
	for (int i = 0; when && i < NODE_DEPTH_MAX; when = when->from[0], i++)
		if (decides(py, value, when))
			return when;
	return NULL;
}

static const struct node *asked_before(const struct interpreter *py, const struct asked *question)
{
	size_t n = py->asked.n;

	for (size_t i = n; i > 0 && n - i < LOOK_BACK; i--)
		if (same_question(&py->asked.at[i - 1], question))
			return py->asked.at[i - 1].condition;
	return NULL;
}

static const struct node *known_condition(struct interpreter *py, const struct py_expr *test,
					  struct asked *question)
{
	const struct node *condition = NULL;
	struct node *value = NULL;

	if (test->kind == EXPR_NAME || test->kind == EXPR_ATTR || test->kind == EXPR_COMPARE)
		value = question->calls ? NULL : py_eval(py, test);
	if (value)
		condition = condition_of(py, value);
	return condition || !question->text.n ? condition : asked_before(py, question);
}

static const struct py_expr *modulus(const struct py_expr *e)
{
	return e->kind == EXPR_BINARY && e->as.binary.op == OP_MOD ? e->as.binary.right : NULL;
}

/*
 * What n is of a test that holds every n-th time: (i + 1) % n == 0, also beside others ("or last");
 * of "i % n" and "i % n != 0" if they are turned. NULL: it is none.
 */
static const struct py_expr *every(const struct py_expr *test, bool turned)
{
	const struct py_expr *found = NULL;

	if (test->kind == EXPR_BOOL) {
		for (size_t i = 0; !found && i < test->as.boolean.operands.n; i++)
			if (test->as.boolean.operands.at[i]->kind != EXPR_BOOL)
				found = every(test->as.boolean.operands.at[i], turned);
		return found;
	}
	if (test->kind == EXPR_BINARY && turned)
		return modulus(test);
	if (test->kind != EXPR_COMPARE || test->as.compare.n != 1 ||
	    test->as.compare.at[0].op != (turned ? OP_NE : OP_EQ))
		return NULL;
	return modulus(test->as.compare.left);
}

/* The same of a value that was computed before: full = (i + 1) % n == 0; gathers = (i + 1) % n != 0, turned. */
static struct node *every_value(struct interpreter *py, const struct py_expr *test, bool turned)
{
	/* A call has been made: if self.is_due(): */
	const struct node *value = test->kind == EXPR_NAME || test->kind == EXPR_ATTR ? py_eval(py, test)
				   : test->kind == EXPR_CALL			      ? py->tested
										      : NULL;

	if (value && value->kind == NODE_EITHER && value->as.items.n)
		value = value->as.items.at[0];
	if (!value || value->kind != NODE_UNKNOWN || value->op != (turned ? '!' : '=') || !value->from[0] ||
	    value->from[0]->op != '%')
		return NULL;
	/* Nodes that values come from are the evaluator's own. */
	return (struct node *)(uintptr_t)value->from[0]->from[1];
}

static void note_every(struct interpreter *py, const struct py_expr *test, bool turned,
		       struct arms *arms)
{
	const struct py_expr *n = every(test, turned);

	arms->yes->as.condition.every = n ? py_eval(py, n) : every_value(py, test, turned);
	n = every(test, !turned);
	arms->no->as.condition.every = n ? py_eval(py, n) : every_value(py, test, !turned);
}

struct choice py_choose_test(struct interpreter *py, const struct py_expr *test, enum truth *known)
{
	struct choice c = {.outer = py->guard};
	const struct node *condition;
	struct asked question = {0};
	bool turned = false;
	bool agrees;

	*known = TRUTH_MAYBE;
	for (; test->kind == EXPR_UNARY && test->as.unary.op == OP_NOT;
	     test = test->as.unary.operand)
		turned = !turned;
	if (walk(py, test, &question))
		question.text = py_source(py, test->at, 200);
	condition = known_condition(py, test, &question);
	if (condition) {
		c.arms = arms_again(py->arena, condition, turned, test->at, py->guard);
	} else {
		struct str text = question.text.n ? question.text : py_source(py, test->at, 200);

		c.arms = arms_new(py->arena, text, test->at, py->guard);
		c.arms.yes->quoted = c.arms.no->quoted = question.open && !question.computed;
		question.condition = c.arms.yes;
		if (question.text.n)
			*vec_push(py->arena, &py->asked) = question;
		if (turned)
			c.arms = (struct arms){.yes = c.arms.no, .no = c.arms.yes};
	}
	note_every(py, test, turned, &c.arms);
	(turned ? c.arms.no : c.arms.yes)->as.condition.texts = py_texts_asked(py, test);
	if (answers(py->guard, c.arms.yes, &agrees))
		*known = agrees ? TRUTH_YES : TRUTH_NO;
	return c;
}

struct node *py_under_guard(struct interpreter *py, struct node *value)
{
	struct node *left[NODE_EITHER_MAX];
	size_t n = 0;

	if (!py->guard || value->kind != NODE_EITHER)
		return value;
	for (size_t i = 0; i < value->as.items.n; i++)
		if (!arms_exclude(value->as.items.at[i]->when, py->guard))
			left[n++] = value->as.items.at[i];
	if (!n || n == value->as.items.n)
		return value;
	return either_of(py->arena, left, n, value->at);
}
