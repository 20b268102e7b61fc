#include "cli.h"
#include "natives.h"


/* Hydra: a primary configuration, the group files that its defaults list names, then overrides. */

enum { RESOLVE_DEPTH = 32 };

struct composition {
	struct interp *py;
	/** Folder of the configurations, from the root. */
	struct str folder;
	const struct node *words;
	struct span at;
	int depth;
};

static struct node *load(const struct composition *c, struct str name)
{
	struct interp *py = c->py;
	struct str path = str_ends(name, STR(".yaml")) ? name
						       : str_cat(py->arena, name, STR(".yaml"));

	return file_data(py, eval_path(py->arena, c->folder, path), c->at);
}

static void merge(struct composition *c, struct node *into, struct node *from, int depth)
{
	struct interp *py = c->py;

	if (from->kind != NODE_MAP || depth > RESOLVE_DEPTH) {
		into->open |= from->kind != NODE_MAP;
		return;
	}
	for (size_t i = 0; i < from->as.pairs.n; i++) {
		struct node *key = from->as.pairs.at[i].key, *value = from->as.pairs.at[i].value;
		bool maybe = false;
		struct node *old = py_map_get(py, into, key, &maybe);

		if (key->kind == NODE_STR && str_is(key->text, "defaults") && depth == 0)
			continue;
		if (old && old->kind == NODE_MAP && value->kind == NODE_MAP)
			merge(c, old, value, depth + 1);
		else
			py_map_set(py, into, key, value);
	}
}

/* The file that the command line chooses for a group: "model=llama". */
static struct str choice_of(const struct composition *c, struct str group, struct str standard)
{
	for (size_t i = 0; c->words && i < c->words->as.items.n; i++) {
		const struct node *word = c->words->as.items.at[i];
		struct str_cut cut = word->kind == NODE_STR ? str_cut(word->text, '=')
							    : (struct str_cut){0};

		while (cut.head.n && cut.head.s[0] == '+')
			cut.head = str_sub(cut.head, 1, cut.head.n);
		if (cut.ok && str_eq(cut.head, group))
			standard = cut.tail;
	}
	return standard;
}

static void compose_file(struct composition *c, struct node *into, struct str name);

/* One entry of the defaults list: "_self_", "name", or {group: choice}. */
static void compose_entry(struct composition *c, struct node *into, const struct node *entry)
{
	struct interp *py = c->py;
	struct str group, name, package;
	struct node *below;

	if (entry->kind == NODE_STR) {
		compose_file(c, into, entry->text);
		return;
	}
	if (entry->kind != NODE_MAP || entry->as.pairs.n != 1 ||
	    entry->as.pairs.at[0].key->kind != NODE_STR)
		return;
	group = str_cut(entry->as.pairs.at[0].key->text, '@').head;
	package = str_cut(entry->as.pairs.at[0].key->text, '@').tail;
	if (str_starts(group, STR("optional ")))
		group = str_sub(group, 9, group.n);
	if (str_starts(group, STR("override ")))
		return;
	while (group.n && group.s[0] == '/')
		group = str_sub(group, 1, group.n);
	name = entry->as.pairs.at[0].value->kind == NODE_STR ? entry->as.pairs.at[0].value->text
							     : (struct str){0};
	name = choice_of(c, group, name);
	if (!name.n || str_is(name, "null"))
		return;
	below = py_new(py, NODE_MAP, entry->at);
	compose_file(c, below, str_fmt(py->arena, "%.*s/%.*s", STR_ARG(group), STR_ARG(name)));
	if (str_is(package, "_global_")) {
		merge(c, into, below, 0);
	} else {
		struct node *wrapped = py_new(py, NODE_MAP, entry->at);

		conf_set(py, wrapped, str_tr(py->arena, package.n ? package : group, '/', '.'),
			 below);
		merge(c, into, wrapped, 1);
	}
}

