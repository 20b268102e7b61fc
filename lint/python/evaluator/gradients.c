/* Whether gradients are recorded of what runs: torch.no_grad() around it, or over its function. */
#include "evaluator_parts.h"

#include "lint/frameworks/frameworks.h"

bool py_switches_gradients(const struct node *n)
{
	const struct callable *row = NULL;

	if (n->kind == NODE_OBJECT && n->made && n->made->result == n)
		row = n->made->row;
	else if (n->kind == NODE_NAME)
		row = callable_find(n->text);
	return row && row->effect == EFFECT_GRADIENTS;
}

void py_set_gradients(struct interpreter *py, const struct node *n)
{
	const struct callable *row;
	const struct node *asked;

	if (!py_switches_gradients(n))
		return;
	row = n->kind == NODE_NAME ? callable_find(n->text) : n->made->row;
	if (row->arg) {
		py->no_gradients = str_is(str_of(row->arg), "off");
		return;
	}
	asked = n->kind == NODE_OBJECT && n->made->args.n ? n->made->args.at[0].value : NULL;
	if (asked && asked->kind == NODE_BOOL)
		py->no_gradients = !asked->as.b;
}
