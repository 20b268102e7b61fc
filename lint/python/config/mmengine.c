/*
 * mmengine's Config, which was mmcv's: a Python file whose globals are the settings, over the files that its _base_ names.
 *
 * A Config is a MAP here: its attributes are those of the dictionary in it. Source: mmengine 0.10,
 * mmengine/config/config.py (Config._file2dict, _merge_a_into_b, merge_from_dict; DictAction), and mmcv 1.7,
 * mmcv/utils/config.py, which reads the same files. Files of "with read_base():" (_parse_lazy_import) need nothing of
 * their own: what they import are globals as well.
 */
#include "config.h"

#include "lint/python/values/modules.h"

/* Files over files, and the bases of one. */
enum { BASE_DEPTH_MAX = 12, BASES_MAX = 64 };

/* What a file says, and what stands there before that. */
struct reading_of {
	struct str path;
	struct site site;
	int depth;
};

static struct node *config_of_path(struct interpreter *py, struct reading_of of);

static void merge(struct interpreter *py, struct node *into, const struct node *from, bool lists, int depth);

/* One member of a mapping that is put over another, which takes the place of what is there if it says _delete_. */
static void merge_member(struct interpreter *py, struct node *into, struct node *key, struct node *value, bool lists, int depth)
{
	bool maybe = false;
	struct node *old = py_map_get(py, into, key, &maybe), *deletes = node_get(value, STR("_delete_")), *whole;
	bool kept = !deletes || py_truth(py, deletes) == TRUTH_NO;

	if (old && kept && (old->kind == NODE_MAP || (lists && old->kind == NODE_LIST))) {
		merge(py, old, value, lists, depth + 1);
		return;
	}
	whole = file_copy(py, value);
	if (deletes)
		py_map_del(py, whole, node_str(py->arena, STR("_delete_"), value->at));
	py_map_set(py, into, key, whole);
}

/* The element of a list that a key stands for, {"0": …}: where lists may be merged into; NULL: none. */
static struct node **element(struct interpreter *py, struct node *list, const struct node *key)
{
	int64_t i;

	if (list->kind != NODE_LIST || !py_is_str(key) || !str_to_int(key->text, &i) || i < 0 || (size_t)i >= list->as.items.n)
		return NULL;
	trail_node(&py->trail, list);
	return &list->as.items.at[i];
}

/* _merge_a_into_b(): mappings are merged, all else is replaced. */
static void merge(struct interpreter *py, struct node *into, const struct node *from, bool lists, int depth)
{
	for (size_t i = 0; i < from->as.pairs.n && depth < NODE_DEPTH_MAX && py_step(py, 1); i++) {
		struct node *key = from->as.pairs.at[i].key, *value = from->as.pairs.at[i].value;
		struct node **at = lists ? element(py, into, key) : NULL;

		if (at && (*at)->kind == NODE_MAP && value->kind == NODE_MAP)
			merge(py, *at, value, lists, depth + 1);
		else if (at)
			*at = value;
		else if (into->kind == NODE_MAP && value->kind == NODE_MAP)
			merge_member(py, into, key, value, lists, depth);
		else if (into->kind == NODE_MAP)
			py_map_set(py, into, key, value);
	}
	if (from->open && into->kind == NODE_MAP) {
		trail_node(&py->trail, into);
		into->open = true;
	}
}

/* {{ fileDirname }} and its like in a text, whatever the blanks. */
static struct str filled(struct interpreter *py, struct str text, struct str path)
{
	struct str name = str_tail(path, '/'), folder = eval_dirname(path);
	size_t open = str_find(text, STR("{{"), 0), close = open < text.n ? str_find(text, STR("}}"), open) : SIZE_MAX, dot = str_rchr(name, '.');
	struct str key, value;

