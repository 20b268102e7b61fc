/*
 * jsonargparse 4 (jsonargparse/_core.py, _signatures.py): argparse with options by dotted names, which the
 * parsed namespace nests, and with the parameters of classes and functions as options. A parser of it has
 * "groups": a LIST of MAPs, the class that a name of the namespace stands for.
 */
#include "argparse.h"

/* Dataclasses inside dataclasses, names inside names. */
enum { NESTING = 8 };

static struct node *groups_of(const struct node *parser)
{
	return node_get(parser, STR("groups"));
}

static struct str joined(struct interpreter *py, struct str key, struct str name)
{
	return key.n ? str_fmt(py->arena, "%.*s.%.*s", STR_ARG(key), STR_ARG(name)) : name;
}

/* An option of a parameter: the class or function it is of says later how its words are typed. */
static void declare(struct interpreter *py, struct node *parser, struct str name, struct node *standard,
		    struct node *of, struct span at)
{
	struct args args = {0};

	py_give(py, &args, "", py_str(py, str_cat(py->arena, STR("--"), name), at));
	if (standard)
		py_give(py, &args, "default", standard);
	else
		py_give(py, &args, "required", py_bool(py, true, at));
	py_give(py, &args, "of", of);
	parser_add(py, parser, &args, at);
}

static struct node *field_default(struct interpreter *py, const struct field *f)
{
	struct args none = {0};

	if (f->value || !f->factory)
		return f->value;
	return py_call(py, f->factory, &none, (struct site){f->at, f->at});
}

static void declare_fields(struct interpreter *py, struct node *parser, struct class *c, struct str key,
			   int depth)
{
	for (size_t i = 0; i < c->fields.n; i++) {
		const struct field *f = &c->fields.at[i];
		struct class *inner =
		    f->annotation ? annotation_class(py, c->module, f->annotation) : NULL;
		struct str name = joined(py, key, f->name);

		if (f->no_init)
			continue;
		if (inner && inner->fields.n && inner->kind != CLASS_ENUM && depth < NESTING)
			declare_fields(py, parser, inner, name, depth + 1);
		else
			declare(py, parser, name, field_default(py, f), c->node, f->at);
	}
}

static void declare_params(struct interpreter *py, struct node *parser, const struct func *f,
			   struct node *of, size_t from, struct str key)
{
	for (size_t i = from; i < f->params->n; i++) {
		const struct py_param *p = &f->params->at[i];

		if (p->kind != PARAM_STAR && p->kind != PARAM_DOUBLE_STAR)
			declare(py, parser, joined(py, key, p->name.text), f->defaults[i], of,
				p->name.at);
	}
}

/* What a class or function of the repository takes, as options; false for others. */
static bool declare_type(struct interpreter *py, struct node *parser, struct node *type, struct str key)
{
	struct class *c = type->kind == NODE_CLASS ? (struct class *)(uintptr_t)type->code : NULL;
	struct node *init;

	if (type->kind == NODE_FUNCTION) {
		declare_params(py, parser, type->code, type, 0, key);
		return true;
	}
	if (!c)
		return false;
	if (c->fields.n) {
		declare_fields(py, parser, c, key, 0);
		return true;
	}
	init = class_find(py, c, STR("__init__"));
	if (init && init->kind == NODE_FUNCTION)
		declare_params(py, parser, init->code, init, 1, key);
	return init != NULL;
}

static void note_group(struct interpreter *py, struct node *parser, struct node *type, struct node *key)
{
	struct node *group = py_new(py, NODE_MAP, type->at);

	py_map_set(py, group, py_str(py, STR("type"), type->at), type);
	py_map_set(py, group, py_str(py, STR("key"), type->at), key);
	py_append(py, groups_of(parser), group);
}

static struct node *add_signature(struct interpreter *py, struct native_call *c)
{
	struct node *type = native_arg(c, 0, NULL), *key = native_arg(c, 1, "nested_key");
	struct str name = key && key->kind == NODE_STR ? key->text : STR("");

	if (!type)
		type = c->args->n ? c->args->at[0].value : NULL;
	if (!type || !groups_of(c->self))
		return NULL;
	if (!declare_type(py, c->self, type, name)) {
		trail_node(&py->trail, c->self);
		c->self->open = true;
	} else if (name.n) {
		note_group(py, c->self, type, key);
	}
	return py_none(py, c->site.at);
}

