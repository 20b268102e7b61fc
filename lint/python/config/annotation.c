/* Annotations of parameters and fields: what they name, and texts from outside as they type them. */
#include "config.h"

/* The inside of Optional[X], Annotated[X, …]; the first that is not None of X | None. */
static const struct py_expr *unwrap(const struct py_expr *e)
{
	for (int i = 0; e && i < 8; i++) {
		const struct py_expr *of;
		struct str name = {0};

		if (e->kind == EXPR_BINARY && e->as.binary.op == OP_BITOR) {
			e = e->as.binary.left->kind == EXPR_NONE ? e->as.binary.right
								 : e->as.binary.left;
			continue;
		}
		if (e->kind != EXPR_SUBSCRIPT)
			return e;
		of = e->as.subscript.value;
		name = of->kind == EXPR_NAME   ? of->as.name
		       : of->kind == EXPR_ATTR ? of->as.attr.name
					       : name;
		if (!str_is(name, "Optional") && !str_is(name, "Annotated") &&
		    !str_is(name, "Union") && !str_is(name, "Final"))
			return e;
		e = e->as.subscript.index;
		if (e->kind == EXPR_TUPLE && e->as.items.n)
			e = e->as.items.at[0];
	}
	return e;
}

struct str annotation_name(const struct py_expr *annotation)
{
	const struct py_expr *e = unwrap(annotation);

	if (e && e->kind == EXPR_SUBSCRIPT)
		e = e->as.subscript.value;
	if (!e)
		return (struct str){0};
	return e->kind == EXPR_NAME   ? e->as.name
	       : e->kind == EXPR_ATTR ? e->as.attr.name
	       : e->kind == EXPR_STR  ? e->as.text
				      : (struct str){0};
}

const struct py_expr *annotation_element(const struct py_expr *annotation)
{
	const struct py_expr *e = unwrap(annotation);

	if (!e || e->kind != EXPR_SUBSCRIPT)
		return NULL;
	e = e->as.subscript.index;
	return e->kind == EXPR_TUPLE && e->as.items.n ? e->as.items.at[e->as.items.n - 1] : e;
}

struct class *annotation_class(struct interpreter *py, const struct module *m,
			       const struct py_expr *annotation)
{
	struct str name = annotation_name(annotation);
	struct node *found = name.n ? scope_get(py, m->scope, name) : NULL;

	return found && found->kind == NODE_CLASS ? (struct class *)(uintptr_t)found->code : NULL;
}

static struct node *call_type(struct interpreter *py, const char *type, struct node *value)
{
	struct arg arg = {.value = value, .at = value->at};
	struct args args = {.at = &arg, .n = 1, .room = 1};

	return py_call(py, py_name(py, type, value->at), &args,
		       (struct site){value->at, value->at});
}

struct node *bool_of_text(struct interpreter *py, struct str text, struct span at)
{
	static const char *const yes[] = {"true", "1", "yes", "y", "t", "on"};

	for (size_t i = 0; i < sizeof(yes) / sizeof(*yes); i++)
		if (str_is_nocase(text, yes[i]))
			return py_bool(py, true, at);
	return py_bool(py, false, at);
}

struct node *typed_value(struct interpreter *py, const struct module *m,
			 const struct py_expr *annotation, struct node *value)
{
	struct str name = annotation_name(annotation);
	struct class *c = annotation_class(py, m, annotation);
	struct arg arg = {.value = value, .at = value->at};
	struct args args = {.at = &arg, .n = 1, .room = 1};

	if (value->kind == NODE_LIST) {
		struct node *out = py_new(py, NODE_LIST, value->at);

		for (size_t i = 0; i < value->as.items.n; i++)
			py_append(py, out,
				  value->as.items.at[i]->kind == NODE_STR
				      ? py_yaml_value(py, value->as.items.at[i]->text,
						      value->as.items.at[i]->at)
				      : value->as.items.at[i]);
		return out;
	}
	if (value->kind != NODE_STR || str_is(name, "str") || str_is(name, "Literal"))
		return value;
	if (c && c->kind == CLASS_ENUM)
		return py_call(py, c->node, &args, (struct site){value->at, value->at});
	if (str_is(name, "bool"))
		return bool_of_text(py, value->text, value->at);
	if (str_is(name, "int"))
		return call_type(py, "builtins.int", value);
	if (str_is(name, "float"))
		return call_type(py, "builtins.float", value);
	if (str_is(name, "Path"))
		return path_new(py, value->text, value->at);
	if (str_is_nocase(name, "list") || str_is(name, "Sequence")) {
		struct node *one = py_yaml_value(py, value->text, value->at), *list;

		if (one->kind == NODE_LIST)
			return one;
		list = py_new(py, NODE_LIST, value->at);
		py_append(py, list, one);
		return list;
	}
	return py_yaml_value(py, value->text, value->at);
}
