#include "lint/python/builtin/builtin.h"

#include <string.h>

/* copy, functools, itertools, types, tqdm: what settings pass through. */

static struct node *deep(struct interp *py, struct node *n, int depth)
{
	struct node *out;

	if (depth > NODE_DEPTH_MAX || !py_step(py, 1))
		return n;
	switch ((int)n->kind) {
	case NODE_LIST:
	case NODE_SET:
	case NODE_TUPLE:
		out = py_new(py, n->kind, n->at);
		for (size_t i = 0; i < n->as.items.n; i++)
			py_append(py, out, deep(py, n->as.items.at[i], depth + 1));
		break;
	case NODE_MAP:
		out = py_new(py, n->kind, n->at);
		for (size_t i = 0; i < n->as.pairs.n; i++)
			*vec_push(py->arena, &out->as.pairs) = (struct pair){
			    n->as.pairs.at[i].key, deep(py, n->as.pairs.at[i].value, depth + 1)};
		break;
	case NODE_OBJECT:
		out = py_new(py, n->kind, n->at);
		for (size_t i = 0; i < n->as.pairs.n; i++)
			*vec_push(py->arena, &out->as.pairs) = (struct pair){
			    n->as.pairs.at[i].key, deep(py, n->as.pairs.at[i].value, depth + 1)};
		out->made = n->made;
		break;
	default:
		return n;
	}
	out->open = n->open;
	out->code = n->code == py_tag_members ? NULL : n->code;
	out->from[0] = n->kind == NODE_OBJECT ? n->from[0] : n;
	out->from[1] = n->from[1];
	return out;
}

static struct node *deepcopy(struct interp *py, struct native_call *c)
{
	struct node *x = native_arg(c, 0, "x");

	/* A copy of a library's model is another model: it stays recognisable by what made it. */
	if (x && x->kind == NODE_OBJECT && x->made && !x->code)
		return py_call_library(py, STR("copy.deepcopy"), NULL, c->args, c->site);
	return x ? deep(py, x, 0) : NULL;
}

static struct node *shallow(struct interp *py, struct native_call *c)
{
	struct node *x = native_arg(c, 0, "x"), *out;

	if (!x || !node_mutable(x) || x->kind == NODE_FUNCTION || x->kind == NODE_CLASS ||
	    x->kind == NODE_MODULE)
		return x;
	out = py_new(py, x->kind, x->at);
	if (x->kind == NODE_MAP || x->kind == NODE_OBJECT)
		for (size_t i = 0; i < x->as.pairs.n; i++)
			*vec_push(py->arena, &out->as.pairs) = x->as.pairs.at[i];
	else
		for (size_t i = 0; i < x->as.items.n; i++)
			py_append(py, out, x->as.items.at[i]);
	out->open = x->open;
	out->code = x->code == py_tag_members ? NULL : x->code;
	out->made = x->made;
	return out;
}

static struct node *partial(struct interp *py, struct native_call *c)
{
	struct node *n = py_new(py, NODE_OBJECT, c->site.at);

	if (!c->args->n)
		return NULL;
	n->code = py_tag_partial;
	n->made = native_made(py, c);
	return n;
}

static struct node *reduce(struct interp *py, struct native_call *c)
{
	struct node *f = native_arg(c, 0, NULL), *out = native_arg(c, 2, NULL);
	struct node *items = native_items(py, native_arg(c, 1, NULL), c->site.at);

	if (!f || !items)
		return NULL;
	for (size_t i = 0; i < items->as.items.n; i++) {
		struct arg two[2] = {{.value = out}, {.value = items->as.items.at[i]}};
		struct args args = {.at = two, .n = 2, .room = 2};

		out = out ? py_call(py, f, &args, c->site) : items->as.items.at[i];
	}
	return out;
}

/* A decorator of the standard library: gives back what it decorates, or itself. */
static struct node *decorator(struct interp *py, struct native_call *c)
{
	struct node *x = native_arg(c, 0, NULL), *n;

	if (x && (x->kind == NODE_FUNCTION || x->kind == NODE_CLASS))
		return x;
	n = node_new(py->arena, NODE_NAME, c->site.at);
	n->text = c->name;
	return n;
}

/* functools.wraps(f): a decorator of what is to look like f, which it does not call. */
static struct node *wraps(struct interp *py, struct native_call *c)
{
	return py_name(py, "functools.wraps", c->site.at);
}

static struct node *wrapper(struct interp *py, struct native_call *c)
{
	(void)py;
	return native_arg(c, 0, "wrapper");
}

static struct node *chain(struct interp *py, struct native_call *c)
{
	struct node *out = py_new(py, NODE_LIST, c->site.at), *outer = NULL;
	bool nested = str_ends(c->name, STR("from_iterable"));

	out->code = py_tag_iterator;
	if (nested)
		outer = native_items(py, native_arg(c, 0, NULL), c->site.at);
	if (nested && !outer)
		return NULL;
	for (size_t i = 0; i < (nested ? outer->as.items.n : c->args->n); i++) {
		struct node *x = nested ? outer->as.items.at[i] : c->args->at[i].value;
		struct node *items = py_elements(py, x, c->site.at);

		for (size_t k = 0; items && k < items->as.items.n; k++)
			py_append(py, out, items->as.items.at[k]);
		out->open |= !items || items->open;
	}
	return out;
}

