#include "origins.h"

enum { ORIGINS_MAX = 4096, STEPS_MAX = 1 << 16 };

static size_t hash_of(const struct node *n)
{
	return (size_t)((uintptr_t)n * UINT64_C(0x9E3779B97F4A7C15) >> 32);
}

static size_t hash_at(const void *nodes, size_t at)
{
	return hash_of(((const struct node *const *)nodes)[at]);
}

bool origins_have(const struct origins *r, const struct node *n)
{
	size_t slot = hash_of(n);

	for (uint32_t at; (at = hash_index_next(&r->index, &slot));)
		if (r->at[at - 1] == n)
			return true;
	return false;
}

void origins_add_alone(struct origins *r, const struct node *n)
{
	*vec_push(r->arena, r) = n;
	hash_index_add(r->arena, &r->index, r->n, hash_at, r->at);
}

/* What is still to be followed, the next one last: of several, what comes first is put there last. */
struct pending {
	struct arena *arena;
	VEC(const struct node *);
};

static void follow(struct pending *p, const struct node *n)
{
	if (n)
		*vec_push(p->arena, p) = n;
}

/* What a value was computed from. */
static void follow_from(struct pending *p, const struct node *n)
{
	for (size_t i = NODE_FROM_MAX; i > 0; i--)
		follow(p, n->from[i - 1]);
}

static void follow_pairs(struct pending *p, const struct node *n)
{
	for (size_t i = n->as.pairs.n; i > 0; i--)
		follow(p, n->as.pairs.at[i - 1].value);
}

static void follow_items(struct pending *p, const struct node *n)
{
	for (size_t i = n->as.items.n; i > 0; i--)
		follow(p, n->as.items.at[i - 1]);
}

static void follow_call(struct pending *p, const struct call *call)
{
	for (size_t i = call->args.n; i > 0; i--)
		follow(p, call->args.at[i - 1].value);
	follow(p, call->self);
}

/* Whether a list or a mapping is to be gone through: [x, x] of an x that is such a list itself only once. */
static bool enter(struct origins *r, const struct node *n, size_t parts)
{
	if (parts > 1 && origins_have(r, n))
		return false;
	if (parts > 1)
		origins_add_alone(r, n);
	return true;
}

/* Whether gradients end at an object: what called it gives numbers, a text, or a tensor that knows not where it is from. */
static bool cuts_gradients(const struct node *n)
{
	return n->made && n->made->result == n &&
	       (str_among(n->made->method, STR("detach|item|tolist|numpy|generate|decode|batch_decode|multinomial|argmax|sample")) ||
		str_is(n->made->callee, "torch.tensor"));
}

/*
 * What an object has. bar.desc = f"loss {loss.item()}": a bar stands for the loader that it goes over (lint/python/stdlib/holders.c),
 * of which the text beside it is no part.
 */
static void follow_attributes(struct pending *p, const struct node *n)
{
	for (size_t i = n->as.pairs.n; i > 0; i--)
		if (n->code || !str_among(n->as.pairs.at[i - 1].key->text, STR("desc|postfix")))
			follow(p, n->as.pairs.at[i - 1].value);
}

static void add_object(struct origins *r, struct pending *p, const struct node *n)
{
	if (origins_have(r, n) || (r->gradients && cuts_gradients(n)))
		return;
	origins_add_alone(r, n);
	follow_attributes(p, n);
	follow_from(p, n);
	if (n->made)
		follow_call(p, n->made);
}

/* One node, and onto the pending what it is built from. */
static void add(struct origins *r, struct pending *p, const struct node *n)
{
	switch (n->kind) {
	case NODE_OBJECT:
		add_object(r, p, n);
		break;
	case NODE_METHOD:
		/* A method of an object of the repository's own is not made of all that the object holds: collate_fn=self.pad. */
		if (n->as.self->kind != NODE_OBJECT || n->as.self->made)
			follow(p, n->as.self);
		break;
	case NODE_LIST:
	case NODE_TUPLE:
	case NODE_SET:
	case NODE_EITHER:
		if (!enter(r, n, n->as.items.n))
			return;
		if (r->computed)
			follow_from(p, n);
		follow_items(p, n);
		break;
	case NODE_MAP:
		if (!enter(r, n, n->as.pairs.n))
			return;
		if (r->computed)
			follow_from(p, n);
		follow_pairs(p, n);
		break;
	case NODE_UNKNOWN:
		/* Noted as well: what several values were computed from is followed once. */
		if (!r->computed || origins_have(r, n))
			return;
		origins_add_alone(r, n);
		follow_from(p, n);
		break;
	case NODE_NULL:
	case NODE_BOOL:
	case NODE_INT:
	case NODE_REAL:
	case NODE_STR:
	case NODE_BYTES:
	case NODE_NAME:
	case NODE_FUNCTION:
	case NODE_CLASS:
	case NODE_MODULE:
	case NODE_ABSENT:
		break;
	}
}

/* The loss of a model of many layers is hundreds of values away from the rows that it was shown. */
void origins_add(struct origins *r, const struct node *n)
{
	struct pending p = {.arena = r->arena};

	follow(&p, n);
	for (unsigned steps = 0; p.n && r->n < ORIGINS_MAX && steps < STEPS_MAX; steps++)
		add(r, &p, p.at[--p.n]);
}

void origins_add_call(struct origins *r, const struct call *call)
{
	origins_add(r, call->self);
	for (size_t i = 0; i < call->args.n; i++)
		origins_add(r, call->args.at[i].value);
}

bool node_may_be(const struct node *n, const struct node *wanted)
{
	if (n == wanted)
		return true;
	if (n && n->kind == NODE_EITHER)
		for (size_t i = 0; i < n->as.items.n; i++)
			if (n->as.items.at[i] == wanted)
				return true;
	return false;
}
