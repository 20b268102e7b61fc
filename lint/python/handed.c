#include "handed.h"

/* Lists of functions (reward_funcs=[a, b]) are looked through, but not deep structures. */
enum { HANDED_DEPTH = 3, HANDED_MAX = 256 };

/* Methods by which a library uses an object of a repository's class. */
static const char *const methods[] = {"__call__", "__getitem__"};

static bool seen(struct interp *py, const void *code)
{
	for (size_t i = 0; i < py->handed.n; i++)
		if (py->handed.at[i] == code)
			return true;
	if (py->handed.n < HANDED_MAX)
		*vec_push(py->arena, &py->handed) = code;
	return py->handed.n >= HANDED_MAX;
}

static void run(struct interp *py, const struct func *f, struct node *self, struct site site)
{
	struct args args = {0};
	struct node *unknown;
	bool halted = py->halted;

	if (seen(py, f))
		return;
	unknown = py_unknown(py, site.at, "what the library passes is not known");
	*vec_push(py->arena, &args) = (struct arg){STR("*"), unknown, site.at};
	py->loops++;
	py_call_func(py, f, self, &args, site);
	py->loops--;
	/* Whether and when the library calls it is open, so its end does not end the script. */
	if (!halted && py->unwinding != FLOW_NEXT)
		py->unwinding = FLOW_NEXT;
}

static void run_object(struct interp *py, struct node *object, struct site site)
{
	for (size_t i = 0; i < sizeof(methods) / sizeof(*methods); i++) {
		struct node *found = class_find(py, object->code, str_of(methods[i]));

		if (found && found->kind == NODE_FUNCTION && found->code)
			run(py, found->code, object, site);
	}
}

static void run_value(struct interp *py, struct node *value, struct site site, int depth)
{
	if (!value || depth > HANDED_DEPTH || py->halted || py->unwinding != FLOW_NEXT)
		return;
	if (value->kind == NODE_FUNCTION && value->code)
		run(py, value->code, NULL, site);
	else if (value->kind == NODE_METHOD && value->code && value->code != py_tag_super &&
		 value->as.self->kind == NODE_OBJECT)
		run(py, value->code, value->as.self, site);
	else if (value->kind == NODE_OBJECT && value->code && !native_type(value))
		run_object(py, value, site);
	else if (value->kind == NODE_LIST || value->kind == NODE_TUPLE || value->kind == NODE_EITHER)
		for (size_t i = 0; i < value->as.items.n && i < 16; i++)
			run_value(py, value->as.items.at[i], site, depth + 1);
}

void py_run_handed(struct interp *py, const struct args *args, struct site site)
{
	for (size_t i = 0; i < args->n; i++)
		run_value(py, args->at[i].value, site, 0);
}
