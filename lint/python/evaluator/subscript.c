#include "evaluator_parts.h"

/* Position of an index counted from either end; false if it is out of range. */
static bool position(int64_t index, size_t n, size_t *out)
{
	if (index < 0)
		index += (int64_t)n;
	if (index < 0 || (uint64_t)index >= n)
		return false;
	*out = (size_t)index;
	return true;
}

/* A bound of a slice as Python's slice.indices() clamps it. */
static int64_t bound(const struct node *part, int64_t n, int64_t absent, bool down)
{
	int64_t i;

	if (!part || !py_to_int(part, &i))
		return absent;
	if (i < 0)
		i = i < -n ? -1 : i + n;
	if (i < 0)
		return down ? -1 : 0;
	return i >= n ? (down ? n - 1 : n) : i;
}

static struct node *elements_of(struct interpreter *py, struct node *container, struct span at)
{
	if (container->kind == NODE_OBJECT && container->code != py_tag_range)
		return NULL;
	if (container->kind == NODE_MAP || container->kind == NODE_CLASS ||
	    container->kind == NODE_SET)
		return NULL;
	return py_elements(py, container, at);
}

static struct node *join_characters(struct interpreter *py, struct node *list, struct span at)
{
	struct str text = {0};

	for (size_t i = 0; i < list->as.items.n; i++)
		text.n += list->as.items.at[i]->text.n;
	{
		char *bytes = arena_alloc(py->arena, text.n + 1, 1);
		size_t n = 0;

		for (size_t i = 0; i < list->as.items.n; i++)
			for (size_t j = 0; j < list->as.items.at[i]->text.n; j++)
				bytes[n++] = list->as.items.at[i]->text.s[j];
		text.s = bytes;
	}
	return py_str(py, text, at);
}

/* The slice of each alternative, if libraries made any of them; else NULL. */
static struct node *slice_of_each(struct interpreter *py, struct node *either, struct node *const part[3],
				  struct span at)
{
	struct node *values[NODE_EITHER_MAX];
	bool made = false;

	for (size_t i = 0; either->kind == NODE_EITHER && i < either->as.items.n; i++)
		made |= either->as.items.at[i]->made != NULL;
	for (size_t i = 0; made && i < either->as.items.n; i++) {
		struct node *item = either->as.items.at[i];

		values[i] = either_when(py->arena, py_get_slice(py, item, part, at), item->when);
	}
	return made ? either_of(py->arena, values, either->as.items.n, at) : NULL;
}

struct node *py_get_slice(struct interpreter *py, struct node *container, struct node *const part[3],
			  struct span at)
{
	struct node *list, *out;
	int64_t n, step = 1, from, to;

	out = slice_of_each(py, container, part, at);
	if (out)
		return out;
	if (container->made && (container->kind == NODE_UNKNOWN ||
				(container->kind == NODE_OBJECT && !container->code)))
		return py_unknown_slice(py, container, part, container, at);
	for (int i = 0; i < 3; i++)
		if (part[i] && part[i]->kind != NODE_INT && part[i]->kind != NODE_NULL)
			return py_unknown_slice(py, container, part, part[i], at);
	list = elements_of(py, container, at);
	if (!list || list->open)
		return py_unknown_slice(py, container, part, container, at);
	n = (int64_t)list->as.items.n;
	if (part[2] && part[2]->kind == NODE_INT)
		step = part[2]->as.i;
	if (step == 0)
		return py_unknown(py, at, "a slice with step 0");
	from = bound(part[0], n, step < 0 ? n - 1 : 0, step < 0);
	to = bound(part[1], n, step < 0 ? -1 : n, step < 0);
	out = py_new(py, container->kind == NODE_TUPLE ? NODE_TUPLE : NODE_LIST, at);
	for (int64_t i = from; step > 0 ? i < to : i > to;) {
		py_append(py, out, list->as.items.at[i]);
		if (step > n || step < -n)
			break;
		i += step;
	}
	py_step(py, out->as.items.n / 8);
	return py_from(container->kind == NODE_STR ? join_characters(py, out, at) : out, container,
		       NULL);
}

/* A key that is not known chooses among all values, if they are few. */
static struct node *any_value(struct interpreter *py, struct node *map, struct node *key, struct span at)
{
	struct node *values[NODE_EITHER_MAX];
	struct str asked = py_source(py, at, 60);

