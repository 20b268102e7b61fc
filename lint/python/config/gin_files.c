/* gin-config 0.5 (gin/config.py): the files and texts that it reads, and what scripts call. */
#include "gin.h"

#include "config.h"
#include "gin_text.h"

#include "lint/eval/eval.h"

enum { FILES_DEPTH = 16 };

static struct node *bindings_of(struct interpreter *py, struct span at)
{
	if (!py->gin.bindings)
		py->gin.bindings = py_new(py, NODE_MAP, at);
	return py->gin.bindings;
}

static void open_bindings(struct interpreter *py, struct span at)
{
	struct node *bindings = bindings_of(py, at);

	trail_node(&py->trail, bindings);
	bindings->open = true;
}

static void parse_file(struct interpreter *py, struct str name, struct span at, int depth);

/* Reads statements; file: where they stand, or NULL. */
static void parse(struct interpreter *py, struct str text, const struct eval_file *file, struct span at, int depth)
{
	struct gin_text t = {.text = text};
	struct gin_statement s;

	while ((s = gin_next(&t)).kind != GIN_END && py_step(py, 1)) {
		struct span place = file ? (struct span){file->id, (uint32_t)(s.value.s - file->text.s), (uint32_t)s.value.n} : at;
		struct str key = s.parameter.n ? str_fmt(py->arena, "%.*s.%.*s", STR_ARG(s.selector), STR_ARG(s.parameter))
					       : str_cat(py->arena, STR("%"), s.selector);
		struct node *name;

		if (s.kind == GIN_BINDING)
			py_map_set(py, bindings_of(py, at), py_str(py, key, place), py_str(py, s.value, place));
		name = s.kind == GIN_INCLUDE ? py_literal_eval(py, s.value, false, place) : NULL;
		if (name && name->kind == NODE_STR)
			parse_file(py, name->text, place, depth + 1);
	}
}

/* A file where the program runs, or else in the folders that it has searched, in their order. */
static bool find_file(struct interpreter *py, struct str name, struct span at, struct eval_file *file)
{
	const struct node *folders = py->gin.folders;
	struct str path;

	if (file_path(py, py_str(py, name, at), &path) && py->world->find(py->world->context, path, file))
		return true;
	for (size_t i = 0; folders && i < folders->as.items.n; i++) {
		const struct node *folder = folders->as.items.at[i];

		if (folder->kind == NODE_STR &&
		    file_path(py, py_str(py, eval_path(py->arena, folder->text, name), at), &path) &&
		    py->world->find(py->world->context, path, file))
			return true;
	}
	return false;
}

static void parse_file(struct interpreter *py, struct str name, struct span at, int depth)
{
	struct eval_file file;

	if (depth > FILES_DEPTH || !find_file(py, name, at, &file)) {
		open_bindings(py, at);
		return;
	}
	parse(py, file_text(py, &file, at)->text, &file, at, depth);
}

/* A file's name that the script was given, be it one of several that are not known: gin's files may be meant. */
static void want(struct interpreter *py, const struct node *name)
{
	for (size_t i = 0; name->kind == NODE_EITHER && i < name->as.items.n; i++)
		want(py, name->as.items.at[i]);
	if (name->kind != NODE_UNKNOWN)
		return;
	py->trace->wants_gin = true;
	py_want(py, name);
}

static void parse_named(struct interpreter *py, struct node *name, struct span at)
{
	if (py_is_str(name)) {
		parse_file(py, name->text, at, 0);
		return;
	}
	want(py, name);
	open_bindings(py, at);
}

/* One, or a list of several. */
static void each(struct interpreter *py, struct node *x, struct span at, void (*take)(struct interpreter *py, struct node *one, struct span at))
{
	if (!x || x->kind == NODE_NULL)
		return;
	if (x->kind != NODE_LIST && x->kind != NODE_TUPLE) {
		take(py, x, at);
		return;
	}
	for (size_t i = 0; i < x->as.items.n; i++)
		take(py, x->as.items.at[i], at);
	if (x->open)
		open_bindings(py, at);
}

/* f"name = '{unknown}'": what it binds is known, and to what is not. */
static bool bind_unknown(struct interpreter *py, struct node *x)
{
	const struct node *begin = x;
	struct str_cut cut;

	for (int i = 0; begin && begin->kind == NODE_UNKNOWN && i < NODE_DEPTH_MAX; i++)
		begin = begin->from[0];
	if (!begin || begin->kind != NODE_STR || x->kind != NODE_UNKNOWN)
		return false;
	cut = str_cut(begin->text, '=');
	cut.head = str_trim(cut.head);
	if (!cut.ok || !cut.head.n || str_chr(cut.head, '\n', 0) != SIZE_MAX)
		return false;
	py_map_set(py, bindings_of(py, x->at),
		   py_str(py, str_chr(cut.head, '.', 0) == SIZE_MAX ? str_cat(py->arena, STR("%"), cut.head) : cut.head, x->at), x);
	return true;
}

static void parse_text(struct interpreter *py, struct node *x, struct span at)
{
	struct eval_file file;

	if (py_is_str(x))
		parse(py, x->text, file_of_text(py, x->text, &file) ? &file : NULL, x->at, 0);
	else if (!bind_unknown(py, x))
		open_bindings(py, at);
}

/* ---- what scripts call ---- */

static struct node *parse_config_file(struct interpreter *py, struct native_call *c)
{
	struct node *name = native_arg(c, 0, "config_file");

