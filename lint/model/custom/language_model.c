#include "language_model.h"

#include "lint/model/model.h"
#include "lint/python/python.h"
#include "reading.h"

#include "core/base/base.h"

static bool is(const struct module_part *part, enum layer_kind kind)
{
	return part->kind == kind;
}

bool custom_reading_inside(const struct custom_reading *r, size_t part, size_t whole)
{
	return whole != SIZE_MAX && part >= whole && part < r->parts.at[whole].end;
}

static bool equal(double a, double b)
{
	return a >= b && a <= b;
}

/* ---- blocks ---- */

/* Whether a part is one of the things that a list repeats: a module of a class with matrices. */
static bool is_block(const struct custom_reading *r, size_t part)
{
	const struct module_part *p = &r->parts.at[part];

	if (is(p, LAYER_BLOCK) || is(p, LAYER_CROSS))
		return true;
	if (!p->node->code || is(p, LAYER_LINEAR) || is(p, LAYER_EMBEDDING))
		return false;
	for (size_t i = part; i < p->end; i++)
		if (is(&r->parts.at[i], LAYER_LINEAR) || is(&r->parts.at[i], LAYER_ATTENTION))
			return true;
	return false;
}

/* How many blocks a list has, all of one class; first: the first of them. */
static size_t blocks_of(const struct custom_reading *r, size_t list, size_t *first)
{
	size_t n = 0;

	for (size_t i = list + 1; i < r->parts.at[list].end; i = r->parts.at[i].end) {
		if (!is_block(r, i))
			continue;
		if (!n++)
			*first = i;
		if (r->parts.at[i].node->code != r->parts.at[*first].node->code)
			return 0;
	}
	return n;
}

/* A list whose length is not known has no parts, but may be what repeats. */
static bool is_open(const struct module_part *p)
{
	return is(p, LAYER_HOLDER) && p->node->open;
}

/* The list of blocks, or what has two of them: of those that are in no other the one with most parameters. */
static void find_list(struct custom_reading *r)
{
	double most = -1;

	r->list = SIZE_MAX;
	for (size_t i = 0; i < r->parts.n; i++) {
		const struct module_part *p = &r->parts.at[i];
		size_t first = 0;
		double n;

		if (!is(p, LAYER_HOLDER) && !is(p, LAYER_STACK) && !is(p, LAYER_PAIR))
			continue;
		if (!is_open(p) && !is(p, LAYER_PAIR) && !blocks_of(r, i, &first))
			continue;
		n = custom_module_count(&r->parts, i);
		if (n > most && !custom_reading_inside(r, i, r->list)) {
			most = n;
			r->list = i;
		}
	}
}

/* ---- tables ---- */

static bool same_size(struct custom_reading *r, const struct module_part *x, const char *of_x, const struct module_part *y,
		      const char *of_y)
{
	double a = custom_module_size(&r->sizes, x, of_x), b = custom_module_size(&r->sizes, y, of_y);

	if (a > 0 || b > 0)
		return equal(a, b);
	/* Not known, and both the same. */
	return custom_module_same(custom_module_arg(&r->sizes, x, of_x), custom_module_arg(&r->sizes, y, of_y));
}

/* Whether the weights of an embedding are what a linear function outside all modules is given. */
static bool is_head_by_use(const struct custom_reading *r, const struct node *embedding)
{
	for (size_t i = 0; i < r->trace->n; i++) {
		const struct call *call = r->trace->at[i];

		if (!str_is(call->method, "linear") && !str_is(call->method, "matmul"))
			continue;
		for (size_t k = 0; k < call->args.n; k++) {
			const struct node *n = call->args.at[k].value;

			for (int depth = 0; n && n->kind == NODE_UNKNOWN && depth < NODE_DEPTH_MAX; depth++)
				n = n->from[0];
			if (n == embedding && call->args.at[k].value != embedding)
				return true;
		}
	}
	return false;
}

/*
 * Whether what goes in is not only tokens: layers of images, or a matrix outside the blocks that takes
 * what no other part gives (states of a game, features of a picture).
 */
