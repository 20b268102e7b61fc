#include "evaluator_parts.h"

#include <string.h>

/* The rows of all tables by the hash of their names. */
struct native_index {
	VEC(const struct native *);
	struct hash_index names;
};

static size_t hash_of(const void *index, size_t at)
{
	return str_hash(str_of(((const struct native_index *)index)->at[at]->name));
}

struct native_index *native_index_new(struct arena *a, const struct natives *const *tables, size_t n_tables)
{
	struct native_index *index = arena_new(a, struct native_index);

	for (size_t t = 0; t < n_tables; t++)
		for (size_t i = 0; i < tables[t]->n; i++) {
			*vec_push(a, index) = &tables[t]->rows[i];
			hash_index_add(a, &index->names, index->n, hash_of, index);
		}
	return index;
}

const struct native *native_of(const struct interpreter *py, struct str owner, struct str name)
{
	size_t slot = str_hash_on(str_hash_on(str_hash(owner), STR(".")), name);

	if (!owner.n)
		return NULL;
	for (uint32_t at; (at = hash_index_next(&py->natives->names, &slot));) {
		const char *s = py->natives->at[at - 1]->name;

		if (strncmp(s, owner.s, owner.n) == 0 && s[owner.n] == '.' &&
		    str_is(name, s + owner.n + 1))
			return py->natives->at[at - 1];
	}
	return NULL;
}

const struct native *native_find(const struct interpreter *py, struct str dotted)
{
	size_t slot = str_hash(dotted);

	for (uint32_t at; (at = hash_index_next(&py->natives->names, &slot));)
		if (str_is(dotted, py->natives->at[at - 1]->name))
			return py->natives->at[at - 1];
	return NULL;
}

struct node *native_arg(const struct native_call *c, size_t position, const char *name)
{
	size_t at = 0;

	for (size_t i = 0; i < c->args->n; i++) {
		const struct arg *arg = &c->args->at[i];

		if (arg->name.n == 0 ? at++ == position : name && str_is(arg->name, name))
			return arg->value;
	}
	return NULL;
}

size_t native_count(const struct native_call *c)
{
	size_t n = 0;

	while (n < c->args->n && c->args->at[n].name.n == 0)
		n++;
	return n;
}

/* Alternatives times alternatives: arguments that are dealt with one by one inside one another. */
enum { LIFT_DEPTH = 3 };

static struct node *run_known(struct interpreter *py, const struct native *native, struct native_call *c,
			      int depth);

/* The call with one argument (or, at SIZE_MAX, the receiver) replaced by each of its alternatives. */
static struct node *lift(struct interpreter *py, const struct native *native, struct native_call *c,
			 size_t which, int depth)
{
	struct node *either = which == SIZE_MAX ? c->self : c->args->at[which].value;
	struct node *values[NODE_EITHER_MAX], *value;
	enum flow before = py->unwinding;
	size_t n = 0;

	for (size_t i = 0; i < either->as.items.n; i++) {
		struct native_call one = *c;
		struct args args = {0};

		for (size_t k = 0; k < c->args->n; k++) {
			*vec_push(py->arena, &args) = c->args->at[k];
			if (k == which)
				args.at[k].value = either->as.items.at[i];
		}
		one.args = &args;
		if (which == SIZE_MAX)
			one.self = either->as.items.at[i];
		value = run_known(py, native, &one, depth + 1);
		/* An alternative of which it raises is not the one that is meant, unless it does of all. */
		if (before == FLOW_NEXT && py->unwinding == FLOW_RAISE && (n || i + 1 < either->as.items.n)) {
			py->unwinding = FLOW_NEXT;
			continue;
		}
		values[n++] = either_when(py->arena, value, either->as.items.at[i]->when);
	}
	return either_of(py->arena, values, n, c->site.at);
}

/* What a native gives of which nothing is known. */
static struct node *unknown_of(struct interpreter *py, const struct native *native, struct node *cause, struct span at)
{
	struct node *out = py_unknown_of(py, at, cause);

	if (native->flags & NATIVE_DATA)
		out->op = 'd';
	return out;
}

static struct node *run_known(struct interpreter *py, const struct native *native, struct native_call *c,
			      int depth)
{
	struct node *out, *first = c->self;

	if (depth <= LIFT_DEPTH && c->self && c->self->kind == NODE_EITHER)
		return lift(py, native, c, SIZE_MAX, depth);
	for (size_t i = 0; i < c->args->n; i++) {
		struct node *value = c->args->at[i].value;

		if (value->kind == NODE_EITHER)
			return depth < LIFT_DEPTH ? lift(py, native, c, i, depth)
						  : py_unknown_of(py, c->site.at, value);
		if (native->flags & NATIVE_FILE && value->kind == NODE_UNKNOWN)
			py_want(py, value);
		if (!(native->flags & NATIVE_UNKNOWN) &&
		    (value->kind == NODE_UNKNOWN || str_starts(c->args->at[i].name, STR("*"))))
			return unknown_of(py, native, value, c->site.at);
		if (!first)
			first = value;
	}
	out = native->call(py, c);
	if (!out) {
		out = py_unknown(py, c->site.at, "%.*s() of these arguments", STR_ARG(c->name));
		return first ? py_from(out, first, NULL) : out;
	}
	if (out->kind == NODE_UNKNOWN && native->flags & NATIVE_DATA && !out->made)
		return unknown_of(py, native, out, c->site.at);
	if (out == first || out->from[0] || !first || out->kind >= NODE_LIST)
		return out;
	/* What stands elsewhere may be a leaf of a file's tree, which outlives this evaluation. */
	if (out->at.file != c->site.at.file || out->at.off != c->site.at.off)
		out = node_copy(py->arena, out);
	return py_from(out, first, NULL);
}

