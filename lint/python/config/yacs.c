/* Libraries of configurations: yacs, whose nodes are mappings with methods of their own, and dynaconf. */
#include "lint/python/builtin/builtin.h"

/* ---- yacs ---- */

static struct node *node(struct interp *py, struct native_call *c)
{
	struct node *x = native_arg(c, 0, "init_dict");

	if (!x || x->kind == NODE_NULL)
		return py_new(py, NODE_MAP, c->site.at);
	return x->kind == NODE_MAP ? file_copy(py, x) : NULL;
}

static struct node *clone(struct interp *py, struct native_call *c)
{
	return file_copy(py, c->self);
}

static struct node *load_node(struct interp *py, struct native_call *c)
{
	struct node *x = native_arg(c, 0, NULL);
	struct str path;

	return x && file_path(py, x, &path) ? file_data(py, path, c->site.at) : NULL;
}

static struct node *opened(struct interp *py, struct native_call *c)
{
	trail_node(&py->trail, c->self);
	c->self->open = true;
	return py_none(py, c->site.at);
}

static struct node *merge_from_file(struct interp *py, struct native_call *c)
{
	struct node *x = native_arg(c, 0, "cfg_filename"), *tree;
	struct str path;

	if (x && x->kind == NODE_UNKNOWN)
		py_want(py, x);
	if (!x || !file_path(py, x, &path))
		return opened(py, c);
	tree = file_data(py, path, c->site.at);
	conf_merge(py, c->self, tree);
	return py_none(py, c->site.at);
}

static struct node *merge_from_other(struct interp *py, struct native_call *c)
{
	struct node *x = native_arg(c, 0, NULL);

	if (!x || x->kind != NODE_MAP)
		return opened(py, c);
	conf_merge(py, c->self, x);
	return py_none(py, c->site.at);
}

/* cfg.merge_from_list(["SOLVER.BATCH", 4, "MODEL.NAME", "x"]): texts are read as Python literals. */
static struct node *merge_from_list(struct interp *py, struct native_call *c)
{
	struct node *x = native_arg(c, 0, NULL);

	if (!x || (x->kind != NODE_LIST && x->kind != NODE_TUPLE) || x->open || x->as.items.n % 2)
		return opened(py, c);
	for (size_t i = 0; i < x->as.items.n; i += 2) {
		struct node *key = x->as.items.at[i], *value = x->as.items.at[i + 1];
		struct node *literal = py_is_str(value) ? py_literal_eval(py, value->text, false, value->at) : NULL;

		if (!py_is_str(key))
			return opened(py, c);
		conf_set(py, c->self, key->text, literal ? literal : value);
	}
	return py_none(py, c->site.at);
}

static struct node *nothing(struct interp *py, struct native_call *c)
{
	return py_none(py, c->site.at);
}

/* ---- dynaconf ---- */

/* Its keys are found in any case. */
static void put_anyhow(struct interp *py, struct node *out, const struct node *from)
{
	for (size_t i = 0; from && from->kind == NODE_MAP && i < from->as.pairs.n && py_step(py, 1); i++) {
		struct node *key = from->as.pairs.at[i].key, *value = from->as.pairs.at[i].value;
		struct str upper;
		char *bytes;

		py_map_set(py, out, key, value);
		if (key->kind != NODE_STR || !key->text.n)
			continue;
		py_map_set(py, out, py_str(py, str_lower(py->arena, key->text), key->at), value);
		upper = str_dup(py->arena, key->text);
		bytes = arena_bytes(py->arena, upper.n, 1);
		for (size_t k = 0; k < upper.n; k++)
			bytes[k] = upper.s[k] >= 'a' && upper.s[k] <= 'z' ? (char)(upper.s[k] - 32) : upper.s[k];
		py_map_set(py, out, py_str(py, (struct str){bytes, upper.n}, key->at), value);
	}
}

/* Of layered files the sections default and development, unless the call or the environment names another. */
static void put_layers(struct interp *py, struct native_call *c, struct node *out, const struct node *tree)
{
	struct node *env = native_arg(c, SIZE_MAX, "env");
	bool maybe = false;

	if (!env)
		env = py_map_get(py, py->environ, py_str(py, STR("ENV_FOR_DYNACONF"), c->site.at), &maybe);
	put_anyhow(py, out, node_get(tree, STR("default")));
	put_anyhow(py, out, node_get(tree, env && py_is_str(env) ? env->text : STR("development")));
	put_anyhow(py, out, node_get(tree, STR("global")));
}

static struct node *dynaconf(struct interp *py, struct native_call *c)
{
	struct node *files = native_arg(c, SIZE_MAX, "settings_files"), *out = py_new(py, NODE_MAP, c->site.at);
	struct node *layered = native_arg(c, SIZE_MAX, "environments");
	struct str path;

	if (!files)
		files = native_arg(c, SIZE_MAX, "settings_file");
	/* Variables of the environment may replace what the files say, and files elsewhere add to it. */
	out->open = true;
	if (files && py_is_str(files)) {
		struct node *one = files;

		files = py_new(py, NODE_LIST, files->at);
		py_append(py, files, one);
	}
	for (size_t i = 0; files && (files->kind == NODE_LIST || files->kind == NODE_TUPLE) && i < files->as.items.n; i++) {
		struct node *tree = file_path(py, files->as.items.at[i], &path)
					? file_data(py, path, c->site.at)
					: NULL;

		if (!tree || tree->kind != NODE_MAP)
			continue;
		if (layered && py_truth(py, layered) == TRUTH_YES)
			put_layers(py, c, out, tree);
		else
			put_anyhow(py, out, tree);
	}
	return out;
}

static const struct native rows[] = {
    {"dict.clone", clone, NATIVE_RAW},
    {"dict.defrost", nothing, NATIVE_RAW},
    {"dict.freeze", nothing, NATIVE_RAW},
    {"dict.merge_from_file", merge_from_file, NATIVE_UNKNOWN},
    {"dict.merge_from_list", merge_from_list, NATIVE_UNKNOWN},
    {"dict.merge_from_other_cfg", merge_from_other, NATIVE_UNKNOWN},
    {"dict.set_new_allowed", nothing, NATIVE_RAW},
    {"dynaconf.Dynaconf", dynaconf, NATIVE_UNKNOWN},
    {"dynaconf.LazySettings", dynaconf, NATIVE_UNKNOWN},
    {"fvcore.common.config.CfgNode", node, NATIVE_UNKNOWN},
    {"yacs.config.CfgNode", node, NATIVE_UNKNOWN},
    {"yacs.config.CfgNode.load_cfg", load_node, NATIVE_FILE},
    {"yacs.config.load_cfg", load_node, NATIVE_FILE},
};

NATIVES(natives_confs, rows);
