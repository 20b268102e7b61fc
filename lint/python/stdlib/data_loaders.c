#include "lint/python/builtin/builtin.h"

/* Files of the repository that a script reads: json.load(open("x.json")), yaml.safe_load(f), … */

struct node *file_open(struct interp *py, struct node *path, struct span at)
{
	struct node *n;

	if (path->kind == NODE_UNKNOWN) {
		py_want(py, path);
		return py_unknown_of(py, at, path);
	}
	if (path->kind != NODE_STR)
		return NULL;
	n = py_new(py, NODE_OBJECT, at);
	n->code = py_tag_file;
	py_attr_put(py, n, STR("name"), py_str(py, path->text, path->at));
	return n;
}

/* Whether a loader ("json.load") reads files of a format: JSON is YAML as well, and no other is another. */
static bool reads(struct str loader, const struct eval_file *file)
{
	struct str text = str_trim(file->text);
	bool toml = str_ends(file->path, STR(".toml"));
	bool yaml = str_ends(file->path, STR(".yaml")) || str_ends(file->path, STR(".yml"));

	if (str_has(loader, STR("json")))
		return !toml && (!yaml || str_starts(text, STR("{")) || str_starts(text, STR("[")));
	return str_has(loader, STR("toml")) ? !yaml && !str_ends(file->path, STR(".json")) : !toml;
}

/* A script that tries one loader after the other ends with the one that reads the file. */
static void note_loader(struct interp *py, struct str loader, const struct eval_file *file)
{
	if (!reads(loader, file))
		py->trace->misread = file->id;
	else if (py->trace->misread == file->id)
		py->trace->misread = 0;
}

static struct node *load(struct interp *py, struct native_call *c)
{
	struct node *x = native_arg(c, 0, NULL);
	struct eval_file file;
	struct str path;

	if (!x)
		x = c->args->n ? c->args->at[0].value : NULL;
	if (!x || !file_path(py, x, &path))
		return x ? py_unknown(py, c->site.at, "a file outside the repository") : NULL;
	if (py->world->find(py->world->context, path, &file))
		note_loader(py, c->name, &file);
	return file_data(py, path, c->site.at);
}

static struct node *load_conf(struct interp *py, struct native_call *c)
{
	struct node *tree = load(py, c);

	return tree ? conf_resolve(py, tree) : NULL;
}

static struct node *structured(struct interp *py, struct native_call *c)
{
	struct node *x = native_arg(c, 0, NULL);

	return x ? conf_structured(py, x, c->site.at) : NULL;
}

/* OmegaConf.create(tree), DictConfig(tree), OmegaConf.to_container(tree), …: a copy of the tree. */
static struct node *copied(struct interp *py, struct native_call *c)
{
	struct node *x = native_arg(c, 0, NULL), *out;

	if (!x)
		return py_new(py, NODE_MAP, c->site.at);
	/* OmegaConf.create(["a.b=1"]) and a text of YAML are read by nobody here. */
	out = file_copy(py, conf_structured(py, x, c->site.at));
	return str_has(c->name, STR(".to_")) ? out : conf_resolve(py, out);
}

static void merge_into(struct interp *py, struct node *into, struct node *from, int depth)
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

void conf_merge(struct interp *py, struct node *into, struct node *from)
{
	trail_node(&py->trail, into);
	merge_into(py, into, from, 0);
}

static struct node *merge(struct interp *py, struct native_call *c)
{
	struct node *out = py_new(py, NODE_MAP, c->site.at);

	for (size_t i = 0; i < c->args->n; i++)
		merge_into(py, out, conf_structured(py, c->args->at[i].value, c->site.at), 0);
	return conf_resolve(py, out);
}

struct node *conf_set(struct interp *py, struct node *conf, struct str dotted, struct node *value)
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

static struct node *scalar_of(struct interp *py, struct node *word, struct str text)
{
	struct node *value = py_yaml_value(py, text, word->at);

	value->how = STR("command line");
	return value;
}

/* key.sub=value words, as OmegaConf.from_cli and Hydra read them. */
void conf_overrides(struct interp *py, struct node *conf, const struct node *words)
{
	for (size_t i = 0; i < words->as.items.n; i++) {
		struct node *word = words->as.items.at[i];
		struct str_cut cut;
		struct str name;

		if (word->kind != NODE_STR) {
			conf->open = true;
			continue;
		}
		cut = str_cut(word->text, '=');
		name = cut.head;
		while (name.n && (name.s[0] == '+' || name.s[0] == '-'))
			name = str_sub(name, 1, name.n);
		if (cut.ok && name.n && name.s[0] != '~')
			conf_set(py, conf, name, scalar_of(py, word, cut.tail));
	}
}

static struct node *from_cli(struct interp *py, struct native_call *c)
{
	struct node *words = native_arg(c, 0, NULL), *out = py_new(py, NODE_MAP, c->site.at);

	if (words && (words->kind == NODE_LIST || words->kind == NODE_TUPLE))
		conf_overrides(py, out, words);
	else if (py->world->argv)
		conf_overrides(py, out, py->world->argv);
	return out;
}

