/* Questions about types. */
#include "builtin_parts.h"

static bool plain(const struct node *n)
{
	return n->kind <= NODE_MAP;
}

static bool is_one_of(struct str name, const char *const *names)
{
	for (; *names; names++)
		if (str_is(name, *names))
			return true;
	return false;
}

/* Whether a plain value is of a built-in type or abstract class of the standard library. */
static enum truth plain_is(const struct node *n, struct str type)
{
	static const char *const numbers[] = {"numbers.Number", "numbers.Real", NULL};
	static const char *const maps[] = {"builtins.dict", "collections.abc.Mapping",
					   "typing.Mapping", "collections.abc.MutableMapping",
					   "typing.Dict", "collections.OrderedDict", NULL};
	static const char *const lists[] = {"collections.abc.Sequence", "typing.Sequence",
					    "collections.abc.Iterable", "typing.Iterable", NULL};
	static const char *const paths[] = {"pathlib.Path", "pathlib.PurePath", "os.PathLike",
					    "pathlib.PosixPath", NULL};
	const char *own = native_type(n);
	bool yes;

	if (str_is(type, "builtins.object"))
		return TRUTH_YES;
	if (n->kind == NODE_STR && n->code == py_tag_path)
		return is_one_of(type, paths) ? TRUTH_YES : TRUTH_NO;
	yes = own && str_starts(type, STR("builtins.")) &&
	      str_is(str_sub(type, 9, type.n), n->kind == NODE_BOOL ? "bool" : own);
	yes |= n->kind == NODE_BOOL && str_is(type, "builtins.int");
	yes |= py_is_number(n) && is_one_of(type, numbers);
	yes |= n->kind == NODE_MAP && is_one_of(type, maps);
	yes |= (n->kind == NODE_LIST || n->kind == NODE_TUPLE || n->kind == NODE_STR) &&
	       is_one_of(type, lists);
	if (yes)
		return TRUTH_YES;
	/* A tree that a library loads may be of a class of its own (DictConfig). */
	if ((n->kind == NODE_MAP || n->kind == NODE_LIST) && !str_starts(type, STR("builtins.")))
		return TRUTH_MAYBE;
	return str_starts(type, STR("collections.")) || str_starts(type, STR("typing."))
		       ? TRUTH_MAYBE
		       : TRUTH_NO;
}

/* Whether a class of a library's is the one for a kind of models, so that none is of two of them. */
static bool is_of_one_kind(struct str class)
{
	static const char *const ends[] = {"ForCausalLM", "LMHeadModel", "ForConditionalGeneration", "Config"};

	for (size_t i = 0; i < sizeof(ends) / sizeof(*ends); i++)
		if (str_ends(class, str_of(ends[i])))
			return !str_eq_nocase(str_sub(class, 0, 10), STR("pretrained"));
	return false;
}

/* Whether an object is of a library's class, which is one by different paths (transformers.Trainer, transformers.trainer.Trainer). */
static enum truth is_of_library(struct interpreter *py, const struct node *n, struct str library, struct str type)
{
	struct node *class;
	bool exact = false;

	if (!n->code && (class = library_class(py, n, &exact, n->at)))
		library = class->text;
	if (library.n && str_eq(str_tail(library, '.'), str_tail(type, '.')))
		return TRUTH_YES;
	return exact && is_of_one_kind(str_tail(type, '.')) ? TRUTH_NO : TRUTH_MAYBE;
}

/* A type of which no model is: if isinstance(model, str): model = from_pretrained(model). */
static bool is_scalar_type(struct str type)
{
	return str_among(str_sub(type, STR("builtins.").n, type.n), STR("str|int|float|bool|bytes"));
}

static enum truth object_is(struct interpreter *py, const struct node *n, const struct node *type)
{
	struct str library;
	enum truth known;

	if (native_type(n))
		return type->kind == NODE_CLASS || str_starts(type->text, STR("builtins."))
			       ? TRUTH_NO
			       : TRUTH_MAYBE;
	if (type->kind == NODE_CLASS)
		return n->code && class_is(n->code, type->code) ? TRUTH_YES : TRUTH_NO;
	if (str_is(type->text, "builtins.object"))
		return TRUTH_YES;
	library = n->code ? class_library(py, n->code)
		  : n->made ? n->made->callee
			    : (struct str){0};
	known = is_of_library(py, n, library, type->text);
	if (known != TRUTH_MAYBE)
		return known;
	if (str_starts(type->text, STR("builtins.")))
		return n->code || (py_is_model(n) && is_scalar_type(type->text)) ? TRUTH_NO : TRUTH_MAYBE;
	return n->code && !library.n ? TRUTH_NO : TRUTH_MAYBE;
}

