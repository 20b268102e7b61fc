#include "values.h"

#include <stdarg.h>

const char py_tag_absent[] = "a config that is not there", py_tag_path[] = "pathlib.Path", py_tag_namespace[] = "argparse.Namespace",
	   py_tag_range[] = "range", py_tag_file[] = "file", py_tag_iterator[] = "iterator",
	   py_tag_partial[] = "functools.partial", py_tag_super[] = "super",
	   py_tag_property[] = "property", py_tag_ellipsis[] = "Ellipsis",
	   py_tag_defaultdict[] = "collections.defaultdict", py_tag_unordered[] = "unordered",
	   py_tag_members[] = "__dict__", py_tag_ini[] = "configparser.ConfigParser", py_tag_match[] = "re.Match",
	   py_tag_pattern[] = "re.Pattern", py_tag_parser[] = "argparse.ArgumentParser",
	   py_tag_registry[] = "mmengine.Registry";

enum { REASON_MAX = 255 };

struct node *py_new(struct interpreter *py, enum node_kind kind, struct span at)
{
	struct node *n = node_new(py->arena, kind, at);

	n->stamp = py->trail.now;
	return n;
}

struct node *py_unknown(struct interpreter *py, struct span at, const char *why, ...)
{
	struct str text = str_of(why);
	va_list ap;

	/* Reasons are made far oftener than they are shown: one that is a literal is not copied. */
	if (strchr(why, '%')) {
		va_start(ap, why);
		text = str_sub(str_vfmt(py->arena, why, ap), 0, REASON_MAX);
		va_end(ap);
	}
	return node_unknown(py->arena, text, at);
}

struct node *py_unknown_of(struct interpreter *py, struct span at, struct node *cause)
{
	struct node *n;

	if (!cause)
		return py_unknown(py, at, "not known");
	if (cause->kind == NODE_UNKNOWN)
		n = node_unknown(py->arena, cause->text, at);
	else if (cause->kind == NODE_OBJECT && cause->made)
		n = py_unknown(py, at, "computed from %.*s()", STR_ARG(cause->made->callee));
	else
		n = py_unknown(py, at, "computed from what is not known");
	n->from[0] = cause;
	return n;
}

struct node *py_none(struct interpreter *py, struct span at)
{
	return py_new(py, NODE_NULL, at);
}

struct node *py_str(struct interpreter *py, struct str s, struct span at)
{
	if (s.n > py->budget.text)
		return py_unknown(py, at, "a text of more than %llu bytes",
				  (unsigned long long)py->budget.text);
	return node_str(py->arena, s, at);
}

struct node *py_int(struct interpreter *py, int64_t i, struct span at)
{
	return node_int(py->arena, i, at);
}

struct node *py_real(struct interpreter *py, double r, struct span at)
{
	return node_real(py->arena, r, at);
}

struct node *py_bool(struct interpreter *py, bool b, struct span at)
{
	return node_bool(py->arena, b, at);
}

struct node *py_name(struct interpreter *py, const char *dotted, struct span at)
{
	struct node *n = node_new(py->arena, NODE_NAME, at);

	n->text = str_of(dotted);
	return n;
}

struct node *py_from(struct node *n, const struct node *x, const struct node *y)
{
	if (n && n != x && n != y) {
		n->from[0] = x;
		n->from[1] = y;
	}
	return n;
}

struct str py_partial_text(const struct node *n)
{
	const struct node *head = n && n->kind == NODE_UNKNOWN && n->quoted && n->op == '+' ? n->from[0] : NULL;

	return head && head->kind == NODE_STR ? head->text : (struct str){0};
}

bool py_is_str(const struct node *n)
{
	return n->kind == NODE_STR && n->code != py_tag_path;
}

bool py_is_number(const struct node *n)
{
	return n->kind == NODE_INT || n->kind == NODE_BOOL || n->kind == NODE_REAL;
}

bool py_to_int(const struct node *n, int64_t *out)
{
	if (!n || (n->kind != NODE_INT && n->kind != NODE_BOOL))
		return false;
	*out = n->kind == NODE_INT ? n->as.i : n->as.b;
	return true;
}

bool py_to_real(const struct node *n, double *out)
{
	int64_t i;

	if (n && n->kind == NODE_REAL)
		*out = n->as.r;
	else if (py_to_int(n, &i))
		*out = (double)i;
	else
		return false;
	return true;
}

bool py_ascii(struct str s)
{
	for (size_t i = 0; i < s.n; i++)
		if ((unsigned char)s.s[i] >= 0x80)
			return false;
	return true;
}

size_t py_length(struct str s)
{
	size_t n = 0;

	for (size_t i = 0; i < s.n; i++)
		n += ((unsigned char)s.s[i] & 0xC0) != 0x80;
	return n;
}

const char *native_type(const struct node *n)
{
	switch (n->kind) {
	case NODE_STR:
		return n->code == py_tag_path ? "Path" : "str";
	case NODE_BYTES:
		return "bytes";
	case NODE_BOOL:
	case NODE_INT:
		return "int";
	case NODE_REAL:
		return "float";
	case NODE_LIST:
		return "list";
	case NODE_TUPLE:
		return "tuple";
	case NODE_SET:
		return "set";
	case NODE_MAP:
		return n->code == py_tag_ini ? "ConfigParser" : n->code == py_tag_registry ? "Registry" : "dict";
	case NODE_NULL:
		return "NoneType";
	case NODE_OBJECT:
		return n->code == py_tag_namespace ? "Namespace"
		       : n->code == py_tag_range   ? "range"
		       : n->code == py_tag_file	   ? "file"
		       : n->code == py_tag_partial ? "partial"
		       : n->code == py_tag_super   ? "super"
		       : n->code == py_tag_match   ? "Match"
		       : n->code == py_tag_pattern ? "Pattern"
		       : n->code == py_tag_parser  ? "ArgumentParser"
						   : NULL;
	case NODE_FUNCTION:
		return "function";
	case NODE_NAME:
	case NODE_CLASS:
	case NODE_MODULE:
	case NODE_METHOD:
	case NODE_UNKNOWN:
	case NODE_EITHER:
	case NODE_ABSENT:
		break;
	}
	return NULL;
}

void py_give(struct interpreter *py, struct args *args, const char *name, struct node *value)
{
	if (value)
		*vec_push(py->arena, args) = (struct arg){.name = str_of(name), .value = value, .at = value->at};
}
