#include "evaluator_parts.h"

#include "lint/python/values/modules.h"

static struct node *method_of(struct interpreter *py, struct node *self, struct str name,
			      const void *code, struct span at)
{
	struct node *n = node_new(py->arena, NODE_METHOD, at);

	n->text = name;
	n->as.self = self;
	n->code = code;
	return n;
}

/* What a class has under a name, as seen from an object of it. */
static struct node *bound(struct interpreter *py, struct node *self, struct node *found, struct str name,
			  struct span at)
{
	const struct func *f = found->kind == NODE_FUNCTION ? found->code : NULL;
	const struct class *c = self->kind == NODE_CLASS ? self->code : NULL;
	struct args none = {0};

	if (!f || f->bind == BIND_STATIC)
		return found;
	if (f->bind == BIND_CLASS)
		return method_of(py, c ? self : ((const struct class *)self->code)->node, name, f,
				 at);
	if (c)
		return found;
	if (f->bind == BIND_PROPERTY)
		return py_call_func(py, f, self, &none, (struct site){at, at});
	return method_of(py, self, name, f, at);
}

static struct node *own_attr(struct interpreter *py, struct node *object, struct str name,
			     struct span at)
{
	struct node *found = node_get(object, name);

	if (found)
		return py_without_absent(
		    py, found, py_unknown(py, at, "attribute %.*s may be unset", STR_ARG(name)));
	return NULL;
}

struct node *class_getattr(struct interpreter *py, struct node *object, struct str name, struct span at)
{
	struct node *hook = class_find(py, class_of(object), STR("__getattr__")), *out;
	struct site site = {at, at};
	struct args args = {0};

	if (!hook || py->unwinding != FLOW_NEXT)
		return NULL;
	/* __getattr__ = dict.get */
	if (hook->kind == NODE_NAME)
		*vec_push(py->arena, &args) = (struct arg){.value = object, .at = at};
	*vec_push(py->arena, &args) = (struct arg){.value = py_str(py, name, at), .at = at};
	if (hook->kind != NODE_FUNCTION)
		return hook->kind == NODE_NAME ? py_call(py, hook, &args, site) : NULL;
	out = py_call_func(py, hook->code, object, &args, site);
	if (py->unwinding != FLOW_RAISE)
		return out;
	py->unwinding = FLOW_NEXT;
	return NULL;
}

/* An object of a class over dict: its methods, then dict's own and, as such classes mean it, its keys. */
static struct node *map_attr(struct interpreter *py, struct node *map, struct str name, struct span at)
{
	const struct class *c = class_of(map);
	struct node *found = c ? class_find(py, c, name) : NULL;

	if (found)
		return bound(py, map, found, name, at);
	if (c && str_is(name, "__class__"))
		return c->node;
	found = native_attr(py, map, name, at);
	return found || !c ? found : class_getattr(py, map, name, at);
}

/* __dict__: the attributes as a mapping, through which they can be set. */
static struct node *members(struct interpreter *py, struct node *object, struct span at)
{
	struct arg arg = {.value = object, .at = at};

	return py_call(py, py_name(py, "builtins.vars", at),
		       &(struct args){.at = &arg, .n = 1, .room = 1}, (struct site){at, at});
}

static struct node *instance_attr(struct interpreter *py, struct node *object, struct str name,
				  struct span at)
{
	struct class *c = (struct class *)(uintptr_t)object->code;
	struct node *found;

	found = class_find(py, c, name);
	if (found)
		return bound(py, object, found, name, at);
	if (str_is(name, "__class__"))
		return c->node;
	if (str_is(name, "__dataclass_fields__"))
		return py->library->dataclass_fields(py, object, at);
	found = class_base_object(object);
	if (found && (found = py_find_attr(py, found, name, at)))
		return found;
	if (str_is(name, "__dict__"))
		return members(py, object, at);
	found = library_attr_given(py, object, name, at);
	if (!found && class_library(py, c).n)
		found = library_attr_default(py, object, source_cache_callable(py->cache, class_library(py, c)), name, at);
	if (found)
		return found;
	found = class_getattr(py, object, name, at);
	if (found)
		return found;
	if (py->library->is_pydantic(object) && native_of(py, STR("BaseModel"), name))
		return method_of(py, object, name, NULL, at);
	/* A module trains until eval() is called, and what is read here is training. */
	if (str_is(name, "training") && class_library(py, c).n)
		return py_bool(py, true, at);
	return class_library(py, c).n ? library_attr_unset(py, object, name, at) : NULL;
}

static struct node *object_attr(struct interpreter *py, struct node *object, struct str name,
				struct span at)
{
	struct node *found;
	bool exact;