/* Whether a value stands for each of a model's modules: for m in model.modules(). */
static bool is_any_module(const struct node *n)
{
	const struct call *made = n->kind == NODE_OBJECT && !n->code && n->from[0] ? n->made : NULL;

	return made && (str_is(made->method, "modules") || str_is(made->method, "named_modules") ||
			str_is(made->method, "children") || str_is(made->method, "named_children"));
}

static enum truth is_instance(struct interpreter *py, const struct node *n, const struct node *type)
{
	enum truth any = TRUTH_NO;

	/* Some of them are: who asks for a layer of the repository's own has such in its model. */
	if (type->kind == NODE_CLASS && is_any_module(n) && class_library(py, type->code).n)
		return TRUTH_YES;

	if (type->kind == NODE_TUPLE) {
		for (size_t i = 0; i < type->as.items.n; i++) {
			const struct node *one = type->as.items.at[i];
			enum truth t = one->kind == NODE_TUPLE ? TRUTH_MAYBE
							       : is_instance(py, n, one);

			if (t == TRUTH_YES)
				return t;
			if (t == TRUTH_MAYBE)
				any = t;
		}
		return any;
	}
	if ((type->kind != NODE_NAME && type->kind != NODE_CLASS) || n->kind == NODE_UNKNOWN ||
	    n->kind == NODE_NAME)
		return TRUTH_MAYBE;
	if (n->kind == NODE_OBJECT)
		return object_is(py, n, type);
	if (n->kind == NODE_MAP && class_of(n) && type->kind == NODE_CLASS)
		return class_is(n->code, type->code) ? TRUTH_YES : TRUTH_NO;
	if (plain(n))
		return type->kind == NODE_CLASS
			       ? (n->code == type->code && n->kind == NODE_TUPLE ? TRUTH_YES : TRUTH_NO)
			       : plain_is(n, type->text);
	return str_is(type->text, "builtins.type") && n->kind == NODE_CLASS ? TRUTH_YES
	       : str_starts(type->text, STR("builtins."))		    ? TRUTH_NO
									    : TRUTH_MAYBE;
}

static struct node *answer(struct interpreter *py, const struct native_call *c, enum truth t,
			   struct node *cause)
{
	return t == TRUTH_MAYBE ? py_unknown_of(py, c->site.at, cause)
				: py_bool(py, t == TRUTH_YES, c->site.at);
}

static struct node *isinstance(struct interpreter *py, struct native_call *c)
{
	struct node *n = native_arg(c, 0, NULL), *type = native_arg(c, 1, NULL);

	return n && type ? answer(py, c, is_instance(py, n, type), n) : NULL;
}

static struct node *issubclass(struct interpreter *py, struct native_call *c)
{
	struct node *n = native_arg(c, 0, NULL), *type = native_arg(c, 1, NULL);

	if (!n || !type || n->kind != NODE_CLASS || type->kind != NODE_CLASS)
		return NULL;
	(void)py;
	return py_bool(py, class_is(n->code, type->code), c->site.at);
}

static struct node *type(struct interpreter *py, struct native_call *c)
{
	struct node *n = native_arg(c, 0, NULL), *out;
	const char *own;
	bool exact;

	if (!n || native_count(c) != 1)
		return NULL;
	if (class_of(n))
		return class_of(n)->node;
	out = node_new(py->arena, NODE_NAME, c->site.at);
	own = n->kind == NODE_BOOL ? "bool" : native_type(n);
	if (n->kind == NODE_OBJECT && n->made)
		return (out = library_class(py, n, &exact, c->site.at)) ? out : py_unknown_of(py, c->site.at, n);
	if (plain(n) && own)
		out->text = str_fmt(py->arena, "builtins.%s", own);
	else
		return py_unknown_of(py, c->site.at, n);
	return out;
}

/* Attributes by name. */

/*
 * What has an attribute of that name, and that: of several objects those that have one, since a registry of
 * "module:Class" goes through the names and the modules together. NULL: none has.
 */
