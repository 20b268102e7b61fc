/*
 * Registries of classes and functions by name, which decorators fill and configurations ask: mmengine's, which was mmcv's,
 * and fvcore's.
 *
 * A Registry is a MAP with a tag of its own. Source: mmengine 0.10, mmengine/registry/registry.py (Registry.register_module,
 * get, build), build_functions.py (build_from_cfg) and root.py; mmcv 1.7, mmcv/utils/registry.py; fvcore 0.1.5,
 * fvcore/common/registry.py.
 */
#include "stdlib_parts.h"

static bool is_registry(const struct node *n)
{
	return n && n->kind == NODE_MAP && n->code == py_tag_registry;
}

static struct node *registry_new(struct interpreter *py, struct span at)
{
	struct node *out = py_new(py, NODE_MAP, at);

	out->code = py_tag_registry;
	return out;
}

static struct node *registry(struct interpreter *py, struct native_call *c)
{
	/* What another function builds says by itself how. */
	return native_arg(c, 1, "build_func") ? NULL : registry_new(py, c->site.at);
}

struct node *root_registry(struct interpreter *py, struct str dotted, struct span at)
{
	struct str name = str_tail(dotted, '.');
	struct node *key, *found;
	bool maybe = false;

	if (!str_among(str_sub(dotted, 0, dotted.n - name.n), STR("mmengine.|mmengine.registry.|mmengine.registry.root.")) ||
	    !str_among(name, STR("DATASETS|DATA_SAMPLERS|EVALUATOR|FUNCTIONS|HOOKS|LOOPS|METRICS|MODELS|MODEL_WRAPPERS|OPTIMIZERS|"
				 "OPTIM_WRAPPERS|PARAM_SCHEDULERS|RUNNERS|TASK_UTILS|TRANSFORMS|VISUALIZERS")))
		return NULL;
	if (!py->registries)
		py->registries = py_new(py, NODE_MAP, at);
	key = node_str(py->arena, name, at);
	found = py_map_get(py, py->registries, key, &maybe);
	if (!found) {
		found = registry_new(py, at);
		/* The library has put its own there. */
		found->open = true;
		py_map_set(py, py->registries, key, found);
	}
	return found;
}

static bool is_registrable(const struct node *n)
{
	return n && (n->kind == NODE_CLASS || n->kind == NODE_FUNCTION || n->kind == NODE_NAME || n->kind == NODE_METHOD);
}

static void put(struct interpreter *py, struct node *registry, struct node *name, struct node *what)
{
	struct node *items = name && (name->kind == NODE_LIST || name->kind == NODE_TUPLE) ? name : NULL;

	if (!name || name->kind == NODE_NULL)
		name = node_str(py->arena, what->kind == NODE_NAME ? str_tail(what->text, '.') : what->text, what->at);
	for (size_t i = 0; items && i < items->as.items.n; i++)
		py_map_set(py, registry, items->as.items.at[i], what);
	if (!items)
		py_map_set(py, registry, name, what);
}

/* The decorator that a call without a class gives: the method itself, with the name that the class is to have. */
static struct node *decorator(struct interpreter *py, const struct native_call *c, struct node *name)
{
	struct node *method = node_new(py->arena, NODE_METHOD, c->site.at), *out;
	struct native_call made = *c;
	struct args args = {0};

	method->text = str_tail(c->name, '.');
	method->as.self = c->self;
	if (!name)
		return method;
	*vec_push(py->arena, &args) = (struct arg){.value = method, .at = c->site.at};
	*vec_push(py->arena, &args) = (struct arg){.name = STR("name"), .value = name, .at = name->at};
	made.args = &args;
	out = py_new(py, NODE_OBJECT, c->site.at);
	out->code = py_tag_partial;
	out->made = untraced_call(py, &made);
	return out;
}

/* @R.register_module(), @R.register_module("name"), @R.register_module, R.register_module(module=C), R.register(C) */
static struct node *register_module(struct interpreter *py, struct native_call *c)
{
	struct node *what = native_arg(c, 0, NULL), *name = native_arg(c, SIZE_MAX, "name");
	struct node *given = native_arg(c, SIZE_MAX, "module");

