/* What conditions come to: truth, equality and identity of values that may be unknown. */
#include "modules.h"
#include "values.h"

#include "lint/frameworks/frameworks.h"

/* Whether what a library's call gave is an object for sure: it has a row, or is a constructor. */
static bool surely_object(const struct interpreter *py, const struct node *n)
{
	struct str method = n->made ? n->made->method : (struct str){0};

	if (!n->made)
		return n->code != NULL;
	if (method.n && method.s[0] >= 'A' && method.s[0] <= 'Z')
		return true;
	return source_cache_callable(py->cache, n->made->callee) != NULL;
}

/* Whether it is what a command ended with, which may be 0. Source: Python 3.13, Lib/subprocess.py call. */
static bool may_be_zero(const struct node *n)
{
	return n->made && n->made->row && n->made->row->effect == EFFECT_COMMAND && str_among(n->made->method, STR("call|system"));
}

static enum truth truth_of_object(struct interpreter *py, const struct node *n)
{
	const struct class *c = class_of(n);

	if (native_type(n) && n->code != py_tag_range)
		return TRUTH_YES;
	if (may_be_zero(n))
		return TRUTH_MAYBE;
	if (!c)
		return surely_object(py, n) && !n->code ? TRUTH_YES : TRUTH_MAYBE;
	if (c->kind == CLASS_ENUM)
		return TRUTH_YES;
	if (class_find(py, c, STR("__bool__")) || class_find(py, c, STR("__len__")) ||
	    class_library(py, c).n)
		return surely_object(py, n) ? TRUTH_YES : TRUTH_MAYBE;
	return TRUTH_YES;
}

/* Whether a key of a dictionary may not be there: one of its values is none. */
static bool may_be_absent(const struct node *value)
{
	if (value->kind != NODE_EITHER)
		return false;
	for (size_t i = 0; i < value->as.items.n; i++)
		if (value->as.items.at[i]->kind == NODE_ABSENT)
			return true;
	return false;
}

static enum truth truth_of_items(const struct interpreter *py, const struct node *n)
{
	size_t count = n->kind == NODE_MAP ? n->as.pairs.n : n->as.items.n;

	for (size_t i = 0; n->kind == NODE_MAP && i < count; i++)
		if (!may_be_absent(n->as.pairs.at[i].value))
			return TRUTH_YES;
	if (n->kind == NODE_MAP && count)
		return TRUTH_MAYBE;
	return count ? TRUTH_YES : n->open || py_is_growing(py, n) ? TRUTH_MAYBE : TRUTH_NO;
}

enum truth py_truth(struct interpreter *py, const struct node *n)
{
	const struct callable *row;

	switch (n->kind) {
	case NODE_NULL:
		return TRUTH_NO;
	case NODE_BOOL:
		return n->as.b ? TRUTH_YES : TRUTH_NO;
	case NODE_INT:
		return n->as.i ? TRUTH_YES : TRUTH_NO;
	case NODE_REAL:
		return n->as.r < 0 || n->as.r > 0 || n->as.r != n->as.r ? TRUTH_YES : TRUTH_NO;
	case NODE_STR:
		return n->text.n || n->code == py_tag_path ? TRUTH_YES : TRUTH_NO;
	case NODE_BYTES:
		return n->text.n ? TRUTH_YES : TRUTH_NO;
	case NODE_LIST:
	case NODE_TUPLE:
	case NODE_SET:
	case NODE_MAP:
		return truth_of_items(py, n);
	case NODE_OBJECT:
		return truth_of_object(py, n);
	case NODE_FUNCTION:
	case NODE_CLASS:
	case NODE_MODULE:
	case NODE_METHOD:
		return TRUTH_YES;
	case NODE_EITHER: {
		enum truth all = py_truth(py, n->as.items.at[0]);

		for (size_t i = 1; i < n->as.items.n; i++)
			if (py_truth(py, n->as.items.at[i]) != all)
				return TRUTH_MAYBE;
		return all;
	}
	case NODE_NAME:
		row = source_cache_callable(py->cache, n->text);
		/* "if torch.cuda.is_available:" is true of any function, and so is what this one gives. */
		if (row && row->returns == RETURNS_TRUE)
			return TRUTH_YES;
		break;
	case NODE_UNKNOWN:
	case NODE_ABSENT:
		break;
	}
	return TRUTH_MAYBE;
}

static enum truth truth_and(enum truth x, enum truth y)
{
	return x == TRUTH_NO || y == TRUTH_NO	  ? TRUTH_NO
	       : x == TRUTH_YES && y == TRUTH_YES ? TRUTH_YES
						  : TRUTH_MAYBE;
}