static struct node *construct(struct interpreter *py, struct native_call *c)
{
	struct node *parser = parser_made(py, c);

	py_attr_put(py, parser, STR("groups"), py_new(py, NODE_LIST, c->site.at));
	return parser;
}

/* type=bool takes "false" for false here, and type=Optional[int] is a type: YAML's scalars. */
static struct node *yaml_value(struct interpreter *py, struct native_call *c)
{
	struct node *word = native_arg(c, 0, NULL);

	return word && word->kind == NODE_STR ? py_yaml_value(py, word->text, word->at) : word;
}

static bool is_plain_type(const struct node *type)
{
	return type->kind == NODE_FUNCTION ||
	       (type->kind == NODE_NAME && str_starts(type->text, STR("builtins.")) &&
		!str_is(type->text, "builtins.bool") && !str_is(type->text, "builtins.list"));
}

bool parser_adapt(struct interpreter *py, struct node *parser, const struct args *args,
		  struct args *adapted)
{
	if (!groups_of(parser))
		return false;
	for (size_t i = 0; i < args->n; i++) {
		struct arg arg = args->at[i];

		if (str_is(arg.name, "type") && arg.value->kind == NODE_CLASS && args->n &&
		    args->at[0].value->kind == NODE_STR &&
		    str_starts(args->at[0].value->text, STR("--"))) {
			struct str key = args->at[0].value->text;

			key = str_sub(key, 2, key.n);
			if (declare_type(py, parser, arg.value, key)) {
				note_group(py, parser, arg.value, py_str(py, key, arg.at));
				adapted->n = 0;
				return true;
			}
		}
		if (str_is(arg.name, "type") && !is_plain_type(arg.value))
			arg.value = py_name(py, "jsonargparse.yaml_value", arg.at);
		/* action="config", ActionConfigFile: a file of values. */
		if (str_is(arg.name, "action") &&
		    ((arg.value->kind == NODE_STR && str_is(arg.value->text, "config")) ||
		     (arg.value->kind == NODE_NAME &&
		      str_ends(arg.value->text, STR("ActionConfigFile")))))
			arg = (struct arg){STR("config_file"), py_bool(py, true, arg.at), arg.at};
		*vec_push(py->arena, adapted) = arg;
	}
	return true;
}

/* The annotation of an option's parameter, and the module to look its names up in. */
static const struct py_expr *annotation_of(const struct option *o, const struct module **m)
{
	const struct node *of = node_get(o->node, STR("of"));
	size_t dot = str_rchr(o->dest, '.');
	struct str name = dot == SIZE_MAX ? o->dest : str_sub(o->dest, dot + 1, o->dest.n);

	if (of && of->kind == NODE_CLASS) {
		const struct class *c = of->code;

		*m = c->module;
		for (size_t i = 0; i < c->fields.n; i++)
			if (str_eq(c->fields.at[i].name, name))
				return c->fields.at[i].annotation;
	} else if (of) {
		const struct func *f = of->code;

		*m = f->module;
		for (size_t i = 0; i < f->params->n; i++)
			if (str_eq(f->params->at[i].name.text, name))
				return f->params->at[i].annotation;
	}
	return NULL;
}

static struct node *namespace_new(struct interpreter *py, struct span at)
{
	struct node *n = py_new(py, NODE_OBJECT, at);

	n->code = py_tag_namespace;
	return n;
}

/* Sets a dotted name, making the namespaces on the way. */
static void put(struct interpreter *py, struct node *out, struct str name, struct node *value)
{
	struct str_cut cut = str_cut(name, '.');

	for (int depth = 0; cut.ok && depth < NESTING; depth++, cut = str_cut(name, '.')) {
		struct node *inner = node_get(out, cut.head);

		if (!inner || inner->kind != NODE_OBJECT) {
			inner = namespace_new(py, value->at);
			py_attr_put(py, out, cut.head, inner);
		}
		out = inner;
		name = cut.tail;
	}
	py_attr_put(py, out, name, value);
}

