#include "unordered.h"

#include <string.h>

bool py_unordered(const struct node *n)
{
	if (n->kind == NODE_SET)
		return n->as.items.n > 1 || n->open;
	if (n->code != py_tag_unordered)
		return false;
	return n->kind == NODE_MAP ? n->as.pairs.n > 1
				   : n->kind == NODE_LIST && (n->as.items.n > 1 || n->open);
}

void py_mark_unordered(struct node *n)
{
	n->code = py_tag_unordered;
	n->how = STR("in the order of a set");
}

struct node *py_members(struct interp *py, struct node *iterable, struct span at)
{
	struct node *list;

	if (!py_unordered(iterable))
		return py_elements(py, iterable, at);
	if (iterable->kind != NODE_MAP)
		return iterable;
	list = py_new(py, NODE_LIST, at);
	for (size_t i = 0; i < iterable->as.pairs.n; i++)
		py_append(py, list, iterable->as.pairs.at[i].key);
	list->open = iterable->open;
	return list;
}

static bool same(const struct node *x, const struct node *y)
{
	return x == y || (x && y && node_same(x, y));
}

/* Whether two lists hold the same elements, in whatever order. */
static bool same_members(const struct node *x, const struct node *y)
{
	if (x->as.items.n != y->as.items.n || x->open != y->open)
		return false;
	for (size_t i = 0; i < x->as.items.n; i++) {
		size_t here = 0, there = 0;

		for (size_t k = 0; k < x->as.items.n; k++) {
			here += same(x->as.items.at[i], x->as.items.at[k]);
			there += same(x->as.items.at[i], y->as.items.at[k]);
		}
		if (here != there)
			return false;
	}
	return true;
}

static struct node *depends(struct interp *py, struct span at)
{
	return py_unknown(py, at, "it depends on the order of a set");
}

static struct node *member(const struct node *map, const struct node *key)
{
	for (size_t i = 0; i < map->as.pairs.n; i++)
		if (node_same(map->as.pairs.at[i].key, key))
			return map->as.pairs.at[i].value;
	return NULL;
}

/* The content of a container in one order, corrected by its content in the other. */
static void settle_node(struct interp *py, struct node *one, const struct node *other)
{
	bool pairs = one->kind == NODE_MAP || one->kind == NODE_OBJECT;

	if (one->kind != other->kind) {
		*one = *depends(py, one->at);
	} else if (pairs) {
		bool moved = one->as.pairs.n != other->as.pairs.n;

		one->open |= moved;
		for (size_t i = 0; i < one->as.pairs.n; i++) {
			struct pair *p = &one->as.pairs.at[i];

			moved |=
			    i >= other->as.pairs.n || !node_same(p->key, other->as.pairs.at[i].key);
			if (!same(p->value, member(other, p->key)))
				p->value = depends(py, p->value->at);
		}
		if (moved && one->kind == NODE_MAP && !one->code)
			py_mark_unordered(one);
	} else if (one->kind == NODE_LIST && !node_same(one, other)) {
		if (same_members(one, other)) {
			py_mark_unordered(one);
		} else {
			one->as.items.n = 0;
			one->open = true;
		}
	} else if (one->kind == NODE_SET && !same_members(one, other)) {
		one->as.items.n = 0;
		one->open = true;
	}
}

static void settle(struct interp *py, struct changes *one, const struct changes *other)
{
	for (size_t i = 0; i < one->n; i++) {
		struct change *c = &one->at[i];
		const struct change *match = NULL;

		py_step(py, other->n / 8);
		for (size_t k = 0; k < other->n && !match; k++)
			if (other->at[k].cell == c->cell && other->at[k].node == c->node)
				match = &other->at[k];
		if (c->node) {
			/* What only one order makes does not outlive it. */
			if (match)
				settle_node(py, c->value, match->value);
		} else if (!match || !same(c->value, match->value)) {
			struct node *was = c->value;

			if (was && match && match->value && was->kind == NODE_LIST &&
			    match->value->kind == NODE_LIST && same_members(was, match->value))
				py_mark_unordered(was);
			else if (was)
				c->value = depends(py, was->at);
		}
	}
}

/* Runs the loop once and takes it back. */
static struct changes attempt(struct interp *py, const struct py_stmt *s, struct node *const *items,
			      size_t n, enum flow *flow,
			      enum flow (*run)(struct interp *, const struct py_stmt *,
					       struct node *const *, size_t))
{
	struct fork fork = trail_fork(&py->trail);

	*flow = run(py, s, items, n);
	return trail_undo(&py->trail, fork);
}

enum flow py_run_both_ways(struct interp *py, const struct py_stmt *s, struct node *items,
			   enum flow (*run)(struct interp *, const struct py_stmt *,
					    struct node *const *, size_t))
{
	size_t n = items->as.items.n, calls = py->trace->n, returns = py->frame->returns.n;
	struct node **back = arena_news(py->arena, struct node *, n + 1);
	struct changes one, other;
	struct node *returned = NULL;
	enum flow flow, reverse;

	for (size_t i = 0; i < n; i++)
		back[i] = items->as.items.at[n - 1 - i];
	other = attempt(py, s, back, n, &reverse, run);
	if (py->frame->returns.n > returns)
		returned = py->frame->returns.at[py->frame->returns.n - 1];
	/* The calls are recorded once, by the run that stays. */
	py->trace->n = calls;
	py->frame->returns.n = returns;
	py->unwinding = FLOW_NEXT;
	one = attempt(py, s, items->as.items.at, n, &flow, run);
	settle(py, &one, &other);
	trail_redo(&py->trail, &one);
	for (size_t i = returns; i < py->frame->returns.n; i++)
		if (flow != reverse || !same(py->frame->returns.at[i], returned))
			py->frame->returns.at[i] = depends(py, s->at);
	return flow;
}
