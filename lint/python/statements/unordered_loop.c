#include "statement_parts.h"

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

static struct node *depends(struct interpreter *py, struct span at)
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
static void settle_node(struct interpreter *py, struct node *one, const struct node *other)
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

static bool has_change(const struct changes *all, const struct change *wanted)
{
	for (size_t i = 0; i < all->n; i++)
		if (all->at[i].cell == wanted->cell && all->at[i].node == wanted->node)
			return true;
	return false;
}

/* What only the other order changes: of it the present state is one of two. */
static void settle_missing(struct interpreter *py, struct changes *one, const struct changes *other)
{
	size_t n = one->n;

	for (size_t i = 0; i < other->n; i++) {
		const struct change *c = &other->at[i];
		struct change mine = {.cell = c->cell, .node = c->node};

		if (has_change(&(struct changes){.at = one->at, .n = n}, c))
			continue;
		if (c->cell) {
			/* A name that only one order binds was not bound before. */
			if (!c->cell->value || same(c->cell->value, c->value))
				continue;
			mine.value = depends(py, c->cell->value->at);
		} else {
			mine.value = node_copy(py->arena, c->node);
			settle_node(py, mine.value, c->value);
		}
		*vec_push(py->arena, one) = mine;
	}
}

static void settle(struct interpreter *py, struct changes *one, const struct changes *other)
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
	settle_missing(py, one, other);
}

/* A loop over unordered elements under trial. */
struct trial {
	const struct py_stmt *s;
	struct node **items;
	size_t n;
	enum flow (*run)(struct interpreter *py, const struct py_stmt *s, struct node *const *items,
			 size_t n);
	/** What the run that stays returned last, and how it ended. */
	struct node *returned;
	enum flow flow;
	size_t returns, calls;
};

/* Runs the loop once and takes it back. */
static struct changes attempt(struct interpreter *py, struct trial *t, struct node *const *items,
			      enum flow *flow)
{
	struct fork fork = trail_fork(&py->trail);

	*flow = t->run(py, t->s, items, t->n);
	return trail_undo(&py->trail, fork);
}

/* Runs the loop in another order, forgets its calls and returns, and settles what it left different. */
static void compare(struct interpreter *py, struct trial *t, struct node *const *items,
		    struct changes *one)
{
	enum flow flow;
	struct changes other = attempt(py, t, items, &flow);
	struct node *returned = py->frame->returns.n > t->returns
				    ? py->frame->returns.at[py->frame->returns.n - 1]
				    : NULL;

	py->trace->n = t->calls;
	py->frame->returns.n = t->returns;
	py->unwinding = FLOW_NEXT;
	settle(py, one, &other);
	if (t->returned && (flow != t->flow || !same(t->returned, returned)))
		t->returned = depends(py, t->s->at);
	else if (returned && !t->returned)
		t->returned = depends(py, t->s->at);
}

/* Of a loop that ends early each element may be the first one. */
static void rotate(struct interpreter *py, struct trial *t, struct changes *one)
{
	enum { ROTATED_MAX = 8 };
	struct node **turned = arena_news(py->arena, struct node *, t->n + 1);

	for (size_t first = 1; first < t->n && first <= ROTATED_MAX; first++) {
		for (size_t i = 0; i < t->n; i++)
			turned[i] = t->items[(first + i) % t->n];
		compare(py, t, turned, one);
	}
}

enum flow py_run_both_ways(struct interpreter *py, const struct py_stmt *s, struct node *items,
			   enum flow (*run)(struct interpreter *, const struct py_stmt *,
					    struct node *const *, size_t))
{
	struct trial t = {.s = s,
			  .items = items->as.items.at,
			  .n = items->as.items.n,
			  .run = run,
			  .returns = py->frame->returns.n,
			  .calls = py->trace->n};
	struct node **back = arena_news(py->arena, struct node *, t.n + 1);
	enum flow unwinding;
	struct changes one;

	for (size_t i = 0; i < t.n; i++)
		back[i] = t.items[t.n - 1 - i];
	one = attempt(py, &t, t.items, &t.flow);
	unwinding = py->unwinding;
	if (py->frame->returns.n > t.returns)
		t.returned = py->frame->returns.at[py->frame->returns.n - 1];
	/* The calls of this run stay; those of the others are forgotten. */
	t.calls = py->trace->n;
	py->frame->returns.n = t.returns;
	py->unwinding = FLOW_NEXT;
	compare(py, &t, back, &one);
	if (t.flow == FLOW_BREAK || t.flow == FLOW_RETURN)
		rotate(py, &t, &one);
	trail_redo(&py->trail, &one);
	py->unwinding = unwinding;
	if (t.returned)
		*vec_push(py->arena, &py->frame->returns) = t.returned;
	return t.returned && t.flow != FLOW_RETURN ? FLOW_RETURN : t.flow;
}
