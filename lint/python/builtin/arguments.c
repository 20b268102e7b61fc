/* Arguments of functions that are written in C, as most of these want them; and what gives no more than them. */
#include "builtin_parts.h"

bool native_text(const struct node *n, struct str *out)
{
	if (!n || n->kind != NODE_STR)
		return false;
	*out = n->text;
	return true;
}

struct node *native_items(struct interpreter *py, struct node *n, struct span at)
{
	struct node *items = n ? py_elements(py, n, at) : NULL;

	return items && !items->open ? items : NULL;
}

struct node *native_members(struct interpreter *py, struct node *n, const struct node *key,
			    struct span at)
{
	/* Among elements with equal keys the order decides. */
	struct node *items = !n ? NULL : key ? py_elements(py, n, at) : py_members(py, n, at);

	return items && !items->open ? items : NULL;
}

struct node *native_key(struct interpreter *py, struct node *key, struct node *x, struct site site)
{
	struct arg arg = {.value = x, .at = site.at};
	struct args args = {.at = &arg, .n = 1, .room = 1};

	return key && key->kind != NODE_NULL ? py_call(py, key, &args, site) : x;
}

struct call *untraced_call(struct interpreter *py, const struct native_call *c)
{
	struct call *call = arena_new(py->arena, struct call);

	call->callee = c->name;
	call->method = str_tail(c->name, '.');
	for (size_t i = 0; i < c->args->n; i++)
		*vec_push(py->arena, &call->args) = c->args->at[i];
	call->at = c->site.at;
	call->callee_at = c->site.callee;
	return call;
}

struct node *native_none(struct interpreter *py, struct native_call *c)
{
	return py_none(py, c->site.at);
}

struct node *native_receiver(struct interpreter *py, struct native_call *c)
{
	(void)py;
	return c->self;
}
