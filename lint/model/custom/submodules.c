/* The parts of a module. */
#include "parameters.h"

#include "lint/frameworks/frameworks.h"
#include "lint/python/python.h"

#include "core/base/base.h"

enum {
	PARTS_MAX = 20000,
	/** Copies of one layer in a stack. */
	STACK_MAX = 1000,
	/** Alternatives within alternatives that are held against each other, and of all of a model. */
	NESTED_MAX = 4,
	ALTERNATIVES_MAX = 256,
};

static void take(struct walk *w, const struct node *value, struct str path, bool sure, int depth);

static size_t add(struct walk *w, const struct node *n, const struct layer *layer, struct str path)
{
	struct module_part *part = vec_push(w->arena, w->out);

	*part = (struct module_part){.path = path,
				     .node = n,
				     .layer = layer,
				     .kind = layer ? layer->kind : LAYER_OTHER,
				     .made = n->made};
	return w->out->n - 1;
}

static struct str below(struct walk *w, struct str path, struct str name)
{
	return path.n ? str_fmt(w->arena, "%.*s.%.*s", STR_ARG(path), STR_ARG(name)) : name;
}

/* Whether a loop that was left before its end made a module: there are more. */
static bool is_of_many(const struct walk *w, const struct node *module)
{
	for (size_t i = 0; i < w->trace->left.n; i++) {
		struct span loop = w->trace->left.at[i];

		if (loop.file == module->at.file && module->at.off >= loop.off &&
		    module->at.off < loop.off + loop.len)
			return true;
	}
	return false;
}

/* "block_12" is "block_"; a name without a number at its end has none. */
static struct str without_number(struct str name)
{
	size_t n = name.n;

	while (n && name.s[n - 1] >= '0' && name.s[n - 1] <= '9')
		n--;
	return n < name.n ? str_sub(name, 0, n) : STR("");
}

/* How many attributes from one on are modules of one class of the repository whose names are counted: block_1, block_2. 0: none. */
static size_t numbered_from(const struct walk *w, const struct node *n, size_t from)
{
	struct str name = without_number(n->as.pairs.at[from].key->text);
	const struct node *first = suppose_value(w->sizes->suppose, n->as.pairs.at[from].value);
	size_t i = from;

	if (!name.n || !custom_module_is(first) || !first->code)
		return 0;
	for (; i < n->as.pairs.n; i++) {
		const struct node *module = suppose_value(w->sizes->suppose, n->as.pairs.at[i].value);

		if (!custom_module_is(module) || module->code != first->code ||
		    !str_eq(without_number(n->as.pairs.at[i].key->text), name))
			break;
	}
	return i - from > 1 ? i - from : 0;
}

/* What stands for the list that they could be in. */
static size_t add_numbered(struct walk *w, const struct node *n, struct str path)
{
	size_t index = add(w, node_new(w->arena, NODE_OBJECT, n->at), NULL, path);

	w->out->at[index].kind = LAYER_HOLDER;
	return index;
}

/* What lies in a module of the repository's or in a holder: its attributes. */
static void take_inside(struct walk *w, const struct node *n, bool holder, struct str path, int depth)
{
	bool open = n->open;
	size_t numbered = 0, list = SIZE_MAX;

	for (size_t i = 0; holder && !open && i < n->as.pairs.n; i++)
		open = is_of_many(w, n->as.pairs.at[i].value);
	if (open)
		custom_tensors_doubt(w, n->at, str_fmt(w->arena, "how many modules %.*s holds is not known",
					STR_ARG(path)));
	for (size_t i = 0; i < n->as.pairs.n; i++) {
		struct str name = n->as.pairs.at[i].key->text;

		if (!holder && i >= numbered) {
			if (list != SIZE_MAX)
				w->out->at[list].end = w->out->n;
			numbered = i + numbered_from(w, n, i);
			list = numbered > i ? add_numbered(w, n, below(w, path, name)) : SIZE_MAX;
		}
		if (holder || n->as.pairs.at[i].value->kind != NODE_UNKNOWN ||
		    py_object_calls(n, name))
			take(w, n->as.pairs.at[i].value, below(w, path, name),
			     n->as.pairs.at[i].value->kind == NODE_UNKNOWN, depth + 1);
	}
	if (list != SIZE_MAX)
		w->out->at[list].end = w->out->n;
}