static struct node *attr_of_those(struct interpreter *py, struct node *n, const struct node *name, struct span at)
{
	struct node *values[NODE_EITHER_MAX];
	struct node *const *objects;
	size_t count;

	objects = either_items(&n, &count);
	for (size_t i = 0; i < count; i++)
		values[i] = py_is_str(name) ? py_find_attr(py, objects[i], name->text, at) : NULL;
	return either_of(py->arena, values, count, at);
}

/* getattr(torch, "bfloat16" if ... else "float16"): what each name gives; NULL: not each gives something. */
static struct node *attr_of_either(struct interpreter *py, struct node *n, const struct node *names, struct span at)
{
	struct node *values[NODE_EITHER_MAX];

	for (size_t i = 0; i < names->as.items.n; i++) {
		struct node *found = attr_of_those(py, n, names->as.items.at[i], at);

		if (!found)
			return NULL;
		values[i] = either_when(py->arena, found, names->as.items.at[i]->when);
	}
	return either_of(py->arena, values, names->as.items.n, at);
}

static struct node *getattr(struct interpreter *py, struct native_call *c)
{
	struct node *n = native_arg(c, 0, NULL), *name = native_arg(c, 1, NULL);
	struct node *instead = native_arg(c, 2, NULL), *found, *both[2];
	enum truth has;

	if (!n || !name)
		return NULL;
	found = name->kind == NODE_EITHER ? attr_of_either(py, n, name, c->site.at) : NULL;
	if (found || !py_is_str(name))
		return found ? found : py_unknown_of(py, c->site.at, name);
	found = py_find_attr(py, n, name->text, c->site.at);
	if (!found)
		return instead ? instead : py_get_attr(py, n, name->text, c->site.at);
	if (!instead || found->kind != NODE_UNKNOWN || !found->code)
		return found;
	has = library_attr_has(py, n, name->text);
	if (has != TRUTH_MAYBE)
		return has == TRUTH_YES ? found : instead;
	/* It may be there or not: what a library's object has is not known here. */
	both[0] = found;
	both[1] = instead;
	return n->kind == NODE_UNKNOWN ? found : either_of(py->arena, both, 2, c->site.at);
}

static struct node *setattr(struct interpreter *py, struct native_call *c)
{
	struct node *n = native_arg(c, 0, NULL), *name = native_arg(c, 1, NULL);
	struct node *value = native_arg(c, 2, NULL);

	if (!n || !name || !value)
		return NULL;
	if (py_is_str(name)) {
		py_set_attr(py, n, name->text, value, c->site.at);
	} else if (n->kind == NODE_OBJECT) {
		trail_node(&py->trail, n);
		n->open = true;
		/* for k, v in settings_of_a_file.items(): setattr(args, k, v) */
		if (name->kind == NODE_UNKNOWN && value->kind == NODE_UNKNOWN && !value->made)
			py_attr_doubt(py, n, value);
	}
	return py_none(py, c->site.at);
}

/*
 * Whether Python's own types have an attribute that is none of the methods known here: what all objects have, and
 * the protocols by which code tells containers from single values.
 */
static enum truth own_attribute(const struct node *n, struct str name)
{
	static const char *const all[] = {"__class__", "__doc__", "__eq__", "__ne__", "__hash__", "__str__", "__repr__",
					  "__init__", "__new__", "__dir__", "__format__", "__reduce__", "__setattr__",
					  "__getattribute__", "__sizeof__", "__lt__", NULL};
	static const char *const container[] = {"__len__", "__iter__", "__contains__", NULL};
	static const char *const protocol[] = {"__len__", "__iter__", "__contains__", "__getitem__", "__setitem__",
					       "__call__", "__next__", "__enter__", NULL};
	static const char *const instance[] = {"__dict__", "__module__", "__weakref__", NULL};
	static const char *const class[] = {"__dict__", "__module__", "__name__", "__qualname__", "__mro__", "__bases__",
					    "__call__", NULL};
	static const char *const number[] = {"real", "imag", "numerator", "denominator", "conjugate", NULL};
	bool range = n->kind == NODE_OBJECT && n->code == py_tag_range;
	bool sequence = n->kind == NODE_LIST || n->kind == NODE_TUPLE || n->kind == NODE_STR || n->kind == NODE_BYTES || range;
	bool contains = sequence || n->kind == NODE_MAP || n->kind == NODE_SET;

