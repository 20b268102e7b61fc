/* What is asked of classes of the repository: their attributes, their bases, their kinds. */
#include "values.h"

#include "lint/frameworks/frameworks.h"

/* Bases that say nothing about what a class does here. */
static bool says_nothing(struct str base)
{
	static const char *const prefixes[] = {
	    "builtins.",    "abc.",
	    "typing.",	    "typing_extensions.",
	    "enum.",	    "collections.abc.",
	    "pydantic.",    "pydantic_settings.",
	    "dataclasses.",
	};

	for (size_t i = 0; i < sizeof(prefixes) / sizeof(*prefixes); i++)
		if (str_starts(base, str_of(prefixes[i])))
			return true;
	return false;
}

const struct class *class_of(const struct node *n)
{
	if (n->kind == NODE_MAP)
		return n->code == py_tag_defaultdict || n->code == py_tag_unordered ||
			       n->code == py_tag_members || n->code == py_tag_ini || n->code == py_tag_registry
			   ? NULL
			   : n->code;
	return n->kind == NODE_OBJECT && !native_type(n) ? n->code : NULL;
}

bool class_is_dict(const struct class *c)
{
	static const char *const bases[] = {
	    "builtins.dict",	     "collections.OrderedDict", "collections.UserDict",
	    "collections.defaultdict", "typing.Dict",		"easydict.EasyDict",
	    "addict.Dict",	     "munch.Munch",		"box.Box",
	    "dotmap.DotMap",	     "box.ConfigBox",		"box.SBox",
	};

	for (size_t i = 0; i < c->order.n; i++)
		for (size_t k = 0; k < c->order.at[i]->bases.n; k++) {
			const struct node *base = c->order.at[i]->bases.at[k];

			for (size_t b = 0; b < sizeof(bases) / sizeof(*bases); b++)
				if (base->kind == NODE_NAME && str_is(base->text, bases[b]))
					return true;
		}
	return false;
}

struct node *class_find(struct interpreter *py, const struct class *c, struct str name)
{
	return class_find_after(py, c, NULL, name);
}

struct node *class_find_after(struct interpreter *py, const struct class *c, const struct class *after,
			      struct str name)
{
	bool reached = after == NULL;

	if (!py_search(py, c->order.n))
		return NULL;
	for (size_t i = 0; i < c->order.n; i++) {
		struct node *found;

		if (reached && (found = scope_get(py, c->order.at[i]->scope, name)))
			return found;
		reached |= c->order.at[i] == after;
	}
	return NULL;
}

bool class_makes_module(struct interpreter *py, const struct class *c)
{
	for (size_t i = 0; i < c->bases.n; i++) {
		const struct node *base = c->bases.at[i];

		if (base->kind == NODE_NAME && layer_is_base(base->text))
			return true;
		if (base->kind == NODE_CLASS && class_find(py, base->code, STR("__init__")))
			return false;
	}
	return false;
}

struct str class_library(struct interpreter *py, const struct class *c)
{
	(void)py;
	for (size_t i = 0; i < c->order.n; i++)
		for (size_t k = 0; k < c->order.at[i]->bases.n; k++) {
			const struct node *base = c->order.at[i]->bases.at[k];

			if (base->kind == NODE_NAME && !says_nothing(base->text))
				return base->text;
		}
	return (struct str){0};
}

struct str class_library_behind(const struct class *c, const struct class *mixin)
{
	bool reached = false;

	for (size_t i = 0; i < c->order.n; i++) {
		bool behind = reached;

		for (size_t k = 0; k < c->order.at[i]->bases.n; k++) {
			const struct node *base = c->order.at[i]->bases.at[k];

			behind |= base->kind == NODE_CLASS && class_is(base->code, mixin);
			if (behind && base->kind == NODE_NAME && !says_nothing(base->text))
				return base->text;
		}
		reached |= c->order.at[i] == mixin;
	}
	return (struct str){0};
}

bool class_is(const struct class *c, const struct class *base)
{
	for (size_t i = 0; i < c->order.n; i++)
		if (c->order.at[i] == base)
			return true;
	return false;
}

/* Under this name an object keeps the one that its base made: no name of a program. */
#define BASE_OBJECT STR("super()")

struct node *class_base_object(const struct node *object)
{
	return node_get(object, BASE_OBJECT);
}

void class_keep_base(struct interpreter *py, struct node *object, struct node *base)
{
	py_attr_put(py, object, BASE_OBJECT, base);
}
