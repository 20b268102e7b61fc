/* How many elements the tensors of a module have. */
#include "parameters.h"

#include "lint/frameworks/frameworks.h"
#include "lint/python/python.h"

#include "core/base/base.h"

void custom_tensors_doubt(struct walk *w, struct span at, struct str why)
{
	if (w->out->why.n)
		return;
	w->out->why = why;
	w->out->why_at = at;
}

/* Whether a flag is on (1), off (0), or not known (-1). */
static int flag_of(struct walk *w, const struct module_part *part, struct str name)
{
	const struct node *n = custom_module_arg(w->sizes, part, str_dup(w->arena, name).s);
	size_t position;
	struct str value = {0};

	if (!n) {
		custom_module_param(part->layer, name, &position, &value);
		return !value.n || str_is(value, "false") || str_is(value, "none") ? 0 : 1;
	}
	switch ((int)n->kind) {
	case NODE_NULL:
		return 0;
	case NODE_BOOL:
		return n->as.b;
	case NODE_INT:
		return n->as.i != 0;
	default:
		return -1;
	}
}

/* ---- tensors ---- */

/* "out_features*in_features/groups" */
static double product_of(struct walk *w, const struct module_part *part, struct str text)
{
	double product = 1;
	char op = '*';

	while (text.n) {
		size_t end = 0;
		struct str factor;
		int64_t i;
		double one;

		while (end < text.n && text.s[end] != '*' && text.s[end] != '/')
			end++;
		factor = str_sub(text, 0, end);
		one = str_to_int(factor, &i)
			  ? (double)i
			  : custom_module_size(w->sizes, part, str_dup(w->arena, factor).s);
		if (one < 0 || (op == '/' && one <= 0))
			return -1;
		product = op == '*' ? product * one : product / one;
		op = end < text.n ? text.s[end] : '*';
		text = str_sub(text, end + 1, text.n);
	}
	return product;
}

/* Whether a tensor counts here: it is counted once, wherever it is met first. */
bool custom_tensors_first(struct walk *w, const struct node *owner, struct str name, size_t part,
		     size_t *other)
{
	for (size_t i = w->counted.n; i > 0; i--) {
		const struct tensor *t = &w->counted.at[i - 1];

		if (t->owner == owner && t->copy == w->copy && str_eq(t->name, name)) {
			*other = t->part;
			return false;
		}
	}
	*vec_push(w->arena, &w->counted) = (struct tensor){owner, name, w->copy, part};
	return true;
}

/* What was put in the place of a tensor. */
enum put {
	PUT_UNKNOWN,
	/** Another module's tensor, counted there: a.weight = b.weight. */
	PUT_SHARED,
	/** A parameter of a known size. */
	PUT_SIZED,
	/** Weights that were read from somewhere: as many as those that they take the place of. */
	PUT_LOADED,
};

/* Whether a parameter is made of what no layer of the model gave: a file's numbers, and not a part of its own. */
static bool is_loaded(const struct node *n)
{
	const struct arg *data = n->made && n->made->args.n ? &n->made->args.at[0] : NULL;

	for (int depth = 0; data && depth < PART_DEPTH_MAX; depth++) {
		const struct node *from = data->value;

		while (from && from->kind == NODE_UNKNOWN && from->from[0])
			from = from->from[0];
		if (!from || from->kind != NODE_OBJECT || !from->made)
			return from != NULL;
		if (layer_find(from->made->callee) || custom_module_is(from))
			return false;
		data = from->made->args.n ? &from->made->args.at[0] : NULL;
	}
	return data == NULL;
}

static enum put put_in(struct walk *w, size_t part, const struct node *value, double *size)
{
	const struct node *owner = value->kind == NODE_UNKNOWN ? value->from[0] : NULL;
	const struct layer *row =
	    value->kind == NODE_OBJECT && value->made ? layer_find(value->made->callee) : NULL;
	size_t other = SIZE_MAX;

	*size = 0;
	if (row && row->kind == LAYER_PARAMETER) {
		*size = custom_tensors_elements(w, value);
		if (*size < 0)
			return is_loaded(value) ? PUT_LOADED : PUT_UNKNOWN;
		if (custom_tensors_first(w, value, STR(""), part, &other))
			return PUT_SIZED;
		w->out->at[part].tied = other + 1;
		w->out->at[part].shares = value;
		return PUT_SHARED;
	}
	if (!owner || owner->kind != NODE_OBJECT || !value->code)
		return PUT_UNKNOWN;
	w->out->at[part].shares = owner;
	return PUT_SHARED;
}