/* Copies of a block, and a norm behind them. */
static void take_stack(struct walk *w, size_t index, int depth)
{
	struct module_part part = w->out->at[index];
	const struct arg *given = call_arg(part.made, STR("encoder_layer"), 0);
	const struct node *block;
	const struct node *norm = custom_module_arg(w->sizes, &part, "norm");
	double n = custom_module_size(w->sizes, &part, "num_layers");
	uint32_t outer = w->copy;

	if (!given)
		given = call_arg(part.made, STR("decoder_layer"), 0);
	block = given ? suppose_value(w->sizes->suppose, given->value) : NULL;
	if (!block || n < 0 || n > STACK_MAX)
		custom_tensors_doubt(w, part.node->at,
		      str_fmt(w->arena, "the layers of %.*s are not known", STR_ARG(part.path)));
	for (uint32_t i = 0; block && i < n && n <= STACK_MAX; i++) {
		/* The stack keeps copies: the layer itself, were it kept, would be another. */
		w->copy = (uint32_t)index + 1 + i;
		take(w, block, below(w, part.path, str_fmt(w->arena, "layers.%u", i)), true, depth);
	}
	w->copy = outer;
	if (norm && norm->kind != NODE_NULL)
		take(w, norm, below(w, part.path, STR("norm")), true, depth);
}

static bool is_on_the_way(const struct walk *w, const struct node *n)
{
	for (size_t i = 0; i < w->out->n; i++)
		if (w->out->at[i].node == n && !w->out->at[i].end)
			return true;
	return false;
}

static bool holds(const struct layer *layer)
{
	return layer->kind == LAYER_HOLDER || layer->kind == LAYER_NAMES;
}

static void take_module(struct walk *w, const struct node *n, const struct layer *layer, struct str path,
			int depth)
{
	size_t index;

	if (w->out->n >= PARTS_MAX || depth > PART_DEPTH_MAX) {
		custom_tensors_doubt(w, n->at, STR("there are too many modules"));
		return;
	}
	/* A module that keeps the one around it. */
	if (is_on_the_way(w, n))
		return;
	index = add(w, n, layer, path);
	if (!layer || holds(layer)) {
		take_inside(w, n, layer != NULL, path, depth);
	} else if (layer->kind == LAYER_PARAMETER) {
		double size = custom_tensors_elements(w, n);
		size_t other = SIZE_MAX;

		if (size < 0 && !custom_tensors_vector(w, n))
			custom_tensors_doubt(w, n->at, str_fmt(w->arena, "the size of %.*s is not known", STR_ARG(path)));
		custom_tensors_shape(w, index);
		if (custom_tensors_first(w, n, STR(""), index, &other)) {
			w->out->at[index].own = size > 0 ? size : 0;
		} else {
			w->out->at[index].shares = n;
			w->out->at[index].tied = other + 1;
		}
	} else {
		custom_tensors_of_layer(w, index);
		if (n->code)
			take_inside(w, n, false, path, depth);
		if (layer->kind == LAYER_STACK)
			take_stack(w, index, depth + 1);
	}
	w->out->at[index].end = w->out->n;
	if (!layer)
		custom_tensors_matrix(w, index);
}

/* What a wrapper, a copy or a compiler was given: checkpoint_wrapper(block). */
static const struct node *unwrapped(const struct node *n)
{
	const struct callable *row = n->made ? call_row(n->made) : NULL;

	return row && (row->effect == EFFECT_WRAP || row->effect == EFFECT_COPY) ? n->from[0] : NULL;
}

/* An object of a library's class that has no row. */
static void take_strange(struct walk *w, const struct node *n, struct str path)
{
	const struct callable *row = n->made ? call_row(n->made) : NULL;

	if ((row && row->effect == EFFECT_MODEL) ||
	    (n->made && !n->made->self && layer_doubtful(n->made->callee)))
		custom_tensors_doubt(w, n->at, str_fmt(w->arena, "%.*s is %.*s, whose weights are not known", STR_ARG(path),
					STR_ARG(n->made->callee)));
}

