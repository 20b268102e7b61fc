#include "evaluator_parts.h"

#include "lint/python/values/modules.h"

#include <string.h>

enum truth py_condition(struct interpreter *py, const struct py_expr *test)
{
	const struct node *value;
	enum truth truth;

	if (test->kind == EXPR_UNARY && test->as.unary.op == OP_NOT) {
		enum truth t = py_condition(py, test->as.unary.operand);

		return t == TRUTH_MAYBE ? t : t == TRUTH_YES ? TRUTH_NO : TRUTH_YES;
	}
	if (test->kind == EXPR_BOOL) {
		bool is_and = test->as.boolean.op == OP_AND;
		enum truth all = is_and ? TRUTH_YES : TRUTH_NO;

		/* "unknown and False" is false whatever the unknown is. */
		for (size_t i = 0; i < test->as.boolean.operands.n; i++) {
			enum truth t = py_condition(py, test->as.boolean.operands.at[i]);

			if (t == (is_and ? TRUTH_NO : TRUTH_YES))
				return t;
			if (t == TRUTH_MAYBE)
				all = t;
		}
		return all;
	}
	value = py_eval(py, test);
	truth = py_truth(py, value);
	if (truth == TRUTH_MAYBE)
		py->tested = value;
	return truth;
}

/* Notes that the right side of "flag or CONSTANT" does not count, or that it does. */
static void note_or(struct interpreter *py, const struct node *left, const struct py_expr *right,
		    bool reached)
{
	struct dead *dead;

	if (reached) {
		*vec_push(py->arena, &py->unshadowed) = right->at;
		return;
	}
	if (right->kind != EXPR_NAME || !str_starts(left->how, STR("default of ")))
		return;
	dead = vec_push(py->arena, &py->shadows);
	*dead = (struct dead){.kind = DEAD_SHADOWED,
			      .name = right->as.name,
			      .at = right->at,
			      .winner = left->at,
			      .value = py_eval(py, right),
			      .winning = left};
}

/* "a or b" where it is not known whether a counts: a, where it does, or b. */
static struct node *maybe_operand(struct interpreter *py, const struct py_expr *e, size_t i,
				  struct node *left);

static struct node *operands(struct interpreter *py, const struct py_expr *e, size_t i)
{
	const struct py_exprs *all = &e->as.boolean.operands;
	enum truth ends = e->as.boolean.op == OP_OR ? TRUTH_YES : TRUTH_NO;
	struct node *left = py_eval(py, all->at[i]);
	enum truth t;

	if (i + 1 == all->n)
		return left;
	t = py_truth(py, left);
	if (e->as.boolean.op == OP_OR)
		note_or(py, left, all->at[i + 1], t != TRUTH_YES);
	if (t == ends)
		return left;
	return t == TRUTH_MAYBE ? maybe_operand(py, e, i, left) : operands(py, e, i + 1);
}

static struct node *maybe_operand(struct interpreter *py, const struct py_expr *e, size_t i,
				  struct node *left)
{
	bool is_or = e->as.boolean.op == OP_OR;
	struct node *values[NODE_EITHER_MAX + 1];
	struct node *const *items;
	size_t n, kept = 0;
	enum truth known;
	struct choice c = py_choose_test(py, e->as.boolean.operands.at[i], &known);

	if (known != TRUTH_MAYBE)
		return (known == TRUTH_YES) == is_or ? left : operands(py, e, i + 1);
	items = either_items(&left, &n);
	for (size_t k = 0; k < n; k++) {
		enum truth t = py_truth(py, items[k]);

		if (t == TRUTH_MAYBE || t == (is_or ? TRUTH_YES : TRUTH_NO))
			values[kept++] =
			    either_when(py->arena, items[k], is_or ? c.arms.yes : c.arms.no);
	}
	py_arm_begin(py, &c, 0);
	py_arm_end(py, &c, 0);
	py_arm_begin(py, &c, 1);
	values[kept++] =
	    either_when(py->arena, operands(py, e, i + 1), is_or ? c.arms.no : c.arms.yes);
	py_arm_end(py, &c, 1);
	py_choice_join(py, &c);
	return either_of(py->arena, values, kept, e->at);
}

static struct node *conditional(struct interpreter *py, const struct py_expr *e)
{
	enum truth t = py_condition(py, e->as.cond.test);
	struct node *body, *orelse;
	struct choice c;

	if (t != TRUTH_MAYBE)
		return py_eval(py, t == TRUTH_YES ? e->as.cond.body : e->as.cond.orelse);
	c = py_choose_test(py, e->as.cond.test, &t);
	if (t != TRUTH_MAYBE)
		return py_eval(py, t == TRUTH_YES ? e->as.cond.body : e->as.cond.orelse);
	py_arm_begin(py, &c, 0);
	py_narrow(py, e->as.cond.test, TRUTH_YES);
	body = py_eval(py, e->as.cond.body);
	py_arm_end(py, &c, 0);
	py_arm_begin(py, &c, 1);
	py_narrow(py, e->as.cond.test, TRUTH_NO);
	orelse = py_eval(py, e->as.cond.orelse);
	py_arm_end(py, &c, 1);
	py_choice_join(py, &c);
	return either_join(py->arena, body, orelse, c.arms);
}

