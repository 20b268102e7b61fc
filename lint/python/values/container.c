/* Lists, mappings and attributes as they are read and changed: changes tell the trail. */
#include "values.h"

void py_append(struct interpreter *py, struct node *list, struct node *item)
{
	trail_node(&py->trail, list);
	if (list->as.items.n >= py->budget.elements) {
		list->open = true;
		return;
	}
	*vec_push(py->arena, &list->as.items) = item;
}

/* Position of a key, or SIZE_MAX. *maybe: a key that is not known might be it. */
static size_t map_find(struct interpreter *py, const struct node *map, const struct node *key,
		       bool *maybe)
{
	if (!py_step(py, map->as.pairs.n / 16)) {
		*maybe = true;
		return SIZE_MAX;
	}
	for (size_t i = 0; i < map->as.pairs.n; i++) {
		const struct node *there = map->as.pairs.at[i].key;
		enum truth same;

		if (there == key)
			return i;
		if (there->kind == NODE_STR && key->kind == NODE_STR && !there->code && !key->code)
			same = str_eq(there->text, key->text) ? TRUTH_YES : TRUTH_NO;
		else
			same = py_equal(py, there, key);
		if (same == TRUTH_YES)
			return i;
		*maybe |= same == TRUTH_MAYBE;
	}
	*maybe |= map->open;
	return SIZE_MAX;
}

struct node *py_map_get(struct interpreter *py, const struct node *map, const struct node *key,
			bool *maybe)
{
	size_t i = map_find(py, map, key, maybe);

	return i == SIZE_MAX ? NULL : map->as.pairs.at[i].value;
}

bool py_is_data(const struct node *map)
{
	return map->kind == NODE_MAP && map->open && map->from[0] && map->from[0]->kind == NODE_UNKNOWN &&
	       map->from[0]->op == 'd';
}

struct node *py_data_member(struct interpreter *py, struct node *map, struct node *key, struct span at)
{
	struct node *value = py_unknown_of(py, at, (struct node *)(uintptr_t)map->from[0]);

	value->from[0] = NULL;
	return py_from(value, map, key->kind == NODE_STR ? key : NULL);
}

/* vars(x)["a"] = 1 sets x.a, globals()["a"] = 1 a: from[0] is the object, made by this evaluator. */
static void member_set(struct interpreter *py, const struct node *map, const struct node *key,
		       struct node *value)
{
	struct node *object = (struct node *)(uintptr_t)map->from[0];

	if (key->kind == NODE_STR && object->kind == NODE_MODULE) {
		scope_set(py, ((const struct module *)object->code)->scope, key->text, value);
	} else if (key->kind == NODE_STR) {
		py_attr_put(py, object, key->text, value);
	} else {
		trail_node(&py->trail, object);
		object->open = true;
	}
}

/* Whether a key is one of several texts: "dtype" or "torch_dtype". */
static bool is_one_of_texts(const struct node *key)
{
	bool texts = key->kind == NODE_EITHER;

	for (size_t i = 0; texts && i < key->as.items.n; i++)
		texts = py_is_str(key->as.items.at[i]);
	return texts;
}

/* Sets the value under each of the texts, where the key is that one; elsewhere it stays what it was. */
static void set_one_of(struct interpreter *py, struct node *map, const struct node *key, struct node *value)
{
	struct node *absent = py_new(py, NODE_ABSENT, key->at);

	for (size_t i = 0; i < key->as.items.n; i++) {
		struct node *item = key->as.items.at[i], *values[NODE_EITHER_MAX];
		bool maybe = false;
		struct node *before = py_map_get(py, map, item, &maybe);

		for (size_t k = 0; k < key->as.items.n; k++)
			values[k] = either_when(py->arena, k == i ? value : before ? before : absent,
						key->as.items.at[k]->when);
		py_map_set(py, map, py_str(py, item->text, item->at),
			   either_of(py->arena, values, key->as.items.n, value->at));
	}
}

static void push_pair(struct interpreter *py, struct node *map, struct node *key, struct node *value)
{
	if (map->as.pairs.n >= py->budget.elements)
		map->open = true;
	else
		*vec_push(py->arena, &map->as.pairs) = (struct pair){key, value};
}

void py_map_add(struct interpreter *py, struct node *map, struct node *key, struct node *value)
{
	py_step(py, map->as.pairs.n / 16);
	trail_node(&py->trail, map);
	push_pair(py, map, key, value);
}

/* A plain value, which a file of settings could hold as well; no model and no list of data. */
static bool is_plain(const struct node *n)
{
	if (n->kind == NODE_EITHER) {
		for (size_t i = 0; i < n->as.items.n; i++)
			if (!is_plain(n->as.items.at[i]) && n->as.items.at[i]->kind != NODE_UNKNOWN)
				return false;
		return true;
	}
	return n->kind <= NODE_STR || n->kind == NODE_ABSENT;
}

void py_map_doubt(struct interpreter *py, struct node *map, struct node *by)
{
	if (py->loops)
		*vec_push(py->arena, &py->doubts) = (struct doubt){map, by};
	trail_node(&py->trail, map);
	map->open = true;
	for (size_t i = 0; i < map->as.pairs.n && py_step(py, 1); i++) {
		const struct pair *pair = &map->as.pairs.at[i];

		if (pair->key->kind == NODE_STR && is_plain(pair->value))
			py_map_set(py, map, pair->key, py_unknown_of(py, pair->value->at, by));
	}
}