static enum truth truth_of(bool b)
{
	return b ? TRUTH_YES : TRUTH_NO;
}

static enum truth equal_sets(struct interpreter *py, const struct node *x, const struct node *y)
{
	enum truth all = TRUTH_YES;

	for (size_t i = 0; i < x->as.items.n && all != TRUTH_NO; i++) {
		enum truth found = TRUTH_NO;

		for (size_t k = 0; k < y->as.items.n && found != TRUTH_YES; k++) {
			enum truth t = py_equal(py, x->as.items.at[i], y->as.items.at[k]);

			found = t == TRUTH_NO ? found : t;
		}
		all = truth_and(all, found);
	}
	return all;
}

static enum truth equal_items(struct interpreter *py, const struct node *x, const struct node *y)
{
	enum truth all = TRUTH_YES;

	if (x->open || y->open)
		return TRUTH_MAYBE;
	if (x->as.items.n != y->as.items.n)
		return TRUTH_NO;
	if (x->kind == NODE_SET)
		return equal_sets(py, x, y);
	if (py_unordered(x) || py_unordered(y))
		return TRUTH_MAYBE;
	for (size_t i = 0; i < x->as.items.n && all != TRUTH_NO; i++)
		all = truth_and(all, py_equal(py, x->as.items.at[i], y->as.items.at[i]));
	return all;
}

static enum truth equal_maps(struct interpreter *py, const struct node *x, const struct node *y)
{
	enum truth all = TRUTH_YES;

	if (x->open || y->open)
		return TRUTH_MAYBE;
	if (x->as.pairs.n != y->as.pairs.n)
		return TRUTH_NO;
	for (size_t i = 0; i < x->as.pairs.n && all != TRUTH_NO; i++) {
		bool maybe = false;
		struct node *other = py_map_get(py, y, x->as.pairs.at[i].key, &maybe);

		if (!other)
			return maybe ? TRUTH_MAYBE : TRUTH_NO;
		all = truth_and(all, py_equal(py, x->as.pairs.at[i].value, other));
	}
	return all;
}

static enum truth equal_numbers(const struct node *x, const struct node *y)
{
	int64_t i, j;
	double r, s;

	if (py_to_int(x, &i) && py_to_int(y, &j))
		return truth_of(i == j);
	py_to_real(x, &r);
	py_to_real(y, &s);
	return truth_of(r >= s && r <= s);
}

struct node *py_mixed_value(const struct node *n)
{
	const struct class *c = class_of(n);

	if (!c || n->made || c->kind != CLASS_ENUM)
		return NULL;
	for (size_t i = 0; i < c->bases.n; i++) {
		struct str base =
		    c->bases.at[i]->kind == NODE_NAME ? c->bases.at[i]->text : (struct str){0};

		if (str_is(base, "builtins.str") || str_is(base, "builtins.int") ||
		    str_is(base, "enum.StrEnum") || str_is(base, "enum.IntEnum"))
			return node_get(n, STR("value"));
	}
	return NULL;
}

static enum truth equal_objects(struct interpreter *py, const struct node *x, const struct node *y)
{
	const struct node *object = x->kind == NODE_OBJECT ? x : y, *other = object == x ? y : x;
	const struct node *value = py_mixed_value(object);

	if (value)
		return py_equal(py, value, other);
	if (other->kind == NODE_NULL)
		return surely_object(py, object) ? TRUTH_NO : TRUTH_MAYBE;
	if (object->code && !object->made && object->code != py_tag_namespace &&
	    object->code != py_tag_range && object->code != py_tag_file &&
	    ((const struct class *)object->code)->kind == CLASS_ENUM)
		return TRUTH_NO;
	return TRUTH_MAYBE;
}

static enum truth equal_either(struct interpreter *py, const struct node *either, const struct node *y)
{
	enum truth all = py_equal(py, either->as.items.at[0], y);

	for (size_t i = 1; i < either->as.items.n; i++)
		if (py_equal(py, either->as.items.at[i], y) != all)
			return TRUTH_MAYBE;
	return all;
}

/* Whether one is None and the other is surely something. */
static bool none_and_some(const struct node *x, const struct node *y)
{
	return (x->kind == NODE_NULL && y->kind == NODE_UNKNOWN && y->quoted) ||
	       (y->kind == NODE_NULL && x->kind == NODE_UNKNOWN && x->quoted);
}

/* Whether one is a type of Python's own and the other a class of the repository: type(value) is Color. */
static bool type_and_class(const struct node *x, const struct node *y)
{
	const struct node *name = x->kind == NODE_NAME ? x : y;

	return name->kind == NODE_NAME && (x->kind == NODE_CLASS || y->kind == NODE_CLASS) &&
	       str_starts(name->text, STR("builtins."));
}