/* load_dotenv(): the variables of .env that the environment does not have yet. */
static struct node *load_dotenv(struct interp *py, struct native_call *c)
{
	struct node *x = native_arg(c, 0, "dotenv_path"), *tree;
	struct str path = STR(".env");

	if (x && (x->kind != NODE_STR || !file_path(py, x, &path)))
		return py_bool(py, true, c->site.at);
	tree = file_data(py, path, c->site.at);
	for (size_t i = 0; tree->kind == NODE_MAP && i < tree->as.pairs.n; i++) {
		struct node *value = tree->as.pairs.at[i].value;
		bool maybe = false;

		if (value->kind == NODE_STR &&
		    !py_map_get(py, py->environ, tree->as.pairs.at[i].key, &maybe))
			py_map_set(py, py->environ, tree->as.pairs.at[i].key, value);
	}
	return py_bool(py, true, c->site.at);
}

static struct node *read_file(struct interp *py, struct native_call *c)
{
	struct eval_file file;
	struct str path;

	if (!file_path(py, c->self, &path) || !py->world->find(py->world->context, path, &file))
		return py_unknown(py, c->site.at, "a file outside the repository");
	return file_text(py, &file, c->site.at);
}

static struct node *self(struct interp *py, struct native_call *c)
{
	(void)py;
	return c->self;
}

static struct node *nothing(struct interp *py, struct native_call *c)
{
	return py_none(py, c->site.at);
}

/* json.loads(text), yaml.safe_load(text): of text that was written in the script or read from a file. */
static struct node *loads(struct interp *py, struct native_call *c)
{
	struct node *x = native_arg(c, 0, NULL), *tree;
	struct eval_file file;

	if (x && x->kind == NODE_OBJECT && x->code == py_tag_file)
		return load(py, c);
	if (!x || !py_is_str(x))
		return NULL;
	if (file_of_text(py, x->text, &file)) {
		note_loader(py, c->name, &file);
		tree = file_data(py, file.path, c->site.at);
		if (tree->kind != NODE_UNKNOWN)
			return tree;
	}
	return py_data_value(py, x->text,
			       str_has(c->name, STR("yaml")) ? read_yaml
			       : str_has(c->name, STR("toml"))	? read_toml
								: read_json,
			       c->site.at);
}

static const struct native rows[] = {
    {"box.Box.from_json", load, NATIVE_FILE},
    {"box.Box.from_toml", load, NATIVE_FILE},
    {"box.Box.from_yaml", load, NATIVE_FILE},
    {"dotenv.load_dotenv", load_dotenv, NATIVE_UNKNOWN},
    {"dotenv.main.load_dotenv", load_dotenv, NATIVE_UNKNOWN},
    {"file.__enter__", self, NATIVE_RAW},
    {"file.close", nothing, NATIVE_RAW},
    {"file.flush", nothing, NATIVE_RAW},
    {"file.read", read_file, NATIVE_RAW},
    {"json.load", load, NATIVE_FILE},
    {"json.loads", loads, NATIVE_FILE},
    {"json5.load", load, NATIVE_FILE},
    {"omegaconf.DictConfig", copied, NATIVE_UNKNOWN},
    {"omegaconf.ListConfig", copied, NATIVE_UNKNOWN},
    {"omegaconf.OmegaConf.create", copied, NATIVE_UNKNOWN},
    {"omegaconf.OmegaConf.from_cli", from_cli, NATIVE_UNKNOWN},
    {"omegaconf.OmegaConf.load", load_conf, NATIVE_FILE},
    {"omegaconf.OmegaConf.merge", merge, NATIVE_UNKNOWN},
    {"omegaconf.OmegaConf.resolve", nothing, NATIVE_RAW},
    {"omegaconf.OmegaConf.set_struct", nothing, NATIVE_RAW},
    {"omegaconf.OmegaConf.structured", structured, NATIVE_UNKNOWN},
    {"omegaconf.OmegaConf.to_container", copied, NATIVE_UNKNOWN},
    {"omegaconf.OmegaConf.to_object", copied, NATIVE_UNKNOWN},
    {"ruamel.yaml.YAML().load", loads, NATIVE_FILE},
    {"ruamel.yaml.load", loads, NATIVE_FILE},
    {"ruamel.yaml.safe_load", loads, NATIVE_FILE},
    {"toml.load", load, NATIVE_FILE},
    {"toml.loads", loads, NATIVE_FILE},
    {"tomli.load", load, NATIVE_FILE},
    {"tomli.loads", loads, NATIVE_FILE},
    {"tomlkit.parse", loads, NATIVE_FILE},
    {"tomllib.load", load, NATIVE_FILE},
    {"tomllib.loads", loads, NATIVE_FILE},
    {"yaml.full_load", loads, NATIVE_FILE},
    {"yaml.load", loads, NATIVE_FILE},
    {"yaml.safe_load", loads, NATIVE_FILE},
    {"yaml.unsafe_load", loads, NATIVE_FILE},
};

NATIVES(natives_load, rows);