	if (close >= text.n || !py_step(py, 1))
		return text;
	dot = dot < name.n ? dot : name.n;
	key = str_trim(str_sub(text, open + 2, close));
	if (str_is(key, "fileDirname"))
		value = eval_rooted(py->arena, folder);
	else if (str_is(key, "fileBasename"))
		value = name;
	else if (str_is(key, "fileBasenameNoExtension"))
		value = str_sub(name, 0, dot);
	else if (str_is(key, "fileExtname"))
		value = str_sub(name, dot, name.n);
	else
		return text;
	return str_fmt(py->arena, "%.*s%.*s%.*s", STR_ARG(str_sub(text, 0, open)), STR_ARG(value),
		       STR_ARG(filled(py, str_sub(text, close + 2, text.n), path)));
}

/* {{ _base_.model }}, which would be a set in a set, and no such set can be: the value in it. */
static struct node *of_base(const struct node *n)
{
	const struct node *inner = n->kind == NODE_SET && n->as.items.n == 1 ? n->as.items.at[0] : NULL;

	return inner && inner->kind == NODE_SET && inner->as.items.n == 1 ? inner->as.items.at[0] : NULL;
}

/* A file's own copy of what it says, with what its double braces stand for. */
static struct node *own(struct interpreter *py, struct node *n, struct str path, int depth)
{
	struct node *base = of_base(n), *out;

	if (depth > NODE_DEPTH_MAX || !py_step(py, 1))
		return n;
	if (base)
		return file_copy(py, base);
	if (py_is_str(n) && str_has(n->text, STR("{{"))) {
		out = node_copy(py->arena, n);
		out->text = filled(py, n->text, path);
		return out;
	}
	if (n->kind != NODE_MAP && n->kind != NODE_LIST && n->kind != NODE_TUPLE)
		return n;
	out = py_new(py, n->kind, n->at);
	out->open = n->open;
	if (n->kind == NODE_MAP)
		for (size_t i = 0; i < n->as.pairs.n; i++)
			py_map_set(py, out, n->as.pairs.at[i].key, own(py, n->as.pairs.at[i].value, path, depth + 1));
	else
		for (size_t i = 0; i < n->as.items.n; i++)
			py_append(py, out, own(py, n->as.items.at[i], path, depth + 1));
	return out;
}

/* What _base_ names, a text or a list of them, one after the other. */
static struct node *bases(struct interpreter *py, struct node *names, struct reading_of of)
{
	struct node *out = py_new(py, NODE_MAP, of.site.at), *one = names;
	bool list = names && names->kind == NODE_LIST;
	size_t n = list ? names->as.items.n : names != NULL;

	for (size_t i = 0; i < n && i < BASES_MAX; i++) {
		struct node *tree = NULL;
		struct str path;

		one = list ? names->as.items.at[i] : names;
		path = py_is_str(one) && of.depth < BASE_DEPTH_MAX ? eval_path(py->arena, eval_dirname(of.path), one->text) : STR("");
		if (path.n)
			tree = config_of_path(py, (struct reading_of){path, of.site, of.depth + 1});
		if (tree && tree->kind == NODE_MAP)
			merge(py, out, tree, false, 0);
		out->open |= !tree || tree->kind != NODE_MAP;
	}
	return out;
}

static bool is_base(const struct py_stmt *s)
{
	return s->kind == STMT_ASSIGN && s->as.assign.targets.n && s->as.assign.targets.at[0]->kind == EXPR_NAME &&
	       str_is(s->as.assign.targets.at[0]->as.name, "_base_");
}

/* Runs a file in which _base_ is what the bases hold: its assignment to it, which names them, is left out. */
static void run_over(struct interpreter *py, struct module *m, const struct py_stmt *names, struct node *under)
{
	struct py_module *tree = arena_new(py->arena, struct py_module);
	struct py_stmt **rest = arena_news(py->arena, struct py_stmt *, m->tree->body.n);
	size_t n = 0;

	if (m->started)
		return;
	for (size_t i = 0; i < m->tree->body.n; i++)
		if (m->tree->body.at[i] != names)
			rest[n++] = m->tree->body.at[i];
	*tree = *m->tree;
	tree->body.at = rest;
	tree->body.n = n;
	m->tree = tree;
	scope_set(py, m->scope, STR("_base_"), under);
	py->run_module(py, m);
}

