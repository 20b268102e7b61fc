/* dynaconf: settings of layered files. */
#include "config.h"

/* Its keys are found in any case. */
static void put_anyhow(struct interpreter *py, struct node *out, const struct node *from)
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
static void put_layers(struct interpreter *py, struct native_call *c, struct node *out, const struct node *tree)
{
	struct node *env = native_arg(c, SIZE_MAX, "env");
	bool maybe = false;

	if (!env)
		env = py_map_get(py, py->environ, py_str(py, STR("ENV_FOR_DYNACONF"), c->site.at), &maybe);
	put_anyhow(py, out, node_get(tree, STR("default")));
	put_anyhow(py, out, node_get(tree, env && py_is_str(env) ? env->text : STR("development")));
	put_anyhow(py, out, node_get(tree, STR("global")));
}

static struct node *dynaconf(struct interpreter *py, struct native_call *c)
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
    {"dynaconf.Dynaconf", dynaconf, NATIVE_UNKNOWN},
    {"dynaconf.LazySettings", dynaconf, NATIVE_UNKNOWN},
};

NATIVES(natives_dynaconf, rows);
