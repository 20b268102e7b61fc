#include "trail.h"

#include <string.h>

void trail_cell(struct trail *t, struct cell *cell)
{
	if (cell->stamp >= t->now)
		return;
	*vec_push(t->arena, &t->log) =
		(struct change){.cell = cell, .value = cell->value, .stamp = cell->stamp};
	cell->stamp = t->now;
}

/* Arrays of its own, so that what one arm appends cannot overwrite what the other did. */
static void own_arrays(struct arena *a, struct node *node)
{
	switch ((int)node->kind) {
	case NODE_LIST:
	case NODE_TUPLE:
	case NODE_SET:
	case NODE_EITHER:
		if (node->as.items.n) {
			struct node **copy = arena_news(a, struct node *, node->as.items.n);

			memcpy(copy, node->as.items.at, node->as.items.n * sizeof(*copy));
			node->as.items.at = copy;
		}
		node->as.items.room = node->as.items.n;
		break;
	case NODE_MAP:
	case NODE_OBJECT:
		if (node->as.pairs.n) {
			struct pair *copy = arena_news(a, struct pair, node->as.pairs.n);

			memcpy(copy, node->as.pairs.at, node->as.pairs.n * sizeof(*copy));
			node->as.pairs.at = copy;
		}
		node->as.pairs.room = node->as.pairs.n;
		break;
	default:
		break;
	}
}

void trail_node(struct trail *t, struct node *node)
{
	if (node->stamp >= t->now)
		return;
	*vec_push(t->arena, &t->log) = (struct change){
		.node = node, .value = node_copy(t->arena, node), .stamp = node->stamp};
	own_arrays(t->arena, node);
	node->stamp = t->now;
}

struct fork trail_fork(struct trail *t)
{
	struct fork fork = {.mark = t->log.n, .outer = t->now, .id = ++t->last};

	t->now = fork.id;
	return fork;
}

struct fork trail_again(struct trail *t, struct fork arm, const struct changes *changes)
{
	struct fork fork = {.mark = t->log.n, .outer = t->now, .id = arm.id};

	t->now = fork.id;
	trail_redo(t, changes);
	return fork;
}

struct changes trail_undo(struct trail *t, struct fork fork)
{
	struct changes out = {0};

	t->work += t->log.n - fork.mark;
	for (size_t i = t->log.n; i-- > fork.mark;) {
		const struct change *c = &t->log.at[i];

		if (c->cell) {
			*vec_push(t->arena, &out) =
				(struct change){.cell = c->cell, .value = c->cell->value};
			c->cell->value = c->value;
			c->cell->stamp = c->stamp;
		} else {
			*vec_push(t->arena, &out) = (struct change){
				.node = c->node, .value = node_copy(t->arena, c->node)};
			*c->node = *c->value;
			c->node->stamp = c->stamp;
		}
	}
	t->log.n = fork.mark;
	t->now = fork.outer;
	return out;
}

void trail_keep(struct trail *t, struct fork fork)
{
	struct changes undone = trail_undo(t, fork);

	trail_redo(t, &undone);
}

/* Gives a node the content of another, its identity and stamp kept. */
static void become(struct trail *t, struct node *node, const struct node *content)
{
	uint32_t stamp;

	trail_node(t, node);
	stamp = node->stamp;
	*node = *content;
	node->stamp = stamp;
	own_arrays(t->arena, node);
}

void trail_redo(struct trail *t, const struct changes *changes)
{
	/* Undone from last to first: redone in the order in which they were first made. */
	for (size_t i = changes->n; i-- > 0;) {
		const struct change *c = &changes->at[i];

		if (c->cell) {
			trail_cell(t, c->cell);
			c->cell->value = c->value;
		} else {
			become(t, c->node, c->value);
		}
	}
}

/* Which change of a set is of a place: a hash of pointers, since arms may change thousands. */
struct index {
	const struct changes *changes;
	/** NULL: few changes, looked through one after the other. */
	const struct change **slots;
	size_t mask;
};

/** Changes that need no slots. */
enum { CHANGES_FEW = 8 };

static size_t place_hash(const struct change *c)
{
	uint64_t p = (uint64_t)(uintptr_t)(c->cell ? (const void *)c->cell : (const void *)c->node);

	return (size_t)((p >> 4) * UINT64_C(0x9E3779B97F4A7C15) >> 20);
}

static struct index index_of(struct arena *a, const struct changes *changes)
{
	struct index index = {.changes = changes};
	size_t room = 4 * CHANGES_FEW;

	if (changes->n <= CHANGES_FEW)
		return index;
	while (room < changes->n * 2)
		room *= 2;
	index.mask = room - 1;
	index.slots = arena_array(a, room, sizeof(*index.slots), sizeof(void *));
	for (size_t i = 0; i < changes->n; i++) {
		size_t at = place_hash(&changes->at[i]) & index.mask;

		while (index.slots[at])
			at = (at + 1) & index.mask;
		index.slots[at] = &changes->at[i];
	}
	return index;
}