	if (!given)
		given = native_arg(c, SIZE_MAX, "obj");
	if (!name && what && !is_registrable(what))
		name = what;
	what = given && given->kind != NODE_NULL ? given : is_registrable(what) ? what : NULL;
	if (!what)
		return decorator(py, c, name);
	put(py, c->self, name, what);
	return what;
}

static struct node *get(struct interpreter *py, struct native_call *c)
{
	struct node *key = native_arg(c, 0, "key"), *found;
	bool maybe = false;

	if (!key)
		key = native_arg(c, SIZE_MAX, "name");
	if (!key || !py_is_str(key))
		return NULL;
	found = py_map_get(py, c->self, key, &maybe);
	if (found || maybe)
		return found;
	return py_none(py, c->site.at);
}

/* What a configuration with its default_args (may be NULL) says, "type" and "_scope_" left out. */
static struct node *arguments(struct interpreter *py, const struct node *conf, const struct node *defaults, struct span at)
{
	const struct node *all[] = {defaults, conf};
	struct node *out = py_new(py, NODE_MAP, at);

	for (size_t i = 0; i < sizeof(all) / sizeof(*all); i++) {
		for (size_t k = 0; all[i] && all[i]->kind == NODE_MAP && k < all[i]->as.pairs.n; k++)
			py_map_set(py, out, all[i]->as.pairs.at[k].key, all[i]->as.pairs.at[k].value);
		out->open |= all[i] && all[i]->open;
	}
	return out;
}

/* build_from_cfg(): calls what the configuration names as its type with the rest of it as keywords. */
static struct node *build_from(struct interpreter *py, const struct node *registry, const struct node *conf,
			       const struct node *defaults, struct site site)
{
	struct node *all, *type;
	struct args args = {0};
	bool maybe = false;

	if (!is_registry(registry) || !conf || conf->kind != NODE_MAP)
		return NULL;
	all = arguments(py, conf, defaults, site.at);
	type = node_get(all, STR("type"));
	if (type && py_is_str(type))
		type = py_map_get(py, registry, type, &maybe);
	if (!is_registrable(type))
		return NULL;
	py_map_del(py, all, node_str(py->arena, STR("type"), site.at));
	py_map_del(py, all, node_str(py->arena, STR("_scope_"), site.at));
	py_spread_named(py, &args, all, site.at);
	return py_call(py, type, &args, site);
}

static struct node *build(struct interpreter *py, struct native_call *c)
{
	return build_from(py, c->self, native_arg(c, 0, "cfg"), native_arg(c, SIZE_MAX, "default_args"), c->site);
}

static struct node *build_from_cfg(struct interpreter *py, struct native_call *c)
{
	return build_from(py, native_arg(c, 1, "registry"), native_arg(c, 0, "cfg"), native_arg(c, 2, "default_args"), c->site);
}

static const struct native rows[] = {
    {"Registry.build", build, NATIVE_UNKNOWN},
    {"Registry.get", get, NATIVE_UNKNOWN},
    {"Registry.register", register_module, NATIVE_RAW},
    {"Registry.register_module", register_module, NATIVE_RAW},
    {"fvcore.common.registry.Registry", registry, NATIVE_RAW},
    {"mmcv.Registry", registry, NATIVE_RAW},
    {"mmcv.build_from_cfg", build_from_cfg, NATIVE_UNKNOWN},
    {"mmcv.utils.Registry", registry, NATIVE_RAW},
    {"mmcv.utils.build_from_cfg", build_from_cfg, NATIVE_UNKNOWN},
    {"mmengine.Registry", registry, NATIVE_RAW},
    {"mmengine.build_from_cfg", build_from_cfg, NATIVE_UNKNOWN},
    {"mmengine.registry.Registry", registry, NATIVE_RAW},
    {"mmengine.registry.build_from_cfg", build_from_cfg, NATIVE_UNKNOWN},
};

NATIVES(natives_registry, rows);
