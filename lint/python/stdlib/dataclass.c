/* dataclasses: the fields of the repository's classes, and of the libraries' that they extend. */
#include "stdlib_parts.h"

#include "lint/frameworks/frameworks.h"

#include <string.h>

static struct node *as_dict(struct interpreter *py, struct node *n, struct span at, int depth);

/* A list or mapping of objects: one of dictionaries. Others stay what they are. */
static struct node *of_elements(struct interpreter *py, struct node *n, struct span at, int depth)
{
	bool objects = false;
	struct node *out;

	for (size_t i = 0; n->kind == NODE_LIST && i < n->as.items.n; i++)
		objects |= class_of(n->as.items.at[i]) != NULL;
	for (size_t i = 0; n->kind == NODE_MAP && i < n->as.pairs.n; i++)
		objects |= class_of(n->as.pairs.at[i].value) != NULL;
	if (!objects)
		return n;
	out = py_new(py, n->kind, at);
	out->open = n->open;
	for (size_t i = 0; n->kind == NODE_LIST && i < n->as.items.n; i++)
		py_append(py, out, as_dict(py, n->as.items.at[i], at, depth + 1));
	for (size_t i = 0; n->kind == NODE_MAP && i < n->as.pairs.n; i++)
		py_map_set(py, out, n->as.pairs.at[i].key,
			   as_dict(py, n->as.pairs.at[i].value, at, depth + 1));
	return out;
}

/* dataclasses.asdict(x): fields, nested objects as dictionaries. */
static struct node *as_dict(struct interpreter *py, struct node *n, struct span at, int depth)
{
	const struct class *k = class_of(n);
	struct node *out;

	if (!k && (n->kind == NODE_LIST || n->kind == NODE_MAP) && depth <= NODE_DEPTH_MAX)
		return of_elements(py, n, at, depth);
	if (!k || depth > NODE_DEPTH_MAX || k->kind == CLASS_ENUM)
		return n;
	out = py_new(py, NODE_MAP, at);
	for (size_t i = 0; i < k->fields.n; i++) {
		struct node *value = node_get(n, k->fields.at[i].name);

		if (value)
			py_map_set(py, out, node_str(py->arena, k->fields.at[i].name, value->at),
				   as_dict(py, value, at, depth + 1));
	}
	out->open = class_library(py, k).n > 0;
	return out;
}

struct node *dataclass_dict(struct interpreter *py, struct node *object, struct span at)
{
	return as_dict(py, object, at, 0);
}

static struct node *asdict(struct interpreter *py, struct native_call *c)
{
	struct node *x = native_arg(c, 0, "obj");

	if (!x || x->kind != NODE_OBJECT || !x->code)
		return x ? py_unknown_of(py, c->site.at, x) : NULL;
	return as_dict(py, x, c->site.at, 0);
}

/* dataclasses.replace(x, …): a new object of the class, its fields those of x but for the given. */
static struct node *replace(struct interpreter *py, struct native_call *c)
{
	struct node *x = native_arg(c, 0, "obj");
	const struct class *k = x ? class_of(x) : NULL;
	struct args args = {0};

	if (!k)
		return x ? py_unknown_of(py, c->site.at, x) : NULL;
	for (size_t i = 0; i < k->fields.n; i++) {
		struct str name = k->fields.at[i].name;
		struct node *given = NULL, *value;

		for (size_t n = 0; n < c->args->n; n++)
			if (str_eq(c->args->at[n].name, name))
				given = c->args->at[n].value;
		value = given ? given : node_get(x, name);
		if (value && !k->fields.at[i].no_init)
			*vec_push(py->arena, &args) = (struct arg){name, value, value->at};
	}
	return py_call(py, k->node, &args, c->site);
}

/*
 * A field's type: the plain types that a program hands on to add_argument(type=f.type). Under
 * "from __future__ import annotations" (PEP 563) it is the text of the annotation. A type of types
 * (Optional[str], List[int]) is its name without them. NULL: any other.
 */
static struct node *field_type(struct interpreter *py, const struct class *k, const struct field *f)
{
	static const char *const plain[] = {"builtins.str", "builtins.int", "builtins.float",
					    "builtins.bool"};
	struct node *future = scope_get(py, k->module->scope, STR("annotations")), *of;

	if (f->annotation && f->annotation->kind == EXPR_SUBSCRIPT &&
	    f->annotation->as.subscript.value->kind == EXPR_NAME) {
		of = scope_get(py, k->module->scope, f->annotation->as.subscript.value->as.name);
		return of && of->kind == NODE_NAME && str_starts(of->text, STR("typing.")) ? of : NULL;
	}
	if (f->annotation && f->annotation->kind == EXPR_BINARY) /* str | None */
		return py_name(py, "types.UnionType", f->at);
	if (!f->annotation || f->annotation->kind != EXPR_NAME)
		return NULL;
	if (future && future->kind == NODE_NAME && str_is(future->text, "__future__.annotations"))
		return py_str(py, f->annotation->as.name, f->at);
	for (size_t i = 0; i < sizeof(plain) / sizeof(*plain); i++)
		if (str_is(f->annotation->as.name, plain[i] + strlen("builtins.")))
			return py_name(py, plain[i], f->at);
	return NULL;
}

static struct node *field_new(struct interpreter *py, struct str name, struct node *type, struct span at)
{
	struct node *f = py_new(py, NODE_OBJECT, at);

