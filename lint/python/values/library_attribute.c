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

/* What a wrapped model keeps of its adapter's configuration: peft 0.17 src/peft/peft_model.py, a mapping by the adapter's name. */
static struct node *by_adapter(struct interpreter *py, const struct call *made, struct node *config, struct span at)
{
	const struct arg *name = call_arg(made, STR("adapter_name"), 2);
	struct node *map = py_new(py, NODE_MAP, at);

	py_map_set(py, map, name && name->value->kind == NODE_STR ? name->value : py_str(py, STR("default"), at), config);
	return map;
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
		if (str_eq(made->args.at[i].name, name) && !(made->row && made->row->effect == EFFECT_WRAP && str_is(name, "peft_config")))
			return py_without_absent(
			    py, made->args.at[i].value,
			    py_unknown(py, at, "attribute %.*s has its default", STR_ARG(name)));
	/* Trainer(model, args).args, PreTrainedModel(config).config: what was given by its place. */
	for (size_t i = 0; made->row && i < made->row->nparams; i++)
		if (str_is(name, made->row->params[i].name)) {
			const struct arg *arg = call_arg(made, name, i);

			if (arg && made->row->effect == EFFECT_WRAP && made->row->params[i].role == ROLE_PEFT)
				return by_adapter(py, made, arg->value, at);
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

/* The id in a call's first argument; NULL: there is none that is known. */
static const struct node *id_of(const struct call *made)
{
	const struct param *first = made->row->nparams ? made->row->params : NULL;
	const struct arg *id = first ? call_arg(made, str_of(first->name), 0) : NULL;

	return id && id->value->kind == NODE_STR ? id->value : NULL;
}

static struct known_id *known_of(struct interpreter *py, struct str id)
{
	struct known_id *known;

	for (size_t i = 0; i < py->known_ids.n; i++)
		if (str_eq(py->known_ids.at[i].id, id))
			return &py->known_ids.at[i];
	known = vec_push(py->arena, &py->known_ids);
	*known = (struct known_id){.id = id};
	return known;
}

/* A size of the model that a call's first argument names, as its config.json has it; NULL: it is not known. */
static struct node *known_size(struct interpreter *py, const struct call *made, struct str name, struct span at)
{
	const struct node *id = id_of(made);
	struct known_id *known;
	struct node *size;

	if (!id || !py->world->known)
		return NULL;
	known = known_of(py, id->text);
	if (!known->has_config)
		known->config = py->world->known(py->arena, str_fmt(py->arena, "%.*s/config.json", STR_ARG(id->text)), at);
	known->has_config = true;
	size = known->config ? node_get(known->config, name) : NULL;
	if (!size || size->kind != NODE_INT)
		return NULL;
	size = py_int(py, size->as.i, at);
	size->how = str_fmt(py->arena, "%.*s of %.*s", STR_ARG(name), STR_ARG(id->text));
	return size;
}

/* What is known of the code of the model that a call's first argument names, unless its files are in the repository. */
static struct node *known_code(struct interpreter *py, const struct call *made, struct str name, struct span at)
{
	const struct node *id = id_of(made);
	struct known_id *known;
	struct eval_file file;
	struct node *code;

	if (!id || !py->world->known_model)
		return NULL;
	known = known_of(py, id->text);
	if (!known->has_code &&
	    !py->world->find(py->world->context, py_repo_path(py, str_fmt(py->arena, "%.*s/config.json", STR_ARG(id->text))), &file))
		known->code = py->world->known_model(py->arena, id->text, at);
	known->has_code = true;
	if (!known->code || !node_get(known->code, name))
		return NULL;
	code = py_new(py, NODE_STR, at);
	*code = *node_get(known->code, name);
	code->at = at;
	code->how = str_fmt(py->arena, "%.*s of %.*s", STR_ARG(name), STR_ARG(id->text));
	return code;
}

/* The class of a configuration by that of its model: "LlamaConfig" to "LlamaForCausalLM". */
static struct str config_class(struct interpreter *py, struct str model)
{
	static const char *const ends[] = {"ForCausalLM", "LMHeadModel", "ForConditionalGeneration"};

	for (size_t i = 0; i < sizeof(ends) / sizeof(*ends); i++)
		if (str_ends(model, str_of(ends[i])))
			return str_fmt(py->arena, "%.*sConfig", STR_ARG(str_sub(model, 0, model.n - strlen(ends[i]))));
	return (struct str){0};
}

/* Whether a row says of what its call makes that its class is the one for the id. */
static bool has_class_of_id(const struct callable *row, bool *config)
{
	struct str attrs = row ? str_of(row->attrs) : (struct str){0};

	*config = str_has(attrs, STR("__class__=config"));
	return str_has(attrs, STR("__class__="));
}

struct node *library_class(struct interpreter *py, const struct node *object, bool *exact, struct span at)
{
	const struct call *made = object->made;
	struct str end = STR(".from_pretrained"), last;
	struct node *out, *type, *classes;
	bool config;

	*exact = false;
	/* What was taken from an object is of another class. */
	if (!made || object->from[0])
		return NULL;
	out = node_new(py->arena, NODE_NAME, at);
	if (!has_class_of_id(made->row, &config)) {
		out->text = str_ends(made->callee, end) ? str_sub(made->callee, 0, made->callee.n - end.n) : made->callee;
		last = str_tail(out->text, '.');
		return last.n && last.s[0] >= 'A' && last.s[0] <= 'Z' ? out : NULL;
	}
	if (str_has(str_of(made->row->attrs), STR("__class__=?")))
		return NULL;
	type = known_code(py, made, STR("model_type"), at);
	classes = type ? known_code(py, made, STR("architectures"), at) : NULL;
	if (!classes || classes->as.items.n != 1)
		return NULL;
	last = classes->as.items.at[0]->text;
	if (config)
		last = config_class(py, last);
	out->text = str_fmt(py->arena, "transformers.models.%.*s.%s_%.*s.%.*s", STR_ARG(type->text),
			    config ? "configuration" : "modeling", STR_ARG(type->text), STR_ARG(last));
	*exact = last.n > 0;
	return *exact ? out : NULL;
}

/* An attribute of the configuration of the model that a call's first argument names; NULL: it is not known. */
static struct node *known_attr(struct interpreter *py, const struct call *made, struct str name, struct span at)
{
	if (str_is(name, "model_type") || str_is(name, "architectures"))
		return known_code(py, made, name, at);
	return known_size(py, made, name, at);
}

const struct callable *library_settings_of(const struct node *object)
{
	const struct call *made = object->kind == NODE_OBJECT && !object->code ? object->made : NULL;
	const struct callable *row = made && !made->self ? call_row(made) : NULL;
	struct str name = made ? str_tail(made->callee, '.') : STR("");

	return row && row->map && row->effect == EFFECT_NONE && name.n && name.s[0] >= 'A' && name.s[0] <= 'Z' ? row : NULL;
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
			return known_attr(py, made, str_sub(name, is.head.n - 1, name.n), at);
		rest = cut.tail;
	}
	return NULL;
}

/* Whether an adapter was put on an object, or around it: what is put around a model leaves it with the adapter's layers. */
static bool is_adapted(const struct interpreter *py, const struct node *object)
{
	for (size_t i = 0; i < py->trace->n; i++) {
		const struct call *call = py->trace->at[i];
		bool given = call->self == object;

		for (size_t k = 0; !given && k < call->args.n; k++)
			given = call->args.at[k].value == object;
		if (given && (str_is(call->method, "load_adapter") || (call->row && callable_takes(call->row, ROLE_PEFT))))
			return true;
	}
	return false;
}

enum truth library_attr_has(const struct interpreter *py, const struct node *object, struct str name)
{
	const struct callable *row = object->kind == NODE_OBJECT && object->made && object->made->result == object ? object->made->row : NULL;
	struct str_cut cut = {.tail = row ? str_of(row->attrs) : (struct str){0}};

	while (cut.tail.n) {
		cut = str_cut(cut.tail, ';');
		if (cut.head.n < 2 || !str_eq(str_sub(cut.head, 1, cut.head.n), name))
			continue;
		if (cut.head.s[0] == '+')
			return TRUTH_YES;
		if (cut.head.s[0] == '-')
			return is_adapted(py, object) ? TRUTH_YES : TRUTH_NO;
	}
	return TRUTH_MAYBE;
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