static size_t text_length(const struct node *n)
{
	return n && (n->kind == NODE_STR || n->kind == NODE_BYTES) ? n->text.n : 0;
}

/* Bytes of the texts that a call works on. */
static size_t texts_of(const struct native_call *c)
{
	size_t n = text_length(c->self);

	for (size_t i = 0; i < c->args->n; i++)
		n += text_length(c->args->at[i].value);
	return n;
}

struct node *native_run(struct interpreter *py, const struct native *native, struct native_call *c)
{
	struct node *out;

	if (!py_search(py, texts_of(c)))
		return py_unknown(py, c->site.at, "the evaluation's budget is spent");
	if (!(native->flags & NATIVE_RAW))
		return run_known(py, native, c, 0);
	out = native->call(py, c);

	return out ? out
		   : py_unknown(py, c->site.at, "%.*s() of these arguments", STR_ARG(c->name));
}

static struct node *tuple_field(const struct node *tuple, struct str name)
{
	const struct class *c = tuple->code;

	if (!c || tuple->code == py_tag_iterator)
		return NULL;
	for (size_t i = 0; i < c->fields.n && i < tuple->as.items.n; i++)
		if (str_eq(c->fields.at[i].name, name))
			return tuple->as.items.at[i];
	return NULL;
}

/* func, args and keywords of functools.partial(). */
static struct node *partial_attr(struct interpreter *py, struct node *partial, struct str name,
				 struct span at)
{
	const struct call *made = partial->made;
	bool named = str_is(name, "keywords");
	struct node *out;

	if (str_is(name, "func"))
		return made->args.at[0].value;
	if (!named && !str_is(name, "args"))
		return NULL;
	out = py_new(py, named ? NODE_MAP : NODE_TUPLE, at);
	for (size_t i = 1; i < made->args.n; i++) {
		const struct arg *arg = &made->args.at[i];

		out->open |= str_starts(arg->name, STR("*"));
		if (named && arg->name.n && arg->name.s[0] != '*')
			py_map_set(py, out, py_str(py, arg->name, arg->at), arg->value);
		else if (!named && arg->name.n == 0)
			py_append(py, out, arg->value);
	}
	return out;
}

/* What the class of a NamedTuple defines: methods, properties, _fields. */
static struct node *tuple_method(struct interpreter *py, struct node *tuple, struct str name,
				 struct span at)
{
	const struct class *c = tuple->code;
	struct node *found = class_find(py, c, name), *n;
	const struct func *f = found && found->kind == NODE_FUNCTION ? found->code : NULL;

	if (!f || f->bind == BIND_CLASS || f->bind == BIND_STATIC)
		return found || str_is(name, "_fields") ? py_find_attr(py, c->node, name, at)
							: NULL;
	if (f->bind == BIND_PROPERTY)
		return py_call_func(py, f, tuple, &(struct args){0}, (struct site){at, at});
	n = node_new(py->arena, NODE_METHOD, at);
	n->text = name;
	n->as.self = tuple;
	n->code = f;
	return n;
}

/* Whether a name is a method's. Of a configuration with a key of that name, cfg.freeze, only dict's own methods are. */
static bool is_method(struct interpreter *py, const struct node *object, struct str name)
{
	const struct str own = STR("clear|copy|fromkeys|get|items|keys|pop|popitem|setdefault|update|values");

	return native_of(py, str_of(native_type(object)), name) &&
	       (object->kind != NODE_MAP || str_among(name, own) || str_starts(name, STR("__")) || !node_get(object, name));
}

struct node *native_attr(struct interpreter *py, struct node *object, struct str name, struct span at)
{
	struct node *n;

	if (object->kind == NODE_TUPLE && (n = tuple_field(object, name)))
		return n;
	if (object->kind == NODE_TUPLE && object->code && object->code != py_tag_iterator &&
	    object->code != py_tag_unordered && (n = tuple_method(py, object, name, at)))
		return n;
	if (object->kind == NODE_STR && object->code == py_tag_path &&
	    (n = py->library->path_attr(py, object, name, at)))
		return n;
	if (object->kind == NODE_OBJECT && (n = node_get(object, name)))
		return n;
	if (object->code == py_tag_partial && (n = partial_attr(py, object, name, at)))
		return n;
	if (is_method(py, object, name)) {
		n = node_new(py->arena, NODE_METHOD, at);
		n->text = name;
		n->as.self = object;
		return n;
	}
	/* A configuration from a file that was read may be addressed by attribute (OmegaConf). */
	if (object->kind == NODE_MAP && (n = node_get(object, name)))
		return n;
	return NULL;
}
