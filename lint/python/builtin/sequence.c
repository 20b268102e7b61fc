/* Functions over sequences: list(), range(), zip(), enumerate(), map(), any(), … */
#include "builtin_parts.h"

static struct node *new_list(struct interpreter *py, const struct native_call *c)
{
	return py_new(py, NODE_LIST, c->site.at);
}

static struct node *iterator(struct interpreter *py, const struct native_call *c)
{
	struct node *n = new_list(py, c);

	n->code = py_tag_iterator;
	return n;
}

/* list(), tuple(), set(), frozenset(). */
static struct node *container(struct interpreter *py, struct native_call *c)
{
	struct node *x = native_arg(c, 0, NULL), *items;
	bool set = str_ends(c->name, STR("set"));
	struct node *out = py_new(py,
				  set				    ? NODE_SET
				  : str_ends(c->name, STR("tuple")) ? NODE_TUPLE
								    : NODE_LIST,
				  c->site.at);

	if (!x)
		return out;
	items = py_members(py, x, c->site.at);
	if (!items && x->kind == NODE_OBJECT && x->made)
		return py_part_of(py, x, c->site.at);
	if (!items)
		return py_unknown_of(py, c->site.at, x);
	py_step(py, items->as.items.n / 8);
	for (size_t i = 0; i < items->as.items.n && !py->halted; i++) {
		struct node *item = items->as.items.at[i];

		if (!set || py_contains(py, out, item) != TRUTH_YES)
			py_append(py, out, item);
	}
	out->open = items->open;
	if (!set && py_unordered(x)) {
		out->kind = NODE_LIST;
		py_mark_unordered(out);
	}
	return out;
}

static struct node *dict(struct interpreter *py, struct native_call *c)
{
	struct node *out = py_new(py, NODE_MAP, c->site.at);

	dict_update(py, out, c->args);
	return out;
}

static struct node *range(struct interpreter *py, struct native_call *c)
{
	struct node *n = py_new(py, NODE_OBJECT, c->site.at), *part[3] = {NULL, NULL, NULL};
	size_t count = native_count(c);

	if (count < 1 || count > 3 || c->args->n != count)
		return NULL;
	for (size_t i = 0; i < count; i++) {
		part[i] = c->args->at[i].value;
		if (part[i]->kind != NODE_INT)
			return py_unknown_of(py, c->site.at, part[i]);
	}
	if (count == 1) {
		part[1] = part[0];
		part[0] = NULL;
	}
	if (part[2] && part[2]->as.i == 0)
		return NULL;
	n->code = py_tag_range;
	py_attr_put(py, n, STR("start"), part[0] ? part[0] : py_int(py, 0, c->site.at));
	py_attr_put(py, n, STR("stop"), part[1]);
	py_attr_put(py, n, STR("step"), part[2] ? part[2] : py_int(py, 1, c->site.at));
	return n;
}

static struct node *enumerate(struct interpreter *py, struct native_call *c)
{
	struct node *x = native_arg(c, 0, "iterable"), *start = native_arg(c, 1, "start");
	struct node *items = x ? py_elements(py, x, c->site.at) : NULL;
	struct node *out = iterator(py, c);
	int64_t first = 0;

	if (!x || (start && !py_to_int(start, &first)))
		return NULL;
	if (!items) {
		/* for step, batch in enumerate(loader): a pair of unknowns, the second a batch. */
		out->open = true;
		if (x->kind == NODE_OBJECT && x->made) {
			out = py_part_of(py, x, c->site.at);
			out->op = 'e';
			return out;
		}
		return py_unknown_of(py, c->site.at, x);
	}
	for (size_t i = 0; i < items->as.items.n; i++) {
		struct node *pair = py_new(py, NODE_TUPLE, c->site.at);

		py_append(py, pair, py_int(py, first + (int64_t)i, c->site.at));
		py_append(py, pair, items->as.items.at[i]);
		py_append(py, out, pair);
	}
	out->open = items->open;
	return out;
}

static struct node *zip(struct interpreter *py, struct native_call *c)
{
	struct node *out = iterator(py, c), *all[8];
	size_t count = native_count(c), n = SIZE_MAX;

	if (count > 8)
		return NULL;
	/* xs, ys = zip(*rows) */
	if (c->args->n == 1 && str_is(c->args->at[0].name, "*"))
		return py_unknown_of(py, c->site.at, c->args->at[0].value);
	for (size_t i = 0; i < count; i++) {
		all[i] = py_elements(py, c->args->at[i].value, c->site.at);
		if (!all[i] && count == 2) {
			out = py_unknown_of(py, c->site.at, c->args->at[i].value);
			out->op = 'z';
			return py_from(out, c->args->at[0].value, c->args->at[1].value);
		}
		if (!all[i])
			return py_unknown_of(py, c->site.at, c->args->at[i].value);
		out->open |= all[i]->open;
		n = all[i]->as.items.n < n ? all[i]->as.items.n : n;
	}
	for (size_t k = 0; count && k < n; k++) {
		struct node *row = py_new(py, NODE_TUPLE, c->site.at);

		for (size_t i = 0; i < count; i++)
			py_append(py, row, all[i]->as.items.at[k]);
		py_append(py, out, row);
	}
	return out;
}

static struct node *reversed(struct interpreter *py, struct native_call *c)
{
	struct node *items = native_items(py, native_arg(c, 0, NULL), c->site.at);
	struct node *out = iterator(py, c);

