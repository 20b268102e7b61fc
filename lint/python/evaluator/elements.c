#include "evaluator_parts.h"

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

static struct node *range_at(struct interpreter *py, const struct node *range, uint64_t i,
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

bool py_len(struct interpreter *py, const struct node *n, int64_t *out)
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
		return !n->open && !py_is_growing(py, n);
	case NODE_MAP:
		*out = (int64_t)n->as.pairs.n;
		for (size_t i = 0; i < n->as.pairs.n; i++)
			if (n->as.pairs.at[i].value->kind == NODE_EITHER)
				return false;
		return !n->open;
	case NODE_OBJECT:
		if (torch_container_is(n)) {
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

static struct node *characters(struct interpreter *py, struct node *text, struct span at)
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

static struct node *range_elements(struct interpreter *py, struct node *range, struct span at)
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

static struct node *object_elements(struct interpreter *py, struct node *object, struct span at)
{
	struct args none = {0};
	struct node *iterator;

	if (is_range(object))
		return range_elements(py, object, at);
	if (!class_of(object) || !class_find(py, class_of(object), STR("__iter__")))
		return torch_container_is(object) ? torch_container_elements(py, object, at) : NULL;
	iterator = py_call_method(py, object, STR("__iter__"), &none, (struct site){at, at});
	return iterator->kind == NODE_OBJECT ? NULL : py_elements(py, iterator, at);
}

/* The members of an enumeration, in order. */
static struct node *class_elements(struct interpreter *py, struct node *node, struct span at)
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

struct node *py_elements(struct interpreter *py, struct node *iterable, struct span at)
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

bool py_is_iterator(struct interpreter *py, const struct node *n)
{
	return n->kind == NODE_OBJECT && class_of(n) && class_find(py, class_of(n), STR("__next__"));
}

struct node *py_next(struct interpreter *py, struct node *whole, struct span at)
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

static enum truth contains_element(struct interpreter *py, const struct node *list,
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

static enum truth contains_key(struct interpreter *py, const struct node *map, const struct node *key)
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

enum truth py_contains(struct interpreter *py, struct node *container, struct node *item)
{
	struct node *elements;

	/* "if args.name not in REGISTRY: raise": it is run with a name, though --name is not required. */
	if (container->kind == NODE_MAP && py_is_left_out(py, item))
		return TRUTH_MAYBE;
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
	case NODE_UNKNOWN:
		return item->kind == NODE_STR && item->text.n && str_has(py_partial_text(container), item->text)
			   ? TRUTH_YES
			   : TRUTH_MAYBE;
	default:
		return TRUTH_MAYBE;
	}
}

struct node *py_members(struct interpreter *py, struct node *iterable, struct span at)
{
	struct node *list;

	if (!py_unordered(iterable))
		return py_elements(py, iterable, at);
	if (iterable->kind != NODE_MAP)
		return iterable;
	list = py_new(py, NODE_LIST, at);
	for (size_t i = 0; i < iterable->as.pairs.n; i++)
		py_append(py, list, iterable->as.pairs.at[i].key);
	list->open = iterable->open;
	return list;
}

static void dict_add_items(struct interpreter *py, struct node *out, struct node *x)
{
	struct node *items = py_elements(py, x, x->at);

	for (size_t i = 0; items && i < items->as.items.n; i++) {
		struct node *pair = items->as.items.at[i];

		if ((pair->kind == NODE_TUPLE || pair->kind == NODE_LIST) && pair->as.items.n == 2)
			py_map_set(py, out, pair->as.items.at[0], pair->as.items.at[1]);
		else
			out->open = true;
	}
	out->open |= !items || items->open;
}

/* An object with keys() and [] of its own is a mapping. */
static void add_keys(struct interpreter *py, struct node *out, struct node *object, struct span at)
{
	struct args none = {0};
	struct site site = {at, at};
	struct node *keys = py_call_method(py, object, STR("keys"), &none, site);
	struct node *items = py_elements(py, keys, at);

	for (size_t i = 0; items && i < items->as.items.n; i++)
		py_map_set(py, out, items->as.items.at[i],
			   py_get_item(py, object, items->as.items.at[i], at));
	out->open |= !items || items->open;
}

void dict_update(struct interpreter *py, struct node *out, const struct args *args)
{
	for (size_t i = 0; i < args->n; i++) {
		struct node *value = py_merge_maps(py, args->at[i].value);
		struct str name = args->at[i].name;

		if (str_is(name, "*") || str_is(name, "**")) {
			out->open = true;
		} else if (name.n) {
			py_map_set(py, out, node_str(py->arena, name, args->at[i].at), value);
		} else if (value->kind == NODE_MAP) {
			for (size_t k = 0; k < value->as.pairs.n; k++) {
				struct pair *pair = &value->as.pairs.at[k];
				bool maybe = false;
				struct node *old = py_map_get(py, out, pair->key, &maybe);

				py_map_set(py, out, pair->key,
					   old ? py_without_absent(py, pair->value, old)
					       : pair->value);
			}
			out->open |= value->open;
			if (py_unordered(value))
				py_mark_unordered(out);
		} else if (value->kind == NODE_UNKNOWN && !value->made) {
			py_map_doubt(py, out, value);
		} else if (class_of(value) && class_find(py, class_of(value), STR("keys"))) {
			add_keys(py, out, value, args->at[i].at);
		} else {
			dict_add_items(py, out, value);
		}
	}
}