static bool takes_more(struct custom_reading *r)
{
	double hidden = custom_module_size(&r->sizes, &r->parts.at[r->embedding], "embedding_dim");

	for (size_t i = 0; i < r->parts.n; i++) {
		const struct module_part *p = &r->parts.at[i];
		double in = custom_module_size(&r->sizes, p, "in_features");
		bool given = in <= 0 || hidden <= 0 || same_size(r, p, "in_features", &r->parts.at[r->embedding],
								 "embedding_dim");

		if (is(p, LAYER_IMAGE))
			return true;
		if (!is(p, LAYER_LINEAR) || custom_reading_inside(r, i, r->list))
			continue;
		for (size_t k = 0; !given && k < r->parts.n; k++)
			given = k != i && is(&r->parts.at[k], LAYER_LINEAR) &&
				same_size(r, p, "in_features", &r->parts.at[k], "out_features");
		if (!given)
			return true;
	}
	return false;
}

/* Whether a part, or what is inside it, has weights of another. */
static bool shares(const struct custom_reading *r, size_t part, size_t of)
{
	for (size_t i = part; i < r->parts.at[part].end; i++)
		if (r->parts.at[i].tied && custom_reading_inside(r, r->parts.at[i].tied - 1, of))
			return true;
	return false;
}

/* The token embedding and the output over its vocabulary, of that size or with its weights; false if there are none. */
static bool find_tables(struct custom_reading *r)
{
	r->embedding = r->head = SIZE_MAX;
	for (size_t i = 0; i < r->parts.n; i++) {
		const struct module_part *e = &r->parts.at[i];

		/* A table of one row tells nothing apart. */
		if (!is(e, LAYER_EMBEDDING) || custom_reading_inside(r, i, r->list) ||
		    equal(custom_module_size(&r->sizes, e, "num_embeddings"), 1))
			continue;
		for (size_t k = 0; k < r->parts.n; k++) {
			const struct module_part *h = &r->parts.at[k];

			if (is(h, LAYER_LINEAR) && !custom_reading_inside(r, k, r->list) &&
			    (same_size(r, e, "num_embeddings", h, "out_features") || shares(r, k, i))) {
				r->embedding = i;
				r->head = k;
				return true;
			}
		}
		if (is_head_by_use(r, e->node)) {
			r->embedding = i;
			r->head_by_use = true;
			return true;
		}
	}
	return false;
}

/* ---- what is known of the whole ---- */

static bool tied(const struct custom_reading *r)
{
	return r->head_by_use || shares(r, r->head, r->embedding) || shares(r, r->embedding, r->head);
}

/* A table with fewer rows is of kinds of tokens, not of positions. */
enum { ROWS_MIN = 16 };

/* Rows of a learned table of positions: another embedding as wide, or a parameter; 0: none. */
static double positions(struct custom_reading *r, struct span *at)
{
	for (size_t i = 0; i < r->parts.n; i++) {
		const struct module_part *p = &r->parts.at[i];
		double rows;

		if (i == r->embedding || custom_reading_inside(r, i, r->list))
			continue;
		*at = p->node->at;
		if (is(p, LAYER_EMBEDDING)) {
			rows = custom_module_size(&r->sizes, p, "num_embeddings");
			if (rows >= ROWS_MIN && custom_module_size(&r->sizes, p, "embedding_dim") >= r->hidden &&
			    custom_module_size(&r->sizes, p, "embedding_dim") <= r->hidden)
				return rows;
		} else if (is(p, LAYER_PARAMETER) && p->own >= ROWS_MIN * r->hidden) {
			rows = p->own / r->hidden;
			if (rows >= (uint32_t)rows && rows <= (uint32_t)rows)
				return rows;
		}
	}
	return 0;
}