	f->code = py_tag_namespace;
	py_attr_put(py, f, STR("name"), py_str(py, name, at));
	py_attr_put(py, f, STR("init"), py_bool(py, true, at));
	py_attr_put(py, f, STR("kw_only"), py_bool(py, false, at));
	if (type)
		py_attr_put(py, f, STR("type"), type);
	return f;
}

static bool lists_field(const struct node *fields, struct str name)
{
	for (size_t i = 0; i < fields->as.items.n; i++)
		if (str_eq(node_get(fields->as.items.at[i], STR("name"))->text, name))
			return true;
	return false;
}

/*
 * The fields of a library's base, as far as its rows name them: the keys that settings are read from.
 * Their types are not in the rows; "typing.Any" equals no plain type, so a program that converts
 * the text of a flag by its field's type leaves it the text, as it does for what is no number.
 * always: only those of all versions, as a program asks that wants to know which version there is.
 */
static void library_fields(struct interpreter *py, const struct keymap *map, bool always, struct node *out,
			   struct span at)
{
	for (size_t i = 0; i < map->nrows; i++) {
		const struct keyrow *row = &map->rows[i];
		struct str rest = str_of(row->key);

		while (rest.n && !(always && (row->since || row->until))) {
			struct str_cut cut = str_cut(rest, '|');
			/* "gradient_checkpointing_kwargs.use_reentrant" is of a mapping in a field. */
			struct str name = str_cut(cut.head, '.').head;

			if (!lists_field(out, name))
				py_append(py, out,
					  field_new(py, name, py_name(py, "typing.Any", at), at));
			rest = cut.tail;
		}
	}
	for (size_t i = 0; i < KEYMAP_BASES_MAX && map->base[i]; i++)
		library_fields(py, map->base[i], always, out, at);
}

/* What an object gave to a library's base has to be a field of it. */
static void given_fields(struct interpreter *py, const struct node *x, struct node *out, struct span at)
{
	for (size_t i = 0; x->kind == NODE_OBJECT && x->made && i < x->made->args.n; i++) {
		struct str name = x->made->args.at[i].name;

		if (name.n && name.s[0] != '*' && !lists_field(out, name))
			py_append(py, out, field_new(py, name, py_name(py, "typing.Any", at), at));
	}
}

/* The fields of a dataclass or of an object of one; NULL if it is none. */
static struct node *fields_of(struct interpreter *py, const struct node *x, struct span at)
{
	const struct class *k = x->kind == NODE_CLASS ? x->code : class_of(x);
	struct node *out = py_new(py, NODE_LIST, at);
	const struct callable *row = x->kind == NODE_NAME ? callable_find(x->text) : library_settings_of(x);

	if (row && row->map) {
		library_fields(py, row->map, true, out, at);
		given_fields(py, x, out, at);
		out->open = true;
		return out;
	}
	for (size_t i = 0; k && i < k->fields.n; i++) {
		struct node *f = field_new(py, k->fields.at[i].name,
					   field_type(py, k, &k->fields.at[i]), k->fields.at[i].at);

		if (k->fields.at[i].value)
			py_attr_put(py, f, STR("default"), k->fields.at[i].value);
		py_attr_put(py, f, STR("init"), py_bool(py, !k->fields.at[i].no_init, f->at));
		py_attr_put(py, f, STR("kw_only"), py_bool(py, k->fields.at[i].keyword_only, f->at));
		py_append(py, out, f);
	}
	if (k && class_library(py, k).n) {
		row = callable_find(class_library(py, k));
		if (row && row->map)
			library_fields(py, row->map, false, out, at);
		given_fields(py, x, out, at);
		out->open = true;
	}
	return k ? out : NULL;
}

static struct node *fields(struct interpreter *py, struct native_call *c)
{
	struct node *x = native_arg(c, 0, NULL);

	return x ? fields_of(py, x, c->site.at) : NULL;
}

struct node *dataclass_fields(struct interpreter *py, const struct node *x, struct span at)
{
	const struct node *list = fields_of(py, x, at);
	struct node *out;

	if (!list)
		return NULL;
	out = py_new(py, NODE_MAP, at);
	for (size_t i = 0; i < list->as.items.n; i++)
		py_map_set(py, out, node_get(list->as.items.at[i], STR("name")),
			   list->as.items.at[i]);
	out->open = list->open;
	return out;
}

/* field(…) of a dataclass: an object that remembers its arguments, outside the trace. */
static struct node *field(struct interpreter *py, struct native_call *c)
{
	struct node *n = py_new(py, NODE_OBJECT, c->site.at);

	n->made = untraced_call(py, c);
	return n;
}

static struct node *is_dataclass(struct interpreter *py, struct native_call *c)
{
	struct node *x = native_arg(c, 0, NULL);
	const struct class *k = !x ? NULL : x->kind == NODE_CLASS ? x->code : class_of(x);

	if (x && x->kind == NODE_OBJECT && x->made && !k)
		return NULL;
	return py_bool(py, k && k->kind == CLASS_DATA, c->site.at);
}

static const struct native rows[] = {
    {"dataclasses.asdict", asdict, NATIVE_UNKNOWN},
    {"dataclasses.field", field, NATIVE_RAW},
    {"dataclasses.fields", fields, NATIVE_UNKNOWN},
    {"dataclasses.is_dataclass", is_dataclass, 0},
    {"dataclasses.replace", replace, NATIVE_UNKNOWN},
};

NATIVES(natives_dataclass, rows);