/* itertools.product of a few short lists: a sweep. */
static struct node *product(struct interp *py, struct native_call *c)
{
	struct node *out = py_new(py, NODE_LIST, c->site.at);
	size_t total = 1;

	out->code = py_tag_iterator;
	for (size_t i = 0; i < c->args->n; i++) {
		struct node *items = native_items(py, c->args->at[i].value, c->site.at);

		if (!items || c->args->at[i].name.n)
			return NULL;
		total *= items->as.items.n;
		if (total > py->budget.elements)
			return NULL;
	}
	for (size_t k = 0; k < total; k++) {
		struct node *row = py_new(py, NODE_TUPLE, c->site.at);
		size_t left = total, at = k;

		for (size_t i = 0; i < c->args->n; i++) {
			struct node *items = native_items(py, c->args->at[i].value, c->site.at);

			left /= items->as.items.n;
			py_append(py, row, items->as.items.at[at / left]);
			at %= left;
		}
		py_append(py, out, row);
	}
	return out;
}

static struct node *islice(struct interp *py, struct native_call *c)
{
	struct node *x = native_arg(c, 0, NULL), *stop = native_arg(c, 1, NULL);
	struct node *part[3] = {NULL, stop, NULL};

	if (!x || !stop || native_count(c) != 2 || (x->kind != NODE_LIST && x->kind != NODE_TUPLE))
		return NULL;
	return py_get_slice(py, x, part, c->site.at);
}

static struct node *namespace(struct interp *py, struct native_call *c)
{
	struct node *n = py_new(py, NODE_OBJECT, c->site.at);

	n->code = py_tag_namespace;
	for (size_t i = 0; i < c->args->n; i++) {
		if (c->args->at[i].name.n == 0 || c->args->at[i].name.s[0] == '*')
			n->open = true;
		else
			py_attr_put(py, n, c->args->at[i].name, c->args->at[i].value);
	}
	return n;
}

/* typing.cast(T, x) */
static struct node *cast(struct interp *py, struct native_call *c)
{
	(void)py;
	return native_arg(c, 1, "val");
}

static struct node *null_context(struct interp *py, struct native_call *c)
{
	struct node *x = native_arg(c, 0, "enter_result");

	return x ? x : py_none(py, c->site.at);
}

static struct node *first(struct interp *py, struct native_call *c)
{
	struct node *x = native_arg(c, SIZE_MAX, "iterable");

	(void)py;
	if (!x && c->args->n)
		x = native_arg(c, 0, NULL);
	return x;
}

/* torch.device("cuda:1"), torch.device("cuda", 1), torch.device(1): its type and index. */
static struct node *device(struct interp *py, struct native_call *c)
{
	struct node *what = native_arg(c, 0, "type"), *index = native_arg(c, 1, "index");
	struct node *made = py_new(py, NODE_OBJECT, c->site.at);
	struct str_cut cut;
	int64_t number;

	made->made = native_made(py, c);
	if (!what || (what->kind != NODE_STR && what->kind != NODE_INT))
		return made;
	cut = str_cut(what->kind == NODE_STR ? what->text : STR("cuda"), ':');
	if (what->kind == NODE_INT)
		index = what;
	else if (cut.ok && str_to_int(cut.tail, &number))
		index = py_int(py, number, what->at);
	py_attr_put(py, made, STR("type"), py_str(py, cut.head, what->at));
	py_attr_put(py, made, STR("index"), index ? index : py_none(py, c->site.at));
	return made;
}

static const struct native rows[] = {
    {"argparse.Namespace", namespace, NATIVE_RAW},
    {"contextlib.nullcontext", null_context, NATIVE_RAW},
    {"copy.copy", shallow, NATIVE_UNKNOWN},
    {"copy.deepcopy", deepcopy, NATIVE_UNKNOWN},
    {"dataclasses.dataclass", decorator, NATIVE_RAW},
    {"functools.cache", decorator, NATIVE_RAW},
    {"functools.lru_cache", decorator, NATIVE_RAW},
    {"functools.partial", partial, NATIVE_RAW},
    {"functools.reduce", reduce, NATIVE_UNKNOWN},
    {"functools.update_wrapper", wrapper, NATIVE_RAW},
    {"functools.wraps", wraps, NATIVE_RAW},
    {"itertools.chain", chain, NATIVE_UNKNOWN},
    {"itertools.chain.from_iterable", chain, NATIVE_UNKNOWN},
    {"itertools.islice", islice, 0},
    {"itertools.product", product, 0},
    {"torch.device", device, NATIVE_RAW},
    {"tqdm.auto.tqdm", first, NATIVE_RAW},
    {"tqdm.notebook.tqdm", first, NATIVE_RAW},
    {"tqdm.tqdm", first, NATIVE_RAW},
    {"types.MappingProxyType", first, NATIVE_RAW},
    {"types.SimpleNamespace", namespace, NATIVE_RAW},
    {"typing.cast", cast, NATIVE_RAW},
};

NATIVES(natives_std, rows);