static void compose_file(struct composition *c, struct node *into, struct str name)
{
	struct node *tree = load(c, name), *defaults;
	bool self = false;

	if (c->depth > RESOLVE_DEPTH || tree->kind != NODE_MAP) {
		into->open = true;
		return;
	}
	c->depth++;
	defaults = node_get(tree, STR("defaults"));
	for (size_t i = 0; defaults && defaults->kind == NODE_LIST && i < defaults->as.items.n;
	     i++) {
		const struct node *entry = defaults->as.items.at[i];

		if (entry->kind == NODE_STR && str_is(entry->text, "_self_")) {
			merge(c, into, tree, 0);
			self = true;
		} else {
			compose_entry(c, into, entry);
		}
	}
	/* From Hydra 1.1 on the file itself comes last if the list does not place it. */
	if (!self)
		merge(c, into, tree, 0);
	c->depth--;
}

static bool is_group(const struct composition *c, struct str name)
{
	struct interp *py = c->py;
	struct str path = eval_path(py->arena, c->folder, name);

	return path.n && py->world->folder && py->world->folder(py->world->context, path);
}

/* Overrides of values; choices of groups were taken while composing. */
static void apply_words(struct composition *c, struct node *into)
{
	struct node *values = node_new(c->py->arena, NODE_LIST, c->at);

	for (size_t i = 0; c->words && i < c->words->as.items.n; i++) {
		struct node *word = c->words->as.items.at[i];
		struct str_cut cut = word->kind == NODE_STR ? str_cut(word->text, '=')
							    : (struct str_cut){0};
		struct str name = cut.head;
		bool added = false;

		while (name.n && name.s[0] == '+') {
			name = str_sub(name, 1, name.n);
			added = true;
		}
		if (added && is_group(c, name)) {
			struct node *below = py_new(c->py, NODE_MAP, word->at);
			struct node *wrapped = py_new(c->py, NODE_MAP, word->at);

			compose_file(c, below,
				     str_fmt(c->py->arena, "%.*s/%.*s", STR_ARG(name),
					     STR_ARG(cut.tail)));
			conf_set(c->py, wrapped, str_tr(c->py->arena, name, '/', '.'), below);
			merge(c, into, wrapped, 1);
		} else if (!is_group(c, name)) {
			node_push(c->py->arena, values, word);
		}
	}
	conf_overrides(c->py, into, values);
}

/* Interpolation: ${a.b}, ${oc.env:NAME,default}, alone or inside text. */

static struct node *interpolated(struct interp *py, struct node *root, struct str inside,
				 struct span at)
{
	struct str env = STR("oc.env:");
	struct node *value;

	if (str_starts(inside, env)) {
		struct str_cut cut = str_cut(str_sub(inside, env.n, inside.n), ',');
		bool maybe = false;

		value = py_map_get(py, py->environ,
				   node_str(py->arena, str_trim(cut.head), at), &maybe);
		if (value)
			return value;
		return cut.ok ? py_literal(py, str_trim(cut.tail), at)
			      : py_unknown(py, at, "%.*s is not set here", STR_ARG(cut.head));
	}
	value = node_path(root, inside);
	return value ? value : py_unknown(py, at, "${%.*s} is not known", STR_ARG(inside));
}

static struct node *resolve_text(struct interp *py, struct node *root, struct node *n, int depth)
{
	struct str s = n->text;
	struct node *out = NULL;

	while (s.n) {
		size_t open = str_find(s, STR("${"), 0), close;
		struct node *part;

		close = open == SIZE_MAX ? SIZE_MAX : str_chr(s, '}', open);
		if (close == SIZE_MAX) {
			part = py_str(py, s, n->at);
			return out ? py_binary(py, OP_ADD, out, part, n->at) : n;
		}
		part = interpolated(py, root, str_sub(s, open + 2, close), n->at);
		if (part->kind == NODE_STR && depth < RESOLVE_DEPTH && part != n &&
		    str_has(part->text, STR("${")))
			part = resolve_text(py, root, part, depth + 1);
		if (open == 0 && close + 1 == s.n && !out)
			return part;
		part = py_format(py, part, STR(""), n->at);
		if (!out)
			out = py_str(py, STR(""), n->at);
		out = py_binary(py, OP_ADD, out, py_str(py, str_sub(s, 0, open), n->at), n->at);
		out = py_binary(py, OP_ADD, out, part, n->at);
		s = str_sub(s, close + 1, s.n);
	}
	return out ? out : n;
}

