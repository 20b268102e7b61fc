/* f-strings, and the texts of values that a class of the repository makes. */
#include "evaluator_parts.h"

struct node *py_format(struct interpreter *py, struct node *value, struct str text, struct span at)
{
	struct args none = {0};

	if (!text.n && class_of(value) && class_find(py, class_of(value), STR("__str__")))
		return py_call_method(py, value, STR("__str__"), &none, (struct site){at, at});
	return py_format_plain(py, value, text, at);
}

/*
 * Whether a text of which parts are not known is a path: what is put in stays one word, and the known parts say where it begins.
 * Of the words of a command there may be any number in what is not known.
 */
static bool is_path(const struct node *n)
{
	const struct node *first = n;

	if (n->kind != NODE_UNKNOWN || !n->quoted || n->op != '+')
		return false;
	while (first && first->kind == NODE_UNKNOWN && first->op == '+')
		first = first->from[0];
	if (!first || first->kind != NODE_STR || str_chr(first->text, '/', 0) == SIZE_MAX || str_starts(first->text, STR("-")))
		return false;
	for (const struct node *at = n; at && at->kind == NODE_UNKNOWN && at->op == '+'; at = at->from[0]) {
		const struct node *end = at->from[1];

		if (end && end->kind == NODE_STR && str_chr(end->text, ' ', 0) != SIZE_MAX)
			return false;
	}
	return str_chr(first->text, ' ', 0) == SIZE_MAX;
}

/* str(), repr() or ascii() of a field of an f-string, then its format. */
static struct node *field_text(struct interpreter *py, const struct py_expr *e, struct node *value,
			       struct str spec)
{
	struct node *values[NODE_EITHER_MAX];
	struct str text;
	bool ok;

	if (value->kind == NODE_EITHER) {
		for (size_t i = 0; i < value->as.items.n; i++)
			values[i] =
			    either_when(py->arena, field_text(py, e, value->as.items.at[i], spec),
					value->as.items.at[i]->when);
		return either_of(py->arena, values, value->as.items.n, e->at);
	}
	if (!spec.n && !e->as.field.conversion && is_path(value))
		return value;
	if (e->as.field.conversion) {
		ok = e->as.field.conversion == 's' ? py_text(py, value, &text)
						   : py_repr(py, value, &text);
		if (!ok)
			return py_unknown_of(py, e->at, value);
		value = py_from(py_str(py, text, e->at), value, NULL);
	}
	return py_format(py, value, spec, e->at);
}

struct node *py_fstring(struct interpreter *py, const struct py_expr *e)
{
	struct node *out = py_str(py, STR(""), e->at);

	for (size_t i = 0; i < e->as.items.n; i++) {
		const struct py_expr *part = e->as.items.at[i];
		struct node *text, *spec;

		if (part->kind != EXPR_FIELD) {
			text = py_eval(py, part);
		} else {
			struct node *value = py_eval(py, part->as.field.value);

			spec = part->as.field.spec ? py_eval(py, part->as.field.spec)
						   : py_str(py, STR(""), e->at);
			text = spec->kind == NODE_STR ? field_text(py, part, value, spec->text)
						      : py_unknown_of(py, part->at, spec);
		}
		out = py_binary(py, OP_ADD, out, text, e->at);
	}
	return out;
}