void py_map_set(struct interpreter *py, struct node *map, struct node *key, struct node *value)
{
	bool maybe = false;
	size_t i;

	if (map->code == py_tag_members)
		member_set(py, map, key, value);
	if (is_one_of_texts(key)) {
		set_one_of(py, map, key, value);
		return;
	}
	/* What is taken of a library's object, batch.items() of a loader's, is some text or other. */
	if (key->kind == NODE_EITHER || key->kind == NODE_UNKNOWN || (key->kind == NODE_OBJECT && key->from[0])) {
		trail_node(&py->trail, map);
		map->open = true;
		/* for k, v in settings_of_a_file.items(): config[k] = v */
		if (key->kind == NODE_UNKNOWN && value->kind == NODE_UNKNOWN && !value->made && map->as.pairs.n)
			py_map_doubt(py, map, value);
		/* for k, v in batch.items(): out[k] = v.to(device). As in a comprehension, it tells what it is of. */
		if (!map->from[0] && (value->kind == NODE_UNKNOWN || value->kind == NODE_OBJECT))
			map->from[0] = value;
		return;
	}
	i = map_find(py, map, key, &maybe);
	trail_node(&py->trail, map);
	if (i != SIZE_MAX)
		map->as.pairs.at[i].value = value;
	else
		push_pair(py, map, key, value);
}

void py_attr_del(struct interpreter *py, struct node *object, struct str name)
{
	size_t i = 0;

	while (i < object->as.pairs.n && !str_eq(object->as.pairs.at[i].key->text, name))
		i++;
	if (i >= object->as.pairs.n)
		return;
	trail_node(&py->trail, object);
	for (; i + 1 < object->as.pairs.n; i++)
		object->as.pairs.at[i] = object->as.pairs.at[i + 1];
	object->as.pairs.n--;
}

bool py_map_del(struct interpreter *py, struct node *map, const struct node *key)
{
	bool maybe = false;
	size_t i = map_find(py, map, key, &maybe);

	if (i == SIZE_MAX)
		return false;
	if (map->code == py_tag_members && key->kind == NODE_STR &&
	    map->from[0]->kind == NODE_OBJECT)
		py_attr_del(py, (struct node *)(uintptr_t)map->from[0], key->text);
	trail_node(&py->trail, map);
	for (; i + 1 < map->as.pairs.n; i++)
		map->as.pairs.at[i] = map->as.pairs.at[i + 1];
	map->as.pairs.n--;
	return true;
}

void py_attr_put(struct interpreter *py, struct node *object, struct str name, struct node *value)
{
	trail_node(&py->trail, object);
	if (!py_search(py, object->as.pairs.n))
		return;
	node_set(py->arena, object, node_str(py->arena, name, value->at), value);
	py_note_model_name(py, value, name);
}

void py_attr_doubt(struct interpreter *py, struct node *object, struct node *by)
{
	if (py->loops)
		*vec_push(py->arena, &py->doubts) = (struct doubt){object, by};
	for (size_t i = 0; i < object->as.pairs.n && py_step(py, 1); i++) {
		const struct pair *pair = &object->as.pairs.at[i];

		if (pair->key->kind == NODE_STR && is_plain(pair->value))
			py_attr_put(py, object, pair->key->text, py_unknown_of(py, pair->value->at, by));
	}
}

struct node *py_part_of(struct interpreter *py, struct node *whole, struct span at)
{
	struct node *part;

	/* What a generator gives again and again is as what it gave once, where that is no plain value. */
	if (whole->kind == NODE_LIST && whole->code == py_tag_iterator && whole->open && !whole->as.items.n && whole->from[1] &&
	    !node_known(whole->from[1]))
		return (struct node *)(uintptr_t)whole->from[1];
	if (whole->kind != NODE_OBJECT || !whole->made)
		return py_unknown_of(py, at, whole);
	part = py_new(py, NODE_OBJECT, at);
	part->made = whole->made;
	part->from[0] = whole;
	return part;
}

struct node *py_merge_maps(struct interpreter *py, struct node *value)
{
	struct node *out = py_new(py, NODE_MAP, value->at);
	struct node *absent = node_new(py->arena, NODE_ABSENT, value->at);

	if (value->kind != NODE_EITHER)
		return value;
	for (size_t i = 0; i < value->as.items.n; i++) {
		const struct node *map = value->as.items.at[i];

		if (map->kind != NODE_MAP)
			return value;
		out->open |= map->open;
		for (size_t k = 0; k < map->as.pairs.n; k++)
			if (!node_get(out, map->as.pairs.at[k].key->text))
				py_map_set(py, out, map->as.pairs.at[k].key, absent);
	}
	for (size_t k = 0; k < out->as.pairs.n; k++) {
		struct node *values[NODE_EITHER_MAX];
		bool maybe = false;

		for (size_t i = 0; i < value->as.items.n; i++) {
			struct node *map = value->as.items.at[i];
			struct node *v = py_map_get(py, map, out->as.pairs.at[k].key, &maybe);

			values[i] = either_when(py->arena, v ? v : absent, map->when);
		}
		out->as.pairs.at[k].value =
		    either_of(py->arena, values, value->as.items.n, value->at);
	}
	return out;
}

struct node *py_without_absent(struct interpreter *py, struct node *value, struct node *instead)
{
	struct node *left[NODE_EITHER_MAX];
	size_t n = 0;
	bool absent = false;

	if (value->kind != NODE_EITHER)
		return value;
	for (size_t i = 0; i < value->as.items.n; i++) {
		struct node *item = value->as.items.at[i];

		if (item->kind != NODE_ABSENT) {
			left[n++] = item;
		} else {
			absent = true;
			if (instead)
				left[n++] = either_when(py->arena, instead, item->when);
		}
	}
	if (!absent)
		return value;
	return n ? either_of(py->arena, left, n, value->at) : py_unknown(py, value->at, "not set");
}