/* Whether the flags of a tensor are on: it is there. */
static bool is_there(struct walk *w, const struct module_part *part, struct str flags)
{
	while (flags.n) {
		struct str_cut cut = str_cut(flags, '&');
		int on = flag_of(w, part, cut.head);

		if (on == 0)
			return false;
		if (on < 0)
			custom_tensors_doubt(w, part->node->at, str_fmt(w->arena, "%.*s of %.*s is not known",
							 STR_ARG(cut.head), STR_ARG(part->path)));
		flags = cut.tail;
	}
	return true;
}

static void count_tensor(struct walk *w, size_t index, struct str row)
{
	struct str_cut cut = str_cut(row, '='), terms = str_cut(cut.tail, '?');
	struct module_part part = w->out->at[index];
	const struct node *put = node_get(part.node, cut.head);
	size_t other = SIZE_MAX;
	double size = 0;

	if (!is_there(w, &part, terms.tail))
		return;
	switch (put ? put_in(w, index, suppose_value(w->sizes->suppose, put), &size) : PUT_LOADED) {
	case PUT_UNKNOWN:
		custom_tensors_doubt(w, put->at, str_fmt(w->arena, "what %.*s.%.*s becomes is not known",
					  STR_ARG(part.path), STR_ARG(cut.head)));
		return;
	case PUT_SHARED:
		return;
	case PUT_SIZED:
		break;
	case PUT_LOADED:
		w->out->loaded |= put != NULL;
		if (!custom_tensors_first(w, part.node, cut.head, index, &other))
			return;
		size = product_of(w, &part, terms.head);
		break;
	}
	if (size < 0)
		custom_tensors_doubt(w, part.node->at,
		      str_fmt(w->arena, "the sizes of %.*s are not known", STR_ARG(part.path)));
	w->out->at[index].own += size > 0 ? size : 0;
}

void custom_tensors_of_layer(struct walk *w, size_t index)
{
	const struct layer *layer = w->out->at[index].layer;

	for (struct str_cut cut = {.tail = str_of(layer->unless)}; cut.tail.n;) {
		cut = str_cut(cut.tail, '|');
		if (flag_of(w, &w->out->at[index], cut.head))
			custom_tensors_doubt(w, w->out->at[index].node->at,
			      str_fmt(w->arena, "%.*s of %.*s", STR_ARG(cut.head),
				      STR_ARG(w->out->at[index].path)));
	}
	for (struct str_cut cut = {.tail = str_of(layer->tensors)}; cut.tail.n;) {
		cut = str_cut(cut.tail, ';');
		count_tensor(w, index, cut.head);
	}
}

/** A tensor's elements, its dimensions, and the first and the last of them; elements < 0: not known. */
struct dims {
	double elements, first, last;
	size_t n;
};

enum { DIMS_DEPTH_MAX = 4 };

static void add_dims(struct walk *w, const struct node *n, struct dims *to, int depth)
{
	double one;

	n = suppose_value(w->sizes->suppose, n);
	if (n->kind == NODE_TUPLE || n->kind == NODE_LIST) {
		for (size_t i = 0; i < n->as.items.n && depth < DIMS_DEPTH_MAX; i++)
			add_dims(w, n->as.items.at[i], to, depth + 1);
		if (n->open || depth >= DIMS_DEPTH_MAX)
			to->elements = -1;
		return;
	}
	one = custom_module_number(w->sizes, n);
	to->elements = one < 0 || to->elements < 0 ? -1 : to->elements * one;
	if (!to->n++)
		to->first = one;
	to->last = one;
}

/* torch.tensor([0.5, 0.5]), torch.tensor(1.0): the numbers themselves. */
static struct dims numbers_of(struct walk *w, const struct node *n, int depth)
{
	struct dims out = {.elements = 1, .n = 1, .first = 1, .last = 1}, inner;

	n = suppose_value(w->sizes->suppose, n);
	if (n->kind == NODE_INT || n->kind == NODE_REAL)
		return out;
	if ((n->kind != NODE_LIST && n->kind != NODE_TUPLE) || n->open || !n->as.items.n || depth >= DIMS_DEPTH_MAX)
		return (struct dims){.elements = -1};
	inner = numbers_of(w, n->as.items.at[0], depth + 1);
	out.first = (double)n->as.items.n;
	out.elements = inner.elements < 0 ? -1 : out.first * inner.elements;
	if (n->as.items.at[0]->kind == NODE_LIST || n->as.items.at[0]->kind == NODE_TUPLE) {
		out.n = inner.n + 1;
		out.last = inner.last;
	} else {
		out.last = out.first;
	}
	return out;
}

static struct dims dims_of(struct walk *w, const struct node *n, int depth);

/* torch.cat([torch.ones(12), torch.zeros(2)]): tensors of one dimension behind one another, of as many as are known. */
static struct dims joined_of(struct walk *w, const struct node *n, int depth)
{
	struct dims out = {.n = 1}, one;

