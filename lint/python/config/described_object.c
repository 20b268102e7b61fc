/*
 * What a type describes, made of a mapping of values: of words of a command line, of a file, of a configuration.
 */
#include "config.h"

/* Objects inside objects. */
enum { BUILD_DEPTH = 16 };

static struct node *build(struct interpreter *py, struct node *type, struct node *values,
			  struct site site, int depth);

struct node *default_of_option(struct interpreter *py, struct node *value, struct str name)
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

static void add_arg(struct interpreter *py, struct args *args, struct str name, struct node *value)
{
	*vec_push(py->arena, args) = (struct arg){name, value, value->at};
}

/* What a field of a class is given; NULL: what its class makes of a field that is not. */
static struct node *field_value(struct interpreter *py, const struct class *c, const struct field *f,
				struct node *values, struct site site, int depth)
{
	struct node *value = values->kind == NODE_MAP ? node_get(values, f->name) : NULL;
	struct class *inner = f->annotation ? annotation_class(py, c->module, f->annotation) : NULL;

	if (inner && inner->fields.n && inner->kind != CLASS_ENUM &&
	    (value || (!f->value && !f->factory)))
		return build(py, inner->node,
			     value && value->kind == NODE_MAP ? value
							      : py_new(py, NODE_MAP, site.at),
			     site, depth + 1);
	if (value)
		return typed_value(py, c->module, f->annotation, value);
	if (values->open)
		return py_unknown(py, f->at, "%.*s comes from what is not known", STR_ARG(f->name));
	if (f->value)
		return default_of_option(py, f->value, f->name);
	if (!f->factory && !py->world->argv)
		return typed_value(py, c->module, f->annotation,
				   py_required(py, str_cat(py->arena, STR("--"), f->name), f->at,
					       "no launch is known"));
	return NULL;
}

static bool has_field(const struct class *c, struct str name)
{
	for (size_t i = 0; i < c->fields.n; i++)
		if (str_eq(c->fields.at[i].name, name))
			return true;
	return false;
}

static struct node *build_object(struct interpreter *py, struct class *c, struct node *values,
				 struct site site, int depth)
{
	struct args args = {0};

	for (size_t i = 0; i < c->fields.n; i++) {
		const struct field *f = &c->fields.at[i];
		struct node *value = f->no_init ? NULL : field_value(py, c, f, values, site, depth);

		if (value)
			add_arg(py, &args, f->name, value);
	}
	/* What a library's base takes besides the fields. */
	if (class_library(py, c).n && values->kind == NODE_MAP)
		for (size_t i = 0; i < values->as.pairs.n; i++) {
			struct node *value = values->as.pairs.at[i].value;
			struct str name = values->as.pairs.at[i].key->text;

			if (!has_field(c, name))
				add_arg(py, &args, name, typed_value(py, c->module, NULL, value));
		}
	return py_instantiate(py, c, &args, site);
}

/* typer.Option(4, "--batch"), typer.Argument(…): the default inside; Ellipsis is "required". */
static struct node *default_inside(struct node *value)
{
	const struct call *made = value->kind == NODE_OBJECT ? value->made : NULL;
	const struct arg *arg;

	if (!made ||
	    (!str_ends(made->callee, STR(".Option")) && !str_ends(made->callee, STR(".Argument"))))
		return value;
	arg = call_arg(made, STR("default"), 0);
	if (!arg ||
	    (arg->value->kind == NODE_NAME && str_is(arg->value->text, "builtins.Ellipsis")))
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
static void note_args(struct interpreter *py, const struct args *args, struct site site)
{
	struct node *config = py_new(py, NODE_MAP, site.at);

	for (size_t i = 0; i < args->n; i++)
		py_map_set(py, config, py_str(py, args->at[i].name, args->at[i].at),
			   args->at[i].value);
	py_note_config(py, config);
}

static struct node *call_function(struct interpreter *py, struct node *function, struct node *values,
				  struct site site, int depth)
{
	const struct func *f = function->code;
	struct node *rest = node_get(values, STR(""));
	struct args args = {0};
	size_t next = 0;

	for (size_t i = 0; i < f->params->n; i++) {
		const struct py_param *p = &f->params->at[i];
		struct str name = p->name.text;
		struct node *value = node_get(values, name);
		struct class *inner =
		    p->annotation ? annotation_class(py, f->module, p->annotation) : NULL;

		if (p->kind == PARAM_STAR || p->kind == PARAM_DOUBLE_STAR)
			continue;
		if (inner && inner->fields.n && inner->kind != CLASS_ENUM) {
			/* A single configuration takes the values without a prefix. */
			value = build(py, inner->node,
				      value && value->kind == NODE_MAP ? value : values, site,
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
					    py_required(py, str_cat(py->arena, STR("--"), name),
							p->name.at, "no launch gives it"));
		add_arg(py, &args, name, value);
	}
	note_args(py, &args, site);
	return py_call_func(py, f, NULL, &args, site);
}

static struct node *call_library(struct interpreter *py, struct node *type, struct node *values,
				 struct site site)
{
	struct args args = {0};

	for (size_t i = 0; values->kind == NODE_MAP && i < values->as.pairs.n; i++) {
		struct node *value = values->as.pairs.at[i].value;

		if (values->as.pairs.at[i].key->text.n)
			add_arg(py, &args, values->as.pairs.at[i].key->text,
				value->kind == NODE_STR ? py_yaml_value(py, value->text, value->at)
							: value);
	}
	if (values->kind != NODE_MAP || values->open)
		add_arg(py, &args, STR("**"), py_unknown_of(py, site.at, values));
	return py_call(py, type, &args, site);
}

static struct node *build(struct interpreter *py, struct node *type, struct node *values,
			  struct site site, int depth)
{
	struct class *c;

	if (depth > BUILD_DEPTH || !py_step(py, 1))
		return py_unknown(py, site.at, "a configuration that nests too deeply");
	switch ((int)type->kind) {
	case NODE_CLASS:
		c = (struct class *)(uintptr_t)type->code;
		if (c->fields.n || class_library(py, c).n || !class_find(py, c, STR("__init__")))
			return build_object(py, c, values, site, depth);
		return call_library(py, type, values, site);
	case NODE_FUNCTION:
		return call_function(py, type, values, site, depth);
	case NODE_NAME:
	case NODE_OBJECT:
		return call_library(py, type, values, site);
	default:
		return py_unknown_of(py, site.at, type);
	}
}

struct node *described_object(struct interpreter *py, struct node *type, struct node *values,
			      struct site site)
{
	return build(py, type, values, site, 0);
}

/* dacite's from_dict(C, data), and the other way round structure(data, C) and convert(data, C). */
static struct node *from_data(struct interpreter *py, struct native_call *c)
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
