/*
 * hydra.utils: objects that a configuration names by _target_. Source: Hydra 1.3,
 * hydra/_internal/instantiate/_instantiate2.py.
 */
#include "config.h"

#include "lint/python/statements/statements.h"
#include "lint/python/values/modules.h"

enum { INSTANTIATE_DEPTH = 16 };

/* The function, class or library's name of a dotted path: the longest module of the repository decides. */
static struct node *locate(struct interpreter *py, struct str dotted, struct span at)
{
	struct str module = dotted;
	size_t dot;

	while ((dot = str_rchr(module, '.')) != SIZE_MAX) {
		struct module *m;
		struct node *found;
		struct str rest;

		module = str_sub(module, 0, dot);
		m = module_find(py, module);
		if (!m)
			continue;
		found = py_import_named(py, module, at);
		rest = str_sub(dotted, dot + 1, dotted.n);
		while (rest.n && found) {
			struct str_cut cut = str_cut(rest, '.');

			found = py_find_attr(py, found, cut.head, at);
			rest = cut.tail;
		}
		return found ? found : py_unknown(py, at, "%.*s is not there", STR_ARG(dotted));
	}
	return py_library_name(py, dotted, at);
}

static bool truthy(struct interpreter *py, const struct node *n)
{
	return n && py_truth(py, n) == TRUTH_YES;
}

static struct node *build(struct interpreter *py, struct node *conf, const struct args *given,
			  struct site site, int depth);

/* A member of a configuration that is made: nested ones first, unless _recursive_ is false. */
static struct node *member(struct interpreter *py, struct node *value, bool recursive, struct site site,
			   int depth)
{
	struct args none = {0};

	return recursive ? build(py, value, &none, site, depth + 1) : value;
}

static struct node *make(struct interpreter *py, struct node *conf, struct str target,
			 const struct args *given, struct site site, int depth)
{
	const struct node *recursion = node_get(conf, STR("_recursive_"));
	struct node *first = node_get(conf, STR("_args_")), *callee;
	bool recursive = !recursion || truthy(py, recursion), partial;
	struct args args = {0};

	partial = truthy(py, node_get(conf, STR("_partial_")));
	for (size_t i = 0; i < given->n; i++)
		if (str_is(given->at[i].name, "_partial_"))
			partial = truthy(py, given->at[i].value);
	callee = locate(py, target, site.at);
	if (partial)
		*vec_push(py->arena, &args) = (struct arg){.value = callee, .at = site.at};
	for (size_t i = 0; i < given->n; i++)
		if (given->at[i].name.n == 0)
			*vec_push(py->arena, &args) = given->at[i];
	for (size_t i = 0; first && first->kind == NODE_LIST && i < first->as.items.n; i++)
		*vec_push(py->arena, &args) =
		    (struct arg){.value = member(py, first->as.items.at[i], recursive, site, depth),
				 .at = first->as.items.at[i]->at};
	for (size_t i = 0; i < conf->as.pairs.n; i++) {
		const struct pair *pair = &conf->as.pairs.at[i];
		bool again = false;

		if (pair->key->kind != NODE_STR || str_starts(pair->key->text, STR("_")))
			continue;
		for (size_t k = 0; k < given->n; k++)
			again |= str_eq(given->at[k].name, pair->key->text);
		if (!again)
			*vec_push(py->arena, &args) = (struct arg){
			    pair->key->text, member(py, pair->value, recursive, site, depth),
			    pair->key->at};
	}
	for (size_t i = 0; i < given->n; i++)
		if (given->at[i].name.n && !str_starts(given->at[i].name, STR("_")))
			*vec_push(py->arena, &args) = given->at[i];
	if (conf->open)
		*vec_push(py->arena, &args) = (struct arg){
		    STR("**"), py_unknown(py, site.at, "further members of a configuration"),
		    site.at};
	return py_call(py, partial ? py_name(py, "functools.partial", site.at) : callee, &args,
		       site);
}

static struct node *build(struct interpreter *py, struct node *conf, const struct args *given,
			  struct site site, int depth)
{
	const struct node *target = conf->kind == NODE_MAP ? node_get(conf, STR("_target_")) : NULL;
	struct args none = {0};
	struct node *out;

	if (depth > INSTANTIATE_DEPTH || !py_step(py, 1) ||
	    (conf->kind != NODE_MAP && conf->kind != NODE_LIST))
		return conf;
	if (target)
		return target->kind == NODE_STR
			   ? make(py, conf, target->text, given, site, depth)
			   : py_unknown(py, site.at, "a _target_ that is not known");
	out = py_new(py, conf->kind, conf->at);
	out->open = conf->open;
	if (conf->kind == NODE_LIST)
		for (size_t i = 0; i < conf->as.items.n; i++)
			py_append(py, out, build(py, conf->as.items.at[i], &none, site, depth + 1));
	else
		for (size_t i = 0; i < conf->as.pairs.n; i++)
			*vec_push(py->arena, &out->as.pairs) = (struct pair){
			    conf->as.pairs.at[i].key,
			    build(py, conf->as.pairs.at[i].value, &none, site, depth + 1)};
	return out;
}

struct node *hydra_instantiate(struct interpreter *py, struct node *conf, struct site site)
{
	struct args none = {0};

	return build(py, conf, &none, site, 0);
}

/* instantiate(config, *args, **kwargs), and call() of older releases. */
static struct node *instantiate(struct interpreter *py, struct native_call *c)
{
	struct node *conf = native_arg(c, 0, "config");
	struct args given = {0};
	bool first = false;

	if (!conf || conf->kind == NODE_NULL)
		return conf ? conf : NULL;
	if (conf->kind == NODE_UNKNOWN)
		return py_unknown_of(py, c->site.at, conf);
	for (size_t i = 0; i < c->args->n; i++) {
		bool config =
		    str_is(c->args->at[i].name, "config") || (c->args->at[i].name.n == 0 && !first);

		first |= c->args->at[i].name.n == 0;
		if (!config)
			*vec_push(py->arena, &given) = c->args->at[i];
	}
	return build(py, conf, &given, c->site, 0);
}

/* get_class("a.B"), get_method("a.f"), get_object("a.x") */
static struct node *get(struct interpreter *py, struct native_call *c)
{
	struct node *path = native_arg(c, 0, "path");

	return path && py_is_str(path) ? locate(py, path->text, c->site.at) : NULL;
}

/* cs.store(group=…, name=…, node=…): a configuration that a class describes. */
static struct node *store(struct interpreter *py, struct native_call *c)
{
	struct node *name = native_arg(c, 0, "name"), *conf = native_arg(c, 1, "node");
	struct node *group = native_arg(c, 2, "group");

	if (name && conf && py_is_str(name))
		*vec_push(py->arena, &py->stores) = (struct resolver){
		    group && py_is_str(group)
			? str_fmt(py->arena, "%.*s/%.*s", STR_ARG(group->text), STR_ARG(name->text))
			: name->text,
		    conf};
	return py_none(py, c->site.at);
}

static const struct native rows[] = {
    {"hydra.core.config_store.ConfigStore.instance().store", store, NATIVE_RAW},
    {"hydra.utils.call", instantiate, NATIVE_RAW},
    {"hydra.utils.get_class", get, 0},
    {"hydra.utils.get_method", get, 0},
    {"hydra.utils.get_object", get, 0},
    {"hydra.utils.instantiate", instantiate, NATIVE_RAW},
};

NATIVES(natives_hydra_instantiate, rows);