	n = suppose_value(w->sizes->suppose, n);
	if ((n->kind != NODE_LIST && n->kind != NODE_TUPLE) || !n->as.items.n)
		return (struct dims){.elements = -1};
	for (size_t i = 0; i < n->as.items.n; i++) {
		one = dims_of(w, n->as.items.at[i], depth + 1);
		if (one.n != 1)
			return (struct dims){.elements = -1};
		out.elements = one.elements < 0 || out.elements < 0 ? -1 : out.elements + one.elements;
	}
	if (n->open)
		out.elements = -1;
	out.first = out.last = out.elements;
	return out;
}

/* torch.zeros(1, n, d), nn.init.normal_(torch.empty(n, d)), torch.randn((n, d)) * 0.02 */
static struct dims dims_of(struct walk *w, const struct node *n, int depth)
{
	const struct dims unknown = {.elements = -1};
	struct dims out = {.elements = 1};
	const struct call *made;

	n = suppose_value(w->sizes->suppose, n);
	if (!n || depth > PART_DEPTH_MAX)
		return unknown;
	/* A tensor times a number is as large; what is taken of one is not. */
	if (n->kind == NODE_UNKNOWN && !n->made) {
		const struct node *x = n->from[0], *y = n->from[1];

		if (x && x->kind == NODE_OBJECT && y && y->kind <= NODE_REAL)
			return dims_of(w, x, depth + 1);
		return y && y->kind == NODE_OBJECT && x && x->kind <= NODE_REAL ? dims_of(w, y, depth + 1)
										 : unknown;
	}
	made = n->kind == NODE_OBJECT && !n->from[0] ? n->made : NULL;
	if (!made)
		return unknown;
	if ((str_is(made->method, "cat") || str_is(made->method, "concat")) && made->args.n)
		return joined_of(w, made->args.at[0].value, depth);
	if (str_is(made->method, "tensor") && made->args.n && !made->args.at[0].name.n)
		return numbers_of(w, made->args.at[0].value, 0);
	if (layer_keeps_size(made->method))
		n = made->self ? made->self : made->args.n ? made->args.at[0].value : NULL;
	if (layer_keeps_size(made->method) || !layer_makes_tensor(made->method))
		return layer_keeps_size(made->method) ? dims_of(w, n, depth + 1) : unknown;
	for (size_t i = 0; i < made->args.n; i++)
		if ((!made->args.at[i].name.n || str_is(made->args.at[i].name, "size")) &&
		    !(out.n && str_is(made->method, "full")))
			add_dims(w, made->args.at[i].value, &out, 0);
	return out.n ? out : unknown;
}

static struct dims parameter_dims(struct walk *w, const struct node *n)
{
	const struct layer *row =
	    n->kind == NODE_OBJECT && n->made ? layer_find(n->made->callee) : NULL;
	const struct arg *data =
	    row && row->kind == LAYER_PARAMETER ? call_arg(n->made, STR("data"), 0) : NULL;

	return data ? dims_of(w, data->value, 0) : (struct dims){.elements = -1};
}

double custom_tensors_elements(struct walk *w, const struct node *parameter)
{
	return parameter_dims(w, parameter).elements;
}

bool custom_tensors_vector(struct walk *w, const struct node *parameter)
{
	return parameter_dims(w, parameter).n == 1;
}

void custom_tensors_shape(struct walk *w, size_t index)
{
	struct module_part *part = &w->out->at[index];
	struct dims dims = parameter_dims(w, part->node);

	if (dims.n < 2 || dims.elements <= 0 || dims.last <= 0)
		return;
	part->in = dims.last;
	part->out = dims.elements / dims.last;
}

/* class Linear(nn.Module): self.weight = nn.Parameter(torch.empty(out, in)), and perhaps a bias. */
void custom_tensors_matrix(struct walk *w, size_t index)
{
	struct module_part *part = &w->out->at[index];
	struct py_defined class;
	struct dims dims;

	if (part->end - index - 1 < 1 || part->end - index - 1 > 2 || !py_object_class(part->node, &class))
		return;
	for (size_t i = index + 1; i < part->end; i++) {
		if (w->out->at[i].kind != LAYER_PARAMETER)
			return;
		dims = parameter_dims(w, w->out->at[i].node);
		if (dims.elements < 0 || dims.n != (i == index + 1 ? 2 : 1))
			return;
	}
	dims = parameter_dims(w, w->out->at[index + 1].node);
	if (str_has_nocase(class.name, STR("embed")))
		part->kind = LAYER_EMBEDDING;
	else if (str_has_nocase(class.name, STR("linear")) || str_has_nocase(class.name, STR("dense")))
		part->kind = LAYER_LINEAR;
	else
		return;
	part->out = dims.first;
	part->in = dims.last;
	for (size_t i = index + 1; i < part->end; i++)
		w->out->at[i].kind = LAYER_OTHER;
}
