/* Configs as code: functions that each give one, and what they give as plain data. */
#include "cache.h"
#include "python.h"

#include "lint/python/evaluator/evaluator.h"

/* Objects inside one another that are followed. */
enum { CONFIG_DEPTH_MAX = 24 };

/* Whether a function can be called without arguments. */
static bool needs_nothing(const struct py_function *def)
{
	for (size_t i = 0; i < def->params.n; i++) {
		const struct py_param *p = &def->params.at[i];

		if (!p->default_value && p->kind != PARAM_STAR && p->kind != PARAM_DOUBLE_STAR)
			return false;
	}
	return true;
}

struct py_configs py_config_functions(struct arena *a, struct py_cache *cache, uint32_t file, struct str text, const char *types)
{
	struct py_configs out = {0};
	const struct py_module *tree = source_cache_parse(cache->sources, file, text);

	for (size_t i = 0; tree && i < tree->body.n; i++) {
		const struct py_stmt *s = tree->body.at[i];
		const struct py_function *def = s->kind == STMT_FUNCTION ? s->as.function : NULL;
		struct span at = def && def->returns ? def->returns->at : (struct span){0};

		if (at.len && needs_nothing(def) && str_any(str_sub(text, at.off, at.off + at.len), str_of(types), str_ends))
			*vec_push(a, &out) = (struct py_given){.name = def->name.text, .at = def->name.at};
	}
	return out;
}

/* The class as its file names it: "SelectiveAC.Config" of one that stands in another. */
static struct str class_name(struct arena *a, const struct class *c)
{
	const struct py_module *tree = c->module->tree;

	for (size_t i = 0; tree && c->def && i < tree->body.n; i++) {
		const struct py_stmt *s = tree->body.at[i];

		for (size_t k = 0; s->kind == STMT_CLASS && k < s->as.class_->body.n; k++)
			if (s->as.class_->body.at[k]->kind == STMT_CLASS && s->as.class_->body.at[k]->as.class_ == c->def)
				return str_fmt(a, "%.*s.%.*s", STR_ARG(s->as.class_->name.text), STR_ARG(c->name));
	}
	return c->name;
}

/* Whether two values say the same of a model: how its weights are begun with is none of it. */
static bool alike(const struct node *x, const struct node *y, int depth)
{
	if (x == y)
		return true;
	if (depth > CONFIG_DEPTH_MAX || x->kind != y->kind || x->code != y->code)
		return false;
	switch ((int)x->kind) {
	case NODE_BOOL:
	case NODE_INT:
	case NODE_REAL:
		return x->as.i == y->as.i;
	case NODE_STR:
	case NODE_NAME:
		return str_eq(x->text, y->text);
	case NODE_LIST:
	case NODE_TUPLE:
		for (size_t i = 0; i < x->as.items.n && i < y->as.items.n; i++)
			if (!alike(x->as.items.at[i], y->as.items.at[i], depth + 1))
				return false;
		return x->as.items.n == y->as.items.n;
	case NODE_OBJECT:
	case NODE_MAP:
		if (x->code == py_tag_partial)
			return true;
		for (size_t i = 0; i < x->as.pairs.n && i < y->as.pairs.n; i++)
			if (!alike(x->as.pairs.at[i].key, y->as.pairs.at[i].key, depth + 1) ||
			    !alike(x->as.pairs.at[i].value, y->as.pairs.at[i].value, depth + 1))
				return false;
		return x->as.pairs.n == y->as.pairs.n && !class_of(x) == !x->made;
	case NODE_NULL:
	case NODE_FUNCTION:
		return true;
	default:
		return false;
	}
}

static struct node *plain(struct arena *a, struct node *n, int depth);

static void put(struct arena *a, struct node *map, struct str key, struct node *value, int depth)
{
	node_set(a, map, node_str(a, key, value->at), plain(a, value, depth + 1));
}

/* What an object was made of, and what was set on it later. */
static struct node *plain_object(struct arena *a, const struct node *n, int depth)
{
	struct node *map = node_new(a, NODE_MAP, n->at);
	const struct class *c = class_of(n);
	struct str name = c ? class_name(a, c) : n->made ? n->made->callee : (struct str){0};

	node_set(a, map, node_str(a, STR("class"), n->at), node_str(a, name, n->at));
	for (size_t i = 0; !c && n->made && i < n->made->args.n; i++) {
		const struct arg *arg = &n->made->args.at[i];

		put(a, map, arg->name.n ? arg->name : str_fmt(a, "%zu", i), arg->value, depth);
	}
	for (size_t i = 0; i < n->as.pairs.n; i++)
		if (n->as.pairs.at[i].key->kind == NODE_STR)
			put(a, map, n->as.pairs.at[i].key->text, n->as.pairs.at[i].value, depth);
	return map;
}

/* Of several objects none is taken for the one that it is. */
static struct node *plain_choice(struct arena *a, struct node *n)
{
	for (size_t i = 0; i < n->as.items.n; i++)
		if (n->as.items.at[i]->kind == NODE_OBJECT)
			return node_unknown(a, STR("it is one of several objects"), n->at);
	return n;
}

static struct node *plain_list(struct arena *a, const struct node *n, int depth)
{
	struct node *out = node_new(a, NODE_LIST, n->at);

	out->open = n->open;
	for (size_t i = 0; i < n->as.items.n; i++)
		node_push(a, out, i && alike(n->as.items.at[i - 1], n->as.items.at[i], 0)
				      ? out->as.items.at[i - 1]
				      : plain(a, n->as.items.at[i], depth + 1));
	return out;
}

static struct node *plain(struct arena *a, struct node *n, int depth)
{
	struct node *out;

	if (depth > CONFIG_DEPTH_MAX)
		return node_unknown(a, STR("nested too deep"), n->at);
	if (n->kind == NODE_OBJECT)
		return plain_object(a, n, depth);
	if (n->kind == NODE_NAME || n->kind == NODE_CLASS || n->kind == NODE_FUNCTION)
		return node_str(a, n->text, n->at);
	if (n->kind == NODE_LIST || n->kind == NODE_TUPLE)
		return plain_list(a, n, depth);
	if (n->kind == NODE_EITHER)
		return plain_choice(a, n);
	if (n->kind != NODE_MAP)
		return n;
	out = node_new(a, NODE_MAP, n->at);
	out->open = n->open;
	for (size_t i = 0; i < n->as.pairs.n; i++)
		node_set(a, out, n->as.pairs.at[i].key, plain(a, n->as.pairs.at[i].value, depth + 1));
	return out;
}

void py_config_values(struct arena *a, const struct eval_world *world, struct py_cache *cache, uint32_t file,
		      struct py_configs *functions)
{
	py_call_each(a, world, cache, file, functions->at, functions->n);
	for (size_t i = 0; i < functions->n; i++) {
		struct py_given *one = &functions->at[i];

		one->value = one->value && one->value->kind == NODE_OBJECT ? plain(a, one->value, 0) : NULL;
		if (one->value)
			one->value->as.pairs.at[0].key->at = one->at;
	}
}