	if (map->open || map->as.pairs.n == 0 || map->as.pairs.n > NODE_EITHER_MAX)
		return py_unknown_of(py, at, key);
	for (size_t i = 0; i < map->as.pairs.n; i++) {
		struct str name;

		if (!py_repr(py, map->as.pairs.at[i].key, &name))
			return py_unknown_of(py, at, key);
		values[i] = either_when(py->arena, map->as.pairs.at[i].value,
					node_str(py->arena,
						 str_fmt(py->arena, "%.*s is that of %.*s",
							 STR_ARG(asked), STR_ARG(name)),
						 at));
	}
	return either_of(py->arena, values, map->as.pairs.n, at);
}

/* maybe: one of its keys may be this one. */
/* {k: v[i : i + 4] for k, v in rows.items()}["x"]: what is done to each member is done to that of rows. */
static struct node *of_each(struct interpreter *py, const struct node *map, struct node *member, struct span at)
{
	const struct node *each = map->from[1];
	struct node *value;

	if (!each || each->kind != NODE_UNKNOWN || (each->op != 'w' && each->op != ':' && each->op != 'c'))
		return member;
	value = py_unknown_of(py, at, member);
	value->op = each->op;
	value->open = each->open;
	return py_from(value, member, each->from[1]);
}

static struct node *missing_key(struct interpreter *py, struct node *map, struct node *key, bool maybe,
				struct span at)
{
	struct str name;

	if (!py_repr(py, key, &name))
		name = STR("…");
	if (py_is_data(map))
		return py_data_member(py, map, key, at);
	if (map == py->environ)
		return py_unknown(py, at, "os.environ[%.*s] is not set here", STR_ARG(name));
	if (map->code == py_tag_defaultdict && map->from[1]) {
		struct args none = {0};
		/* from[1] of a defaultdict is its factory: made by this evaluator, so writable. */
		struct node *factory = node_copy(py->arena, map->from[1]);
		struct node *value = py_call(py, factory, &none, (struct site){at, at});

		py_map_set(py, map, key, value);
		return value;
	}
	if (maybe || (map->code && !class_of(map)) || !node_known(key)) {
		struct node *value = py_unknown(py, at, "no key %.*s here", STR_ARG(name));

		/* Of a mapping made of members of another one, it is of that. */
		if (map->open && map->code != py_tag_members)
			value = of_each(py, map, py_from(value, map->from[0], key->kind == NODE_STR ? key : NULL), at);
		return value;
	}
	return py_raise(py, "KeyError", at, "no key %.*s here", STR_ARG(name));
}

static struct node *map_item(struct interpreter *py, struct node *map, struct node *key, struct span at)
{
	bool maybe = false;
	struct node *value;

	/* To ask a defaultdict is to put it there. */
	if (key->kind == NODE_UNKNOWN && map->code == py_tag_defaultdict && !map->open) {
		trail_node(&py->trail, map);
		map->open = true;
	}
	if (key->kind == NODE_UNKNOWN)
		return any_value(py, map, key, at);
	value = py_map_get(py, map, key, &maybe);
	/* REGISTRY[args.name] is run with a name, though --name is not required. */
	if (!value && py_is_left_out(py, key))
		return any_value(py, map, key, at);
	if (value && py_is_data(map))
		return py_without_absent(py, value, py_data_member(py, map, key, at));
	return value ? py_without_absent(py, value, NULL) : missing_key(py, map, key, maybe, at);
}

/* sys.argv[1] of a script whose launch is not known: its config, if that is what it is opened as. */
static struct node *first_word(struct interpreter *py, struct span at)
{
	struct node *n = py_required(py, STR("sys.argv[1]"), at, "");

	if (n->kind == NODE_UNKNOWN)
		n->text = STR("no launch gives sys.argv[1]");
	return n;
}

/* What a library gives a function of the program's. */
static bool is_given(const struct node *n)
{
	return n->kind == NODE_UNKNOWN && (n->op == 'g' || (!n->op && n->from[0] && n->from[0]->kind == NODE_UNKNOWN && n->from[0]->op == 'g'));
}

/* rows[n] of one element with an n that is not known: that element, since any other n would end the program. */
static struct node *only_element(struct interpreter *py, struct node *container, struct node *key)
{
	bool counted = (container->kind == NODE_LIST || container->kind == NODE_TUPLE) && !container->open && container->as.items.n == 1;

	return counted && key->kind == NODE_UNKNOWN && !py_is_growing(py, container) ? container->as.items.at[0] : NULL;
}

static struct node *list_item(struct interpreter *py, struct node *container, struct node *key,
			      struct span at)
{
	struct node *list, *only = only_element(py, container, key);
	int64_t index;
	size_t i;

