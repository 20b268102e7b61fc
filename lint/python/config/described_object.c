#include "config.h"

/* Objects inside objects that a command line describes. */
enum { BUILD_DEPTH = 16 };

static struct node *build(struct interp *py, struct node *type, struct node *flags,
			  struct site site, int depth);

struct node *default_of_option(struct interp *py, struct node *value, struct str name)
{
	struct node *given =
	    py->world->argv ? NULL : py_own_config(py, str_cat(py->arena, STR("--"), name), value);

	if (given)
		return given;
	if (node_mutable(value) || value->kind == NODE_EITHER || value->how.n)
		return value;
	value = node_copy(py->arena, value);
	value->how = str_fmt(py->arena, "default of --%.*s", STR_ARG(name));
	return value;
}

static void add_arg(struct interp *py, struct args *args, struct str name, struct node *value)
{
	*vec_push(py->arena, args) = (struct arg){name, value, value->at};
}

static struct node *build_object(struct interp *py, struct class *c, struct node *flags,
				 struct site site, int depth)
{
	struct args args = {0};

	for (size_t i = 0; i < c->fields.n; i++) {
		const struct field *f = &c->fields.at[i];
		struct node *value = flags->kind == NODE_MAP ? node_get(flags, f->name) : NULL;
		struct class *inner = f->annotation ? annotation_class(py, c->module, f->annotation)
						    : NULL;
		bool nested = inner && inner->fields.n && inner->kind != CLASS_ENUM;

		if (f->no_init)
			continue;
		if (nested && (value || (!f->value && !f->factory)))
			value = build(py, inner->node,
				      value && value->kind == NODE_MAP
					      ? value
					      : py_new(py, NODE_MAP, site.at),
				      site, depth + 1);
		else if (value)
			value = typed_value(py, c->module, f->annotation, value);
		else if (flags->open)
			value = py_unknown(py, f->at, "%.*s comes from what is not known",
					   STR_ARG(f->name));
		else if (f->value)
			value = default_of_option(py, f->value, f->name);
		else if (!f->factory && !py->world->argv)
			value = typed_value(py, c->module, f->annotation,
					  py_required(py, str_cat(py->arena, STR("--"), f->name), f->at,
						      "no launch is known"));
		if (value)
			add_arg(py, &args, f->name, value);
	}
	/* What a library's base takes besides the fields. */
	if (class_library(py, c).n && flags->kind == NODE_MAP)
		for (size_t i = 0; i < flags->as.pairs.n; i++) {
			struct node *value = flags->as.pairs.at[i].value;
			bool field = false;

			for (size_t k = 0; k < c->fields.n; k++)
				field |= str_eq(c->fields.at[k].name,
						flags->as.pairs.at[i].key->text);
			if (!field)
				add_arg(py, &args, flags->as.pairs.at[i].key->text,
					typed_value(py, c->module, NULL, value));
		}
	return py_instantiate(py, c, &args, site);
}

/* typer.Option(4, "--batch"), typer.Argument(…): the default inside; Ellipsis is "required". */
static struct node *default_inside(struct node *value)
{
	const struct call *made = value->kind == NODE_OBJECT ? value->made : NULL;
	const struct arg *arg;

	if (!made || (!str_ends(made->callee, STR(".Option")) &&
		      !str_ends(made->callee, STR(".Argument"))))
		return value;
	arg = call_arg(made, STR("default"), 0);
	if (!arg || (arg->value->kind == NODE_NAME &&
		     str_is(arg->value->text, "builtins.Ellipsis")))
		return NULL;
	return arg->value;
}

/* Positional words fill parameters without a flag in order ("" in the map). */
static struct node *positional(struct node *rest, size_t *next)
{
	if (!rest || rest->kind != NODE_LIST || *next >= rest->as.items.n)
		return NULL;
	return rest->as.items.at[(*next)++];
}

/* The parameters of a command are a configuration, as the fields of a class are. */
static void note_args(struct interp *py, const struct args *args, struct site site)
{
	struct node *config = py_new(py, NODE_MAP, site.at);

	for (size_t i = 0; i < args->n; i++)
		py_map_set(py, config, py_str(py, args->at[i].name, args->at[i].at), args->at[i].value);
	py_note_config(py, config);
}