static struct node *comparison(struct interpreter *py, const struct py_expr *e)
{
	struct node *left = py_eval(py, e->as.compare.left), *out = NULL;

	for (size_t i = 0; i < e->as.compare.n; i++) {
		struct node *right = py_eval(py, e->as.compare.at[i].right);
		struct node *step;

		/* A row that is longer than it should be, and stays so: "if len(ids) > self.max_len: logger.warning(…)". */
		if (py->telling != e)
			py_note_longer(py, e->as.compare.at[i].op, i ? NULL : e->as.compare.left,
				       e->as.compare.at[i].right);
		step = py_compare(py, e->as.compare.at[i].op, left, right, e->at);
		enum truth t = py_truth(py, step);

		if (t == TRUTH_NO)
			return step;
		if (!out || t == TRUTH_MAYBE)
			out = step;
		left = right;
	}
	return out;
}

/* The slice that x[:, :-1] or x[..., -n:] takes of each row of a library's tensor; NULL: an index of another kind. */
static const struct py_expr *slice_of_rows(const struct node *tensor, const struct py_expr *index)
{
	size_t n = index->kind == EXPR_TUPLE ? index->as.items.n : 0;

	if (n < 2 || index->as.items.at[n - 1]->kind != EXPR_SLICE ||
	    (tensor->kind != NODE_UNKNOWN && (tensor->kind != NODE_OBJECT || tensor->code)))
		return NULL;
	for (size_t i = 0; i + 1 < n; i++) {
		const struct py_expr *of = index->as.items.at[i];

		if (of->kind != EXPR_ELLIPSIS &&
		    (of->kind != EXPR_SLICE || of->as.slice.lower || of->as.slice.upper || of->as.slice.step))
			return NULL;
	}
	return index->as.items.at[n - 1];
}

static struct node *subscript(struct interpreter *py, const struct py_expr *e)
{
	struct node *container = py_eval(py, e->as.subscript.value), *part[3], *out;
	const struct py_expr *index = e->as.subscript.index, *bounds[3];
	const struct py_expr *columns = slice_of_rows(container, index);

	index = columns ? columns : index;
	if (index->kind != EXPR_SLICE)
		return py_get_item(py, container, py_eval(py, index), e->at);
	bounds[0] = index->as.slice.lower;
	bounds[1] = index->as.slice.upper;
	bounds[2] = index->as.slice.step;
	for (int i = 0; i < 3; i++)
		part[i] = bounds[i] ? py_eval(py, bounds[i]) : NULL;
	if (!columns)
		py_note_rows(py, container, part, e);
	out = py_get_slice(py, container, part, e->at);
	out->open |= columns && out->kind == NODE_UNKNOWN && out->op;
	return out;
}

/* What is not known by its members gives one of them for all, as a loop over it would; of several such nobody knows whose is next. */
static void yield_from(struct interpreter *py, struct node *list, struct node *value, struct span at)
{
	const struct node *each = py_members(py, value, value->at) ? NULL : py_part_of(py, value, at);

	py_spread(py, list, value);
	if (!each || list->as.items.n)
		return;
	if (!list->from[1])
		list->from[1] = each;
	else if (list->from[1]->from[0] != each->from[0])
		list->from[1] = py_unknown(py, at, "one of what several give");
}

static struct node *yield(struct interpreter *py, const struct py_expr *e)
{
	struct node *list = py->frame->yields;
	struct node *value = e->as.value ? py_eval(py, e->as.value) : py_none(py, e->at);

	if (list && e->kind == EXPR_YIELD)
		py_append(py, list, value);
	else if (list)
		yield_from(py, list, value, e->at);
	return py_unknown(py, e->at, "what is sent to a generator");
}

/* Nothing changes these after they are made: all evaluations share them. NULL: a value of another kind. */
static struct node *shared(struct arena *a, const struct py_expr *e)
{
	struct node *n;

	switch ((int)e->kind) {
	case EXPR_NONE:
		return node_new(a, NODE_NULL, e->at);
	case EXPR_TRUE:
	case EXPR_FALSE:
		return node_bool(a, e->kind == EXPR_TRUE, e->at);
	case EXPR_INT:
		return e->inexact ? NULL : node_int(a, e->as.integer, e->at);
	case EXPR_FLOAT:
		return node_real(a, e->as.real, e->at);
	case EXPR_STR:
		return e->inexact ? NULL : node_str(a, e->as.text, e->at);
	case EXPR_BYTES:
		n = node_new(a, NODE_BYTES, e->at);
		n->text = e->as.text;
		return n;
	default:
		return NULL;
	}
}

static struct node *literal(struct interpreter *py, const struct py_expr *e)
{
	struct py_expr *kept = (struct py_expr *)(uintptr_t)e;

