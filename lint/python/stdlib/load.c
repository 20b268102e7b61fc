#include "lint/python/builtin/natives.h"

/* Files of the repository that a script reads: json.load(open("x.json")), yaml.safe_load(f), … */

/* A word of the command line comes from the launch: what that made it of is another's to say. */
static bool is_word(const struct interp *py, const struct node *n)
{
	const struct node *argv = py->world->argv;

	for (size_t i = 0; argv && i < argv->as.items.n; i++)
		if (argv->as.items.at[i] == n)
			return true;
	return false;
}

void py_want(struct interp *py, const struct node *unknown)
{
	for (int i = 0; unknown->from[0] && !is_word(py, unknown) && i < NODE_DEPTH_MAX; i++)
		unknown = unknown->from[0];
	for (size_t i = 0; i < py->trace->wanted.n; i++)
		if (py->trace->wanted.at[i] == unknown)
			return;
	if (unknown->kind == NODE_UNKNOWN)
		*vec_push(py->arena, &py->trace->wanted) = unknown;
}

struct node *py_required(struct interp *py, struct str option, struct span at, const char *why)
{
	struct node *n = py->world->assumed ? node_get(py->world->assumed, option) : NULL;

	if (n)
		return py_str(py, n->text, n->at);
	n = py_unknown(py, at, "%.*s is required, and %s", STR_ARG(option), why);
	n->how = option;
	return n;
}

/* Whether a text is the name of a file of settings. */
static bool names_settings(struct str text)
{
	static const char *const ends[] = {".yaml", ".yml", ".json", ".toml"};

	for (size_t i = 0; i < sizeof(ends) / sizeof(*ends); i++)
		if (str_ends(text, str_of(ends[i])))
			return true;
	return false;
}

/* Whether an option's name is that of the one config of a run, and of none of its parts. */
static bool names_config(struct interp *py, struct str option)
{
	static const char *const names[] = {"config", "cfg", "config_file", "config_path", "cfg_path", "config_yaml",
					    "yaml_config", "train_config", "training_config", "yaml"};

	while (str_starts(option, STR("-")))
		option = str_sub(option, 1, option.n);
	option = str_tr(py->arena, option, '-', '_');
	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++)
		if (str_is(option, names[i]))
			return true;
	return false;
}

/* An option for a config that may be left out, or has a file (not 0): what is taken for it, or NULL. */
static struct node *offered(struct interp *py, struct str option, uint32_t standard)
{
	const struct node *assumed = py->world->assumed ? node_get(py->world->assumed, option) : NULL;

	if (!names_config(py, option))
		return NULL;
	if (!assumed)
		*vec_push(py->arena, &py->trace->offered) = (struct offered){option, standard};
	return assumed ? py_str(py, assumed->text, assumed->at) : NULL;
}

struct node *py_own_config(struct interp *py, struct str option, const struct node *standard)
{
	struct eval_file file;
	struct node *n;

	if (!standard || standard->kind == NODE_NULL)
		return offered(py, option, 0);
	if (standard->kind != NODE_STR || !names_settings(standard->text))
		return NULL;
	if (py->world->find(py->world->context, py_repo_path(py, standard->text), &file))
		return offered(py, option, file.id);
	if (!str_has_nocase(option, STR("conf")) && !str_has_nocase(option, STR("cfg")))
		return NULL;
	n = py_required(py, option, standard->at, "");
	if (n->kind == NODE_UNKNOWN)
		n->text = str_fmt(py->arena, "%.*s is not in the repository", STR_ARG(standard->text));
	return n;
}

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

bool file_path(struct interp *py, const struct node *n, struct str *path)
{
	const struct node *name = n;

	if (n->kind == NODE_OBJECT && n->code == py_tag_file)
		name = node_get(n, STR("name"));
	if (!name || name->kind != NODE_STR)
		return false;
	*path = py_repo_path(py, name->text);
	return path->n > 0;
}

/*
 * A tree as the evaluator may change it. Leaves are copied too: what they are computed from is noted in
 * them, and that ends with this run.
 */
static struct node *copy_tree(struct interp *py, struct node *tree, int depth)
{
	struct node *copy;

	if (!tree || depth > NODE_DEPTH_MAX || !py_step(py, 1))
		return tree;
	if (tree->kind < NODE_LIST)
		return node_copy(py->arena, tree);
	if (tree->kind != NODE_MAP && tree->kind != NODE_LIST)
		return tree;
	copy = py_new(py, tree->kind, tree->at);
	copy->open = tree->open;
	if (tree->kind == NODE_MAP)
		for (size_t i = 0; i < tree->as.pairs.n; i++)
			*vec_push(py->arena, &copy->as.pairs) =
			    (struct pair){copy_tree(py, tree->as.pairs.at[i].key, depth + 1),
					  copy_tree(py, tree->as.pairs.at[i].value, depth + 1)};
	else
		for (size_t i = 0; i < tree->as.items.n; i++)
			*vec_push(py->arena, &copy->as.items) =
			    copy_tree(py, tree->as.items.at[i], depth + 1);
	return copy;
}

struct node *file_copy(struct interp *py, struct node *tree)
{
	return copy_tree(py, tree, 0);
}

static void note_file(struct interp *py, uint32_t file)
{
	for (size_t i = 0; i < py->trace->files.n; i++)
		if (py->trace->files.at[i] == file)
			return;
	*vec_push(py->arena, &py->trace->files) = file;
}

/* No file of settings is larger: going through the rows of a data set would spend the budget. */
enum { SETTINGS_MAX = 128 * 1024 };

struct node *file_data(struct interp *py, struct str path, struct span at)
{
	struct eval_file file = {0};
	bool found = py->world->find(py->world->context, path, &file);
	struct node *tree;

	if (found && file.text.n > SETTINGS_MAX)
		return py_unknown(py, at, "%.*s is a data set", STR_ARG(path));
	tree = py->world->data ? py->world->data(py->world->context, py->arena, path) : NULL;
	if (!tree)
		return py_unknown(py, at, "%.*s is not in the repository", STR_ARG(path));
	if (found)
		note_file(py, file.id);
	return copy_tree(py, tree, 0);
}

struct node *file_text(struct interp *py, const struct eval_file *file, struct span at)
{
	note_file(py, file->id);
	return py_str(py, file->text, at);
}

bool file_of_text(const struct interp *py, struct str text, struct eval_file *file)
{
	for (size_t i = 0; i < py->trace->files.n; i++)
		if (py->world->file(py->world->context, py->trace->files.at[i], file) && text.n &&
		    file->text.s == text.s && file->text.n == text.n)
			return true;
	return false;
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
	out = copy_tree(py, conf_structured(py, x, c->site.at), 0);
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
			py_map_set(py, into, key, copy_tree(py, value, depth));
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
	struct node *value = py_literal(py, text, word->at);

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
	return py_literal_data(py, x->text,
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