/* Whether a layer drops what it gives: by its argument, its default, or perhaps. */
static bool part_drops(struct custom_reading *r, const struct module_part *part)
{
	const char *name = is(part, LAYER_DROPOUT) ? "p" : is(part, LAYER_BLOCK) ? "dropout" : NULL;
	const struct node *p = name ? custom_module_arg(&r->sizes, part, name) : NULL;
	size_t position;
	struct str value;
	double rate;

	if (!name)
		return false;
	if (!p)
		return part->layer && custom_module_param(part->layer, str_of(name), &position, &value) &&
		       str_to_real(value, &rate) && rate > 0;
	return p->kind == NODE_REAL ? p->as.r > 0 : p->kind == NODE_INT ? p->as.i > 0 : p->kind != NODE_NULL;
}

static bool drops(struct custom_reading *r, bool in_blocks)
{
	for (size_t i = 0; i < r->parts.n; i++)
		if (custom_reading_inside(r, i, r->list) == in_blocks && part_drops(r, &r->parts.at[i]))
			return true;
	return false;
}

static bool called(const struct trace *trace, const char *method)
{
	for (size_t i = 0; i < trace->n; i++)
		if (str_is(trace->at[i]->method, method))
			return true;
	return false;
}

static bool rotates(const struct trace *trace)
{
	for (size_t i = 0; i < trace->functions.n; i++)
		if (str_has_nocase(trace->functions.at[i].name, STR("rope")) ||
		    str_has_nocase(trace->functions.at[i].name, STR("rotary")) ||
		    str_has_nocase(trace->functions.at[i].name, STR("rotate")))
			return true;
	return false;
}

/* ---- the model ---- */

static bool is_loaded(const struct custom_reading *r)
{
	for (size_t i = 0; i < r->trace->n; i++) {
		const struct call *call = r->trace->at[i];

		if (call->guard || !str_is(call->method, "load_state_dict"))
			continue;
		for (size_t k = 0; k < r->parts.n; k++)
			if (r->parts.at[k].node == call->self && custom_reading_inside(r, r->list, k))
				return true;
	}
	return false;
}

static struct custom_model open_model(struct custom_model out, struct str why)
{
	out.kind = CUSTOM_OPEN;
	out.why = why;
	return out;
}

/* Why the shape is not known, the plainest reason first; blocks: why not that of its blocks. */
static struct str open_why(const struct custom_reading *r, struct str blocks)
{
	if (r->hidden <= 0)
		return STR("its width is not known");
	if (r->vocab <= 0)
		return STR("its vocabulary is not known");
	return r->parts.why.n ? r->parts.why : blocks;
}

/* Parameters outside of tables and blocks: norms and little else; what has more is more than a model of text. */
static bool is_whole(const struct custom_reading *r, double total)
{
	double known = custom_module_count(&r->parts, r->list) + custom_module_count(&r->parts, r->embedding) +
		       (r->head_by_use ? 0 : custom_module_count(&r->parts, r->head));

	for (size_t i = 0; i < r->parts.n; i++)
		if (!custom_reading_inside(r, i, r->list) && i != r->embedding &&
		    (is(&r->parts.at[i], LAYER_EMBEDDING) || is(&r->parts.at[i], LAYER_PARAMETER)))
			known += custom_module_count(&r->parts, i);
	return total <= known * 1.02 + 16 * r->hidden;
}

/* Whether the table's fields hold all that was read: one layer of 2^40 features is a slip, or meant to harm. */
static bool has_measure(const struct custom_reading *r, double layers, double rows, double total)
{
	const struct block *b = &r->block;
	const double sizes[] = {layers, rows, r->hidden, r->vocab, b->heads, b->kv_heads,
				b->head_dim, b->ffn, b->experts, b->top_k, b->shared_ffn};

	for (size_t i = 0; i < sizeof(sizes) / sizeof(*sizes); i++)
		if (!(sizes[i] >= 0 && sizes[i] <= UINT32_MAX))
			return false;
	return total < 1e15;
}

