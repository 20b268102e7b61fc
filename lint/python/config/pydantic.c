/*
 * pydantic: what models make of their values, and the methods that both releases have for building them
 * from data and turning them into it (pydantic/main.py of 1.10 and 2.11).
 */
#include "config.h"

bool pydantic_is_model(const struct node *n)
{
	const struct class *c = n->kind == NODE_CLASS ? n->code : class_of(n);

	return c && c->kind == CLASS_MODEL;
}

static struct node *built(struct interpreter *py, const struct class *c, const struct node *map,
			  struct site site)
{
	struct args args = {0};

	for (size_t i = 0; i < map->as.pairs.n; i++)
		if (map->as.pairs.at[i].key->kind == NODE_STR)
			*vec_push(py->arena, &args) = (struct arg){map->as.pairs.at[i].key->text,
								   map->as.pairs.at[i].value,
								   map->as.pairs.at[i].value->at};
	if (map->open)
		*vec_push(py->arena, &args) =
			(struct arg){STR("**"), py_unknown(py, map->at, "keys that are not known"), map->at};
	return py_call(py, c->node, &args, site);
}

struct node *pydantic_value(struct interpreter *py, const struct module *m,
			 const struct py_expr *annotation, struct node *value, struct site site)
{
	const struct class *c = annotation_class(py, m, annotation);
	const struct py_expr *element = annotation_element(annotation);
	struct str name = annotation_name(annotation);

	if (value->kind == NODE_MAP && c && (c->kind == CLASS_MODEL || c->kind == CLASS_DATA))
		return built(py, c, value, site);
	if (value->kind == NODE_STR &&
	    ((c && c->kind == CLASS_ENUM) || str_is(name, "int") || str_is(name, "float") ||
	     str_is(name, "bool") || str_is(name, "Path")))
		return typed_value(py, m, annotation, value);
	if (!element || !annotation || (value->kind != NODE_LIST && value->kind != NODE_MAP))
		return value;
	for (size_t i = 0; value->kind == NODE_LIST && i < value->as.items.n && py_step(py, 1); i++)
		value->as.items.at[i] = pydantic_value(py, m, element, value->as.items.at[i], site);
	for (size_t i = 0; value->kind == NODE_MAP && i < value->as.pairs.n && py_step(py, 1); i++)
		value->as.pairs.at[i].value =
			pydantic_value(py, m, element, value->as.pairs.at[i].value, site);
	return value;
}

/* exclude={"a"}, include={"a"}: whether they leave a field in. */
static bool kept(struct interpreter *py, const struct native_call *c, struct node *key)
{
	struct node *exclude = native_arg(c, SIZE_MAX, "exclude");
	struct node *include = native_arg(c, SIZE_MAX, "include");

	return (!exclude || py_contains(py, exclude, key) != TRUTH_YES) &&
	       (!include || py_contains(py, include, key) != TRUTH_NO);
}

/* x.dict(), x.model_dump(). */
static struct node *dump(struct interpreter *py, struct native_call *c)
{
	struct node *all = dataclass_dict(py, c->self, c->site.at), *out;
	const struct node *none = native_arg(c, SIZE_MAX, "exclude_none");
	const struct node *unset = native_arg(c, SIZE_MAX, "exclude_unset");
	const struct node *defaults = native_arg(c, SIZE_MAX, "exclude_defaults");

	/* Which fields were given is not kept. */
	if ((unset && py_truth(py, unset) != TRUTH_NO) ||
	    (defaults && py_truth(py, defaults) != TRUTH_NO))
		return NULL;
	out = py_new(py, NODE_MAP, c->site.at);
	out->open = all->open;
	for (size_t i = 0; i < all->as.pairs.n; i++) {
		struct pair pair = all->as.pairs.at[i];

		if (kept(py, c, pair.key) &&
		    !(none && py_truth(py, none) == TRUTH_YES && pair.value->kind == NODE_NULL))
			*vec_push(py->arena, &out->as.pairs) = pair;
	}
	return out;
}

/* x.copy(update={…}), x.model_copy(update={…}): fields are taken as they are. */
static struct node *copy(struct interpreter *py, struct native_call *c)
{
	struct node *update = native_arg(c, SIZE_MAX, "update");
	struct node *out = class_object(py, class_of(c->self), c->site);

	for (size_t i = 0; i < c->self->as.pairs.n; i++)
		py_attr_put(py, out, c->self->as.pairs.at[i].key->text, c->self->as.pairs.at[i].value);
	if (update && update->kind != NODE_MAP)
		return NULL;
	for (size_t i = 0; update && i < update->as.pairs.n; i++)
		if (update->as.pairs.at[i].key->kind == NODE_STR)
			py_attr_put(py, out, update->as.pairs.at[i].key->text,
				    update->as.pairs.at[i].value);
	return out;
}

/* Model.model_validate(data), Model.parse_obj(data). */
static struct node *validate(struct interpreter *py, struct native_call *c)
{
	struct node *data = native_arg(c, 0, "obj");

	if (data && class_of(data) && class_of(data)->kind == CLASS_MODEL)
		return data;
	return data && data->kind == NODE_MAP && c->self->kind == NODE_CLASS
		       ? built(py, c->self->code, data, c->site)
		       : NULL;
}

/* Model.model_validate_json(text), Model.parse_raw(text). */
static struct node *validate_text(struct interpreter *py, struct native_call *c)
{
	struct node *text = native_arg(c, 0, "json_data"), *data;
	struct arg arg = {.value = text, .at = c->site.at};

	if (!text || c->self->kind != NODE_CLASS)
		return NULL;
	data = py_call(py, py_name(py, "json.loads", c->site.at),
		       &(struct args){.at = &arg, .n = 1, .room = 1}, c->site);
	return data->kind == NODE_MAP ? built(py, c->self->code, data, c->site) : data;
}

/* Model.parse_file(path) of the first release. */
static struct node *validate_file(struct interpreter *py, struct native_call *c)
{
	struct node *path = native_arg(c, 0, "path"), *data;

	if (!path || c->self->kind != NODE_CLASS)
		return NULL;
	data = config_of_file(py, path, c->site.at);
	return data->kind == NODE_MAP ? built(py, c->self->code, data, c->site) : data;
}

/* Model.model_construct(x=1): values are not looked at, which makes no difference here. */
static struct node *construct(struct interpreter *py, struct native_call *c)
{
	return c->self->kind == NODE_CLASS ? py_call(py, c->self, c->args, c->site) : NULL;
}

static const struct native rows[] = {
	{"BaseModel.construct", construct, NATIVE_RAW},
	{"BaseModel.copy", copy, NATIVE_UNKNOWN},
	{"BaseModel.dict", dump, NATIVE_UNKNOWN},
	{"BaseModel.model_construct", construct, NATIVE_RAW},
	{"BaseModel.model_copy", copy, NATIVE_UNKNOWN},
	{"BaseModel.model_dump", dump, NATIVE_UNKNOWN},
	{"BaseModel.model_validate", validate, 0},
	{"BaseModel.model_validate_json", validate_text, 0},
	{"BaseModel.parse_file", validate_file, 0},
	{"BaseModel.parse_obj", validate, 0},
	{"BaseModel.parse_raw", validate_text, 0},
};

NATIVES(natives_pydantic, rows);