	if (object->code == py_tag_super) {
		struct node *self = (struct node *)(uintptr_t)object->from[0];
		const struct class *of = self->kind == NODE_CLASS ? self->code : class_of(self);
		struct node *method;

		found = of ? class_find_after(py, of, object->from[1]->code, name) : NULL;
		if (found && !(str_is(name, "__init__") && class_makes_module(py, object->from[1]->code)))
			return bound(py, self, found, name, at);
		method = method_of(py, self, name, py_tag_super, at);
		method->from[1] = object->from[1];
		return method;
	}
	found = own_attr(py, object, name, at);
	if (found)
		return found;
	if (object->code == py_tag_namespace && str_is(name, "__dict__"))
		return members(py, object, at);
	if (native_type(object))
		return native_attr(py, object, name, at);
	if (object->code)
		return instance_attr(py, object, name, at);
	if (str_is(name, "__class__"))
		return (found = library_class(py, object, &exact, at)) ? found : library_attr_unset(py, object, name, at);
	if (str_is(name, "__dataclass_fields__") && (found = py->library->dataclass_fields(py, object, at)))
		return found;
	if (str_is(name, "__dict__") && library_settings_of(object))
		return members(py, object, at);
	found = library_attr_given(py, object, name, at);
	if (found)
		library_attr_fill(py, object, found, name, at);
	/* As they all call it. */
	if (!found && str_is(name, "module"))
		found = library_wrapped(object);
	if (!found && object->made)
		found = library_attr_default(py, object, object->made->row, name, at);
	return found ? found : library_attr_unset(py, object, name, at);
}

static struct node *module_attr(struct interpreter *py, const struct node *node, struct str name,
				struct span at)
{
	const struct module *m = node->code;
	struct node *found = scope_get(py, m->scope, name);
	struct module *sub;

	if (found)
		return found;
	sub = module_sub(py, m, name);
	if (sub) {
		py->run_module(py, sub);
		return sub->node;
	}
	if (m->stars.n == 1) {
		found = node_new(py->arena, NODE_NAME, at);
		found->text =
		    str_fmt(py->arena, "%.*s.%.*s", STR_ARG(m->stars.at[0]), STR_ARG(name));
		return found;
	}
	return NULL;
}

/* Tables that a class keeps of itself, keys known and most values not. */
static struct node *class_table(struct interpreter *py, const struct class *c, struct str name,
				struct span at)
{
	bool own = str_is(name, "__annotations__"), dict = str_is(name, "__dict__");
	bool tuple = str_is(name, "_fields");
	struct node *out = py_new(py, tuple ? NODE_TUPLE : NODE_MAP, at);

	if (dict || str_is(name, "__members__")) {
		for (size_t i = 0; i < c->scope->cells.n; i++) {
			const struct cell *cell = c->scope->cells.at[i];

			if (cell->value && (dict || (cell->value->kind == NODE_OBJECT &&
						     cell->value->code == c)))
				py_map_set(py, out, py_str(py, cell->name, at), cell->value);
		}
		return out;
	}
	if (!own && !tuple && !str_is(name, "__fields__") && !str_is(name, "model_fields"))
		return NULL;
	if (tuple && c->kind != CLASS_NAMEDTUPLE)
		return NULL;
	for (size_t i = 0; i < c->fields.n; i++) {
		const struct field *f = &c->fields.at[i];
		struct node *key = py_str(py, f->name, at);

		if (tuple)
			py_append(py, out, key);
		/* Annotations of the bases are theirs. */
		else if (!own || (f->at.file == c->node->at.file && f->at.off >= c->node->at.off))
			py_map_set(py, out, key, py_unknown(py, f->at, "a field's description"));
	}
	return out;
}

static struct node *class_attr(struct interpreter *py, struct node *node, struct str name,
			       struct span at)
{
	const struct class *c = node->code;
	struct node *found = class_find(py, c, name), *n;
	struct str library;