static void walk_parts(struct walk *w, const struct node *module);

/* Whether all alternatives hold as many parameters, in as many parts: kernels of one attention. */
static bool alike(struct walk *w, const struct node *either)
{
	struct module_parts first = {0};

	/* A part that leads back to its whole would be walked without end. */
	if (w->nested >= NESTED_MAX || *w->left < either->as.items.n)
		return false;
	*w->left -= (unsigned)either->as.items.n;
	for (size_t i = 0; i < either->as.items.n; i++) {
		struct module_parts parts = {0};
		struct walk one = {.arena = w->arena,
				   .trace = w->trace,
				   .sizes = w->sizes,
				   .out = &parts,
				   .nested = w->nested + 1,
				   .left = w->left};

		walk_parts(&one, either->as.items.at[i]);
		if (parts.why.n || !parts.n)
			return false;
		if (!i)
			first = parts;
		if (parts.n != first.n || custom_module_count(&parts, 0) < custom_module_count(&first, 0) ||
		    custom_module_count(&parts, 0) > custom_module_count(&first, 0))
			return false;
	}
	return true;
}

/* Alternatives of which at most one is there: the modules among them. */
static void take_either(struct walk *w, const struct node *n, struct str path, int depth)
{
	const struct node *first = NULL;
	size_t modules = 0, others = 0;

	for (size_t i = 0; i < n->as.items.n; i++) {
		const struct node *item = n->as.items.at[i];
		bool module = custom_module_is(item) || (item->kind == NODE_OBJECT && item->made &&
							 layer_find(item->made->callee));

		modules += module;
		others += !module;
		if (module && !first)
			first = item;
	}
	if (!modules)
		return;
	if (others || !alike(w, n))
		custom_tensors_doubt(w, n->at,
		      str_fmt(w->arena, "which module %.*s is hangs on a condition", STR_ARG(path)));
	take(w, first, path, true, depth);
}

/* sure: what is unknown here is a module. */
static void take(struct walk *w, const struct node *value, struct str path, bool sure, int depth)
{
	const struct node *n = suppose_value(w->sizes->suppose, value);
	const struct layer *layer;
	const struct node *inner;

	if (n->kind == NODE_EITHER) {
		take_either(w, n, path, depth);
	} else if (n->kind == NODE_UNKNOWN && sure) {
		custom_tensors_doubt(w, n->at, str_fmt(w->arena, "what %.*s is: %.*s", STR_ARG(path), STR_ARG(n->text)));
	} else if (n->kind == NODE_OBJECT && (inner = unwrapped(n))) {
		take(w, inner, path, sure, depth + 1);
	} else if (custom_module_is(n)) {
		take_module(w, n, layer_is_base(n->made->callee) ? NULL : layer_find(n->made->callee), path,
			    depth);
	} else if (n->kind == NODE_OBJECT && n->made && !n->from[0]) {
		layer = layer_find(n->made->callee);
		/* class Words(nn.Embedding): a layer, and perhaps more. */
		if (layer)
			take_module(w, n, layer, path, depth);
		else if (!n->code)
			take_strange(w, n, path);
	}
}

static void walk_parts(struct walk *w, const struct node *module)
{
	struct module_parts *out = w->out;

	take(w, module, STR(""), true, 0);
	for (size_t i = 0; i < out->n; i++) {
		struct module_part *part = &out->at[i];

		for (size_t k = 0; part->shares && !part->tied && k < out->n; k++)
			if (out->at[k].node == part->shares)
				part->tied = k + 1;
		/* What is tied to a part that is not inside is counted nowhere. */
		if (part->shares && !part->tied)
			custom_tensors_doubt(w, part->node->at, str_fmt(w->arena, "whose weights %.*s shares is not known",
							 STR_ARG(part->path)));
	}
}

void custom_module_parts(struct arena *a, const struct trace *trace, const struct module_sizes *sizes,
			 const struct node *module, struct module_parts *out)
{
	unsigned left = ALTERNATIVES_MAX;
	struct walk w = {.arena = a, .trace = trace, .sizes = sizes, .out = out, .left = &left};

	walk_parts(&w, module);
}
