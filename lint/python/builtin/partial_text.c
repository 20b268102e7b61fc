/*
 * Methods of a text of which the beginning is known and the rest is not ("--output_dir=" and what somebody fills in, a name
 * and a number of a run): what the beginning decides. How such a text is kept: '+' of op in lint/read/node.h.
 */
#include "builtin_parts.h"

/* The text without what is known in front of an offset. */
static struct node *rest_from(struct interpreter *py, const struct native_call *c, size_t at)
{
	struct node *out = py_unknown_of(py, c->site.at, c->self);

	out->quoted = true;
	if (at >= c->self->from[0]->text.n)
		return out;
	out->op = '+';
	out->from[0] = py_str(py, str_sub(c->self->from[0]->text, at, c->self->from[0]->text.n), c->site.at);
	out->from[1] = c->self->from[1];
	return out;
}

static struct node *starts(struct interpreter *py, struct native_call *c)
{
	const struct node *wanted = native_arg(c, 0, NULL);
	struct str known = c->self->from[0]->text, text;

	if (c->args->n != 1 || !native_text(wanted, &text))
		return NULL;
	if (text.n <= known.n)
		return py_bool(py, str_starts(known, text), c->site.at);
	return str_starts(text, known) ? NULL : py_bool(py, false, c->site.at);
}

static struct node *split(struct interpreter *py, struct native_call *c)
{
	const struct node *max = native_arg(c, 1, "maxsplit");
	struct node *out = py_new(py, NODE_LIST, c->site.at);
	struct str known = c->self->from[0]->text, by;
	int64_t times = -1;
	size_t from = 0, at;

	if (!native_text(native_arg(c, 0, "sep"), &by) || !by.n || (max && !py_to_int(max, &times)))
		return NULL;
	while (times != 0 && (at = str_find(known, by, from)) != SIZE_MAX) {
		py_append(py, out, py_str(py, str_sub(known, from, at), c->site.at));
		from = at + by.n;
		times -= times > 0;
	}
	if (!from)
		return NULL;
	py_append(py, out, rest_from(py, c, from));
	/* There may be more of the separator in what is not known. */
	out->open = times != 0;
	return out;
}

static struct node *partition(struct interpreter *py, struct native_call *c)
{
	struct node *out = py_new(py, NODE_TUPLE, c->site.at);
	struct str known = c->self->from[0]->text, by;
	size_t at;

	if (!native_text(native_arg(c, 0, NULL), &by) || !by.n || (at = str_find(known, by, 0)) == SIZE_MAX)
		return NULL;
	py_append(py, out, py_str(py, str_sub(known, 0, at), c->site.at));
	py_append(py, out, py_str(py, by, c->site.at));
	py_append(py, out, rest_from(py, c, at + by.n));
	return out;
}

static struct node *strip(struct interpreter *py, struct native_call *c)
{
	const struct node *set = native_arg(c, 0, NULL);
	struct str known = c->self->from[0]->text, chars;
	size_t at = 0;

	if (!native_text(set, &chars))
		return NULL;
	while (at < known.n && str_chr(chars, known.s[at], 0) != SIZE_MAX)
		at++;
	return rest_from(py, c, at);
}

static const struct native rows[] = {
    {"partial_text.lstrip", strip, NATIVE_UNKNOWN},   {"partial_text.partition", partition, NATIVE_UNKNOWN},
    {"partial_text.split", split, NATIVE_UNKNOWN},	   {"partial_text.startswith", starts, NATIVE_UNKNOWN},
    {"partial_text.strip", strip, NATIVE_UNKNOWN},
};

NATIVES(natives_partial_text, rows);