/* The member of a tree of mappings by a dotted name; NULL if there is none. */
static struct node *find(const struct node *tree, struct str name)
{
	struct node *n = NULL;

	for (struct str_cut cut = {.ok = true, .tail = name}; cut.ok;) {
		cut = str_cut(cut.tail, '.');
		n = node_get(tree, cut.head);
		if (!n || (cut.ok && n->kind != NODE_MAP && n->kind != NODE_OBJECT))
			return NULL;
		tree = n;
	}
	return n;
}

/* Values of the files that --config and default_config_files= name, for options without a word. */
static struct node *configured(struct interpreter *py, const struct parser *p, const struct node *flat,
			       struct str name)
{
	struct node *files = node_get(parser_kept(py, p->node, PARSER_GIVEN), STR("default_config_files"));
	struct node *value = NULL, *found;

	for (size_t i = 0; files && files->kind == NODE_LIST && i < files->as.items.n; i++) {
		found = find(config_of_file(py, files->as.items.at[i], files->at), name);
		value = found ? found : value;
	}
	for (size_t i = 0; i < p->n; i++) {
		struct node *path = node_get(p->at[i].node, STR("config_file"))
					? node_get(flat, p->at[i].dest)
					: NULL;

		found = path && path->kind == NODE_STR ? find(config_of_file(py, path, path->at), name)
						       : NULL;
		value = found ? found : value;
	}
	return value;
}

struct node *parser_nested(struct interpreter *py, const struct parser *p, struct node *flat)
{
	struct node *out;

	if (!groups_of(p->node))
		return flat;
	out = namespace_new(py, flat->at);
	out->open = p->node->open;
	out->how = flat->how;
	for (size_t i = 0; i < p->n; i++) {
		const struct option *o = &p->at[i];
		struct node *value = node_get(flat, o->dest), *found = NULL;
		const struct module *m = NULL;
		const struct py_expr *annotation = annotation_of(o, &m);

		if (!o->seen)
			found = configured(py, p, flat, o->dest);
		if (found)
			value = found;
		else if (value && m && value->kind == NODE_STR && o->seen)
			value = typed_value(py, m, annotation, value);
		if (value)
			put(py, out, o->dest, value);
	}
	return out;
}

/* cfg = parser.instantiate_classes(cfg): an object of its class for each group. */
static struct node *instantiate(struct interpreter *py, struct native_call *c)
{
	struct node *cfg = native_arg(c, 0, "cfg"), *groups = groups_of(c->self), *out;

	if (!cfg || cfg->kind != NODE_OBJECT || !groups)
		return NULL;
	out = namespace_new(py, c->site.at);
	out->open = cfg->open;
	for (size_t i = 0; i < cfg->as.pairs.n; i++)
		py_attr_put(py, out, cfg->as.pairs.at[i].key->text, cfg->as.pairs.at[i].value);
	for (size_t i = 0; i < groups->as.items.n; i++) {
		const struct node *group = groups->as.items.at[i];
		struct node *type = node_get(group, STR("type")),
			    *key = node_get(group, STR("key"));
		struct node *values = find(cfg, key->text), *map = py_new(py, NODE_MAP, c->site.at);

		if (type->kind != NODE_CLASS || !values || values->kind != NODE_OBJECT)
			continue;
		for (size_t k = 0; k < values->as.pairs.n; k++)
			py_map_set(py, map, values->as.pairs.at[k].key,
				   values->as.pairs.at[k].value);
		put(py, out, key->text, described_object(py, type, map, c->site));
	}
	return out;
}

static const struct native rows[] = {
    {"ArgumentParser.add_class_arguments", add_signature, NATIVE_RAW},
    {"ArgumentParser.add_dataclass_arguments", add_signature, NATIVE_RAW},
    {"ArgumentParser.add_function_arguments", add_signature, NATIVE_RAW},
    {"ArgumentParser.instantiate", instantiate, NATIVE_RAW},
    {"ArgumentParser.instantiate_classes", instantiate, NATIVE_RAW},
    {"jsonargparse.ArgumentParser", construct, NATIVE_RAW},
    {"jsonargparse.yaml_value", yaml_value, NATIVE_RAW},
};

NATIVES(natives_jsonargparse, rows);
