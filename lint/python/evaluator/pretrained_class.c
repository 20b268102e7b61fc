/*
 * What the constructor of a class of the repository does to the model that the class loads: class Frozen(BertModel)
 * whose __init__ switches requires_grad, made by Frozen.from_pretrained("bert-base-uncased").
 */
#include "evaluator_parts.h"

/* Whether a call is one that later reading needs: which parameters are switched. */
static bool switches(const struct call *call)
{
	static const char *const methods[] = {"parameters", "named_parameters", "modules",     "named_modules",
					      "children",   "requires_grad_",	"__setattr__"};

	for (size_t i = 0; call->self && i < sizeof(methods) / sizeof(*methods); i++)
		if (str_is(call->method, methods[i]))
			return true;
	return false;
}

/* Of the calls that a constructor made only the switches stay: the layers and models that it makes are the library's. */
static void keep_switches(struct interp *py, uint32_t from)
{
	size_t kept = from;

	for (size_t i = from; i < py->trace->n; i++) {
		struct call *call = (struct call *)(uintptr_t)py->trace->at[i];

		if (!switches(call))
			continue;
		call->order = call->inside = (uint32_t)kept;
		py->trace->at[kept++] = call;
	}
	py->trace->n = kept;
}

void py_run_constructor(struct interp *py, const struct class *c, struct node *model, struct site site)
{
	const struct node *init = class_find(py, c, STR("__init__"));
	size_t configs = py->trace->configs.n, functions = py->trace->functions.n;
	uint32_t from = (uint32_t)py->trace->n;
	struct node *self, *unknown;
	struct args args = {0};

	if (!init || init->kind != NODE_FUNCTION || !init->code || py->halted || py->unwinding != FLOW_NEXT)
		return;
	self = class_object(py, c, site);
	self->made = model->made;
	self->from[0] = model;
	unknown = py_unknown(py, site.at, "what the library passes is not known");
	*vec_push(py->arena, &args) = (struct arg){STR("*"), unknown, site.at};
	py_call_func(py, init->code, self, &args, site);
	/* What it raises for want of a configuration does not end the script. */
	py->unwinding = FLOW_NEXT;
	keep_switches(py, from);
	py->trace->configs.n = configs;
	py->trace->functions.n = functions;
}
