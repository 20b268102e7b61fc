/* "{0.lr:.1e} {name}".format(…). */
#include "builtin_parts.h"

struct filling {
	struct interpreter *py;
	const struct args *args;
	size_t next;
	struct span at;
};

static struct node *argument(struct filling *f, struct str name)
{
	int64_t i = -1;
	size_t at = 0;

	if (!name.n)
		i = (int64_t)f->next++;
	else if (!str_to_int(name, &i))
		i = -1;
	for (size_t k = 0; k < f->args->n; k++) {
		const struct arg *arg = &f->args->at[k];

		if (i >= 0 ? arg->name.n == 0 && at++ == (size_t)i : str_eq(arg->name, name))
			return arg->value;
	}
	return NULL;
}

/* The value of a field's name: "0", "name", "name.attr", "name[key]". */
static struct node *field_value(struct filling *f, struct str name)
{
	size_t end = 0;
	struct node *value;

	while (end < name.n && name.s[end] != '.' && name.s[end] != '[')
		end++;
	value = argument(f, str_sub(name, 0, end));
	name = str_sub(name, end, name.n);
	while (value && name.n) {
		bool dot = name.s[0] == '.';
		int64_t i;
		struct str key;

		for (end = 1; end < name.n && name.s[end] != (dot ? '.' : ']') &&
			      (!dot || name.s[end] != '[');)
			end++;
		key = str_sub(name, 1, end);
		if (dot)
			value = py_get_attr(f->py, value, key, f->at);
		else
			value = py_get_item(f->py, value,
					    str_to_int(key, &i) ? py_int(f->py, i, f->at)
								: py_str(f->py, key, f->at),
					    f->at);
		name = str_sub(name, end + (dot ? 0 : 1), name.n);
	}
	return value;
}

/* A replacement field without its braces, as text. */
static struct node *field(struct filling *f, struct str inside)
{
	struct str_cut spec = str_cut(inside, ':'), name = str_cut(spec.head, '!');
	struct node *value = field_value(f, name.head);
	struct str text;

	if (!value || str_chr(spec.tail, '{', 0) != SIZE_MAX)
		return py_unknown(f->py, f->at, "a field of a format that is not understood");
	if (value->kind == NODE_UNKNOWN)
		return py_unknown_of(f->py, f->at, value);
	if (name.ok) {
		if (!(str_is(name.tail, "r") ? py_repr(f->py, value, &text)
					     : py_text(f->py, value, &text)))
			return py_unknown_of(f->py, f->at, value);
		value = py_str(f->py, text, f->at);
	}
	return py_format(f->py, value, spec.tail, f->at);
}

static struct node *add(struct filling *f, struct node *out, struct str s)
{
	return s.n ? py_binary(f->py, OP_ADD, out, py_str(f->py, s, f->at), f->at) : out;
}

static struct node *filled(struct interpreter *py, struct node *format, const struct args *args,
			   struct span at)
{
	struct filling f = {.py = py, .args = args, .at = at};
	struct node *out = py_str(py, STR(""), at);
	struct str s = format->text;

	while (s.n) {
		size_t i = 0, end;

		while (i < s.n && s.s[i] != '{' && s.s[i] != '}')
			i++;
		out = add(&f, out, str_sub(s, 0, i));
		s = str_sub(s, i, s.n);
		if (!s.n)
			break;
		if (s.n > 1 && s.s[1] == s.s[0]) {
			out = add(&f, out, str_sub(s, 0, 1));
			s = str_sub(s, 2, s.n);
			continue;
		}
		end = s.s[0] == '{' ? str_chr(s, '}', 0) : SIZE_MAX;
		if (end == SIZE_MAX)
			return py_unknown(py, at, "a format that is not understood");
		out = py_binary(py, OP_ADD, out, field(&f, str_sub(s, 1, end)), at);
		s = str_sub(s, end + 1, s.n);
	}
	return out;
}

static struct node *format(struct interpreter *py, struct native_call *c)
{
	return filled(py, c->self, c->args, c->site.at);
}

static struct node *format_map(struct interpreter *py, struct native_call *c)
{
	struct node *map = native_arg(c, 0, NULL);
	struct args args = {0};

	if (!map || map->kind != NODE_MAP)
		return NULL;
	for (size_t i = 0; i < map->as.pairs.n; i++)
		*vec_push(py->arena, &args) =
			(struct arg){.name = map->as.pairs.at[i].key->text,
				     .value = map->as.pairs.at[i].value};
	return filled(py, c->self, &args, c->site.at);
}

static const struct native rows[] = {
	{"str.format", format, NATIVE_UNKNOWN},
	{"str.format_map", format_map, NATIVE_UNKNOWN},
};

NATIVES(natives_str_format, rows);
