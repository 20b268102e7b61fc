/* omegaconf: configurations that are created, read, merged, and set by the words of a command line. */
#include "config.h"

struct node *conf_structured(struct interpreter *py, struct node *n, struct span at)
{
	struct site site = {at, at};
	struct arg arg = {.value = n, .at = at};
	struct args args = {.at = &arg, .n = 1, .room = 1};

	if (n->kind == NODE_CLASS)
		arg.value = described_object(py, n, py_new(py, NODE_MAP, at), site);
	if (!class_of(arg.value) || arg.value->kind != NODE_OBJECT)
		return arg.value;
	return py_call(py, py_name(py, "dataclasses.asdict", at), &args, site);
}

static struct node *load_conf(struct interpreter *py, struct native_call *c)
{
	struct node *tree = load_data(py, c);

	return tree ? conf_interpolate(py, tree) : NULL;
}

static struct node *structured(struct interpreter *py, struct native_call *c)
{
	struct node *x = native_arg(c, 0, NULL);

	return x ? conf_structured(py, x, c->site.at) : NULL;
}

/* OmegaConf.create(tree), DictConfig(tree), OmegaConf.to_container(tree), …: a copy of the tree. */
static struct node *copied(struct interpreter *py, struct native_call *c)
{
	struct node *x = native_arg(c, 0, NULL), *out;

	if (!x)
		return py_new(py, NODE_MAP, c->site.at);
	/* OmegaConf.create(["a.b=1"]) and a text of YAML are read by nobody here. */
	out = file_copy(py, conf_structured(py, x, c->site.at));
	return str_has(c->name, STR(".to_")) ? out : conf_interpolate(py, out);
}

static void merge_into(struct interpreter *py, struct node *into, struct node *from, int depth)
{
	if (from->kind != NODE_MAP) {
		into->open = true;
		return;
	}
	for (size_t i = 0; i < from->as.pairs.n && depth < NODE_DEPTH_MAX; i++) {
		struct node *key = from->as.pairs.at[i].key, *value = from->as.pairs.at[i].value;
		bool maybe = false;
		struct node *old = py_map_get(py, into, key, &maybe);

		if (old && old->kind == NODE_MAP && value->kind == NODE_MAP)
			merge_into(py, old, value, depth + 1);
		else
			py_map_set(py, into, key, file_copy(py, value));
	}
	into->open |= from->open;
}

void conf_merge(struct interpreter *py, struct node *into, struct node *from)
{
	trail_node(&py->trail, into);
	merge_into(py, into, from, 0);
}

static struct node *merge(struct interpreter *py, struct native_call *c)
{
	struct node *out = py_new(py, NODE_MAP, c->site.at);

	for (size_t i = 0; i < c->args->n; i++)
		merge_into(py, out, conf_structured(py, c->args->at[i].value, c->site.at), 0);
	return conf_interpolate(py, out);
}

struct node *conf_set(struct interpreter *py, struct node *conf, struct str dotted, struct node *value)
{
	struct str_cut cut = str_cut(dotted, '.');
	struct node *key = node_str(py->arena, cut.head, value->at), *below;

	if (!cut.ok) {
		py_map_set(py, conf, key, value);
		return conf;
	}
	below = node_get(conf, cut.head);
	if (!below || below->kind != NODE_MAP) {
		below = py_new(py, NODE_MAP, value->at);
		py_map_set(py, conf, key, below);
	}
	conf_set(py, below, cut.tail, value);
	return conf;
}

static struct node *scalar_of(struct interpreter *py, struct node *word, struct str text)
{
	struct node *value = py_yaml_value(py, text, word->at);

	value->how = STR("command line");
	return value;
}

/* "rows=$ROWS" of one of several: the name before the sign, and its values; NULL: they are not all of one name. */
static struct node *either_value(struct interpreter *py, const struct node *word, struct str *name)
{
	struct node *value;

	if (word->kind != NODE_EITHER)
		return NULL;
	value = py_new(py, NODE_EITHER, word->at);
	value->text = word->text;
	for (size_t i = 0; i < word->as.items.n; i++) {
		struct node *item = word->as.items.at[i];
		struct str_cut cut = item->kind == NODE_STR ? str_cut(item->text, '=') : (struct str_cut){0};
		struct node *one;

		if (!cut.ok || (i && !str_eq(cut.head, *name)))
			return NULL;
		*name = cut.head;
		one = node_copy(py->arena, scalar_of(py, item, cut.tail));
		one->when = item->when;
		node_push(py->arena, value, one);
	}
	return value;
}

/* key.sub=value words, as OmegaConf.from_cli and Hydra read them. */
void conf_overrides(struct interpreter *py, struct node *conf, const struct node *words)
{
	for (size_t i = 0; i < words->as.items.n; i++) {
		struct node *word = words->as.items.at[i];
		struct str_cut cut;
		struct str name = {0};
		struct node *either = either_value(py, word, &name);

		cut = str_cut(word->kind == NODE_STR ? word->text : py_partial_text(word), '=');
		if (word->kind != NODE_STR && !cut.ok && !either) {
			conf->open = true;
			continue;
		}
		name = either ? name : cut.head;
		while (name.n && (name.s[0] == '+' || name.s[0] == '-'))
			name = str_sub(name, 1, name.n);
		if ((either || cut.ok) && name.n && name.s[0] != '~')
			conf_set(py, conf, name, either ? either : word->kind == NODE_STR ? scalar_of(py, word, cut.tail) : word);
	}
}

