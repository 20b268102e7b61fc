#include "interp.h"

/* Methods of libraries that call what they are given, on data. */
static bool calls_back(struct str method)
{
	static const char *const methods[] = {
		"map", "filter", "with_transform", "set_transform", "apply", "DataLoader",
		"DataPipe", "from_generator",
	};

	for (size_t i = 0; i < sizeof(methods) / sizeof(*methods); i++)
		if (str_is(method, methods[i]))
			return true;
	return false;
}

/* Keywords of functions that prepare data or make the model. */
static bool prepares(struct str keyword)
{
	static const char *const keywords[] = {
		"collate_fn", "data_collator",	  "formatting_func", "model_init",
		"transform",  "preprocess_function", "tokenize_fn",  "function",
	};

	for (size_t i = 0; i < sizeof(keywords) / sizeof(*keywords); i++)
		if (str_is(keyword, keywords[i]))
			return true;
	return false;
}

static bool seen(struct interp *py, const void *what)
{
	for (size_t i = 0; i < py->probed.n; i++)
		if (py->probed.at[i] == what)
			return true;
	*vec_push(py->arena, &py->probed) = what;
	return false;
}

/* Calls with unknown arguments, and takes back what that changed: the calls stay in the trace. */
static void look(struct interp *py, const struct func *f, struct node *self, struct site site)
{
	struct args args = {0};
	struct fork fork;

	if (f->active || seen(py, f))
		return;
	for (size_t i = self ? 1 : 0; i < f->params->n; i++)
		if (!f->defaults[i] && (f->params->at[i].kind == PARAM_PLAIN ||
					f->params->at[i].kind == PARAM_POSITIONAL_ONLY))
			*vec_push(py->arena, &args) = (struct arg){
				.value = py_unknown(py, f->params->at[i].name.at,
						    "%.*s is given by a library",
						    STR_ARG(f->params->at[i].name.text)),
				.at = site.at};
	fork = trail_fork(&py->trail);
	py->loops++;
	py_call_func(py, f, self, &args, site);
	py->unwinding = FLOW_NEXT;
	py->loops--;
	trail_undo(&py->trail, fork);
}

static void look_method(struct interp *py, struct node *object, const char *name, struct site site)
{
	struct node *method = class_find(py, py_class_of(object), str_of(name));
	const struct func *f = method && method->kind == NODE_FUNCTION ? method->code : NULL;

	if (f && f->bind == BIND_METHOD)
		look(py, f, object, site);
}

void py_probe(struct interp *py, const struct call *call)
{
	struct site site = {call->at, call->callee_at};

	for (size_t i = 0; i < call->args.n; i++) {
		struct node *value = call->args.at[i].value;

		if (value->kind == NODE_FUNCTION &&
		    (calls_back(call->method) || prepares(call->args.at[i].name)))
			look(py, value->code, NULL, site);
		if (value->kind == NODE_METHOD && value->code && value->code != py_tag_super &&
		    value->as.self->kind == NODE_OBJECT &&
		    (calls_back(call->method) || prepares(call->args.at[i].name)))
			look(py, value->code, value->as.self, site);
		if (!py_class_of(value) || value->made == call)
			continue;
		look_method(py, value, "__getitem__", site);
		if (prepares(call->args.at[i].name))
			look_method(py, value, "__call__", site);
	}
}