	if (is_one_of(name, all))
		return TRUTH_YES;
	if (contains && n->code == py_tag_iterator)
		return TRUTH_MAYBE;
	if (contains && is_one_of(name, container))
		return TRUTH_YES;
	if ((sequence || n->kind == NODE_MAP) && str_is(name, "__getitem__"))
		return TRUTH_YES;
	if ((n->kind == NODE_LIST || n->kind == NODE_MAP) && str_is(name, "__setitem__"))
		return TRUTH_YES;
	if (n->kind == NODE_CLASS && is_one_of(name, class))
		return TRUTH_YES;
	if (n->kind == NODE_OBJECT && !range && is_one_of(name, instance))
		return TRUTH_YES;
	if (py_is_number(n) || n->kind == NODE_BOOL)
		if (is_one_of(name, number))
			return n->kind == NODE_REAL && str_is(name, "numerator") ? TRUTH_MAYBE : TRUTH_YES;
	if (n->kind == NODE_BYTES || (n->kind == NODE_MAP && str_is(name, "fromkeys")))
		return TRUTH_MAYBE;
	return str_starts(name, STR("__")) && !is_one_of(name, protocol) ? TRUTH_MAYBE : TRUTH_NO;
}

/*
 * A model that nothing is put around: what wraps one keeps it as "module" (DistributedDataParallel, DataParallel, an engine), and
 * programs ask for that name to tell the two apart.
 */
static bool is_unwrapped(struct interpreter *py, const struct node *n)
{
	struct str base = n->kind == NODE_OBJECT && class_of(n) ? class_library(py, class_of(n)) : STR("");

	return str_is(base, "torch.nn.Module") || str_ends(base, STR("PreTrainedModel"));
}

static struct node *hasattr(struct interpreter *py, struct native_call *c)
{
	struct node *n = native_arg(c, 0, NULL), *name = native_arg(c, 1, NULL), *found;
	enum truth has;

	if (!n || !name || !py_is_str(name) || n->kind == NODE_NAME)
		return n ? py_unknown_of(py, c->site.at, n) : NULL;
	found = py_find_attr(py, n, name->text, c->site.at);
	if (!found) {
		enum truth own = own_attribute(n, name->text);

		return own == TRUTH_MAYBE ? py_unknown(py, c->site.at, "whether it has %.*s", STR_ARG(name->text))
					  : py_bool(py, own == TRUTH_YES, c->site.at);
	}
	has = library_attr_has(py, n, name->text);
	if (has != TRUTH_MAYBE)
		return py_bool(py, has == TRUTH_YES, c->site.at);
	if (found->kind == NODE_UNKNOWN && str_is(name->text, "module") && is_unwrapped(py, n))
		return py_bool(py, false, c->site.at);
	if (found->kind == NODE_UNKNOWN)
		return py_unknown_of(py, c->site.at, found);
	return py_bool(py, true, c->site.at);
}

static struct node *names_of(struct interpreter *py, const struct scope *scope, struct span at)
{
	struct node *out = py_new(py, NODE_MAP, at);

	/* Any parameter may be read through it. */
	py->whole_namespace = true;
	for (size_t i = 0; i < scope->cells.n; i++) {
		const struct cell *cell = scope->cells.at[i];

		if (cell->value)
			*vec_push(py->arena, &out->as.pairs) =
				(struct pair){py_str(py, cell->name, at), cell->value};
	}
	return out;
}

/* What a module has, through which it can be set as well. */
static struct node *names_of_module(struct interpreter *py, const struct module *m, struct span at)
{
	struct node *out = names_of(py, m->scope, at);

	out->code = py_tag_members;
	out->from[0] = m->node;
	out->open = m->stars.n > 0;
	return out;
}

static struct node *globals(struct interpreter *py, struct native_call *c)
{
	return names_of_module(py, py->frame->module, c->site.at);
}

static struct node *locals(struct interpreter *py, struct native_call *c)
{
	const struct scope *scope = py->frame->scope;

	while (scope->kind == SCOPE_COMPREHENSION)
		scope = scope->outer;
	return scope->kind == SCOPE_MODULE ? globals(py, c) : names_of(py, scope, c->site.at);
}

static struct node *vars(struct interpreter *py, struct native_call *c)
{
	struct node *n = native_arg(c, 0, NULL), *out;

