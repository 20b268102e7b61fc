#include "origins.h"

enum { ORIGINS_MAX = 4096 };

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

/* What a value was computed from. */
static void add_from(struct origins *r, const struct node *n, int depth)
{
	for (size_t i = 0; i < NODE_FROM_MAX; i++)
		if (n->from[i])
			origins_add(r, n->from[i], depth + 1);
}

static void add_pairs(struct origins *r, const struct node *n, int depth)
{
	for (size_t i = 0; i < n->as.pairs.n; i++)
		origins_add(r, n->as.pairs.at[i].value, depth + 1);
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
	       (str_among(n->made->method, STR("detach|item|tolist|numpy|generate|decode|batch_decode")) ||
		str_is(n->made->callee, "torch.tensor"));
}

void origins_add(struct origins *r, const struct node *n, int depth)
{
	if (!n || depth > NODE_DEPTH_MAX || r->n >= ORIGINS_MAX)
		return;
	switch (n->kind) {
	case NODE_OBJECT:
		if (origins_have(r, n) || (r->gradients && cuts_gradients(n)))
			return;
		origins_add_alone(r, n);
		if (n->made) {
			origins_add(r, n->made->self, depth + 1);
			for (size_t i = 0; i < n->made->args.n; i++)
				origins_add(r, n->made->args.at[i].value, depth + 1);
		}
		add_from(r, n, depth);
		add_pairs(r, n, depth);
		break;
	case NODE_METHOD:
		/* A method of an object of the repository's own is not made of all that the object holds: collate_fn=self.pad. */
		if (n->as.self->kind != NODE_OBJECT || n->as.self->made)
			origins_add(r, n->as.self, depth + 1);
		break;
	case NODE_LIST:
	case NODE_TUPLE:
	case NODE_SET:
	case NODE_EITHER:
		if (!enter(r, n, n->as.items.n))
			return;
		for (size_t i = 0; i < n->as.items.n; i++)
			origins_add(r, n->as.items.at[i], depth + 1);
		if (r->computed)
			add_from(r, n, depth);
		break;
	case NODE_MAP:
		if (!enter(r, n, n->as.pairs.n))
			return;
		add_pairs(r, n, depth);
		if (r->computed)
			add_from(r, n, depth);
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
	case NODE_UNKNOWN:
		/* Noted as well: what several values were computed from is followed once. */
		if (!r->computed || origins_have(r, n))
			return;
		origins_add_alone(r, n);
		add_from(r, n, depth);
		break;
	}
}

void origins_add_call(struct origins *r, const struct call *call)
{
	origins_add(r, call->self, 0);
	for (size_t i = 0; i < call->args.n; i++)
		origins_add(r, call->args.at[i].value, 0);
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
