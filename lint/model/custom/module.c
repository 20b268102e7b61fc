#include "module.h"

#include "core/base/base.h"

bool custom_module_is(const struct node *n)
{
	const struct layer *row;

	if (!n || n->kind != NODE_OBJECT || !n->code || !n->made || n->from[0])
		return false;
	if (layer_is_base(n->made->callee))
		return true;
	row = layer_find(n->made->callee);
	return row && (row->kind == LAYER_HOLDER || row->kind == LAYER_NAMES);
}

/* Alternatives are copies of what they are of: the same one was computed at the same place. */
static bool same_alternative(const struct node *x, const struct node *y)
{
	if (x->kind == NODE_UNKNOWN && y->kind == NODE_UNKNOWN && span_known(x->at) && x->at.file == y->at.file && x->at.off == y->at.off &&
	    x->op == y->op && str_eq(x->text, y->text))
		return true;
	return x->kind != NODE_EITHER && custom_module_same(x, y);
}

static bool same_alternatives(const struct node *x, const struct node *y)
{
	bool same = x->as.items.n == y->as.items.n;

	for (size_t i = 0; same && i < x->as.items.n; i++)
		same = same_alternative(x->as.items.at[i], y->as.items.at[i]);
	return same;
}

bool custom_module_same(const struct node *x, const struct node *y)
{
	if (x && y && x != y && x->kind == NODE_EITHER && y->kind == NODE_EITHER)
		return same_alternatives(x, y);
	for (int depth = 0; x && y && x != y && depth < NODE_DEPTH_MAX; depth++) {
		if (x->kind != NODE_UNKNOWN || y->kind != NODE_UNKNOWN || !x->from[0] ||
		    x->op != y->op || !str_eq(x->text, y->text) || !x->from[1] != !y->from[1] ||
		    (x->from[1] && !node_same(x->from[1], y->from[1])))
			return false;
		x = x->from[0];
		y = y->from[0];
	}
	return x && x == y;
}

bool custom_module_param(const struct layer *layer, struct str name, size_t *position, struct str *value)
{
	size_t at = 0;

	for (struct str_cut cut = {.tail = str_of(layer->params)}; cut.tail.n; at++) {
		struct str_cut pair;

		cut = str_cut(cut.tail, ';');
		pair = str_cut(cut.head, '=');
		if (!str_eq(pair.head, name))
			continue;
		*position = at;
		*value = pair.tail;
		return true;
	}
	return false;
}

const struct node *custom_module_arg(const struct module_sizes *sizes, const struct module_part *part, const char *name)
{
	size_t position = SIZE_MAX;
	struct str value;
	const struct arg *arg;

	if (!part->layer || !part->made ||
	    !custom_module_param(part->layer, str_of(name), &position, &value))
		return NULL;
	arg = call_arg(part->made, str_of(name), position);
	return arg ? suppose_value(sizes->suppose, arg->value) : NULL;
}

/* Shapes are flat; a list that holds itself has no end. */
enum { SHAPE_DEPTH_MAX = 4 };

static double number_of(const struct module_sizes *sizes, const struct node *n, int depth)
{
	double product = 1, most = -1;

	n = suppose_value(sizes->suppose, n);
	switch (n ? (int)n->kind : NODE_NULL) {
	case NODE_INT:
		return n->as.i >= 0 ? (double)n->as.i : -1;
	case NODE_REAL:
		/* int(8 / 3 * d) is an integer; 4.0 * d is taken by no layer. */
		return -1;
	case NODE_LIST:
	case NODE_TUPLE:
		for (size_t i = 0; i < n->as.items.n && product >= 0; i++) {
			double one = depth < SHAPE_DEPTH_MAX ? number_of(sizes, n->as.items.at[i], depth + 1) : -1;

			product = one < 0 ? -1 : product * one;
		}
		return n->open || !n->as.items.n ? -1 : product;
	case NODE_UNKNOWN:
		return sizes->unknown && custom_module_same(n, sizes->unknown) ? sizes->value : -1;
	case NODE_EITHER:
		/* A number and what nobody knows (of a file that is not there): the number. */
		for (size_t i = 0; i < n->as.items.n; i++) {
			const struct node *item = n->as.items.at[i];

			if (item->kind != NODE_INT)
				continue;
			if (most >= 0 && (int64_t)most != item->as.i)
				return -1;
			most = (double)item->as.i;
		}
		return most;
	default:
		return -1;
	}
}

double custom_module_number(const struct module_sizes *sizes, const struct node *n)
{
	return number_of(sizes, n, 0);
}

double custom_module_size(const struct module_sizes *sizes, const struct module_part *part, const char *name)
{
	const struct node *n = custom_module_arg(sizes, part, name);
	size_t position;
	struct str text = {0};
	int64_t i;

	if (n)
		return custom_module_number(sizes, n);
	/* A matrix of a class of the repository: as PyTorch keeps its own. */
	if (!part->layer && (part->kind == LAYER_LINEAR || part->kind == LAYER_EMBEDDING))
		return str_is(str_of(name), "out_features") || str_is(str_of(name), "num_embeddings") ? part->out
												       : part->in;
	if (!part->layer || !custom_module_param(part->layer, str_of(name), &position, &text) ||
	    !str_to_int(text, &i))
		return -1;
	return (double)i;
}

double custom_module_count(const struct module_parts *parts, size_t part)
{
	double sum = 0;

	for (size_t i = part; i < parts->at[part].end; i++)
		sum += parts->at[i].own;
	return sum;
}