	if (!n)
		return locals(py, c);
	if (n->kind == NODE_MAP)
		return n;
	if (n->kind == NODE_CLASS)
		return py_get_attr(py, n, STR("__dict__"), c->site.at);
	if (n->kind == NODE_MODULE)
		return names_of_module(py, n->code, c->site.at);
	if (n->kind != NODE_OBJECT || (!n->code && n->made && !library_settings_of(n)))
		return py_unknown_of(py, c->site.at, n);
	py->whole_namespace |= n->code == py_tag_namespace;
	out = py_new(py, NODE_MAP, c->site.at);
	out->code = py_tag_members;
	out->from[0] = n;
	for (size_t i = 0; i < n->as.pairs.n; i++)
		*vec_push(py->arena, &out->as.pairs) = n->as.pairs.at[i];
	/* What a library's base was given; its defaults are not written here. */
	for (size_t i = 0; n->made && i < n->made->args.n; i++) {
		const struct arg *arg = &n->made->args.at[i];

		if (arg->name.n && arg->name.s[0] != '*' && !node_get(out, arg->name))
			py_map_set(py, out, node_str(py->arena, arg->name, arg->at), arg->value);
	}
	out->open = n->open;
	return out;
}

static void add_names(struct interpreter *py, struct node *out, const struct node *map)
{
	for (size_t i = 0; map->kind == NODE_MAP && i < map->as.pairs.n; i++)
		if (py_is_str(map->as.pairs.at[i].key))
			py_append(py, out, map->as.pairs.at[i].key);
}

/* dir(C), dir(c), dir(module): in no order; a script leaves out what begins with underscores. */
static struct node *dir(struct interpreter *py, struct native_call *c)
{
	struct node *n = native_arg(c, 0, NULL), *out = py_new(py, NODE_LIST, c->site.at);
	const struct class *k = !n ? NULL : n->kind == NODE_CLASS ? n->code : class_of(n);

	if (n && n->kind == NODE_MODULE) {
		const struct node *names = names_of_module(py, n->code, c->site.at);

		add_names(py, out, names);
		out->open = names->open;
		return out;
	}
	if (!k || class_library(py, k).n)
		return NULL;
	if (n->kind == NODE_OBJECT)
		add_names(py, out, py_get_attr(py, n, STR("__dict__"), c->site.at));
	for (size_t i = 0; i < k->order.n; i++)
		add_names(py, out, py_get_attr(py, k->order.at[i]->node, STR("__dict__"), c->site.at));
	return out;
}

static struct node *delattr(struct interpreter *py, struct native_call *c)
{
	struct node *n = native_arg(c, 0, NULL), *name = native_arg(c, 1, NULL);

	if (n && name && n->kind == NODE_OBJECT && py_is_str(name))
		py_attr_del(py, n, name->text);
	return py_none(py, c->site.at);
}

static struct node *object(struct interpreter *py, struct native_call *c)
{
	return py_new(py, NODE_OBJECT, c->site.at);
}

/* object.__setattr__(self, "x", 1): past the class's own __setattr__. */
static struct node *plain_setattr(struct interpreter *py, struct native_call *c)
{
	struct node *n = native_arg(c, 0, NULL), *name = native_arg(c, 1, NULL);
	struct node *value = native_arg(c, 2, NULL);

	if (n && value && n->kind == NODE_OBJECT && py_is_str(name))
		py_attr_put(py, n, name->text, value);
	return py_none(py, c->site.at);
}

static const struct native rows[] = {
	{"builtins.delattr", delattr, NATIVE_RAW},
	{"builtins.dir", dir, NATIVE_UNKNOWN},
	{"builtins.getattr", getattr, NATIVE_RAW},
	{"builtins.globals", globals, NATIVE_RAW},
	{"builtins.hasattr", hasattr, NATIVE_UNKNOWN},
	{"builtins.isinstance", isinstance, NATIVE_UNKNOWN},
	{"builtins.issubclass", issubclass, 0},
	{"builtins.locals", locals, NATIVE_RAW},
	{"builtins.object", object, 0},
	{"builtins.object.__setattr__", plain_setattr, NATIVE_RAW},
	{"builtins.setattr", setattr, NATIVE_RAW},
	{"builtins.type", type, NATIVE_UNKNOWN},
	{"builtins.vars", vars, NATIVE_UNKNOWN},
};

NATIVES(natives_object, rows);
