/* torch.nn's containers of modules as Python goes through them (lint/python/stdlib/torch_modules.c makes them). */
#include "values.h"

bool torch_container_is(const struct node *n)
{
	static const char *const names[] = {"torch.nn.ModuleList", "torch.nn.Sequential",
					    "torch.nn.ModuleDict", "torch.nn.ParameterList"};

	if (n->kind != NODE_OBJECT || !n->made || n->from[0])
		return false;
	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++)
		if (str_is(n->made->callee, names[i]))
			return true;
	return false;
}

static bool is_dict(const struct node *n)
{
	return str_is(n->made->method, "ModuleDict");
}

struct node *torch_container_elements(struct interpreter *py, const struct node *n, struct span at)
{
	struct node *list = py_new(py, NODE_LIST, at);

	for (size_t i = 0; i < n->as.pairs.n; i++)
		py_append(py, list,
			  is_dict(n) ? n->as.pairs.at[i].key : n->as.pairs.at[i].value);
	list->open = n->open;
	return list;
}