/* The globals of a file that are settings: no functions, modules and things of libraries. */
static void put_globals(struct interpreter *py, struct node *out, const struct module *m)
{
	for (size_t i = 0; i < m->scope->cells.n; i++) {
		const struct cell *cell = m->scope->cells.at[i];
		struct node *value = cell->value;

		if (!value || str_starts(cell->name, STR("__")) || str_is(cell->name, "_base_") || value->kind == NODE_FUNCTION ||
		    value->kind == NODE_CLASS || value->kind == NODE_MODULE || value->kind == NODE_NAME || value->kind == NODE_METHOD)
			continue;
		py_map_set(py, out, node_str(py->arena, cell->name, value->at), own(py, value, m->path, 0));
	}
}

static struct node *config_of_code(struct interpreter *py, struct reading_of of)
{
	struct module *m = module_load(py, of.path, of.path);
	struct node *under, *said = py_new(py, NODE_MAP, of.site.at);
	const struct py_stmt *names = NULL;

	if (!m || !m->tree)
		return NULL;
	for (size_t i = 0; i < m->tree->body.n && !names; i++)
		names = is_base(m->tree->body.at[i]) ? m->tree->body.at[i] : NULL;
	if (names) {
		under = bases(py, py_eval(py, names->as.assign.value), of);
		run_over(py, m, names, under);
	} else {
		under = py_new(py, NODE_MAP, of.site.at);
		py->run_module(py, m);
	}
	put_globals(py, said, m);
	merge(py, under, said, false, 0);
	return under;
}

/* The settings of a file; NULL: it is not in the repository. */
static struct node *config_of_path(struct interpreter *py, struct reading_of of)
{
	struct node *tree, *under;

	if (str_ends(of.path, STR(".py")))
		return config_of_code(py, of);
	tree = file_data(py, of.path, of.site.at);
	if (tree->kind != NODE_MAP)
		return tree;
	under = bases(py, node_get(tree, STR("_base_")), of);
	py_map_del(py, tree, node_str(py->arena, STR("_base_"), of.site.at));
	merge(py, under, own(py, tree, of.path, 0), false, 0);
	return under;
}

static struct node *from_file(struct interpreter *py, struct native_call *c)
{
	struct node *name = native_arg(c, 0, "filename"), *out;
	struct str path;

	if (!name || !file_path(py, name, &path))
		return NULL;
	out = config_of_path(py, (struct reading_of){path, c->site, 0});
	return out ? out : py_unknown(py, name->at, "%.*s is not in the repository", STR_ARG(path));
}

/* Config(dict(…)) */
static struct node *config(struct interpreter *py, struct native_call *c)
{
	struct node *x = native_arg(c, 0, "cfg_dict");

	if (!x || x->kind == NODE_NULL)
		return py_new(py, NODE_MAP, c->site.at);
	return x->kind == NODE_MAP ? file_copy(py, x) : NULL;
}

/* ConfigDict(a=1), ConfigDict(dict(…)) */
static struct node *config_dict(struct interpreter *py, struct native_call *c)
{
	struct node *out = py_new(py, NODE_MAP, c->site.at);

	dict_update(py, out, c->args);
	return out;
}

/* cfg.merge_from_dict({"model.depth": 50}): keys with dots nest, and numbers among them are places in lists. */
static struct node *merge_from_dict(struct interpreter *py, struct native_call *c)
{
	struct node *options = native_arg(c, 0, "options"), *nested = py_new(py, NODE_MAP, c->site.at);

	if (!options || options->kind != NODE_MAP) {
		py_map_doubt(py, c->self, options ? options : py_unknown(py, c->site.at, "options that are not known"));
		return py_none(py, c->site.at);
	}
	for (size_t i = 0; i < options->as.pairs.n; i++)
		if (py_is_str(options->as.pairs.at[i].key))
			conf_set(py, nested, options->as.pairs.at[i].key->text, options->as.pairs.at[i].value);
	nested->open = options->open;
	merge(py, c->self, nested, true, 0);
	return py_none(py, c->site.at);
}

