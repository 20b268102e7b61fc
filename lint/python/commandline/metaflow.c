/*
 * metaflow: a flow is a class whose steps run when an object of it is made at the end of its file; its parameters are
 * flags of "python flow.py run" (Metaflow 2.15.19, metaflow/flowspec.py FlowSpec.__init__, metaflow/parameters.py).
 */
#include "commandline_parts.h"

static struct node *typed(struct interpreter *py, struct node *type, const struct node *standard, struct node *value)
{
	struct arg arg = {.value = value, .at = value->at};
	struct args args = {.at = &arg, .n = 1, .room = 1};
	struct site site = {value->at, value->at};

	if (value->kind != NODE_STR)
		return value;
	/* metaflow/parameters.py: the type is that of the default, where none is named. */
	if (!type && standard && (standard->kind == NODE_INT || standard->kind == NODE_REAL))
		type = py_name(py, standard->kind == NODE_INT ? "builtins.int" : "builtins.float", value->at);
	return type && type->kind == NODE_NAME ? py_call(py, type, &args, site) : value;
}

/* Parameter("batch", default=8): a word of the command line, or the default. */
static struct node *parameter(struct interpreter *py, struct native_call *c)
{
	struct node *name = native_arg(c, 0, "name"), *standard = native_arg(c, SIZE_MAX, "default");
	struct node *given, *value;

	if (!name || name->kind != NODE_STR)
		return NULL;
	given = node_get(cli_flags(py, py->world->argv, NULL), str_tr(py->arena, name->text, '-', '_'));
	if (given)
		return typed(py, native_arg(c, SIZE_MAX, "type"), standard, given);
	/* A function that is asked when the flow starts is not the value. */
	if (standard && standard->kind == NODE_FUNCTION)
		return NULL;
	value = standard ? node_copy(py->arena, standard) : py_none(py, c->site.at);
	value->how = str_fmt(py->arena, "default of --%.*s", STR_ARG(name->text));
	return value;
}

/* Whether a decorator of metaflow's is over a method: @step, or @kubernetes(…) over what another made of the step. */
static bool is_step(const struct func *f)
{
	for (size_t i = 0; i < f->decorators.n; i++) {
		const struct node *d = f->decorators.at[i];

		if (d->kind == NODE_NAME ? str_starts(d->text, STR("metaflow."))
					 : d->made && str_starts(d->made->callee, STR("metaflow.")))
			return true;
	}
	return false;
}

static void run_step(struct interpreter *py, const struct node *step, struct node *object, struct site site)
{
	const struct func *f = step && step->kind == NODE_FUNCTION ? step->code : NULL;
	struct args none = {0};

	if (f && !f->entered && is_step(f))
		py_call_func(py, f, object, &none, site);
}

/* "start" leads to the others, by self.next(self.train); those that it does not lead to stand for what is not known of the way. */
void metaflow_run(struct interpreter *py, struct class *c, struct node *object, struct site site)
{
	if (!str_is(class_library(py, c), "metaflow.FlowSpec"))
		return;
	run_step(py, class_find(py, c, STR("start")), object, site);
	for (size_t i = c->order.n; i > 0; i--) {
		const struct scope *scope = c->order.at[i - 1]->scope;

		for (size_t k = 0; k < scope->cells.n && !py->halted && py->unwinding == FLOW_NEXT; k++) {
			const struct node *value = scope->cells.at[k]->value;

			/* Of two of one name the class's own is the step. */
			if (value && class_find(py, c, scope->cells.at[k]->name) == value)
				run_step(py, value, object, site);
		}
	}
}

static const struct native rows[] = {
	{"metaflow.Parameter", parameter, NATIVE_RAW},
};

NATIVES(natives_metaflow, rows);
