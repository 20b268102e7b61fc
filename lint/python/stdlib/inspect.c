/*
 * inspect.signature(): which parameters a function takes. Programs ask it for what a version of a
 * library has, and for what of a mapping they may hand on. inspect.getmembers(): what a module of the
 * repository holds, to take a class or a function of it by its name.
 */
#include "stdlib_parts.h"

#include "lint/python/values/modules.h"

#include <string.h>

/* AdamW's and its like's since PyTorch 2.0: "fused" in inspect.signature(AdamW).parameters. */
static const char *const optimizer_params[] = {
    "params",	"lr",	      "betas",		"eps",	 "weight_decay", "amsgrad", "foreach",
    "maximize", "capturable", "differentiable", "fused",
};

/*
 * transformers' Trainer of 5.0 and TRL's trainers of 1.0 (their __init__), without what only one of them takes. Programs
 * that ask for "tokenizer" run with the releases that had it and with those that do not: the answer says nothing of the
 * release, so it is that of today's.
 */
static const char *const trainer_params[] = {
    "model",     "args",       "data_collator", "train_dataset", "eval_dataset", "processing_class", "compute_metrics",
    "callbacks", "optimizers",
};

static void add(struct interpreter *py, struct node *out, struct str name)
{
	py_map_set(py, out, py_str(py, name, out->at), py_unknown(py, out->at, "a parameter"));
}

/* A parameter of a function of the repository, which tells its default: inspect.Parameter.empty where it has none. */
static void add_own(struct interpreter *py, struct node *out, struct str name, struct node *preset)
{
	struct node *parameter = py_new(py, NODE_OBJECT, out->at);

	parameter->code = py_tag_namespace;
	parameter->open = true;
	py_attr_put(py, parameter, STR("name"), py_str(py, name, out->at));
	py_attr_put(py, parameter, STR("default"), preset ? preset : py_name(py, "inspect.Parameter.empty", out->at));
	py_map_set(py, out, py_str(py, name, out->at), parameter);
}

/* The function that is asked for: a class's is its __init__. NULL if it is none of the repository's. */
static const struct func *function_of(struct interpreter *py, const struct node *of)
{
	const struct node *init = of && of->kind == NODE_CLASS ? class_find(py, of->code, STR("__init__")) : of;

	return init && init->kind == NODE_FUNCTION ? init->code : NULL;
}

/* What a library's class takes, of the class or of its __init__; NULL if that is not known. */
static struct node *library_params(struct interpreter *py, const struct node *of, struct span at)
{
	static const char init[] = ".__init__";
	struct node name = *of;

	if (str_ends(name.text, str_of(init)))
		name.text.n -= strlen(init);
	return dataclass_fields(py, &name, at);
}

/* What a dataclass of the repository takes over a library's, of the class or of the __init__ that it is given; NULL: it is none. */
static struct node *own_params(struct interpreter *py, const struct node *of, struct span at)
{
	const struct node *class = of->kind == NODE_NAME ? of->from[1] : of;

	return class && class->kind == NODE_CLASS ? dataclass_fields(py, class, at) : NULL;
}

/* Whether a name is a trainer of these libraries, or its __init__. */
static bool is_trainer(struct str name)
{
	name = str_ends(name, STR(".__init__")) ? str_sub(name, 0, name.n - strlen(".__init__")) : name;
	return str_is(name, "transformers.Trainer") || (str_starts(name, STR("trl.")) && str_ends(name, STR("Trainer")));
}

/* What a trainer takes; what only one of them takes may be there. */
static void add_trainer_params(struct interpreter *py, struct node *params)
{
	for (size_t i = 0; i < sizeof(trainer_params) / sizeof(*trainer_params); i++)
		add(py, params, str_of(trainer_params[i]));
}

static struct node *signature(struct interpreter *py, struct native_call *c)
{
	const struct node *of = native_arg(c, 0, "obj");
	const struct func *f = function_of(py, of);
	struct node *params = py_new(py, NODE_MAP, c->site.at), *library, *out;

	if (f && f->params)
		for (size_t i = of->kind == NODE_CLASS; i < f->params->n; i++)
			add_own(py, params, f->params->at[i].name.text, f->defaults ? f->defaults[i] : NULL);
	else if (of && of->kind == NODE_NAME &&
		 (str_is(of->text, "torch.optim.AdamW") || str_is(of->text, "torch.optim.Adam")))
		for (size_t i = 0; i < sizeof(optimizer_params) / sizeof(*optimizer_params); i++)
			add(py, params, str_of(optimizer_params[i]));
	else if (of && of->kind == NODE_NAME && is_trainer(of->text))
		add_trainer_params(py, params);
	else if (of && (library = own_params(py, of, c->site.at)))
		params = library;
	else if (of && of->kind == NODE_NAME && (library = library_params(py, of, c->site.at)))
		params = library;
	else
		return NULL;
	out = py_new(py, NODE_OBJECT, c->site.at);
	out->code = py_tag_namespace;
	/* What getfullargspec() gives is asked for its args in the same way. */
	py_attr_put(py, out, STR("parameters"), params);
	py_attr_put(py, out, STR("args"), params);
	out->open = true;
	return out;
}

/* Which members a predicate keeps: NODE_NULL for all, NODE_UNKNOWN for who knows which. */
static enum node_kind kept(const struct node *predicate)
{
	if (!predicate || predicate->kind == NODE_NULL)
		return NODE_NULL;
	if (predicate->kind != NODE_NAME)
		return NODE_UNKNOWN;
	return str_is(predicate->text, "inspect.isclass")      ? NODE_CLASS
	       : str_is(predicate->text, "inspect.isfunction") ? NODE_FUNCTION
							       : NODE_UNKNOWN;
}

static struct node *getmembers(struct interpreter *py, struct native_call *c)
{
	const struct node *of = native_arg(c, 0, "object");
	enum node_kind kind = kept(native_arg(c, 1, "predicate"));
	const struct scope *scope = of && of->kind == NODE_MODULE ? ((const struct module *)of->code)->scope : NULL;
	struct node *out = py_new(py, NODE_LIST, c->site.at);

	if (!scope || kind == NODE_UNKNOWN)
		return NULL;
	for (size_t i = 0; i < scope->cells.n; i++) {
		const struct cell *cell = scope->cells.at[i];
		struct node *pair;

		if (!cell->value || (kind != NODE_NULL && cell->value->kind != kind))
			continue;
		pair = py_new(py, NODE_TUPLE, c->site.at);
		py_append(py, pair, py_str(py, cell->name, c->site.at));
		py_append(py, pair, cell->value);
		py_append(py, out, pair);
	}
	return out;
}

static const struct native rows[] = {
    {"inspect.getfullargspec", signature, NATIVE_UNKNOWN},
    {"inspect.getmembers", getmembers, NATIVE_UNKNOWN},
    {"inspect.signature", signature, NATIVE_UNKNOWN},
};

NATIVES(natives_inspect, rows);
