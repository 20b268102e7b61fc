/* Objects that only hold what they are given, and wrappers that hand it on. */
#include "stdlib_parts.h"

static struct node *namespace(struct interpreter *py, struct native_call *c)
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
static struct node *cast(struct interpreter *py, struct native_call *c)
{
	(void)py;
	return native_arg(c, 1, "val");
}

static struct node *null_context(struct interpreter *py, struct native_call *c)
{
	struct node *x = native_arg(c, 0, "enter_result");

	return x ? x : py_none(py, c->site.at);
}

static struct node *first(struct interpreter *py, struct native_call *c)
{
	struct node *x = native_arg(c, SIZE_MAX, "iterable");

	(void)py;
	if (!x && c->args->n)
		x = native_arg(c, 0, NULL);
	return x;
}

/* torch.device("cuda:1"), torch.device("cuda", 1), torch.device(1): its type and index. */
static struct node *device(struct interpreter *py, struct native_call *c)
{
	struct node *what = native_arg(c, 0, "type"), *index = native_arg(c, 1, "index");
	struct node *made = py_new(py, NODE_OBJECT, c->site.at);
	struct str_cut cut;
	int64_t number;

	made->made = untraced_call(py, c);
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
    {"torch.device", device, NATIVE_RAW},
    {"tqdm.auto.tqdm", first, NATIVE_RAW},
    {"tqdm.notebook.tqdm", first, NATIVE_RAW},
    {"tqdm.tqdm", first, NATIVE_RAW},
    {"types.MappingProxyType", first, NATIVE_RAW},
    {"types.SimpleNamespace", namespace, NATIVE_RAW},
    {"typing.cast", cast, NATIVE_RAW},
};

NATIVES(natives_holders, rows);
