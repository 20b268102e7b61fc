/* Methods of lists, tuples and sets. They change the receiver in place. */
#include "builtin_parts.h"

static struct node *none(struct interpreter *py, const struct native_call *c)
{
	return py_none(py, c->site.at);
}

static struct node *append(struct interpreter *py, struct native_call *c)
{
	struct node *x = native_arg(c, 0, NULL);

	if (!x)
		return NULL;
	py_append(py, c->self, x);
	return none(py, c);
}

static struct node *extend(struct interpreter *py, struct native_call *c)
{
	struct node *x = native_arg(c, 0, NULL);
	struct node *items = x ? py_members(py, x, c->site.at) : NULL;

	trail_node(&py->trail, c->self);
	if (!items)
		c->self->open = true;
	if (x && py_unordered(x))
		py_mark_unordered(c->self);
	for (size_t i = 0, n = items ? items->as.items.n : 0; i < n; i++)
		py_append(py, c->self, items->as.items.at[i]);
	c->self->open |= items && items->open;
	return none(py, c);
}

static void insert_at(struct interpreter *py, struct node *list, size_t at, struct node *x)
{
	py_append(py, list, x);
	for (size_t i = list->as.items.n - 1; i > at; i--)
		list->as.items.at[i] = list->as.items.at[i - 1];
	list->as.items.at[at] = x;
}

static struct node *insert(struct interpreter *py, struct native_call *c)
{
	struct node *x = native_arg(c, 1, NULL);
	int64_t at, n = (int64_t)c->self->as.items.n;

	if (!x)
		return NULL;
	if (!py_to_int(native_arg(c, 0, NULL), &at)) {
		trail_node(&py->trail, c->self);
		c->self->open = true;
		return none(py, c);
	}
	at = at < 0 ? (at + n < 0 ? 0 : at + n) : at > n ? n : at;
	if ((uint64_t)n < py->budget.elements)
		insert_at(py, c->self, (size_t)at, x);
	return none(py, c);
}

static void remove_at(struct interpreter *py, struct node *list, size_t at)
{
	trail_node(&py->trail, list);
	for (; at + 1 < list->as.items.n; at++)
		list->as.items.at[at] = list->as.items.at[at + 1];
	list->as.items.n--;
}

static struct node *pop_at(struct interpreter *py, struct native_call *c, struct node *index, int64_t at)
{
	int64_t n = (int64_t)c->self->as.items.n;
	struct node *x;

	if ((index && !py_to_int(index, &at)) || c->self->open || py_unordered(c->self) ||
	    at < -n || at >= n) {
		/* It is not known which ones are left. */
		trail_node(&py->trail, c->self);
		c->self->as.items.n = 0;
		c->self->open = true;
		return py_unknown(py, c->site.at, "an element taken from a list");
	}
	at = at < 0 ? at + n : at;
	x = c->self->as.items.at[at];
	remove_at(py, c->self, (size_t)at);
	return x;
}

static struct node *pop(struct interpreter *py, struct native_call *c)
{
	return pop_at(py, c, native_arg(c, 0, NULL), -1);
}

/* A deque is a list here. */
static struct node *popleft(struct interpreter *py, struct native_call *c)
{
	return pop_at(py, c, NULL, 0);
}

static struct node *appendleft(struct interpreter *py, struct native_call *c)
{
	struct node *x = native_arg(c, 0, NULL);

	if (!x)
		return NULL;
	if (c->self->as.items.n < py->budget.elements)
		insert_at(py, c->self, 0, x);
	return none(py, c);
}

/* Position of an element; SIZE_MAX if it is not there, *maybe if that is not known. */
static size_t find(struct interpreter *py, const struct node *list, const struct node *x, bool *maybe)
{
	for (size_t i = 0; i < list->as.items.n; i++) {
		enum truth t = py_equal(py, list->as.items.at[i], x);

		if (t == TRUTH_YES)
			return i;
		*maybe |= t == TRUTH_MAYBE;
	}
	*maybe |= list->open;
	return SIZE_MAX;
}

/* list.remove, set.remove, set.discard. */
static struct node *remove_(struct interpreter *py, struct native_call *c)
{
	struct node *x = native_arg(c, 0, NULL);
	bool maybe = false;
	size_t at;