static const struct model *make_model(struct custom_reading *r, const struct custom_model *own, double rows,
				      double total)
{
	struct model *m = arena_new(r->arena, struct model);
	struct model_traits *traits = arena_new(r->arena, struct model_traits);
	struct model_number *numbers = arena_new(r->arena, struct model_number);
	const struct block *b = &r->block;
	size_t first = 0;

	m->id = own->name;
	m->layers = (uint32_t)blocks_of(r, r->list, &first);
	m->hidden = (uint32_t)r->hidden;
	m->vocab = (uint32_t)r->vocab;
	m->heads = (uint32_t)b->heads;
	m->kv_heads = (uint32_t)b->kv_heads;
	m->head_dim = (uint32_t)b->head_dim;
	m->ffn = (uint32_t)b->ffn;
	m->experts = (uint32_t)b->experts;
	m->experts_per_token = (uint32_t)b->top_k;
	m->moe_ffn = m->experts ? m->ffn : 0;
	m->shared_expert_ffn = (uint32_t)b->shared_ffn;
	m->gated = b->gated;
	m->norm = b->norm_rms && !called(r->trace, "layer_norm") ? NORM_RMS : NORM_LAYER;
	m->norm_vectors = m->norm == NORM_RMS ? 1 : 2;
	m->attention_bias = b->out_bias ? MODEL_BIAS_ALL : b->qkv_bias ? MODEL_BIAS_QKV : MODEL_BIAS_NONE;
	m->activation = b->gated ? STR("swiglu") : STR("gelu");
	m->tied_embeddings = tied(r);
	m->max_position = rows > 0 ? (uint32_t)rows : own->length;
	m->params = (uint64_t)total;
	m->params_embedding =
	    (uint64_t)(r->hidden * (r->vocab * (m->tied_embeddings ? 1 : 2) + rows));
	if (rows > 0) {
		*numbers = (struct model_number){MODEL_NOTE_POS_EMB, (int64_t)rows};
		m->numbers = numbers;
		m->n_numbers = 1;
	}
	*traits = (struct model_traits){.fused_qkv = b->fused_qkv,
					.fused_gate_up = b->fused_gate_up,
					.no_rope = !rotates(r->trace),
					.dropout = drops(r, true),
					.embedding_dropout = drops(r, false),
					.composed_act = b->own_act && called(r->trace, "tanh"),
					.no_upcast = true};
	m->traits = traits;
	m->source = STR("the layers that its class makes");
	return m;
}

/* open: it is the default beside a vocabulary that the data says. */
static struct str shape_text(struct arena *a, const struct model *m, bool open)
{
	struct str text = str_fmt(a, "as its class builds it: %u layers, hidden %u, %u heads", m->layers,
				  m->hidden, m->heads);

	if (m->kv_heads != m->heads)
		text = str_fmt(a, "%.*s (%u of keys and values)", STR_ARG(text), m->kv_heads);
	if (m->experts)
		text = str_fmt(a, "%.*s, %u experts of %u", STR_ARG(text), m->experts, m->moe_ffn);
	else
		text = str_fmt(a, "%.*s, MLP %u", STR_ARG(text), m->ffn);
	return str_fmt(a, "%.*s, vocabulary %u%s; %llu parameters", STR_ARG(text), m->vocab,
		       open ? " where nothing says another" : "", (unsigned long long)m->params);
}

static void read_name(struct custom_reading *r, struct custom_model *out)
{
	struct py_defined class = {0};
	double total = custom_module_count(&r->parts, 0);

	/* A wrapper whose only module is the model has the model's name. */
	for (size_t i = 0; i < r->parts.n && !custom_reading_inside(r, i, r->list); i++) {
		const struct module_part *p = &r->parts.at[i];

		if (p->layer || !custom_reading_inside(r, r->embedding, i) || !custom_reading_inside(r, r->list, i) ||
		    custom_module_count(&r->parts, i) < total ||
		    (!r->head_by_use && !custom_reading_inside(r, r->head, i)))
			continue;
		r->module = p->node;
	}
	if (!py_object_class(r->module, &class))
		return;
	out->at = class.at;
	out->name = str_fmt(r->arena, "%.*s (%.*s)", STR_ARG(class.name), STR_ARG(class.file));
}

