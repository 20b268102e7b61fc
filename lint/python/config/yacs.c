/* yacs: configurations whose nodes are mappings with methods of their own. */
#include "config.h"

static struct node *node(struct interpreter *py, struct native_call *c)
{
	struct node *x = native_arg(c, 0, "init_dict");

	if (!x || x->kind == NODE_NULL)
		return py_new(py, NODE_MAP, c->site.at);
	return x->kind == NODE_MAP ? file_copy(py, x) : NULL;
}

static struct node *clone(struct interpreter *py, struct native_call *c)
{
	return file_copy(py, c->self);
}

static struct node *load_node(struct interpreter *py, struct native_call *c)
{
	struct node *x = native_arg(c, 0, NULL);
	struct str path;

	return x && file_path(py, x, &path) ? file_data(py, path, c->site.at) : NULL;
}

static struct node *opened(struct interpreter *py, struct native_call *c)
{
	trail_node(&py->trail, c->self);
	c->self->open = true;
	return py_none(py, c->site.at);
}

static struct node *merge_from_file(struct interpreter *py, struct native_call *c)
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

static struct node *merge_from_other(struct interpreter *py, struct native_call *c)
{
	struct node *x = native_arg(c, 0, NULL);

	if (!x || x->kind != NODE_MAP)
		return opened(py, c);
	conf_merge(py, c->self, x);
	return py_none(py, c->site.at);
}

/* cfg.merge_from_list(["SOLVER.BATCH", 4, "MODEL.NAME", "x"]): texts are read as Python literals. */
static struct node *merge_from_list(struct interpreter *py, struct native_call *c)
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

static const struct native rows[] = {
    {"dict.clone", clone, NATIVE_RAW},
    {"dict.defrost", native_none, NATIVE_RAW},
    {"dict.freeze", native_none, NATIVE_RAW},
    {"dict.merge_from_file", merge_from_file, NATIVE_UNKNOWN},
    {"dict.merge_from_list", merge_from_list, NATIVE_UNKNOWN},
    {"dict.merge_from_other_cfg", merge_from_other, NATIVE_UNKNOWN},
    {"dict.set_new_allowed", native_none, NATIVE_RAW},
    {"fvcore.common.config.CfgNode", node, NATIVE_UNKNOWN},
    {"yacs.config.CfgNode", node, NATIVE_UNKNOWN},
    {"yacs.config.CfgNode.load_cfg", load_node, NATIVE_FILE},
    {"yacs.config.load_cfg", load_node, NATIVE_FILE},
};

NATIVES(natives_yacs, rows);
