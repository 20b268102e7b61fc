/* functools, and decorators of the standard library that change nothing which settings depend on. */
#include "stdlib_parts.h"

static struct node *partial(struct interpreter *py, struct native_call *c)
{
	struct node *n = py_new(py, NODE_OBJECT, c->site.at);

	if (!c->args->n)
		return NULL;
	n->code = py_tag_partial;
	n->made = untraced_call(py, c);
	return n;
}

static struct node *reduce(struct interpreter *py, struct native_call *c)
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
static struct node *decorator(struct interpreter *py, struct native_call *c)
{
	struct node *x = native_arg(c, 0, NULL), *n;

	if (x && (x->kind == NODE_FUNCTION || x->kind == NODE_CLASS))
		return x;
	n = node_new(py->arena, NODE_NAME, c->site.at);
	n->text = c->name;
	return n;
}

/* functools.wraps(f): a decorator of what is to look like f, which it does not call. */
static struct node *wraps(struct interpreter *py, struct native_call *c)
{
	return py_name(py, "functools.wraps", c->site.at);
}

static struct node *wrapper(struct interpreter *py, struct native_call *c)
{
	(void)py;
	return native_arg(c, 0, "wrapper");
}

static const struct native rows[] = {
    {"dataclasses.dataclass", decorator, NATIVE_RAW},
    {"functools.cache", decorator, NATIVE_RAW},
    {"functools.lru_cache", decorator, NATIVE_RAW},
    {"functools.partial", partial, NATIVE_RAW},
    {"functools.reduce", reduce, NATIVE_UNKNOWN},
    {"functools.update_wrapper", wrapper, NATIVE_RAW},
    {"functools.wraps", wraps, NATIVE_RAW},
};

NATIVES(natives_functools, rows);