/* A vocabulary that is as large as a tokenizer says: what it says stands for it from here on. */
static bool take_vocabulary(struct custom_reading *r)
{
	const struct node *n = custom_module_arg(&r->sizes, &r->parts.at[r->embedding], "num_embeddings");
	const struct node *of = n && n->kind == NODE_UNKNOWN && !n->from[1] ? n->from[0] : NULL;

	if (!of || of->kind != NODE_OBJECT || !of->made)
		return false;
	r->sizes.unknown = n;
	r->sizes.value = (double)tokenizer_vocabulary(of->made);
	return r->sizes.value > 0;
}

/* Reads the parts; false if they are no language model. */
static bool read_parts(struct custom_reading *r, const struct node *module)
{
	r->parts = (struct module_parts){0};
	custom_module_parts(r->arena, r->trace, &r->sizes, module, &r->parts);
	find_list(r);
	return r->list != SIZE_MAX && find_tables(r) && !takes_more(r);
}

/* Only steps: what was made before they ran out is whole. What a call too deep would have made is not. */
static bool is_cut(const struct trace *trace)
{
	return trace->spent.n && (!str_ends(trace->spent, STR(" steps")) ||
				  str_chr(trace->spent, ',', 0) != SIZE_MAX);
}

bool custom_model_names(struct str id)
{
	return str_ends(id, STR(".py)")) || str_ends(id, STR(".ipynb)"));
}

struct custom_model custom_model_read(struct arena *a, const struct trace *trace, struct suppose *suppose,
				      const struct node *module)
{
	struct custom_reading r = {
	    .arena = a, .trace = trace, .sizes = {.suppose = suppose}, .module = module};
	struct custom_model out = {0};
	const struct node *vocabulary, *beside;
	size_t first = SIZE_MAX, n;
	struct str why;
	struct span at;
	double total, rows;

	if (!custom_module_is(module))
		return out;
	if (!read_parts(&r, module) || (take_vocabulary(&r) && !read_parts(&r, module)))
		return out;
	read_name(&r, &out);
	out.loaded = r.parts.loaded || is_loaded(&r);
	out.embedding = r.parts.at[r.embedding].node;
	custom_rows_stated(&r, &out);
	r.vocab = custom_module_size(&r.sizes, &r.parts.at[r.embedding], "num_embeddings");
	r.hidden = custom_module_size(&r.sizes, &r.parts.at[r.embedding], "embedding_dim");
	custom_kernel_called(&r, &out);
	if (is_cut(trace))
		return open_model(out, STR("the evaluation's budget was spent"));
	n = blocks_of(&r, r.list, &first);
	why = n ? block_read(a, &r.sizes, &r.parts, r.list, first, r.hidden, &r.block)
		: STR("how many layers it has is not known");
	if (is(&r.parts.at[r.list], LAYER_PAIR)) {
		why = STR("it has an encoder and a decoder");
		r.block.whole = true;
	}
	/* Which kernel it takes is no matter of sizes. */
	if (!why.n || r.block.whole)
		custom_kernel_guess(&r, &out);
	why = open_why(&r, why);
	if (why.n)
		return open_model(out, why);
	total = custom_module_count(&r.parts, 0);
	if (!is_whole(&r, total))
		return open_model(out, STR("it has parts beside its tables and blocks"));
	rows = positions(&r, &at);
	if (!has_measure(&r, (double)n, rows, total))
		return open_model(out, STR("its sizes are beyond all measure"));
	/* A longer row would have no position. */
	if (rows > 0 && !out.length) {
		beside = custom_rows_beside(&r, rows);
		out.length = beside ? (uint32_t)beside->as.i : (uint32_t)rows;
		out.length_at = beside ? beside->at : at;
	}
	out.kind = CUSTOM_KNOWN;
	out.model = make_model(&r, &out, rows, total);
	vocabulary = custom_module_arg(&r.sizes, &r.parts.at[r.embedding], "num_embeddings");
	out.shape = shape_text(a, out.model, vocabulary && vocabulary->kind == NODE_EITHER);
	return out;
}