static struct node *call_function(struct interp *py, struct node *function, struct node *flags,
				  struct site site, int depth)
{
	const struct func *f = function->code;
	struct node *rest = node_get(flags, STR(""));
	struct args args = {0};
	size_t next = 0;

	for (size_t i = 0; i < f->params->n; i++) {
		const struct py_param *p = &f->params->at[i];
		struct str name = p->name.text;
		struct node *value = node_get(flags, name);
		struct class *inner = p->annotation ? annotation_class(py, f->module, p->annotation)
						    : NULL;

		if (p->kind == PARAM_STAR || p->kind == PARAM_DOUBLE_STAR)
			continue;
		if (inner && inner->fields.n && inner->kind != CLASS_ENUM) {
			/* A single configuration takes the flags without a prefix. */
			value = build(py, inner->node,
				      value && value->kind == NODE_MAP ? value : flags, site,
				      depth + 1);
		} else if (value || (!f->defaults[i] && (value = positional(rest, &next)))) {
			value = typed_value(py, f->module, p->annotation, value);
		} else if (f->defaults[i]) {
			value = default_inside(f->defaults[i]);
			if (value)
				value = default_of_option(py, value, name);
		}
		if (!value)
			value = typed_value(py, f->module, p->annotation,
					  py_required(py, str_cat(py->arena, STR("--"), name), p->name.at,
						      "no launch gives it"));
		add_arg(py, &args, name, value);
	}
	note_args(py, &args, site);
	return py_call_func(py, f, NULL, &args, site);
}

static struct node *call_library(struct interp *py, struct node *type, struct node *flags,
				 struct site site)
{
	struct args args = {0};

	for (size_t i = 0; flags->kind == NODE_MAP && i < flags->as.pairs.n; i++) {
		struct node *value = flags->as.pairs.at[i].value;

		if (flags->as.pairs.at[i].key->text.n)
			add_arg(py, &args, flags->as.pairs.at[i].key->text,
				value->kind == NODE_STR ? py_yaml_value(py, value->text, value->at)
							: value);
	}
	if (flags->kind != NODE_MAP || flags->open)
		add_arg(py, &args, STR("**"), py_unknown_of(py, site.at, flags));
	return py_call(py, type, &args, site);
}

static struct node *build(struct interp *py, struct node *type, struct node *flags,
			  struct site site, int depth)
{
	struct class *c;

	if (depth > BUILD_DEPTH || !py_step(py, 1))
		return py_unknown(py, site.at, "a configuration that nests too deeply");
	switch ((int)type->kind) {
	case NODE_CLASS:
		c = (struct class *)(uintptr_t)type->code;
		if (c->fields.n || class_library(py, c).n || !class_find(py, c, STR("__init__")))
			return build_object(py, c, flags, site, depth);
		return call_library(py, type, flags, site);
	case NODE_FUNCTION:
		return call_function(py, type, flags, site, depth);
	case NODE_NAME:
	case NODE_OBJECT:
		return call_library(py, type, flags, site);
	default:
		return py_unknown_of(py, site.at, type);
	}
}

struct node *described_object(struct interp *py, struct node *type, struct node *flags, struct site site)
{
	return build(py, type, flags, site, 0);
}

/* dacite's from_dict(C, data), and the other way round structure(data, C) and convert(data, C). */
static struct node *from_data(struct interp *py, struct native_call *c)
{
	bool first = str_starts(c->name, STR("dacite."));
	struct node *type = native_arg(c, first ? 0 : 1, first ? "data_class" : NULL);
	struct node *data = native_arg(c, first ? 1 : 0, first ? "data" : NULL);

	return type && data && type->kind == NODE_CLASS && data->kind == NODE_MAP
		       ? described_object(py, type, data, c->site)
		       : NULL;
}

static const struct native rows[] = {
    {"cattrs.structure", from_data, NATIVE_UNKNOWN},
    {"dacite.core.from_dict", from_data, NATIVE_UNKNOWN},
    {"dacite.from_dict", from_data, NATIVE_UNKNOWN},
    {"msgspec.convert", from_data, NATIVE_UNKNOWN},
};

NATIVES(natives_described_object, rows);
