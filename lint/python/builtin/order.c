/* What compares elements: sorted(), min(), max(). */
#include "builtin_parts.h"

#include <string.h>

/* Elements and what they are sorted by, and room for as many of each. */
struct sorting {
	struct interpreter *py;
	struct node **items, **keys, **items_room, **keys_room;
	bool reverse;
	/** Of equal keys the elements' order decides, which a set does not have. */
	bool tie_is_lost;
};

/* Whether the element at j, behind that at i, goes before it; false from the function: not to be known. */
static bool goes_before(const struct sorting *s, size_t i, size_t j, bool *before)
{
	int order;

	if (!py_order(s->py, s->keys[i], s->keys[j], &order) || (order == 0 && s->tie_is_lost))
		return false;
	*before = s->reverse ? order < 0 : order > 0;
	return true;
}

/* Merges the sorted elements from from on with those from middle to end. */
static bool merge(struct sorting *s, size_t from, size_t middle, size_t end)
{
	size_t i = from, j = middle;
	bool before;

	/* Most of what is sorted is so already. */
	if (!goes_before(s, middle - 1, middle, &before))
		return false;
	if (!before)
		return true;
	for (size_t at = from; at < end; at++) {
		size_t taken;

		before = i == middle;
		if (i < middle && j < end && !goes_before(s, i, j, &before))
			return false;
		taken = before ? j++ : i++;
		s->items_room[at] = s->items[taken];
		s->keys_room[at] = s->keys[taken];
	}
	memcpy(s->items + from, s->items_room + from, (end - from) * sizeof(*s->items));
	memcpy(s->keys + from, s->keys_room + from, (end - from) * sizeof(*s->keys));
	return true;
}

/* Equal elements keep their order, also when reversed, as in Python. */
struct node *native_sort(struct interpreter *py, struct node *items, struct node *key, bool reverse,
			 struct site site)
{
	struct node *out = py_new(py, NODE_LIST, site.at);
	size_t n = items->as.items.n;
	struct sorting s = {.py = py, .reverse = reverse, .tie_is_lost = key && py_unordered(items)};

	if (!py_step(py, n * 8))
		return NULL;
	s.keys = arena_news(py->arena, struct node *, n + 1);
	s.items_room = arena_news(py->arena, struct node *, n + 1);
	s.keys_room = arena_news(py->arena, struct node *, n + 1);
	for (size_t i = 0; i < n; i++) {
		s.keys[i] = native_key(py, key, items->as.items.at[i], site);
		py_append(py, out, items->as.items.at[i]);
	}
	s.items = out->as.items.at;
	for (size_t width = 1; width < n; width *= 2)
		for (size_t from = 0; from + width < n; from += 2 * width)
			if (!merge(&s, from, from + width, from + 2 * width < n ? from + 2 * width : n))
				return NULL;
	return out;
}

static struct node *sorted(struct interpreter *py, struct native_call *c)
{
	struct node *key = native_arg(c, SIZE_MAX, "key");
	struct node *items = native_members(py, native_arg(c, 0, "iterable"), NULL, c->site.at);
	struct node *reverse = native_arg(c, SIZE_MAX, "reverse");

	if (!items || (reverse && reverse->kind != NODE_BOOL))
		return NULL;
	return native_sort(py, items, key, reverse && reverse->as.b, c->site);
}

/* Limits of a library's object, which are for what it can do at most, not for what a program wants. */
static bool is_limit(const struct node *n)
{
	static const char *const limits[] = {"model_max_length", "max_position_embeddings",
					     "n_positions", "max_len_single_sentence"};
	const struct str *name = n->kind == NODE_UNKNOWN && n->from[0] ? n->code : NULL;

	for (size_t i = 0; name && i < sizeof(limits) / sizeof(*limits); i++)
		if (str_is(*name, limits[i]))
			return true;
	return false;
}

/* min(args.block_size, tokenizer.model_max_length): what is asked for, as far as the model takes it. */
static struct node *within_limit(struct native_call *c)
{
	struct node *wanted = NULL;
	size_t limits = 0;

	for (size_t i = 0; i < c->args->n; i++) {
		if (is_limit(c->args->at[i].value))
			limits++;
		else if (py_is_number(c->args->at[i].value))
			wanted = c->args->at[i].value;
	}
	return limits && limits + 1 == c->args->n ? wanted : NULL;
}

/* min(longest, 512) of a number that is not known: it is not more than the other. */
static struct node *least_of_two(struct interpreter *py, struct native_call *c)
{
	struct node *x = c->args->at[0].value, *y = c->args->at[1].value, *out;

	if (x->kind != NODE_UNKNOWN) {
		y = x;
		x = c->args->at[1].value;
	}
	if (x->kind != NODE_UNKNOWN || y->kind != NODE_INT || c->args->at[0].name.n || c->args->at[1].name.n)
		return NULL;
	out = py_from(py_unknown_of(py, c->site.at, x), x, y);
	out->op = '<';
	return out;
}

static struct node *extreme(struct interpreter *py, struct native_call *c);

static struct node *least(struct interpreter *py, struct native_call *c)
{
	struct node *out = within_limit(c);

	if (!out && c->args->n == 2)
		out = least_of_two(py, c);
	if (out)
		return out;
	for (size_t i = 0; i < c->args->n; i++)
		if (c->args->at[i].value->kind == NODE_UNKNOWN ||
		    str_starts(c->args->at[i].name, STR("*")))
			return py_unknown_of(py, c->site.at, c->args->at[i].value);
	return extreme(py, c);
}

/* min(), max(): of the arguments or of one iterable. */
static struct node *extreme(struct interpreter *py, struct native_call *c)
{
	struct node *key = native_arg(c, SIZE_MAX, "key"), *best = NULL, *best_key = NULL;
	bool max = str_ends(c->name, STR("max"));
	struct node *items = py_new(py, NODE_LIST, c->site.at);

	if (native_count(c) == 1)
		items = native_members(py, c->args->at[0].value, key, c->site.at);
	else
		for (size_t i = 0; i < native_count(c); i++)
			py_append(py, items, c->args->at[i].value);
	if (!items)
		return NULL;
	if (items->as.items.n == 0)
		return native_arg(c, SIZE_MAX, "default");
	for (size_t i = 0; i < items->as.items.n; i++) {
		struct node *k = native_key(py, key, items->as.items.at[i], c->site);
		int order;

		if (!best) {
			best = items->as.items.at[i];
			best_key = k;
			if (k->kind == NODE_UNKNOWN)
				return py_unknown_of(py, c->site.at, k);
			continue;
		}
		if (!py_order(py, k, best_key, &order))
			return py_unknown_of(py, c->site.at, k);
		if (max ? order > 0 : order < 0) {
			best = items->as.items.at[i];
			best_key = k;
		}
	}
	return best;
}

static const struct native rows[] = {
    {"builtins.max", extreme, 0},
    {"builtins.min", least, NATIVE_UNKNOWN},
    {"builtins.sorted", sorted, 0},
};

NATIVES(natives_order, rows);
