/* Attributes of what libraries made: what its arguments, its row or its wrapper say of them. */
#include "values.h"

#include "lint/frameworks/frameworks.h"

/* Wrappers around a model that are looked through. */
enum { WRAPPED_DEPTH = 8 };

/* An attribute of a library's object that nothing here sets: unknown, but calls on it are seen. */
struct node *library_attr_unset(struct interpreter *py, struct node *object, struct str name,
				      struct span at)
{
	const struct str *of = object->kind == NODE_UNKNOWN && object->from[0] ? object->code : NULL;
	struct str *kept;
	struct node *n;

	/* accelerator.device.type: what trains has a GPU. */
	if (of && str_is(*of, "device") && str_is(name, "type"))
		return py_str(py, STR("cuda"), at);
	kept = arena_new(py->arena, struct str);
	n = py_unknown(py, at, "attribute %.*s is not set here", STR_ARG(name));

	if (object->kind == NODE_UNKNOWN && !object->made)
		n->text = object->text;
	*kept = name;
	n->code = kept;
	n->made = object->made;
	n->from[0] = object;
	return n;
}

/* The argument that the object was made with under a name: TrainingArguments(x=1).x. */
struct node *library_attr_given(struct interpreter *py, const struct node *object, struct str name,
			      struct span at)
{
	const struct call *made = object->made;

	/* What was taken from an object was not made with its arguments. */
	if (!made || (object->from[0] && object->from[0]->made == made))
		return NULL;
	for (size_t i = 0; i < made->args.n; i++)
		if (str_eq(made->args.at[i].name, name))
			return py_without_absent(
			    py, made->args.at[i].value,
			    py_unknown(py, at, "attribute %.*s has its default", STR_ARG(name)));
	/* Trainer(model, args).args, PreTrainedModel(config).config: what was given by its place. */
	for (size_t i = 0; made->row && i < made->row->nparams; i++)
		if (str_is(name, made->row->params[i].name)) {
			const struct arg *arg = call_arg(made, name, i);

			return arg ? arg->value : NULL;
		}
	return NULL;
}

/* The value of a row's attribute, written as "NAME=VALUE"; NULL where it holds for a launched script only. */
static struct node *attr_value(struct interpreter *py, const struct call *made, struct str text, struct span at)
{
	bool launched = str_ends(text, STR("?"));
	struct node *value;

	if (launched && !py->world->argv)
		return NULL;
	value = py_yaml_value(py, str_sub(text, 0, text.n - launched), at);
	value->how = str_fmt(py->arena, "default of %.*s", STR_ARG(made->callee));
	return value;
}

/* A size of the model that a call's first argument names, as its config.json has it; NULL: it is not known. */
static struct node *known_size(struct interpreter *py, const struct call *made, struct str name, struct span at)
{
	const struct param *first = made->row->params;
	const struct arg *id = first ? call_arg(made, str_of(first->name), 0) : NULL;
	struct node *config, *size;

	if (!id || id->value->kind != NODE_STR || !py->world->known)
		return NULL;
	config = py->world->known(py->arena, str_fmt(py->arena, "%.*s/config.json", STR_ARG(id->value->text)), at);
	size = config ? node_get(config, name) : NULL;
	if (!size || size->kind != NODE_INT)
		return NULL;
	size = py_int(py, size->as.i, at);
	size->how = str_fmt(py->arena, "%.*s of %.*s", STR_ARG(name), STR_ARG(id->value->text));
	return size;
}

/* What the library gives an attribute that no argument named: ModelConfig(…).use_peft. */
struct node *library_attr_default(struct interpreter *py, const struct node *object,
				 const struct callable *row, struct str name, struct span at)
{
	const struct call *made = object->made;
	struct str rest = row ? str_of(row->attrs) : (struct str){0};

	/* What was taken from an object is no object of that kind. */
	if (!made || object->from[0])
		return NULL;
	for (size_t i = 0; i < made->args.n; i++)
		if (str_is(made->args.at[i].name, "**") && str_chr(name, '.', 0) == SIZE_MAX)
			return NULL;
	while (rest.n) {
		struct str_cut cut = str_cut(rest, ';'), is = str_cut(cut.head, '=');

		if (str_eq(is.head, name))
			return attr_value(py, made, is.tail, at);
		if (str_ends(is.head, STR("*")) && str_starts(name, str_sub(is.head, 0, is.head.n - 1)))
			return known_size(py, made, str_sub(name, is.head.n - 1, name.n), at);
		rest = cut.tail;
	}
	return NULL;
}

/* What a library's object makes of a part that it was given: the configuration of a model. */
void library_attr_fill(struct interpreter *py, const struct node *object, struct node *part, struct str name,
		      struct span at)
{
	const struct callable *row = object->made->row;
	struct str rest = row ? str_of(row->attrs) : (struct str){0};

	while (rest.n && part->kind == NODE_OBJECT) {
		struct str_cut cut = str_cut(rest, ';'), is = str_cut(cut.head, '=');
		struct str_cut path = str_cut(is.head, '.');
		struct node *value = path.ok && str_eq(path.head, name) && !node_get(part, path.tail)
					 ? attr_value(py, object->made, is.tail, at)
					 : NULL;

		if (value)
			py_attr_put(py, part, path.tail, value);
		rest = cut.tail;
	}
}

/* What a wrapper wraps: the model of DistributedDataParallel(m), of an engine, of a PEFT model. */
struct node *library_wrapped(const struct node *object)
{
	const struct call *made = object->made;
	const struct callable *row = made ? made->row : NULL;
	size_t from = 0;
	const struct arg *arg =
		row && row->effect == EFFECT_WRAP ? call_role_arg(made, row, ROLE_MODEL, &from) : NULL;

	return arg ? arg->value : NULL;
}

/* What a part of a library's object has in every version: model.config.is_encoder_decoder. */
struct node *library_attr_of_part(struct interpreter *py, const struct node *part, struct str name,
			      struct span at)
{
	const struct str *called = part->code;
	const struct node *object = part->from[0];
	const struct callable *row;

	if (!called || !object || !part->made)
		return NULL;
	for (int depth = 0; depth < WRAPPED_DEPTH; depth++) {
		const struct node *inner = library_wrapped(object);

		if (!inner)
			break;
		object = inner;
	}
	row = object->made ? object->made->row : NULL;
	if (!row || !row->attrs)
		return NULL;
	return library_attr_default(py, object, row,
			    str_fmt(py->arena, "%.*s.%.*s", STR_ARG(*called), STR_ARG(name)), at);
}