	if (found)
		return bound(py, node, found, name, at);
	if (str_is(name, "__name__") || str_is(name, "__qualname__"))
		return py_str(py, c->name, at);
	if (str_is(name, "__dataclass_fields__"))
		return py->library->dataclass_fields(py, node, at);
	if (str_starts(name, STR("__")) || str_starts(name, STR("_f")) ||
	    str_starts(name, STR("model_f"))) {
		n = class_table(py, c, name, at);
		if (n)
			return n;
	}
	for (size_t i = 0; i < c->fields.n; i++)
		if (str_eq(c->fields.at[i].name, name) && c->fields.at[i].value)
			return c->fields.at[i].value;
	if (native_of(py, STR("type"), name) || (py->library->is_pydantic(node) && native_of(py, STR("BaseModel"), name)))
		return method_of(py, node, name, NULL, at);
	/* @ray.remote class Actor: Actor.options(num_gpus=1).remote(…) makes one, elsewhere. */
	if (c->decorators.n && str_is(name, "remote"))
		return node;
	if (c->decorators.n && str_is(name, "options"))
		return method_of(py, node, name, NULL, at);
	library = class_library(py, c);
	if (!library.n)
		return NULL;
	n = node_new(py->arena, NODE_NAME, at);
	n->text = str_fmt(py->arena, "%.*s.%.*s", STR_ARG(library), STR_ARG(name));
	/* What a dataclass takes is told by its own fields too. */
	if (str_is(name, "__init__") && c->fields.n)
		n->from[1] = node;
	n->from[0] = node;
	return n;
}

static struct node *name_attr(struct interpreter *py, const struct node *of, struct str name,
			      struct span at)
{
	struct node *n = node_new(py->arena, NODE_NAME, at);
	struct node *value;

	struct str last = str_tail(of->text, '.');

	if ((str_is(name, "__name__") || str_is(name, "__qualname__")) &&
	    (str_starts(of->text, STR("builtins.")) || (last.n && last.s[0] >= 'A' && last.s[0] <= 'Z')))
		return py_str(py, last, at);
	if (str_is(name, "__dataclass_fields__") && (value = py->library->dataclass_fields(py, of, at)))
		return value;
	n->text = str_fmt(py->arena, "%.*s.%.*s", STR_ARG(of->text), STR_ARG(name));
	value = py->library->constant(py, n->text, at);
	return value ? value : n;
}

static struct node *function_attr(struct interpreter *py, struct node *f, struct str name,
				  struct span at)
{
	if (str_is(name, "__name__") || str_is(name, "__qualname__"))
		return py_str(py, f->text, at);
	if (f->kind == NODE_FUNCTION && native_of(py, STR("function"), name))
		return method_of(py, f, name, NULL, at);
	/* actor.step.remote(…) runs the method. */
	if (f->kind == NODE_METHOD && f->code &&
	    (str_is(name, "remote") || str_is(name, "spawn") || str_is(name, "local")))
		return f;
	return library_attr_unset(py, f, name, at);
}

static struct node *either_attr(struct interpreter *py, struct node *either, struct str name,
				struct span at)
{
	struct node *values[NODE_EITHER_MAX];
	size_t n = 0;

	for (size_t i = 0; i < either->as.items.n; i++) {
		struct node *item = either->as.items.at[i];

		/* What has no such attribute is not what is meant here (None before it is set; a tuple of several). */
		if (item->kind == NODE_NULL || item->kind == NODE_ABSENT ||
		    ((item->kind == NODE_TUPLE || item->kind == NODE_LIST) && !py_find_attr(py, item, name, at)))
			continue;
		values[n++] = either_when(py->arena, py_get_attr(py, item, name, at), item->when);
	}
	return n ? either_of(py->arena, values, n, at) : NULL;
}

struct node *py_find_attr(struct interpreter *py, struct node *object, struct str name, struct span at)
{
	struct node *found;

	switch (object->kind) {
	case NODE_OBJECT:
		return object_attr(py, object, name, at);
	case NODE_MODULE:
		return module_attr(py, object, name, at);
	case NODE_CLASS:
		return class_attr(py, object, name, at);
	case NODE_NAME:
		return name_attr(py, object, name, at);
	case NODE_EITHER:
		return either_attr(py, object, name, at);
	case NODE_UNKNOWN:
		found = library_attr_of_part(py, object, name, at);
		return found ? found : library_attr_unset(py, object, name, at);
	case NODE_FUNCTION:
	case NODE_METHOD:
		return function_attr(py, object, name, at);
	case NODE_NULL:
	case NODE_BOOL:
	case NODE_INT:
	case NODE_REAL:
	case NODE_STR:
	case NODE_BYTES:
	case NODE_LIST:
	case NODE_TUPLE:
	case NODE_SET:
		return native_attr(py, object, name, at);
	case NODE_MAP:
		return map_attr(py, object, name, at);
	case NODE_ABSENT:
		break;
	}
	return NULL;
}

struct node *py_get_attr(struct interpreter *py, struct node *object, struct str name, struct span at)
{
	struct node *found = py_find_attr(py, object, name, at);

	return found ? found : py_unknown(py, at, "no attribute %.*s here", STR_ARG(name));
}