/* _parse_int_float_bool() */
static struct node *scalar(struct interpreter *py, struct str text, struct span at)
{
	int64_t i;
	double r;

	if (str_to_int(text, &i))
		return py_int(py, i, at);
	if (str_to_real(text, &r))
		return py_real(py, r, at);
	if (str_is_nocase(text, "true") || str_is_nocase(text, "false"))
		return py_bool(py, str_is_nocase(text, "true"), at);
	return str_is(text, "None") ? py_none(py, at) : py_str(py, text, at);
}

/* The first comma that stands in no brackets; the length if there is none. */
static size_t next_comma(struct str text)
{
	int inside = 0;

	for (size_t i = 0; i < text.n; i++) {
		if (text.s[i] == ',' && inside == 0)
			return i;
		inside += text.s[i] == '(' || text.s[i] == '[';
		inside -= text.s[i] == ')' || text.s[i] == ']';
	}
	return text.n;
}

/* _parse_iterable(): "1,2", "[a,b]" and "(1,2)" hold several, inside one another too. */
static struct node *iterable(struct interpreter *py, struct str text, struct span at, int depth)
{
	struct node *out;
	bool tuple, list;

	while (text.n && (text.s[0] == '"' || text.s[0] == '\'' || text.s[0] == ' '))
		text = str_sub(text, 1, text.n);
	while (text.n && (text.s[text.n - 1] == '"' || text.s[text.n - 1] == '\'' || text.s[text.n - 1] == ' '))
		text.n--;
	tuple = str_starts(text, STR("(")) && str_ends(text, STR(")"));
	list = str_starts(text, STR("[")) && str_ends(text, STR("]"));
	if ((!tuple && !list && str_chr(text, ',', 0) == SIZE_MAX) || depth > NODE_DEPTH_MAX)
		return scalar(py, text, at);
	out = py_new(py, tuple ? NODE_TUPLE : NODE_LIST, at);
	if (tuple || list)
		text = str_sub(text, 1, text.n - 1);
	while (text.n && py_step(py, 1)) {
		size_t comma = next_comma(text);

		py_append(py, out, iterable(py, str_sub(text, 0, comma), at, depth + 1));
		text = str_sub(text, comma + 1 < text.n ? comma + 1 : text.n, text.n);
	}
	return out;
}

/* parser.add_argument("--cfg-options", nargs="+", action=DictAction): "key=value" words, by their keys as they stand. */
static struct node *dict_action(struct interpreter *py, struct native_call *c)
{
	struct node *words = native_arg(c, 2, "values"), *out = py_new(py, NODE_MAP, c->site.at);

	for (size_t i = 0; words && words->kind == NODE_LIST && i < words->as.items.n; i++) {
		struct node *word = words->as.items.at[i], *value = word;
		struct str_cut cut = str_cut(word->kind == NODE_STR ? word->text : py_partial_text(word), '=');

		if (!cut.ok) {
			out->open = true;
			continue;
		}
		if (word->kind == NODE_STR) {
			value = iterable(py, cut.tail, word->at, 0);
			value->how = STR("command line");
		}
		py_map_set(py, out, py_str(py, cut.head, word->at), value);
	}
	return out;
}

/* Where the library's package has them, by each name that they are imported by. */
#define CONFIG_OF(module)                                                                                                        \
	{module ".Config", config, NATIVE_UNKNOWN}, {module ".Config.fromfile", from_file, NATIVE_FILE},                         \
	    {module ".ConfigDict", config_dict, NATIVE_RAW}, {module ".DictAction.__call__", dict_action, NATIVE_RAW}

static const struct native rows[] = {
    {"dict.merge_from_dict", merge_from_dict, NATIVE_UNKNOWN},
    CONFIG_OF("mmcv"),
    CONFIG_OF("mmcv.utils"),
    CONFIG_OF("mmcv.utils.config"),
    CONFIG_OF("mmengine"),
    CONFIG_OF("mmengine.config"),
    CONFIG_OF("mmengine.config.config"),
};

NATIVES(natives_mmengine, rows);