static struct node *from_cli(struct interpreter *py, struct native_call *c)
{
	struct node *words = native_arg(c, 0, NULL), *out = py_new(py, NODE_MAP, c->site.at);

	if (words && (words->kind == NODE_LIST || words->kind == NODE_TUPLE))
		conf_overrides(py, out, words);
	else if (py->world->argv)
		conf_overrides(py, out, py->world->argv);
	return out;
}

static struct node *register_resolver(struct interpreter *py, struct native_call *c)
{
	struct node *name = native_arg(c, 0, "name"), *function = native_arg(c, 1, "resolver");

	if (name && function && py_is_str(name))
		*vec_push(py->arena, &py->resolvers) = (struct resolver){name->text, function};
	return py_none(py, c->site.at);
}

/* OmegaConf.select(cfg, "a.b", default=x) */
static struct node *select(struct interpreter *py, struct native_call *c)
{
	struct node *conf = native_arg(c, 0, "cfg"), *key = native_arg(c, 1, "key");
	struct node *instead = native_arg(c, SIZE_MAX, "default"), *found;

	if (!conf || !key || !py_is_str(key))
		return NULL;
	if (conf->kind != NODE_MAP)
		return py_unknown_of(py, c->site.at, conf);
	found = node_path(conf, key->text);
	if (found)
		return found;
	if (conf->open)
		return py_unknown(py, c->site.at, "a member that may be there");
	return instead ? instead : py_none(py, c->site.at);
}

/* OmegaConf.save(config, f, resolve=False): a path, or a file that was opened (omegaconf 2.3, omegaconf.py) */
static struct node *save(struct interpreter *py, struct native_call *c)
{
	struct node *data = native_arg(c, 0, "config"), *file = native_arg(c, 1, "f");

	if (data && file)
		dump_data(py, file, data, c->site.at);
	return py_none(py, c->site.at);
}

/* OmegaConf.update(cfg, "a.b", value) */
static struct node *update(struct interpreter *py, struct native_call *c)
{
	struct node *conf = native_arg(c, 0, "cfg"), *key = native_arg(c, 1, "key");
	struct node *value = native_arg(c, 2, "value");

	if (conf && conf->kind == NODE_MAP && key && py_is_str(key) && value)
		conf_set(py, conf, key->text, value);
	return py_none(py, c->site.at);
}

static struct node *is_kind(struct interpreter *py, struct native_call *c)
{
	const struct node *x = native_arg(c, 0, NULL);

	if (!x || x->kind == NODE_UNKNOWN)
		return NULL;
	return py_bool(py,
		       (x->kind == NODE_MAP && !str_ends(c->name, STR("is_list"))) ||
			   (x->kind == NODE_LIST && !str_ends(c->name, STR("is_dict"))),
		       c->site.at);
}

static const struct native rows[] = {
    {"omegaconf.DictConfig", copied, NATIVE_UNKNOWN},
    {"omegaconf.ListConfig", copied, NATIVE_UNKNOWN},
    {"omegaconf.OmegaConf.create", copied, NATIVE_UNKNOWN},
    {"omegaconf.OmegaConf.from_cli", from_cli, NATIVE_UNKNOWN},
    {"omegaconf.OmegaConf.is_config", is_kind, NATIVE_UNKNOWN},
    {"omegaconf.OmegaConf.is_dict", is_kind, NATIVE_UNKNOWN},
    {"omegaconf.OmegaConf.is_list", is_kind, NATIVE_UNKNOWN},
    {"omegaconf.OmegaConf.load", load_conf, NATIVE_FILE},
    {"omegaconf.OmegaConf.merge", merge, NATIVE_UNKNOWN},
    {"omegaconf.OmegaConf.register_new_resolver", register_resolver, NATIVE_RAW},
    {"omegaconf.OmegaConf.register_resolver", register_resolver, NATIVE_RAW},
    {"omegaconf.OmegaConf.resolve", native_none, NATIVE_RAW},
    {"omegaconf.OmegaConf.save", save, NATIVE_RAW},
    {"omegaconf.OmegaConf.select", select, NATIVE_UNKNOWN},
    {"omegaconf.OmegaConf.set_struct", native_none, NATIVE_RAW},
    {"omegaconf.OmegaConf.structured", structured, NATIVE_UNKNOWN},
    {"omegaconf.OmegaConf.to_container", copied, NATIVE_UNKNOWN},
    {"omegaconf.OmegaConf.to_object", copied, NATIVE_UNKNOWN},
    {"omegaconf.OmegaConf.update", update, NATIVE_UNKNOWN},
};

NATIVES(natives_omegaconf, rows);
