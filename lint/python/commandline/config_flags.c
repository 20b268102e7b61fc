/*
 * ml_collections' flags: a Python file that a flag names gives the configuration, and flags below it change that.
 *
 * "--config train.py --config.train.batch_size 8" after config_flags.DEFINE_config_file("config") is FLAGS.config.
 * Source: ml_collections 1.1, config_flags/config_flags.py (DEFINE_config_file, _ConfigFlag._parse, GetOverrides).
 */
#include "commandline_parts.h"

#include "lint/python/values/modules.h"

/* A word as the member that it replaces has it: texts are literals, except where a text is. */
static struct node *as_member(struct interpreter *py, const struct node *old, struct node *word)
{
	struct node *literal;

	if (!py_is_str(word) || (old && old->kind == NODE_STR))
		return word;
	if (old && old->kind == NODE_BOOL)
		return bool_of_text(py, word->text, word->at);
	literal = py_literal_eval(py, word->text, false, word->at);
	return literal ? literal : word;
}

/* What a configuration has at a dotted name; NULL: nothing. */
static const struct node *member(const struct node *conf, struct str dotted)
{
	struct str_cut cut = {.tail = dotted, .ok = true};

	while (conf && cut.ok) {
		cut = str_cut(cut.tail, '.');
		conf = conf->kind == NODE_MAP ? node_get(conf, cut.head) : NULL;
	}
	return conf;
}

/* The name that a word gives behind its dashes, as far as it is known, and what stands behind "=" in it. */
static struct str_cut flag_of(const struct node *word)
{
	struct str text = word->kind == NODE_STR ? word->text : py_partial_text(word);

	if (!str_starts(text, STR("-")))
		return (struct str_cut){0};
	return str_cut(str_sub(text, str_starts(text, STR("--")) ? 2 : 1, text.n), '=');
}

/* Sets what the flags below a flag say: "--config.model.name x", "--config.lr=1e-4", "--noconfig.packed". */
static void apply_flags(struct interpreter *py, struct node *conf, struct str flag)
{
	const struct node *argv = py->world->argv;
	struct str below = str_fmt(py->arena, "%.*s.", STR_ARG(flag)), off = str_fmt(py->arena, "no%.*s.", STR_ARG(flag));

	for (size_t i = 0; argv && i < argv->as.items.n; i++) {
		struct node *word = argv->as.items.at[i], *value;
		struct str_cut cut = flag_of(word);
		struct str name;

		if (str_starts(cut.head, off)) {
			conf_set(py, conf, str_sub(cut.head, off.n, cut.head.n), py_bool(py, false, word->at));
			continue;
		}
		if (!str_starts(cut.head, below))
			continue;
		name = str_sub(cut.head, below.n, cut.head.n);
		if (cut.ok)
			value = word->kind == NODE_STR ? py_str(py, cut.tail, word->at) : word;
		else if (i + 1 < argv->as.items.n && !cli_is_flag(argv->as.items.at[i + 1]))
			value = argv->as.items.at[++i];
		else
			value = py_bool(py, true, word->at);
		conf_set(py, conf, name, as_member(py, member(conf, name), value));
	}
}

/* What get_config() of a file gives, called with the text behind a colon of the file's name. */
static struct node *config_of(struct interpreter *py, const struct node *name, struct site site)
{
	struct str_cut cut = str_cut(name->text, ':');
	struct arg arg = {.value = py_str(py, cut.tail, name->at), .at = name->at};
	struct args args = {.at = &arg, .n = cut.ok, .room = 1};
	struct module *m;
	struct node *get;
	struct str path;

	if (!file_path(py, py_str(py, cut.head, name->at), &path))
		return NULL;
	m = module_load(py, path, path);
	if (!m)
		return NULL;
	py->run_module(py, m);
	get = py_find_attr(py, m->node, STR("get_config"), name->at);
	return get ? py_call(py, get, &args, site) : NULL;
}

/* The file that the command line names, or the flag's default. */
static const struct node *file_of(struct interpreter *py, struct str flag, struct node *standard)
{
	const struct node *argv = py->world->argv, *given = NULL;

	for (size_t i = 0; argv && i < argv->as.items.n; i++) {
		const struct node *value = absl_value_at(py, argv, i, flag);

		given = value ? value : given;
	}
	if (!argv)
		given = py_own_config(py, str_cat(py->arena, STR("--"), flag), standard);
	return given ? given : standard;
}

static struct node *define_file(struct interpreter *py, struct native_call *c)
{
	struct node *name = native_arg(c, 0, "name"), *standard = native_arg(c, 1, "default"), *conf;
	const struct node *file;

	if (!name || !py_is_str(name))
		return NULL;
	file = file_of(py, name->text, standard);
	conf = file && py_is_str(file) ? config_of(py, file, c->site) : NULL;
	if (!conf)
		conf = py_unknown(py, file ? file->at : c->site.at, "the file of the configuration is not known");
	if (conf->kind == NODE_MAP)
		apply_flags(py, conf, name->text);
	return absl_publish(py, c, name, conf, conf);
}

/* A configuration that the script makes itself, which flags may change. */
static struct node *define_dict(struct interpreter *py, struct native_call *c)
{
	struct node *name = native_arg(c, 0, "name"), *conf = native_arg(c, 1, "config");

	if (!name || !py_is_str(name) || !conf || conf->kind != NODE_MAP)
		return NULL;
	apply_flags(py, conf, name->text);
	return absl_publish(py, c, name, conf, conf);
}

/* A member whose value is to come, or that others refer to. */
static struct node *reference(struct interpreter *py, struct native_call *c)
{
	struct node *value = str_ends(c->name, STR("placeholder")) ? NULL : native_arg(c, 0, "default");

	return value ? value : py_none(py, c->site.at);
}

static const struct native rows[] = {
    {"dict.lock", native_none, NATIVE_RAW},
    {"dict.unlock", native_none, NATIVE_RAW},
    {"ml_collections.FieldReference", reference, NATIVE_RAW},
    {"ml_collections.config_dict.FieldReference", reference, NATIVE_RAW},
    {"ml_collections.config_dict.placeholder", reference, NATIVE_RAW},
    {"ml_collections.config_flags.DEFINE_config_dict", define_dict, NATIVE_RAW},
    {"ml_collections.config_flags.DEFINE_config_file", define_file, NATIVE_RAW},
    {"ml_collections.config_flags.config_flags.DEFINE_config_dict", define_dict, NATIVE_RAW},
    {"ml_collections.config_flags.config_flags.DEFINE_config_file", define_file, NATIVE_RAW},
};

NATIVES(natives_config_flags, rows);