	bindings_of(py, c->site.at);
	if (name)
		parse_named(py, name, c->site.at);
	return py_none(py, c->site.at);
}

static struct node *parse_config(struct interpreter *py, struct native_call *c)
{
	bindings_of(py, c->site.at);
	each(py, native_arg(c, 0, "bindings"), c->site.at, parse_text);
	return py_none(py, c->site.at);
}

static struct node *parse_files_and_bindings(struct interpreter *py, struct native_call *c)
{
	bindings_of(py, c->site.at);
	each(py, native_arg(c, 0, "config_files"), c->site.at, parse_named);
	each(py, native_arg(c, 1, "bindings"), c->site.at, parse_text);
	return py_none(py, c->site.at);
}

static struct node *add_folder(struct interpreter *py, struct native_call *c)
{
	struct node *folder = native_arg(c, 0, "location_prefix");

	if (!py->gin.folders)
		py->gin.folders = py_new(py, NODE_LIST, c->site.at);
	if (folder)
		py_append(py, py->gin.folders, folder);
	return py_none(py, c->site.at);
}

/* gin.query_parameter("%batch_size"), ("train.lr"); a ValueError where nothing is bound. */
static struct node *query(struct interpreter *py, struct native_call *c)
{
	struct node *key = native_arg(c, 0, "binding_key"), *text = NULL;
	struct node *bindings = bindings_of(py, c->site.at);
	size_t dot;

	if (!key || !py_is_str(key))
		return NULL;
	if (str_starts(key->text, STR("%"))) {
		text = node_get(bindings, key->text);
	} else {
		dot = str_rchr(key->text, '.');
		for (size_t i = 0; dot != SIZE_MAX && !text && i < py->gin.configurables.n; i++)
			if (gin_means(str_sub(key->text, 0, dot), py->gin.configurables.at[i].name))
				text = gin_bound(py, py->gin.configurables.at[i].name, str_sub(key->text, dot + 1, key->text.n));
	}
	if (text)
		return gin_worth(py, text);
	return bindings->open ? py_unknown(py, c->site.at, "gin's configuration is not known")
			      : py_raise(py, "ValueError", c->site.at, "a parameter that gin does not bind");
}

/* gin.bind_parameter("train.lr", 0.1): the value itself is kept, as a literal where it is one. */
static struct node *bind(struct interpreter *py, struct native_call *c)
{
	struct node *key = native_arg(c, 0, "binding_key"), *value = native_arg(c, 1, "value");

	if (key && value && py_is_str(key))
		py_map_set(py, bindings_of(py, c->site.at), key,
			   py_is_str(value) ? py_str(py, str_fmt(py->arena, "'%.*s'", STR_ARG(value->text)), value->at) : value);
	else
		open_bindings(py, c->site.at);
	return py_none(py, c->site.at);
}

/* gin.constant("NAME", value): %NAME */
static struct node *constant(struct interpreter *py, struct native_call *c)
{
	struct node *name = native_arg(c, 0, "name"), *value = native_arg(c, 1, "value");

	if (name && value && py_is_str(name))
		py_map_set(py, bindings_of(py, c->site.at), py_str(py, str_cat(py->arena, STR("%"), name->text), name->at),
			   py_is_str(value) ? py_str(py, str_fmt(py->arena, "'%.*s'", STR_ARG(value->text)), value->at) : value);
	return py_none(py, c->site.at);
}

static struct node *clear(struct interpreter *py, struct native_call *c)
{
	py->gin.bindings = NULL;
	return py_none(py, c->site.at);
}

/* gin.external_configurable(torch.optim.Adam, module="torch.optim") */
static struct node *external(struct interpreter *py, struct native_call *c)
{
	struct node *what = native_arg(c, 0, "fn_or_cls"), *name = native_arg(c, 1, "name"), *module = native_arg(c, 2, "module");
	struct str own;

	if (!what || (what->kind != NODE_NAME && what->kind != NODE_FUNCTION && what->kind != NODE_CLASS))
		return NULL;
	own = name && py_is_str(name) ? name->text : str_tail(what->text, '.');
	if (module && py_is_str(module))
		own = str_fmt(py->arena, "%.*s.%.*s", STR_ARG(module->text), STR_ARG(own));
	else if (what->kind == NODE_NAME && !(name && py_is_str(name)))
		own = what->text;
	*vec_push(py->arena, &py->gin.configurables) = (struct gin_configurable){own, what, true};
	return what;
}

/* with gin.config_scope("train"): which bindings hold within is not followed. */
static struct node *scope(struct interpreter *py, struct native_call *c)
{
	py->gin.scoped = true;
	return py_unknown(py, c->site.at, "a scope of gin's");
}

static const struct native rows[] = {
    {"gin.add_config_file_search_path", add_folder, NATIVE_RAW},
    {"gin.bind_parameter", bind, NATIVE_RAW},
    {"gin.clear_config", clear, NATIVE_RAW},
    {"gin.config_scope", scope, NATIVE_RAW},
    {"gin.constant", constant, NATIVE_RAW},
    {"gin.external_configurable", external, NATIVE_RAW},
    {"gin.parse_config", parse_config, NATIVE_RAW},
    {"gin.parse_config_file", parse_config_file, NATIVE_RAW},
    {"gin.parse_config_files_and_bindings", parse_files_and_bindings, NATIVE_RAW},
    {"gin.query_parameter", query, NATIVE_UNKNOWN},
};

NATIVES(natives_gin, rows);
