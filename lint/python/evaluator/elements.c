#include "lint/python/builtin/natives.h"
#include "lint/python/values/values.h"
#include "lint/python/values/unordered.h"

void py_append(struct interp *py, struct node *list, struct node *item)
{
	trail_node(&py->trail, list);
	if (list->as.items.n >= py->budget.elements) {
		list->open = true;
		return;
	}
	*vec_push(py->arena, &list->as.items) = item;
}

/* Position of a key, or SIZE_MAX. *maybe: a key that is not known might be it. */
static size_t map_find(struct interp *py, const struct node *map, const struct node *key,
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

struct node *py_map_get(struct interp *py, const struct node *map, const struct node *key,
			bool *maybe)
{
	size_t i = map_find(py, map, key, maybe);

	return i == SIZE_MAX ? NULL : map->as.pairs.at[i].value;
}

/* vars(x)["a"] = 1 sets x.a, globals()["a"] = 1 a: from[0] is the object, made by this evaluator. */
static void member_set(struct interp *py, const struct node *map, const struct node *key,
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
static void set_one_of(struct interp *py, struct node *map, const struct node *key, struct node *value)
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

static void push_pair(struct interp *py, struct node *map, struct node *key, struct node *value)
{
	if (map->as.pairs.n >= py->budget.elements)
		map->open = true;
	else
		*vec_push(py->arena, &map->as.pairs) = (struct pair){key, value};
}

void py_map_add(struct interp *py, struct node *map, struct node *key, struct node *value)
{
	py_step(py, map->as.pairs.n / 16);
	trail_node(&py->trail, map);
	push_pair(py, map, key, value);
}

void py_map_set(struct interp *py, struct node *map, struct node *key, struct node *value)
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

void py_attr_del(struct interp *py, struct node *object, struct str name)
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

bool py_map_del(struct interp *py, struct node *map, const struct node *key)
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

void py_attr_put(struct interp *py, struct node *object, struct str name, struct node *value)
{
	trail_node(&py->trail, object);
	if (!py_search(py, object->as.pairs.n))
		return;
	node_set(py->arena, object, node_str(py->arena, name, value->at), value);
	py_note_name(py, value, name);
}

static int64_t range_part(const struct node *range, const char *name)
{
	const struct node *part = node_get(range, str_of(name));

	return part && part->kind == NODE_INT ? part->as.i : 0;
}

/* Number of elements of range(start, stop, step); step is never 0. */
static uint64_t range_length(const struct node *range)
{
	int64_t start = range_part(range, "start"), stop = range_part(range, "stop"),
		step = range_part(range, "step");

	if (step > 0 && start < stop)
		return ((uint64_t)stop - (uint64_t)start - 1) / (uint64_t)step + 1;
	if (step < 0 && start > stop)
		return ((uint64_t)start - (uint64_t)stop - 1) / (0 - (uint64_t)step) + 1;
	return 0;
}

static struct node *range_at(struct interp *py, const struct node *range, uint64_t i,
			     struct span at)
{
	uint64_t start = (uint64_t)range_part(range, "start"),
		 step = (uint64_t)range_part(range, "step");

	return py_int(py, (int64_t)(start + i * step), at);
}

static bool is_range(const struct node *n)
{
	return n->kind == NODE_OBJECT && n->code == py_tag_range;
}

static bool is_growing(const struct interp *py, const struct node *list)
{
	for (size_t i = 0; i < py->growing.n; i++)
		if (py->growing.at[i] == list)
			return true;
	return false;
}

bool py_len(struct interp *py, const struct node *n, int64_t *out)
{
	switch ((int)n->kind) {
	case NODE_STR:
		*out = (int64_t)py_length(n->text);
		return n->code == NULL;
	case NODE_BYTES:
		*out = (int64_t)n->text.n;
		return true;
	case NODE_LIST:
	case NODE_TUPLE:
	case NODE_SET:
		*out = (int64_t)n->as.items.n;
		return !n->open && !is_growing(py, n);
	case NODE_MAP:
		*out = (int64_t)n->as.pairs.n;
		for (size_t i = 0; i < n->as.pairs.n; i++)
			if (n->as.pairs.at[i].value->kind == NODE_EITHER)
				return false;
		return !n->open;
	case NODE_OBJECT:
		if (modules_are(n)) {
			*out = (int64_t)n->as.pairs.n;
			return !n->open;
		}
		if (!is_range(n))
			return false;
		*out = (int64_t)range_length(n);
		return *out >= 0;
	default:
		return false;
	}
}

static struct node *characters(struct interp *py, struct node *text, struct span at)
{
	struct node *list = py_new(py, NODE_LIST, at);

	for (size_t i = 0; i < text->text.n;) {
		size_t end = i + 1;

		while (end < text->text.n && ((unsigned char)text->text.s[end] & 0xC0) == 0x80)
			end++;
		py_append(py, list, py_str(py, str_sub(text->text, i, end), text->at));
		i = end;
	}
	return list;
}

static struct node *range_elements(struct interp *py, struct node *range, struct span at)
{
	uint64_t n = range_length(range);
	struct node *list;

	if (n > py->budget.elements)
		return NULL;
	py_step(py, n / 8);
	list = py_new(py, NODE_LIST, at);
	for (uint64_t i = 0; i < n; i++)
		py_append(py, list, range_at(py, range, i, range->at));
	return list;
}

static struct node *object_elements(struct interp *py, struct node *object, struct span at)
{
	struct args none = {0};
	struct node *iterator;

	if (is_range(object))
		return range_elements(py, object, at);
	if (!class_of(object) || !class_find(py, class_of(object), STR("__iter__")))
		return modules_are(object) ? modules_elements(py, object, at) : NULL;
	iterator = py_call_method(py, object, STR("__iter__"), &none, (struct site){at, at});
	return iterator->kind == NODE_OBJECT ? NULL : py_elements(py, iterator, at);
}

/* The members of an enumeration, in order. */
static struct node *class_elements(struct interp *py, struct node *node, struct span at)
{
	const struct class *c = node->code;
	struct node *list;

	if (!c || c->kind != CLASS_ENUM)
		return NULL;
	list = py_new(py, NODE_LIST, at);
	for (size_t i = 0; i < c->scope->cells.n; i++) {
		struct node *member = c->scope->cells.at[i]->value;

		if (member && member->kind == NODE_OBJECT && member->code == c)
			py_append(py, list, member);
	}
	return list;
}

struct node *py_elements(struct interp *py, struct node *iterable, struct span at)
{
	struct node *list;

	if (py_unordered(iterable))
		return NULL;
	switch ((int)iterable->kind) {
	case NODE_LIST:
	case NODE_TUPLE:
	case NODE_SET:
		return iterable;
	case NODE_MAP:
		list = py_new(py, NODE_LIST, at);
		for (size_t i = 0; i < iterable->as.pairs.n; i++)
			py_append(py, list, iterable->as.pairs.at[i].key);
		list->open = iterable->open;
		return list;
	case NODE_STR:
		return iterable->code ? NULL : characters(py, iterable, at);
	case NODE_OBJECT:
		return object_elements(py, iterable, at);
	case NODE_CLASS:
		return class_elements(py, iterable, at);
	default:
		return NULL;
	}
}

struct node *py_part_of(struct interp *py, struct node *whole, struct span at)
{
	struct node *part;

	if (whole->kind != NODE_OBJECT || !whole->made)
		return py_unknown_of(py, at, whole);
	part = py_new(py, NODE_OBJECT, at);
	part->made = whole->made;
	part->from[0] = whole;
	return part;
}

bool py_is_iterator(struct interp *py, const struct node *n)
{
	return n->kind == NODE_OBJECT && class_of(n) && class_find(py, class_of(n), STR("__next__"));
}

struct node *py_next(struct interp *py, struct node *whole, struct span at)
{
	struct args none = {0};
	struct node *next;

	if (!py_is_iterator(py, whole))
		return py_part_of(py, whole, at);
	next = py_call_method(py, whole, STR("__next__"), &none, (struct site){at, at});
	/* Where it ends is not known here. */
	if (py->unwinding == FLOW_RAISE)
		py->unwinding = FLOW_NEXT;
	else if (next->kind != NODE_UNKNOWN || next->from[0])
		return next;
	return py_part_of(py, whole, at);
}

struct node *py_merge_maps(struct interp *py, struct node *value)
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

static enum truth contains_element(struct interp *py, const struct node *list,
				   const struct node *item)
{
	enum truth found = list->open ? TRUTH_MAYBE : TRUTH_NO;

	py_step(py, list->as.items.n / 16);
	for (size_t i = 0; i < list->as.items.n && !py->halted; i++) {
		enum truth same = py_equal(py, list->as.items.at[i], item);

		if (same == TRUTH_YES)
			return TRUTH_YES;
		if (same == TRUTH_MAYBE)
			found = TRUTH_MAYBE;
	}
	return found;
}

static enum truth contains_key(struct interp *py, const struct node *map, const struct node *key)
{
	bool maybe = false;
	struct node *value = py_map_get(py, map, key, &maybe);

	if (!value)
		return maybe ? TRUTH_MAYBE : TRUTH_NO;
	if (value->kind == NODE_EITHER)
		for (size_t i = 0; i < value->as.items.n; i++)
			if (value->as.items.at[i]->kind == NODE_ABSENT)
				return TRUTH_MAYBE;
	return TRUTH_YES;
}

enum truth py_contains(struct interp *py, struct node *container, struct node *item)
{
	struct node *elements;

	if (item->kind == NODE_UNKNOWN || item->kind == NODE_EITHER)
		return (container->kind == NODE_LIST || container->kind == NODE_TUPLE ||
			container->kind == NODE_SET) &&
			       container->as.items.n == 0 && !container->open
			   ? TRUTH_NO
			   : TRUTH_MAYBE;
	switch ((int)container->kind) {
	case NODE_STR:
		if (item->kind != NODE_STR)
			return TRUTH_MAYBE;
		if (!py_search(py, container->text.n))
			return TRUTH_MAYBE;
		return str_has(container->text, item->text) ? TRUTH_YES : TRUTH_NO;
	case NODE_MAP:
		return contains_key(py, container, item);
	case NODE_LIST:
	case NODE_TUPLE:
	case NODE_SET:
		return contains_element(py, container, item);
	case NODE_OBJECT:
		if (container->code == py_tag_namespace && item->kind == NODE_STR && !container->open)
			return node_get(container, item->text) ? TRUTH_YES : TRUTH_NO;
		/* fall through */
	case NODE_CLASS:
		elements = py_elements(py, container, container->at);
		return elements ? contains_element(py, elements, item) : TRUTH_MAYBE;
	default:
		return TRUTH_MAYBE;
	}
}