static struct node *resolve(struct interp *py, struct node *root, struct node *n, int depth)
{
	if (depth > RESOLVE_DEPTH || !py_step(py, 1))
		return n;
	if (n->kind == NODE_STR && str_has(n->text, STR("${")))
		return resolve_text(py, root, n, 0);
	if (n->kind == NODE_MAP)
		for (size_t i = 0; i < n->as.pairs.n; i++)
			n->as.pairs.at[i].value =
				resolve(py, root, n->as.pairs.at[i].value, depth + 1);
	if (n->kind == NODE_LIST)
		for (size_t i = 0; i < n->as.items.n; i++)
			n->as.items.at[i] = resolve(py, root, n->as.items.at[i], depth + 1);
	return n;
}

static struct node *compose(struct composition *c, struct str name)
{
	struct node *tree = py_new(c->py, NODE_MAP, c->at);

	compose_file(c, tree, name);
	apply_words(c, tree);
	return resolve(c->py, tree, tree, 0);
}

/* --config-name X and --config-path X among the words. */
static struct str option(const struct node *words, const char *name, struct str standard)
{
	for (size_t i = 0; words && i < words->as.items.n; i++) {
		const struct node *word = words->as.items.at[i];
		struct str_cut cut = word->kind == NODE_STR ? str_cut(word->text, '=')
							    : (struct str_cut){0};

		if (!str_is(cut.head, name))
			continue;
		if (cut.ok)
			return cut.tail;
		if (i + 1 < words->as.items.n && words->as.items.at[i + 1]->kind == NODE_STR)
			return words->as.items.at[i + 1]->text;
	}
	return standard;
}

static struct str text_arg(const struct call *made, const char *name, size_t position)
{
	const struct arg *arg = call_arg(made, str_of(name), position);

	return arg && arg->value->kind == NODE_STR ? arg->value->text : (struct str){0};
}

struct node *hydra_compose(struct interp *py, const struct call *made, const struct node *words,
			   struct site site)
{
	struct str path = option(words, "--config-path", text_arg(made, "config_path", 0));
	struct str name = option(words, "--config-name", text_arg(made, "config_name", 1));
	struct composition c = {.py = py, .words = words, .at = site.at};
	struct str root = STR(EVAL_ROOT);

	if (!name.n)
		return py_unknown(py, site.at, "a Hydra configuration without a name");
	c.folder = str_starts(path, root)
			   ? py_repo_path(py, path)
			   : eval_path(py->arena, eval_dirname(py->modules.at[0]->path),
				       path.n ? path : STR("."));
	return compose(&c, name);
}

/* hydra.compose(config_name=…, overrides=[…]) below hydra.initialize(config_path=…). */
static struct node *initialize(struct interp *py, struct native_call *c)
{
	struct node *path = native_arg(c, 0, "config_path");

	if (!path)
		path = native_arg(c, 0, "config_dir");
	py->hydra = path && path->kind == NODE_STR ? path->text : STR(".");
	return py_none(py, c->site.at);
}

static struct node *compose_call(struct interp *py, struct native_call *c)
{
	struct node *name = native_arg(c, 0, "config_name"), *words = native_arg(c, 1, "overrides");
	struct composition comp = {.py = py, .at = c->site.at};

	if (!name || name->kind != NODE_STR)
		return NULL;
	comp.words = words && words->kind == NODE_LIST ? words : NULL;
	comp.folder = str_starts(py->hydra, STR(EVAL_ROOT))
			      ? py_repo_path(py, py->hydra)
			      : eval_path(py->arena, eval_dirname(py->frame->module->path),
					  py->hydra.n ? py->hydra : STR("."));
	return compose(&comp, name->text);
}

static const struct native rows[] = {
	{"hydra.compose", compose_call, NATIVE_RAW},
	{"hydra.initialize", initialize, NATIVE_RAW},
	{"hydra.initialize_config_dir", initialize, NATIVE_RAW},
};

NATIVES(natives_hydra, rows);