	if (!x)
		return NULL;
	at = find(py, c->self, x, &maybe);
	if (maybe) {
		trail_node(&py->trail, c->self);
		c->self->open = true;
	} else if (at != SIZE_MAX) {
		remove_at(py, c->self, at);
	}
	return none(py, c);
}

static struct node *index_(struct interpreter *py, struct native_call *c)
{
	struct node *x = native_arg(c, 0, NULL);
	bool maybe = false;
	size_t at = x ? find(py, c->self, x, &maybe) : SIZE_MAX;

	if (!maybe && at == SIZE_MAX && x && native_count(c) == 1 && node_known(x))
		return py_raise(py, "ValueError", c->site.at, "it is not in the list");
	return maybe || at == SIZE_MAX || native_count(c) > 1 || py_unordered(c->self)
		   ? NULL
		   : py_int(py, (int64_t)at, c->site.at);
}

static struct node *count(struct interpreter *py, struct native_call *c)
{
	struct node *x = native_arg(c, 0, NULL);
	int64_t n = 0;

	if (!x || c->self->open)
		return NULL;
	for (size_t i = 0; i < c->self->as.items.n; i++) {
		enum truth t = py_equal(py, c->self->as.items.at[i], x);

		if (t == TRUTH_MAYBE)
			return NULL;
		n += t == TRUTH_YES;
	}
	return py_int(py, n, c->site.at);
}

static struct node *sort(struct interpreter *py, struct native_call *c)
{
	struct node *reverse = native_arg(c, SIZE_MAX, "reverse"), *sorted = NULL;

	if (!c->self->open && (!reverse || reverse->kind == NODE_BOOL))
		sorted = native_sort(py, c->self, native_arg(c, SIZE_MAX, "key"),
				     reverse && reverse->as.b, c->site);
	trail_node(&py->trail, c->self);
	for (size_t i = 0; i < c->self->as.items.n; i++)
		c->self->as.items.at[i] =
		    sorted ? sorted->as.items.at[i]
			   : py_unknown(py, c->site.at, "an element of a sorted list");
	if (c->self->code == py_tag_unordered)
		c->self->code = NULL;
	return none(py, c);
}

static struct node *reverse(struct interpreter *py, struct native_call *c)
{
	struct node **at;
	size_t n = c->self->as.items.n;

	trail_node(&py->trail, c->self);
	at = c->self->as.items.at;
	for (size_t i = 0; i < n / 2; i++) {
		struct node *x = at[i];

		at[i] = at[n - 1 - i];
		at[n - 1 - i] = x;
	}
	return none(py, c);
}

static struct node *clear(struct interpreter *py, struct native_call *c)
{
	trail_node(&py->trail, c->self);
	c->self->as.items.n = 0;
	c->self->open = false;
	return none(py, c);
}

static struct node *copy(struct interpreter *py, struct native_call *c)
{
	struct node *out = py_new(py, c->self->kind, c->site.at);

	for (size_t i = 0; i < c->self->as.items.n; i++)
		py_append(py, out, c->self->as.items.at[i]);
	out->open = c->self->open;
	if (c->self->code == py_tag_unordered)
		py_mark_unordered(out);
	return out;
}

static struct node *add(struct interpreter *py, struct native_call *c)
{
	struct node *x = native_arg(c, 0, NULL);

	if (!x)
		return NULL;
	if (py_contains(py, c->self, x) != TRUTH_YES)
		py_append(py, c->self, x);
	return none(py, c);
}

static struct node *update(struct interpreter *py, struct native_call *c)
{
	struct node *x = native_arg(c, 0, NULL);
	struct node *items = x ? py_members(py, x, c->site.at) : NULL;

	if (!items) {
		trail_node(&py->trail, c->self);
		c->self->open = true;
	}
	for (size_t i = 0; items && i < items->as.items.n; i++)
		if (py_contains(py, c->self, items->as.items.at[i]) != TRUTH_YES)
			py_append(py, c->self, items->as.items.at[i]);
	return none(py, c);
}

static struct node *as_set(struct interpreter *py, struct node *x, struct span at)
{
	struct node *items = py_members(py, x, at), *out;

	if (x->kind == NODE_SET || !items)
		return items;
	out = py_new(py, NODE_SET, at);
	for (size_t i = 0; i < items->as.items.n; i++)
		if (py_contains(py, out, items->as.items.at[i]) != TRUTH_YES)
			py_append(py, out, items->as.items.at[i]);
	out->open = items->open;
	return out;
}