	/* self.rows[i] of what a data set is asked for: whichever it is, it is one of them. */
	if (container->kind == NODE_LIST && is_given(key))
		return py_from(py_unknown_of(py, at, key), container, NULL);
	if (only)
		return only;
	if (!py_to_int(key, &index))
		return py_unknown_of(py, at, key);
	list = elements_of(py, container, at);
	if (!list || ((list->open || py_is_growing(py, list)) && index < 0))
		return py_unknown_of(py, at, container);
	if (list == py->argv && list->open && index == 1)
		return first_word(py, at);
	if (!position(index, list->as.items.n, &i))
		return list->open || py_is_growing(py, list) ? py_unknown_of(py, at, container)
				  : py_raise(py, "IndexError", at, "no element %lld here",
					     (long long)index);
	return list->as.items.at[i];
}

/* Whether a key tells what is taken: a name, a number, None, which adds a dimension, or a window of numbers of rows. */
static bool tells_item(const struct node *key)
{
	return key->kind == NODE_STR || key->kind == NODE_INT || key->kind == NODE_NULL || key->kind == NODE_TUPLE ||
	       (key->kind == NODE_OBJECT && key->made) || (key->kind == NODE_UNKNOWN && (key->op == 'w' || key->op == ':'));
}

static struct node *object_item(struct interpreter *py, struct node *object, struct node *key,
				struct span at)
{
	struct args args = {0};
	struct node *found, *item;

	if (object->code == py_tag_range)
		return list_item(py, object, key, at);
	if (object->code == py_tag_match) {
		*vec_push(py->arena, &args) = (struct arg){.value = key, .at = at};
		return py_call_method(py, object, STR("__getitem__"), &args, (struct site){at, at});
	}
	if (class_of(object) && class_find(py, class_of(object), STR("__getitem__"))) {
		*vec_push(py->arena, &args) = (struct arg){.value = key, .at = at};
		return py_call_method(py, object, STR("__getitem__"), &args, (struct site){at, at});
	}
	if (key->kind == NODE_INT && torch_container_is(object))
		return list_item(py, torch_container_elements(py, object, at), key, at);
	/* Configurations of libraries answer cfg["x"] as they do cfg.x. */
	if (key->kind == NODE_STR && (found = node_get(object, key->text)))
		return found;
	item = py_unknown_of(py, at, object);
	py_take_maker(py, item, object);
	if (item->from[0] == object && tells_item(key))
		item->from[1] = key;
	return item;
}

/* Optional[int], dict[str, int]: a type. CONFIG_MAPPING["gpt2"]: a member of a library's mapping. */
static struct node *name_item(struct interpreter *py, struct node *name, const struct node *key,
			      struct span at)
{
	size_t dot = str_rchr(name->text, '.');
	struct str last = dot == SIZE_MAX ? name->text : str_sub(name->text, dot + 1, name->text.n);
	struct node *member;

	for (size_t i = 0; i < last.n; i++)
		if (last.s[i] != '_' && (last.s[i] < 'A' || last.s[i] > 'Z'))
			return name;
	if (key->kind != NODE_STR || dot == SIZE_MAX)
		return name;
	member = py_new(py, NODE_NAME, at);
	member->text = str_fmt(py->arena, "%.*s.%.*s", STR_ARG(name->text), STR_ARG(key->text));
	return member;
}

struct node *py_get_item(struct interpreter *py, struct node *container, struct node *key,
			 struct span at)
{
	struct node *values[NODE_EITHER_MAX];
	struct node *const *items;
	size_t n;

	if (container->kind == NODE_EITHER || key->kind == NODE_EITHER) {
		struct node *whole = container->kind == NODE_EITHER ? container : key;

		enum flow before = py->unwinding, raised = before;
		size_t missing = 0;

		items = either_items(&whole, &n);
		for (size_t i = 0; i < n; i++) {
			values[i] =
			    either_when(py->arena,
					py_get_item(py, whole == container ? items[i] : container,
						    whole == container ? key : items[i], at),
					items[i]->when);
			if (before == FLOW_NEXT && py->unwinding == FLOW_RAISE) {
				raised = py->unwinding;
				py->unwinding = FLOW_NEXT;
				missing++;
			}
		}
		/* An alternative that has no such key: it raises, or it is another. */
		if (missing == n)
			py->unwinding = raised;
		return either_of(py->arena, values, n, at);
	}
	switch ((int)container->kind) {
	case NODE_MAP:
		if (class_of(container) &&
		    class_find(py, class_of(container), STR("__getitem__")))
			return object_item(py, container, key, at);
		return map_item(py, container, key, at);
	case NODE_LIST:
	case NODE_TUPLE:
	case NODE_STR:
		return list_item(py, container, key, at);
	case NODE_OBJECT:
		return object_item(py, container, key, at);
	case NODE_NAME:
		return name_item(py, container, key, at);
	case NODE_CLASS: {
		const struct class *c = container->code;
		struct node *member = c->kind == CLASS_ENUM && key->kind == NODE_STR
					  ? class_find(py, c, key->text)
					  : NULL;

		return member ? member : container;
	}
	case NODE_UNKNOWN:
		if (container->made)
			return object_item(py, container, key, at);
		return py_from(py_unknown_of(py, at, container), container,
			       key->kind == NODE_STR || key->kind == NODE_INT || key->kind == NODE_NULL ? key : NULL);
	default:
		return py_unknown_of(py, at, container);
	}
}