	if (!items)
		return NULL;
	for (size_t i = items->as.items.n; i-- > 0;)
		py_append(py, out, items->as.items.at[i]);
	return out;
}

static struct node *sum(struct interpreter *py, struct native_call *c)
{
	struct node *items = native_members(py, native_arg(c, 0, NULL), NULL, c->site.at);
	struct node *out = native_arg(c, 1, "start");

	if (!out)
		out = py_int(py, 0, c->site.at);
	if (!items)
		return NULL;
	for (size_t i = 0; i < items->as.items.n; i++) {
		/* From 3.12 on sum() of floats compensates its rounding; before, it did not. */
		if (i > 1 && items->as.items.at[i]->kind == NODE_REAL)
			return py_unknown(py, c->site.at, "a sum of floats");
		out = py_binary(py, OP_ADD, out, items->as.items.at[i], c->site.at);
	}
	return out;
}

/* any(), all(). */
static struct node *any(struct interpreter *py, struct native_call *c)
{
	struct node *x = native_arg(c, 0, NULL);
	struct node *items = x ? py_members(py, x, c->site.at) : NULL;
	enum truth ends = str_ends(c->name, STR("any")) ? TRUTH_YES : TRUTH_NO;
	bool maybe;

	if (!items)
		return x ? py_unknown_of(py, c->site.at, x) : NULL;
	maybe = items->open;
	for (size_t i = 0; i < items->as.items.n; i++) {
		enum truth t = py_truth(py, items->as.items.at[i]);

		if (t == ends)
			return py_bool(py, ends == TRUTH_YES, c->site.at);
		maybe |= t == TRUTH_MAYBE;
	}
	return maybe ? py_unknown_of(py, c->site.at, x) : py_bool(py, ends == TRUTH_NO, c->site.at);
}

static struct node *map(struct interpreter *py, struct native_call *c)
{
	struct node *f = native_arg(c, 0, NULL), *x = native_arg(c, 1, NULL), *items;
	struct node *out = iterator(py, c);

	if (!f || !x || native_count(c) != 2)
		return NULL;
	items = py_elements(py, x, c->site.at);
	if (!items)
		return py_unknown_of(py, c->site.at, x);
	for (size_t i = 0; i < items->as.items.n && !py->halted; i++)
		py_append(py, out, native_key(py, f, items->as.items.at[i], c->site));
	out->open = items->open;
	return out;
}

static struct node *filter(struct interpreter *py, struct native_call *c)
{
	struct node *f = native_arg(c, 0, NULL), *x = native_arg(c, 1, NULL), *items;
	struct node *out = iterator(py, c);

	if (!f || !x)
		return NULL;
	items = py_elements(py, x, c->site.at);
	if (!items)
		return py_unknown_of(py, c->site.at, x);
	for (size_t i = 0; i < items->as.items.n && !py->halted; i++) {
		enum truth t = py_truth(py, native_key(py, f, items->as.items.at[i], c->site));

		if (t == TRUTH_YES)
			py_append(py, out, items->as.items.at[i]);
		out->open |= t == TRUTH_MAYBE;
	}
	out->open |= items->open;
	return out;
}

static struct node *iter(struct interpreter *py, struct native_call *c)
{
	struct node *x = native_arg(c, 0, NULL), *items, *out;

	if (!x)
		return NULL;
	if (x->kind == NODE_LIST && x->code == py_tag_iterator)
		return x;
	items = py_elements(py, x, c->site.at);
	if (!items)
		return py_is_iterator(py, x) ? x : py_part_of(py, x, c->site.at);
	out = iterator(py, c);
	for (size_t i = 0; i < items->as.items.n; i++)
		py_append(py, out, items->as.items.at[i]);
	out->open = items->open;
	return out;
}

static struct node *next(struct interpreter *py, struct native_call *c)
{
	struct node *x = native_arg(c, 0, NULL), *instead = native_arg(c, 1, NULL), *first;

	if (!x)
		return NULL;
	if (x->kind != NODE_LIST || x->code != py_tag_iterator)
		return py_next(py, x, c->site.at);
	if (x->as.items.n == 0)
		return x->open || !instead ? py_part_of(py, x, c->site.at) : instead;
	first = x->as.items.at[0];
	trail_node(&py->trail, x);
	for (size_t i = 0; i + 1 < x->as.items.n; i++)
		x->as.items.at[i] = x->as.items.at[i + 1];
	x->as.items.n--;
	return first;
}

static const struct native rows[] = {
    {"builtins.all", any, NATIVE_UNKNOWN},
    {"builtins.any", any, NATIVE_UNKNOWN},
    {"builtins.dict", dict, NATIVE_RAW},
    {"builtins.enumerate", enumerate, NATIVE_UNKNOWN},
    {"builtins.filter", filter, NATIVE_UNKNOWN},
    {"builtins.frozenset", container, NATIVE_UNKNOWN},
    {"builtins.iter", iter, NATIVE_UNKNOWN},
    {"builtins.list", container, NATIVE_UNKNOWN},
    {"builtins.map", map, NATIVE_UNKNOWN},
    {"builtins.next", next, NATIVE_UNKNOWN},
    {"builtins.range", range, 0},
    {"builtins.reversed", reversed, 0},
    {"builtins.set", container, NATIVE_UNKNOWN},
    {"builtins.sum", sum, 0},
    {"builtins.tuple", container, NATIVE_UNKNOWN},
    {"builtins.zip", zip, NATIVE_UNKNOWN},
};

NATIVES(natives_sequence, rows);