/* A type of types (List[str]) is known by its name alone. */
static enum truth equal_names(struct str x, struct str y)
{
	return !str_eq(x, y) ? TRUTH_NO : str_starts(x, STR("typing.")) ? TRUTH_MAYBE : TRUTH_YES;
}

static enum truth equal_below(struct interpreter *py, const struct node *x, const struct node *y)
{
	if (none_and_some(x, y))
		return TRUTH_NO;
	if (x->kind == NODE_UNKNOWN || y->kind == NODE_UNKNOWN || x->kind == NODE_ABSENT ||
	    y->kind == NODE_ABSENT)
		return TRUTH_MAYBE;
	if (x->kind == NODE_EITHER)
		return equal_either(py, x, y);
	if (y->kind == NODE_EITHER)
		return equal_either(py, y, x);
	if (x == y && x->kind != NODE_NAME)
		return TRUTH_YES;
	if (x->kind == NODE_OBJECT || y->kind == NODE_OBJECT)
		return equal_objects(py, x, y);
	if (type_and_class(x, y))
		return TRUTH_NO;
	if (py_is_number(x) && py_is_number(y))
		return equal_numbers(x, y);
	if (x->kind == NODE_NAME || y->kind == NODE_NAME)
		return x->kind == y->kind ? equal_names(x->text, y->text)
		       : x->kind == NODE_NULL || y->kind == NODE_NULL ? TRUTH_NO
								      : TRUTH_MAYBE;
	if (x->kind != y->kind)
		return TRUTH_NO;
	if (x->kind == NODE_STR || x->kind == NODE_BYTES)
		return truth_of(x->code == y->code && str_eq(x->text, y->text));
	if (x->kind == NODE_LIST || x->kind == NODE_TUPLE || x->kind == NODE_SET)
		return equal_items(py, x, y);
	if (x->kind == NODE_MAP)
		return equal_maps(py, x, y);
	return truth_of(x->kind == NODE_NULL ||
			(x->code && x->code == y->code && x->kind != NODE_METHOD));
}

enum truth py_equal(struct interpreter *py, const struct node *x, const struct node *y)
{
	enum truth result;

	if (!py_step(py, 1) || ++py->deep > DEEP_MAX) {
		if (py->deep > DEEP_MAX)
			py->deep--;
		return TRUTH_MAYBE;
	}
	result = equal_below(py, x, y);
	py->deep--;
	return result;
}

enum truth py_is(const struct interpreter *py, const struct node *x, const struct node *y)
{
	if (none_and_some(x, y))
		return TRUTH_NO;
	if (x->kind == NODE_UNKNOWN || y->kind == NODE_UNKNOWN || x->kind == NODE_ABSENT ||
	    y->kind == NODE_ABSENT || x->kind == NODE_EITHER || y->kind == NODE_EITHER)
		return TRUTH_MAYBE;
	if (x == y)
		return TRUTH_YES;
	if (type_and_class(x, y))
		return TRUTH_NO;
	if ((x->kind == NODE_OBJECT && y->kind == NODE_NULL) ||
	    (y->kind == NODE_OBJECT && x->kind == NODE_NULL))
		return surely_object(py, x->kind == NODE_OBJECT ? x : y) ? TRUTH_NO : TRUTH_MAYBE;
	if (x->kind != y->kind)
		return x->kind == NODE_NAME || y->kind == NODE_NAME
			   ? (x->kind == NODE_NULL || y->kind == NODE_NULL ? TRUTH_NO : TRUTH_MAYBE)
			   : TRUTH_NO;
	switch ((int)x->kind) {
	case NODE_NULL:
		return TRUTH_YES;
	case NODE_BOOL:
		return truth_of(x->as.b == y->as.b);
	case NODE_INT:
		return x->as.i != y->as.i		 ? TRUTH_NO
		       : x->as.i >= -5 && x->as.i <= 256 ? TRUTH_YES
							 : TRUTH_MAYBE;
	case NODE_NAME:
		return truth_of(str_eq(x->text, y->text));
	case NODE_STR:
		return str_eq(x->text, y->text) ? TRUTH_MAYBE : TRUTH_NO;
	case NODE_CLASS:
	case NODE_FUNCTION:
	case NODE_MODULE:
		return truth_of(x->code == y->code);
	case NODE_LIST:
	case NODE_MAP:
	case NODE_SET:
		return TRUTH_NO;
	default:
		return TRUTH_MAYBE;
	}
}