static const struct change *index_find(const struct index *index, const struct change *wanted)
{
	for (size_t i = 0; !index->slots && i < index->changes->n; i++)
		if (index->changes->at[i].cell == wanted->cell && index->changes->at[i].node == wanted->node)
			return &index->changes->at[i];
	if (!index->slots)
		return NULL;
	for (size_t at = place_hash(wanted) & index->mask; index->slots[at];
	     at = (at + 1) & index->mask)
		if (index->slots[at]->cell == wanted->cell &&
		    index->slots[at]->node == wanted->node)
			return index->slots[at];
	return NULL;
}

/*
 * The value of a key. Both arms began with one map, so that it mostly stands where it stands in the other, or
 * behind the one that was asked for before: *next.
 */
static struct node *member(struct trail *t, const struct node *map, const struct node *key, size_t *next)
{
	size_t n = map->as.pairs.n;

	if (*next < n && map->as.pairs.at[*next].key == key)
		return map->as.pairs.at[(*next)++].value;
	for (size_t i = 0; i < n; i++) {
		size_t at = *next + i < n ? *next + i : *next + i - n;

		t->work++;
		if (node_same(map->as.pairs.at[at].key, key)) {
			*next = at + 1 < n ? at + 1 : 0;
			return map->as.pairs.at[at].value;
		}
	}
	return NULL;
}

static void join_pairs(struct trail *t, struct node *into, const struct node *x,
		       const struct node *y, struct arms arms)
{
	struct node joined = *x;
	struct node *absent = node_new(t->arena, NODE_ABSENT, (struct span){0});
	size_t next = 0;

	joined.as.pairs.at = NULL;
	joined.as.pairs.n = joined.as.pairs.room = 0;
	joined.open = x->open || y->open;
	t->work += x->as.pairs.n + y->as.pairs.n;
	for (size_t i = 0; i < x->as.pairs.n; i++) {
		struct node *key = x->as.pairs.at[i].key;
		struct node *other = member(t, y, key, &next);

		*vec_push(t->arena, &joined.as.pairs) = (struct pair){
			key, either_join(t->arena, x->as.pairs.at[i].value,
					 other ? other : absent, arms)};
	}
	next = 0;
	for (size_t i = 0; i < y->as.pairs.n; i++) {
		struct node *key = y->as.pairs.at[i].key;

		if (!member(t, x, key, &next))
			*vec_push(t->arena, &joined.as.pairs) = (struct pair){
				key, either_join(t->arena, absent, y->as.pairs.at[i].value, arms)};
	}
	become(t, into, &joined);
}

static bool same_elements(const struct node *x, const struct node *y)
{
	if (x->as.items.n != y->as.items.n || x->open != y->open)
		return false;
	for (size_t i = 0; i < x->as.items.n; i++)
		if (x->as.items.at[i] != y->as.items.at[i])
			return false;
	return true;
}

static void join_items(struct trail *t, struct node *into, const struct node *x,
		       const struct node *y, struct arms arms)
{
	struct node joined = *x;

	joined.as.items.at = NULL;
	joined.as.items.n = joined.as.items.room = 0;
	t->work += x->as.items.n;
	for (size_t i = 0; i < x->as.items.n; i++)
		*vec_push(t->arena, &joined.as.items) = either_join(
			t->arena, x->as.items.at[i], y->as.items.at[i], arms);
	become(t, into, &joined);
}

/* The node holds what x says in one arm and what y says in the other. */
static void join_node(struct trail *t, struct node *into, const struct node *x,
		      const struct node *y, struct arms arms)
{
	bool list = x->kind == y->kind && x->kind == NODE_LIST;

	if (x->kind == y->kind && (x->kind == NODE_MAP || x->kind == NODE_OBJECT)) {
		join_pairs(t, into, x, y, arms);
	} else if (list && same_elements(x, y)) {
		become(t, into, x);
	} else if (list && x->as.items.n == y->as.items.n && x->open == y->open) {
		join_items(t, into, x, y, arms);
	} else {
		/* Everybody who holds the container now holds two alternatives of its content. */
		struct node *one = node_copy(t->arena, x), *two = node_copy(t->arena, y);
		struct node *joined;

		one->when = two->when = NULL;
		joined = either_join(t->arena, one, two, arms);
		become(t, into, joined);
	}
}

void trail_join(struct trail *t, const struct changes *yes, const struct changes *no,
		struct arms arms)
{
	struct index in_yes = index_of(t->arena, yes), in_no = index_of(t->arena, no);

	t->work += yes->n + no->n;
	for (size_t i = yes->n; i-- > 0;) {
		const struct change *c = &yes->at[i];
		const struct change *other = index_find(&in_no, c);

		if (c->cell) {
			trail_cell(t, c->cell);
			c->cell->value = either_join(t->arena, c->value,
						     other ? other->value : c->cell->value, arms);
		} else {
			struct node before = *c->node;

			join_node(t, c->node, c->value, other ? other->value : &before, arms);
		}
	}
	for (size_t i = no->n; i-- > 0;) {
		const struct change *c = &no->at[i];

		if (index_find(&in_yes, c))
			continue;
		if (c->cell) {
			trail_cell(t, c->cell);
			c->cell->value =
				either_join(t->arena, c->cell->value, c->value, arms);
		} else {
			struct node before = *c->node;

			join_node(t, c->node, &before, c->value, arms);
		}
	}
}