/* Whether a value is what a loader made of a file that is not known, or a section of it: cfg, cfg["training"]. */
static bool is_of_data(const struct node *n)
{
	for (int depth = 0; depth < NODE_DEPTH_MAX && n->kind == NODE_UNKNOWN && !n->made; depth++, n = n->from[0]) {
		if (n->op == 'd')
			return true;
		if (n->op || !n->from[0] || !n->from[1] || n->from[1]->kind != NODE_STR)
			return false;
	}
	return py_is_data(n);
}

/* cfg["batch_size"] = 2 of such data: a mapping of which this much is known, for everybody who holds it. */
static void set_of_data(struct interpreter *py, struct node *data, struct node *key, struct node *value, struct span at)
{
	struct node *was = node_copy(py->arena, data), *map;

	if (data->op != 'd') {
		map = py_new(py, NODE_MAP, data->at);
		py_set_item(py, (struct node *)(uintptr_t)data->from[0], (struct node *)(uintptr_t)data->from[1], map, at);
		was->op = 'd';
	} else {
		trail_node(&py->trail, data);
		map = data;
		map->kind = NODE_MAP;
		map->op = 0;
		memset(&map->as, 0, sizeof(map->as));
	}
	map->open = true;
	map->from[0] = was;
	map->from[1] = NULL;
	py_map_set(py, map, key, value);
}

void py_set_item(struct interpreter *py, struct node *container, struct node *key, struct node *value,
		 struct span at)
{
	struct args args = {0};
	int64_t index;
	size_t i;

	switch ((int)container->kind) {
	case NODE_EITHER:
		for (i = 0; i < container->as.items.n; i++)
			py_set_item(py, container->as.items.at[i], key, value, at);
		break;
	case NODE_MAP:
		if (class_of(container) &&
		    class_find(py, class_of(container), STR("__setitem__"))) {
			*vec_push(py->arena, &args) = (struct arg){.value = key, .at = at};
			*vec_push(py->arena, &args) = (struct arg){.value = value, .at = at};
			py_call_method(py, container, STR("__setitem__"), &args,
				       (struct site){at, at});
			break;
		}
		py_map_set(py, container, key, value);
		break;
	case NODE_LIST:
		trail_node(&py->trail, container);
		if (py_to_int(key, &index) && position(index, container->as.items.n, &i))
			container->as.items.at[i] = value;
		else
			for (i = 0; i < container->as.items.n; i++)
				container->as.items.at[i] =
				    py_unknown(py, at, "an element set by an unknown index");
		break;
	case NODE_OBJECT:
		*vec_push(py->arena, &args) = (struct arg){.value = key, .at = at};
		*vec_push(py->arena, &args) = (struct arg){.value = value, .at = at};
		if (class_of(container) && class_find(py, class_of(container), STR("__setitem__")))
			py_call_method(py, container, STR("__setitem__"), &args,
				       (struct site){at, at});
		else if (key->kind == NODE_STR)
			py_set_attr(py, container, key->text, value, at);
		break;
	case NODE_UNKNOWN:
		/* What is as unknown as all of it adds nothing. */
		if (key->kind == NODE_STR && value->kind != NODE_UNKNOWN && is_of_data(container))
			set_of_data(py, container, key, value, at);
		break;
	default:
		break;
	}
}

void py_del_item(struct interpreter *py, struct node *container, struct node *key)
{
	int64_t index;
	size_t i;

	if (container->kind == NODE_MAP) {
		py_map_del(py, container, key);
	} else if (container->kind == NODE_LIST) {
		trail_node(&py->trail, container);
		if (!py_to_int(key, &index) || !position(index, container->as.items.n, &i)) {
			container->open = true;
			return;
		}
		for (; i + 1 < container->as.items.n; i++)
			container->as.items.at[i] = container->as.items.at[i + 1];
		container->as.items.n--;
	}
}
