/* Methods of dictionaries. */
#include "builtin_parts.h"

static struct node *get(struct interpreter *py, struct native_call *c)
{
	struct node *key = native_arg(c, 0, "key"), *instead = native_arg(c, 1, "default"), *value;
	struct node *both[2];
	bool maybe = false;

	if (!key)
		return NULL;
	if (c->self == py->environ)
		return environ_get(py, c);
	if (!instead)
		instead = py_none(py, c->site.at);
	if (key->kind == NODE_EITHER || key->kind == NODE_UNKNOWN) {
		value = py_get_item(py, c->self, key, c->site.at);
		both[0] = value;
		both[1] = instead;
		return either_of(py->arena, both, 2, c->site.at);
	}
	value = py_map_get(py, c->self, key, &maybe);
	if (py_is_data(c->self))
		instead = py_data_member(py, c->self, key, c->site.at);
	if (value)
		return py_without_absent(py, value, instead);
	if (!maybe || py_is_data(c->self))
		return instead;
	both[0] = py_unknown(py, c->site.at, "a member that may be there");
	both[1] = instead;
	return either_of(py->arena, both, 2, c->site.at);
}

static struct node *pop(struct interpreter *py, struct native_call *c)
{
	struct node *value = get(py, c), *key = native_arg(c, 0, NULL);
	bool maybe = false;

	if (!key)
		return NULL;
	if (!py_map_get(py, c->self, key, &maybe) && !maybe && native_count(c) < 2)
		return py_unknown(py, c->site.at, "a key that is not there");
	py_map_del(py, c->self, key);
	return value;
}

static struct node *pop_item(struct interpreter *py, struct native_call *c)
{
	struct node *out = py_new(py, NODE_TUPLE, c->site.at);
	struct pair *last =
	    c->self->as.pairs.n ? &c->self->as.pairs.at[c->self->as.pairs.n - 1] : NULL;

	if (!last || c->self->open || py_unordered(c->self)) {
		trail_node(&py->trail, c->self);
		c->self->as.pairs.n = 0;
		c->self->open = true;
		return NULL;
	}
	py_append(py, out, last->key);
	py_append(py, out, last->value);
	trail_node(&py->trail, c->self);
	c->self->as.pairs.n--;
	return out;
}

static struct node *set_default(struct interpreter *py, struct native_call *c)
{
	struct node *key = native_arg(c, 0, NULL), *value = get(py, c);

	if (key && value)
		py_map_set(py, c->self, key, value);
	return value;
}

static struct node *update(struct interpreter *py, struct native_call *c)
{
	dict_update(py, c->self, c->args);
	return py_none(py, c->site.at);
}

/* The values, where they may be missing without that. */
static struct node *value_at(struct interpreter *py, const struct node *map, size_t i)
{
	return py_without_absent(py, map->as.pairs.at[i].value, NULL);
}

/* keys(), values(), items(). */
static struct node *view(struct interpreter *py, struct native_call *c)
{
	struct node *out = py_new(py, NODE_LIST, c->site.at);
	bool keys = str_ends(c->name, STR("keys")), values = str_ends(c->name, STR("values"));

	py_step(py, c->self->as.pairs.n / 8);
	for (size_t i = 0; i < c->self->as.pairs.n; i++) {
		struct node *pair;

		if (keys || values) {
			py_append(py, out,
				  keys ? c->self->as.pairs.at[i].key : value_at(py, c->self, i));
			continue;
		}
		pair = py_new(py, NODE_TUPLE, c->site.at);
		py_append(py, pair, c->self->as.pairs.at[i].key);
		py_append(py, pair, value_at(py, c->self, i));
		py_append(py, out, pair);
	}
	out->open = c->self->open;
	if (py_unordered(c->self))
		py_mark_unordered(out);
	return out;
}

/* six.iteritems(d): what d.items() gives, in Python 2 as well. */
static struct node *view_of(struct interpreter *py, struct native_call *c)
{
	struct node *map = native_arg(c, 0, NULL);
	struct native_call of = *c;

	if (!map || map->kind != NODE_MAP)
		return NULL;
	of.self = map;
	return view(py, &of);
}

static struct node *copy(struct interpreter *py, struct native_call *c)
{
	struct node *out = py_new(py, NODE_MAP, c->site.at);

	for (size_t i = 0; i < c->self->as.pairs.n; i++)
		*vec_push(py->arena, &out->as.pairs) = c->self->as.pairs.at[i];
	out->open = c->self->open;
	/* A copy of a class's dictionary is a plain one. */
	out->code = c->self->code == py_tag_members || class_of(c->self) ? NULL : c->self->code;
	out->from[1] = out->code ? c->self->from[1] : NULL;
	return out;
}

static struct node *clear(struct interpreter *py, struct native_call *c)
{
	trail_node(&py->trail, c->self);
	c->self->as.pairs.n = 0;
	c->self->open = false;
	return py_none(py, c->site.at);
}

static struct node *from_keys(struct interpreter *py, struct native_call *c)
{
	struct node *items = native_items(py, native_arg(c, 0, NULL), c->site.at);
	struct node *value = native_arg(c, 1, NULL), *out = py_new(py, NODE_MAP, c->site.at);

	if (!items)
		return NULL;
	for (size_t i = 0; i < items->as.items.n; i++)
		py_map_set(py, out, items->as.items.at[i], value ? value : py_none(py, c->site.at));
	return out;
}

/* What super() of a class over dict leads to. */
static struct node *get_item(struct interpreter *py, struct native_call *c)
{
	struct node *key = native_arg(c, 0, NULL), *value;
	bool maybe = false;

	value = key ? py_map_get(py, c->self, key, &maybe) : NULL;
	return value ? py_without_absent(py, value, NULL)
		     : py_raise(py, "KeyError", c->site.at, "no such key here");
}

static struct node *set_item(struct interpreter *py, struct native_call *c)
{
	struct node *key = native_arg(c, 0, NULL), *value = native_arg(c, 1, NULL);

	if (key && value)
		py_map_set(py, c->self, key, value);
	return py_none(py, c->site.at);
}

static const struct native rows[] = {
    {"builtins.dict.fromkeys", from_keys, NATIVE_UNKNOWN},
    {"dict.__getitem__", get_item, NATIVE_RAW},
    {"dict.__init__", update, NATIVE_RAW},
    {"dict.__setattr__", set_item, NATIVE_RAW},
    {"dict.__setitem__", set_item, NATIVE_RAW},
    {"dict.clear", clear, NATIVE_RAW},
    {"dict.copy", copy, NATIVE_RAW},
    {"dict.get", get, NATIVE_RAW},
    {"dict.items", view, NATIVE_RAW},
    {"dict.keys", view, NATIVE_RAW},
    {"dict.pop", pop, NATIVE_RAW},
    {"dict.popitem", pop_item, NATIVE_RAW},
    {"dict.setdefault", set_default, NATIVE_RAW},
    {"dict.update", update, NATIVE_RAW},
    {"dict.values", view, NATIVE_RAW},
    {"six.iteritems", view_of, 0},
    {"six.iterkeys", view_of, 0},
    {"six.itervalues", view_of, 0},
};

NATIVES(natives_dict, rows);
