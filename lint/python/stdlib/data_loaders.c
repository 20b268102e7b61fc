/* Files of the repository that a script reads: json.load(open("x.json")), yaml.safe_load(f), … */
#include "stdlib_parts.h"

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

/* Whether a file is called what data is called. */
static bool is_data(struct str path)
{
	static const char *const ends[] = {".yaml", ".yml", ".json", ".jsonc", ".json5", ".toml"};

	for (size_t i = 0; i < sizeof(ends) / sizeof(*ends); i++)
		if (str_ends(path, str_of(ends[i])))
			return true;
	return false;
}

/* A script that tries one loader after the other ends with the one that reads the file. */
static void note_loader(struct interpreter *py, struct str loader, const struct eval_file *file)
{
	if (!reads(loader, file))
		py->trace->misread = file->id;
	else if (py->trace->misread == file->id)
		py->trace->misread = 0;
}

static struct node *read_as(struct interpreter *py, struct str loader, struct str text, struct span at)
{
	return py_data_value(py, text,
			     str_has(loader, STR("yaml"))   ? read_yaml
			     : str_has(loader, STR("toml")) ? read_toml
							    : read_json,
			     at);
}

/* What a loader is given, also by name: yaml.safe_load(stream=f), json.loads(s=text). */
static struct node *source_of(struct native_call *c)
{
	static const char *const names[] = {"stream", "s", "fp"};
	struct node *x = native_arg(c, 0, NULL);

	for (size_t i = 0; !x && i < sizeof(names) / sizeof(*names); i++)
		x = native_arg(c, SIZE_MAX, names[i]);
	return x;
}

struct node *load_data(struct interpreter *py, struct native_call *c)
{
	struct node *x = source_of(c), *tree, *read;
	struct eval_file file;
	struct str path;

	if (!x)
		x = c->args->n ? c->args->at[0].value : NULL;
	if (!x)
		return NULL;
	if (!file_path(py, x, &path)) {
		tree = file_known(py, x, c->site.at);
		return tree ? tree : py_unknown(py, c->site.at, "a file outside the repository");
	}
	if (!py->world->find(py->world->context, path, &file))
		return file_data(py, path, c->site.at);
	note_loader(py, c->name, &file);
	tree = file_data(py, path, c->site.at);
	if (tree->kind != NODE_UNKNOWN || is_data(file.path))
		return tree;
	/* yaml.safe_load(open("run.ini")): it is what it is read as, whatever it is called. */
	read = read_as(py, c->name, file.text, c->site.at);
	return read->kind == NODE_UNKNOWN ? tree : read;
}

struct node *config_of_file(struct interpreter *py, const struct node *path, struct span at)
{
	struct str where;

	if (!path || !file_path(py, path, &where))
		return py_unknown(py, at, "a configuration file that is not known");
	return file_data(py, where, at);
}

/* json.loads(text), yaml.safe_load(text): of text that was written in the script or read from a file. */
static struct node *loads(struct interpreter *py, struct native_call *c)
{
	struct node *x = source_of(c), *tree;
	struct eval_file file;

	if (x && x->kind == NODE_OBJECT && x->code == py_tag_file)
		return load_data(py, c);
	if (!x || !py_is_str(x))
		return NULL;
	if (file_of_text(py, x->text, &file)) {
		note_loader(py, c->name, &file);
		tree = file_data(py, file.path, c->site.at);
		if (tree->kind != NODE_UNKNOWN)
			return tree;
	}
	return read_as(py, c->name, x->text, c->site.at);
}

/* ruamel.yaml.YAML().load(x), 0.15 to 0.18: of a text, of an open file, and of a pathlib.Path, whose file it opens. */
static struct node *loads_path(struct interpreter *py, struct native_call *c)
{
	struct node *x = source_of(c);

	return x && !py_is_str(x) ? load_data(py, c) : loads(py, c);
}

static const struct native rows[] = {
    {"box.Box.from_json", load_data, NATIVE_FILE},
    {"box.Box.from_toml", load_data, NATIVE_FILE},
    {"box.Box.from_yaml", load_data, NATIVE_FILE},
    {"json.load", load_data, NATIVE_FILE | NATIVE_DATA},
    {"json.loads", loads, NATIVE_FILE},
    {"json5.load", load_data, NATIVE_FILE | NATIVE_DATA},
    {"ruamel.yaml.YAML().load", loads_path, NATIVE_FILE | NATIVE_DATA},
    {"ruamel.yaml.load", loads, NATIVE_FILE | NATIVE_DATA},
    {"ruamel.yaml.safe_load", loads, NATIVE_FILE | NATIVE_DATA},
    {"toml.load", load_data, NATIVE_FILE | NATIVE_DATA},
    {"toml.loads", loads, NATIVE_FILE},
    {"tomli.load", load_data, NATIVE_FILE | NATIVE_DATA},
    {"tomli.loads", loads, NATIVE_FILE},
    {"tomlkit.parse", loads, NATIVE_FILE},
    {"tomllib.load", load_data, NATIVE_FILE | NATIVE_DATA},
    {"tomllib.loads", loads, NATIVE_FILE},
    {"yaml.full_load", loads, NATIVE_FILE | NATIVE_DATA},
    {"yaml.load", loads, NATIVE_FILE | NATIVE_DATA},
    {"yaml.safe_load", loads, NATIVE_FILE | NATIVE_DATA},
    {"yaml.unsafe_load", loads, NATIVE_FILE | NATIVE_DATA},
};

NATIVES(natives_data_loaders, rows);