	if (!e->as.literal.node)
		kept->as.literal.node = shared(source_cache_arena(py->cache), e);
	if (e->as.literal.node)
		return e->kind == EXPR_STR && e->as.text.n > py->budget.text ? py_str(py, e->as.text, e->at)
									     : e->as.literal.node;
	switch ((int)e->kind) {
	case EXPR_INT:
		return py_unknown(py, e->at, "an integer beyond 2^63");
	case EXPR_STR:
		return py_unknown(py, e->at, "a text with named characters");
	case EXPR_ELLIPSIS:
		return py_name(py, "builtins.Ellipsis", e->at);
	default:
		return py_unknown(py, e->at, "a complex number");
	}
}

/* An attribute of a library's name is a name again: torch.nn.functional. */
static struct node *attribute(struct interpreter *py, const struct py_expr *e)
{
	struct node *object = py_eval(py, e->as.attr.value), *known = e->as.attr.node, *found;
	struct arena *a = source_cache_arena(py->cache);

	if (object->kind != NODE_NAME)
		return py_get_attr(py, object, e->as.attr.name, e->at);
	if (known && known->text.n == object->text.n + 1 + e->as.attr.name.n &&
	    memcmp(known->text.s, object->text.s, object->text.n) == 0)
		return known;
	found = py_get_attr(py, object, e->as.attr.name, e->at);
	if (found->kind != NODE_NAME || found->from[0] || !str_starts(found->text, object->text) ||
	    found->text.n != object->text.n + 1 + e->as.attr.name.n || py->library->may_be_constant(found->text))
		return found;
	found = node_copy(a, found);
	found->text = str_dup(a, found->text);
	((struct py_expr *)(uintptr_t)e)->as.attr.node = found;
	return found;
}

static struct node *eval_below(struct interpreter *py, const struct py_expr *e)
{
	switch (e->kind) {
	case EXPR_NAME:
		return py_under_guard(py, py_lookup(py, e));
	case EXPR_ATTR:
		return py_under_guard(py, attribute(py, e));
	case EXPR_SUBSCRIPT:
		return py_under_guard(py, subscript(py, e));
	case EXPR_CALL:
		return py_call_expr(py, e);
	case EXPR_UNARY:
		if (e->as.unary.op == OP_NOT) {
			enum truth t = py_condition(py, e->as.unary.operand);

			if (t != TRUTH_MAYBE)
				return py_bool(py, t == TRUTH_NO, e->at);
		}
		return py_unary(py, e->as.unary.op, py_eval(py, e->as.unary.operand), e->at);
	case EXPR_BINARY: {
		struct node *left = py_eval(py, e->as.binary.left), *right = py_eval(py, e->as.binary.right);

		if (e->as.binary.op == OP_ADD)
			py_note_windows(py, left, right, e->at);
		return py_binary(py, e->as.binary.op, left, right, e->at);
	}
	case EXPR_BOOL:
		return operands(py, e, 0);
	case EXPR_COMPARE:
		return comparison(py, e);
	case EXPR_COND:
		return conditional(py, e);
	case EXPR_NAMED: {
		struct node *value = py_eval(py, e->as.named.value);
		struct scope *here = py->frame->scope;

		/* PEP 572: in a comprehension the name is bound around it. */
		while (py->frame->scope->kind == SCOPE_COMPREHENSION)
			py->frame->scope = py->frame->scope->outer;
		py_assign(py, e->as.named.target, value);
		py->frame->scope = here;
		return value;
	}
	case EXPR_LAMBDA:
		return py_make_lambda(py, e);
	case EXPR_LIST:
	case EXPR_TUPLE:
	case EXPR_SET:
		return py_display(py, e);
	case EXPR_DICT:
		return py_dict_display(py, e);
	case EXPR_FSTRING:
		return py_fstring(py, e);
	case EXPR_LIST_COMP:
	case EXPR_SET_COMP:
	case EXPR_DICT_COMP:
	case EXPR_GENERATOR:
		return py_comprehension(py, e);
	case EXPR_AWAIT:
	case EXPR_STAR:
		return py_eval(py, e->as.value);
	case EXPR_YIELD:
	case EXPR_YIELD_FROM:
		return yield(py, e);
	case EXPR_SLICE:
	case EXPR_FIELD:
	case EXPR_TSTRING:
		return py_unknown(py, e->at, "an expression that is not understood");
	case EXPR_NONE:
	case EXPR_TRUE:
	case EXPR_FALSE:
	case EXPR_ELLIPSIS:
	case EXPR_INT:
	case EXPR_FLOAT:
	case EXPR_IMAGINARY:
	case EXPR_STR:
	case EXPR_BYTES:
		break;
	}
	return literal(py, e);
}

struct node *py_eval(struct interpreter *py, const struct py_expr *e)
{
	struct node *out;

	if (!py_step(py, 1))
		return py_unknown(py, e->at, "the evaluation's budget is spent");
	if (py->unwinding != FLOW_NEXT)
		return py_unknown(py, e->at, "never reached");
	if (py->deep >= DEEP_MAX)
		return py_unknown(py, e->at, "nested too deeply");
	py->deep++;
	out = eval_below(py, e);
	py->deep--;
	return out;
}
