/* itertools: lists in a row, in pairs, in part. */
#include "stdlib_parts.h"

static struct node *chain(struct interpreter *py, struct native_call *c)
{
	struct node *out = py_new(py, NODE_LIST, c->site.at), *outer = NULL;
	bool nested = str_ends(c->name, STR("from_iterable"));

	out->code = py_tag_iterator;
	if (nested)
		outer = native_items(py, native_arg(c, 0, NULL), c->site.at);
	if (nested && !outer)
		return NULL;
	for (size_t i = 0; i < (nested ? outer->as.items.n : c->args->n); i++) {
		struct node *x = nested ? outer->as.items.at[i] : c->args->at[i].value;
		struct node *items = py_elements(py, x, c->site.at);

		for (size_t k = 0; items && k < items->as.items.n; k++)
			py_append(py, out, items->as.items.at[k]);
		/* What is not known is at least of this: the parameters of one of two models. */
		if (!items)
			py_append(py, out, py_unknown_of(py, c->site.at, x));
		out->open |= !items || items->open;
	}
	return out;
}

/* itertools.product of a few short lists: a sweep. */
static struct node *product(struct interpreter *py, struct native_call *c)
{
	struct node *out = py_new(py, NODE_LIST, c->site.at);
	size_t total = 1;

	out->code = py_tag_iterator;
	for (size_t i = 0; i < c->args->n; i++) {
		struct node *items = native_items(py, c->args->at[i].value, c->site.at);

		if (!items || c->args->at[i].name.n)
			return NULL;
		total *= items->as.items.n;
		if (total > py->budget.elements)
			return NULL;
	}
	for (size_t k = 0; k < total; k++) {
		struct node *row = py_new(py, NODE_TUPLE, c->site.at);
		size_t left = total, at = k;

		for (size_t i = 0; i < c->args->n; i++) {
			struct node *items = native_items(py, c->args->at[i].value, c->site.at);

			left /= items->as.items.n;
			py_append(py, row, items->as.items.at[at / left]);
			at %= left;
		}
		py_append(py, out, row);
	}
	return out;
}

static struct node *islice(struct interpreter *py, struct native_call *c)
{
	struct node *x = native_arg(c, 0, NULL), *stop = native_arg(c, 1, NULL);
	struct node *part[3] = {NULL, stop, NULL};

	if (!x || !stop || native_count(c) != 2 || (x->kind != NODE_LIST && x->kind != NODE_TUPLE))
		return NULL;
	return py_get_slice(py, x, part, c->site.at);
}

static const struct native rows[] = {
    {"itertools.chain", chain, NATIVE_UNKNOWN},
    {"itertools.chain.from_iterable", chain, NATIVE_UNKNOWN},
    {"itertools.islice", islice, 0},
    {"itertools.product", product, 0},
};

NATIVES(natives_itertools, rows);