static struct node *combine(struct interpreter *py, struct native_call *c)
{
	enum py_op op = str_ends(c->name, STR("union"))			 ? OP_BITOR
			: str_ends(c->name, STR("intersection"))	 ? OP_BITAND
			: str_ends(c->name, STR("symmetric_difference")) ? OP_BITXOR
									 : OP_SUB;
	struct node *out = c->self;

	for (size_t i = 0; i < native_count(c); i++) {
		struct node *other = as_set(py, c->args->at[i].value, c->site.at);

		if (!other)
			return py_unknown_of(py, c->site.at, c->args->at[i].value);
		out = py_binary(py, op, out, other, c->site.at);
	}
	return out == c->self ? copy(py, c) : out;
}

/* issubset, issuperset, isdisjoint. */
static struct node *relation(struct interpreter *py, struct native_call *c)
{
	struct node *x = native_arg(c, 0, NULL);
	struct node *other = x ? as_set(py, x, c->site.at) : NULL, *part = c->self, *whole = other;
	bool apart = str_ends(c->name, STR("isdisjoint")), all = true;

	if (!other || other->open || c->self->open)
		return NULL;
	if (str_ends(c->name, STR("issuperset"))) {
		part = other;
		whole = c->self;
	}
	for (size_t i = 0; i < part->as.items.n; i++) {
		enum truth t = py_contains(py, whole, part->as.items.at[i]);

		if (t == TRUTH_MAYBE)
			return NULL;
		all &= apart ? t == TRUTH_NO : t == TRUTH_YES;
	}
	return py_bool(py, all, c->site.at);
}

static struct node *replace_fields(struct interpreter *py, struct native_call *c)
{
	struct node *out = copy(py, c);
	const struct class *k = c->self->code;

	out->code = k;
	for (size_t i = 0; k && i < c->args->n; i++)
		for (size_t f = 0; f < k->fields.n && f < out->as.items.n; f++)
			if (str_eq(k->fields.at[f].name, c->args->at[i].name))
				out->as.items.at[f] = c->args->at[i].value;
	return k ? out : NULL;
}

static struct node *fields_of(struct interpreter *py, struct native_call *c)
{
	struct node *out = py_new(py, NODE_MAP, c->site.at);
	const struct class *k = c->self->code;

	for (size_t f = 0; k && f < k->fields.n && f < c->self->as.items.n; f++)
		py_map_set(py, out, node_str(py->arena, k->fields.at[f].name, c->site.at),
			   c->self->as.items.at[f]);
	return k ? out : NULL;
}

static const struct native rows[] = {
    {"list.append", append, NATIVE_RAW},
    {"list.appendleft", appendleft, NATIVE_RAW},
    {"list.clear", clear, 0},
    {"list.copy", copy, 0},
    {"list.count", count, 0},
    {"list.extend", extend, NATIVE_UNKNOWN},
    {"list.index", index_, 0},
    {"list.insert", insert, NATIVE_RAW},
    {"list.pop", pop, NATIVE_RAW},
    {"list.popleft", popleft, NATIVE_RAW},
    {"list.remove", remove_, NATIVE_RAW},
    {"list.reverse", reverse, 0},
    {"list.sort", sort, NATIVE_RAW},
    {"set.add", add, NATIVE_RAW},
    {"set.clear", clear, 0},
    {"set.copy", copy, 0},
    {"set.difference", combine, NATIVE_UNKNOWN},
    {"set.discard", remove_, NATIVE_RAW},
    {"set.intersection", combine, NATIVE_UNKNOWN},
    {"set.isdisjoint", relation, 0},
    {"set.issubset", relation, 0},
    {"set.issuperset", relation, 0},
    {"set.pop", pop, NATIVE_RAW},
    {"set.remove", remove_, NATIVE_RAW},
    {"set.symmetric_difference", combine, NATIVE_UNKNOWN},
    {"set.union", combine, NATIVE_UNKNOWN},
    {"set.update", update, NATIVE_RAW},
    {"tuple._asdict", fields_of, 0},
    {"tuple._replace", replace_fields, NATIVE_UNKNOWN},
    {"tuple.count", count, 0},
    {"tuple.index", index_, 0},
};

NATIVES(natives_list, rows);
