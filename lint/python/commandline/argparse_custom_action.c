/*
 * An action that is a class of the repository's own, or a library's. As CPython 3.11's Lib/argparse.py does: add_argument
 * makes an object of the class, and where the option is met the object is called with the parser, the
 * namespace, the values and the name that was used. What argparse.Action.__init__ would set is set here.
 */
#include "argparse_words.h"

static void set(struct interpreter *py, struct node *object, const char *name, struct node *value,
		const struct option *o)
{
	if (!node_get(object, str_of(name)))
		py_attr_put(py, object, str_of(name), value ? value : py_none(py, o->node->at));
}

/* The class is called with what add_argument was given, action= left out. */
static void construct(struct interpreter *py, const struct option *o, struct node *object,
		      const struct func *init, struct site site)
{
	struct args args = {0};

	py_give(py, &args, "option_strings", o->flags);
	py_give(py, &args, "dest", node_str(py->arena, o->dest, o->node->at));
	for (size_t i = 0; i < o->node->as.pairs.n; i++) {
		const struct pair *given = &o->node->as.pairs.at[i];

		if (!str_among(given->key->text, STR("flags|dest|action|afresh")))
			*vec_push(py->arena, &args) = (struct arg){
			    .name = given->key->text, .value = given->value, .at = given->value->at};
	}
	py_call_func(py, init, object, &args, site);
}

static struct node *object_of(struct interpreter *py, const struct option *o, const struct class *c, struct site site)
{
	static const char *const kept[] = {"nargs", "const", "default", "type", "choices", "required", "help", "metavar"};
	struct node *object = class_object(py, c, site), *init = class_find(py, c, STR("__init__"));

	if (init && init->kind == NODE_FUNCTION)
		construct(py, o, object, init->code, site);
	set(py, object, "option_strings", o->flags, o);
	set(py, object, "dest", node_str(py->arena, o->dest, o->node->at), o);
	for (size_t i = 0; i < sizeof(kept) / sizeof(*kept); i++)
		set(py, object, kept[i], node_get(o->node, str_of(kept[i])), o);
	return object;
}

/* A library's action whose call is known here, mmengine.config.DictAction.__call__(): what that gives is what it stores. */
static bool parse_native(struct parse *p, const struct option *o, const struct node *action, struct node *values)
{
	struct interpreter *py = p->py;
	struct native_call c = {.name = str_cat(py->arena, action->text, STR(".__call__")), .site = {o->node->at, o->node->at}};
	const struct native *native = native_find(py, c.name);
	struct args args = {0};

	if (!native)
		return false;
	py_give(py, &args, "", p->parser->node);
	py_give(py, &args, "", p->namespace);
	py_give(py, &args, "", values);
	c.args = &args;
	parse_store(p, o, native_run(py, native, &c));
	return true;
}

bool parse_custom(struct parse *p, const struct option *o, const struct word *flag, struct node *values)
{
	struct interpreter *py = p->py;
	const struct node *action = node_get(o->node, STR("action"));
	struct node *before = node_get(p->namespace, o->dest), *object, *call;
	struct site site = {o->node->at, o->node->at};
	struct args args = {0};

	if (action->kind == NODE_NAME)
		return parse_native(p, o, action, values);
	if (action->kind != NODE_CLASS)
		return false;
	call = class_find(py, action->code, STR("__call__"));
	if (!call || call->kind != NODE_FUNCTION)
		return false;
	object = object_of(py, o, action->code, site);
	py_give(py, &args, "", p->parser->node);
	py_give(py, &args, "", p->namespace);
	py_give(py, &args, "", values);
	py_give(py, &args, "", flag ? node_str(py->arena, flag->flag, flag->node->at) : py_none(py, o->node->at));
	py_call_func(py, call->code, object, &args, site);
	/* parser.error() and its kin end the program with a usage message; here the value is not known. */
	if (py->unwinding == FLOW_RAISE) {
		py->unwinding = FLOW_NEXT;
		parse_complain(p, "invalid value of", option_name(o));
		return false;
	}
	/* What calls a library's action of which it is one may have set it. */
	return node_get(p->namespace, o->dest) != before;
}
