/* collections, and dictionaries with attributes of other libraries, which are mappings here as well. */
#include "stdlib_parts.h"

static struct node *ordered_dict(struct interpreter *py, struct native_call *c)
{
	struct node *out = py_new(py, NODE_MAP, c->site.at);

	dict_update(py, out, c->args);
	return out;
}

/* The first mapping that has a key decides. */
static struct node *chain_map(struct interpreter *py, struct native_call *c)
{
	struct node *out = py_new(py, NODE_MAP, c->site.at);
	struct args one = {0};

	vec_push(py->arena, &one);
	for (size_t i = c->args->n; i-- > 0;) {
		one.at[0] = c->args->at[i];
		dict_update(py, out, &one);
	}
	return out;
}

static struct node *default_dict(struct interpreter *py, struct native_call *c)
{
	struct node *out = py_new(py, NODE_MAP, c->site.at), *factory = native_arg(c, 0, NULL);
	struct args rest = {0};

	for (size_t i = 1; i < c->args->n; i++)
		*vec_push(py->arena, &rest) = c->args->at[i];
	dict_update(py, out, &rest);
	if (factory && factory->kind != NODE_NULL) {
		out->code = py_tag_defaultdict;
		out->from[1] = factory;
	}
	return out;
}

static struct node *counter(struct interpreter *py, struct native_call *c)
{
	struct node *out = py_new(py, NODE_MAP, c->site.at), *x = native_arg(c, 0, NULL), *items;

	if (!x)
		return out;
	items = x->kind == NODE_MAP ? NULL : native_items(py, x, c->site.at);
	if (!items)
		return NULL;
	for (size_t i = 0; i < items->as.items.n; i++) {
		struct node *key = items->as.items.at[i];
		bool maybe = false;
		struct node *old = py_map_get(py, out, key, &maybe);

		py_map_set(py, out, key,
			   old ? py_binary(py, OP_ADD, old, py_int(py, 1, c->site.at), c->site.at)
			       : py_int(py, 1, c->site.at));
	}
	return out;
}

static struct node *deque(struct interpreter *py, struct native_call *c)
{
	struct node *out = py_new(py, NODE_LIST, c->site.at), *x = native_arg(c, 0, NULL);
	struct node *items = x ? py_elements(py, x, c->site.at) : NULL;

	for (size_t i = 0; items && i < items->as.items.n; i++)
		py_append(py, out, items->as.items.at[i]);
	/* A bounded deque forgets elements. */
	out->open = native_arg(c, 1, "maxlen") != NULL || (x && !items) || (items && items->open);
	return out;
}

static struct str next_name(struct str *names)
{
	struct str s = *names, name;
	size_t n = 0;

	while (s.n && (s.s[0] == ' ' || s.s[0] == ',' || s.s[0] == '\n' || s.s[0] == '\t'))
		s = str_sub(s, 1, s.n);
	while (n < s.n && s.s[n] != ' ' && s.s[n] != ',' && s.s[n] != '\n' && s.s[n] != '\t')
		n++;
	name = str_sub(s, 0, n);
	*names = str_sub(s, n, s.n);
	return name;
}

static void add_field(struct interpreter *py, struct class *k, struct str name, struct span at)
{
	*vec_push(py->arena, &k->fields) = (struct field){.name = name, .at = at};
}

/* Of a text of names, or of a list of them. */
static void add_fields(struct interpreter *py, struct class *k, struct node *names, struct span at)
{
	struct str text = py_is_str(names) ? names->text : STR("");
	const struct node *items = py_is_str(names) ? NULL : native_items(py, names, at);

	while (text.n) {
		struct str one = next_name(&text);

		if (one.n)
			add_field(py, k, one, at);
	}
	for (size_t i = 0; items && i < items->as.items.n; i++)
		add_field(py, k, items->as.items.at[i]->text, items->as.items.at[i]->at);
}

/* namedtuple("Point", "x y"), namedtuple("Point", ["x", "y"], defaults=…): a class made by a call. */
static struct node *named_tuple(struct interpreter *py, struct native_call *c)
{
	struct node *name = native_arg(c, 0, "typename"), *names = native_arg(c, 1, "field_names");
	struct node *defaults = native_arg(c, SIZE_MAX, "defaults"), *items;
	struct class *k = arena_new(py->arena, struct class);

	if (!name || !names || !py_is_str(name))
		return NULL;
	k->name = name->text;
	k->kind = CLASS_NAMEDTUPLE;
	k->module = py->frame->module;
	k->scope = scope_new(py, SCOPE_CLASS, NULL, k->module);
	*vec_push(py->arena, &k->order) = k;
	k->node = py_new(py, NODE_CLASS, c->site.at);
	k->node->text = k->name;
	k->node->code = k;
	add_fields(py, k, names, c->site.at);
	items = defaults ? native_items(py, defaults, c->site.at) : NULL;
	for (size_t i = 0; items && items->as.items.n <= k->fields.n && i < items->as.items.n; i++)
		k->fields.at[k->fields.n - items->as.items.n + i].value = items->as.items.at[i];
	return k->node;
}

static const struct native rows[] = {
	{"addict.Dict", ordered_dict, NATIVE_RAW},
	{"attrdict.AttrDict", ordered_dict, NATIVE_RAW},
	{"box.Box", ordered_dict, NATIVE_RAW},
	{"box.ConfigBox", ordered_dict, NATIVE_RAW},
	{"box.SBox", ordered_dict, NATIVE_RAW},
	{"collections.ChainMap", chain_map, 0},
	{"collections.Counter", counter, 0},
	{"collections.OrderedDict", ordered_dict, NATIVE_RAW},
	{"collections.defaultdict", default_dict, NATIVE_RAW},
	{"collections.deque", deque, NATIVE_UNKNOWN},
	{"collections.namedtuple", named_tuple, 0},
	{"dotmap.DotMap", ordered_dict, NATIVE_RAW},
	{"easydict.EasyDict", ordered_dict, NATIVE_RAW},
	{"ml_collections.ConfigDict", ordered_dict, NATIVE_RAW},
	{"ml_collections.config_dict.ConfigDict", ordered_dict, NATIVE_RAW},
	{"munch.DefaultMunch.fromDict", ordered_dict, NATIVE_RAW},
	{"munch.Munch", ordered_dict, NATIVE_RAW},
	{"munch.Munch.fromDict", ordered_dict, NATIVE_RAW},
	{"munch.munchify", ordered_dict, NATIVE_RAW},
};

NATIVES(natives_collections, rows);
