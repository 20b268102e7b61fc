#include "language_model.h"

#include "lint/model/model.h"
#include "lint/python/python.h"
#include "reading.h"

#include "core/base/base.h"

#include <math.h>

/* ---- what is known of the whole ---- */

/* A table with fewer rows is of kinds of tokens, not of positions. */
enum { ROWS_MIN = 16 };

/* Rows of a learned table of positions: another embedding as wide, or a parameter; 0: none. */
static double positions(struct custom_reading *r, struct span *at)
{
	const double words = custom_module_size(&r->sizes, &r->parts.at[r->embedding], "num_embeddings");

	for (size_t i = 0; i < r->parts.n; i++) {
		const struct module_part *p = &r->parts.at[i];
		double rows;

		if (i == r->embedding || custom_reading_inside(r, i, r->list))
			continue;
		*at = p->node->at;
		if (p->kind == LAYER_EMBEDDING) {
			rows = custom_module_size(&r->sizes, p, "num_embeddings");
			/* As many as there are words: values that attention adds for each (value embeddings). */
			if (rows >= words && rows <= words)
				continue;
			if (rows >= ROWS_MIN && custom_module_size(&r->sizes, p, "embedding_dim") >= r->hidden &&
			    custom_module_size(&r->sizes, p, "embedding_dim") <= r->hidden)
				return rows;
		} else if (p->kind == LAYER_PARAMETER && p->own >= ROWS_MIN * r->hidden) {
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
	const char *name = part->kind == LAYER_DROPOUT ? "p" : part->kind == LAYER_BLOCK ? "dropout" : NULL;
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

/* Whether a state is one that a module of the program had before, copy.deepcopy(model.state_dict()): nothing new is loaded. */
static bool is_kept_state(const struct node *n)
{
	for (int depth = 0; n && n->kind == NODE_OBJECT && n->made && depth < NODE_DEPTH_MAX; depth++) {
		if (str_is(n->made->method, "state_dict"))
			return n->made->self != NULL;
		if (!str_is(n->made->method, "deepcopy") && !str_is(n->made->method, "copy"))
			return false;
		n = n->made->self ? n->made->self : n->made->args.n ? n->made->args.at[0].value : NULL;
	}
	return false;
}

/* The call that loads weights of before into the model, perhaps: under conditions as well; NULL: none does. */
static const struct call *loading(const struct custom_reading *r, bool perhaps)
{
	for (size_t i = 0; i < r->trace->n; i++) {
		const struct call *call = r->trace->at[i];

		if ((call->guard && !perhaps) || !str_is(call->method, "load_state_dict") || (call->args.n && is_kept_state(call->args.at[0].value)))
			continue;
		for (size_t k = 0; k < r->parts.n; k++)
			if (r->parts.at[k].node == call->self && custom_reading_inside(r, r->list, k))
				return call;
	}
	return NULL;
}

/* load_state_dict(weights, assign=True) */
static bool takes_over(const struct call *loading)
{
	const struct arg *assign = loading ? call_arg(loading, STR("assign"), 2) : NULL;

	return assign && assign->value->kind == NODE_BOOL && assign->value->as.b;
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
		    (r->parts.at[i].kind == LAYER_EMBEDDING || r->parts.at[i].kind == LAYER_PARAMETER))
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

/*
 * Whether an activation is put together of tanh() and the like: a matrix comes behind it. What caps logits has the loss behind
 * it, 30 * torch.tanh(logits / 30), or the next pass.
 */
static bool composes_activation(const struct trace *trace)
{
	bool tanh = false;

	for (size_t i = 0; i < trace->n; i++) {
		struct str method = trace->at[i]->method;

		if (str_is(method, "tanh"))
			tanh = true;
		else if (str_is(method, "cross_entropy") || str_has(trace->at[i]->callee, STR("Embedding().__call__")))
			tanh = false;
		else if (tanh && (str_is(method, "linear") || str_is(method, "matmul") || str_has(trace->at[i]->callee, STR("Linear().__call__"))))
			return true;
	}
	return false;
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
	m->layers = (uint32_t)custom_blocks_of(r, r->list, &first);
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
	m->tied_embeddings = custom_tied(r);
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
					.recomputes_act = b->recomputes_act,
					.composed_act = b->own_act && composes_activation(r->trace),
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
	return custom_find_parts(r);
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

/* nn.Linear(…, dtype=torch.bfloat16), of all of them. */
static void read_dtype(const struct custom_reading *r, struct custom_model *out)
{
	for (size_t i = 0; i < r->parts.n; i++) {
		const struct module_part *p = &r->parts.at[i];
		const struct arg *arg = p->kind == LAYER_LINEAR && p->layer && p->made
					    ? call_arg(p->made, STR("dtype"), SIZE_MAX)
					    : NULL;
		const struct node *value = arg ? suppose_value(r->sizes.suppose, arg->value) : NULL;
		struct str dtype =
		    value && value->kind == NODE_NAME ? str_tail(value->text, '.') : STR("");

		if (p->kind != LAYER_LINEAR)
			continue;
		if (!str_is(dtype, "bfloat16") && !str_is(dtype, "float16") &&
		    !str_is(dtype, "half")) {
			out->dtype = STR("");
			return;
		}
		dtype = str_is(dtype, "half") ? STR("float16") : dtype;
		if (out->dtype.n && !str_eq(out->dtype, dtype)) {
			out->dtype = STR("");
			return;
		}
		out->dtype = dtype;
		out->dtype_at = arg->at;
	}
}

static struct custom_model read_model(struct arena *a, const struct trace *trace,
				      struct suppose *suppose, const struct node *module)
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
	out.weights = custom_weights_of(&r);
	out.loaded = r.parts.loaded || loading(&r, false) || out.weights;
	out.perhaps_loaded = loading(&r, true) != NULL;
	out.assigned = takes_over(loading(&r, false));
	read_dtype(&r, &out);
	out.embedding = r.parts.at[r.embedding].node;
	custom_rows_stated(&r, &out);
	r.vocab = custom_module_size(&r.sizes, &r.parts.at[r.embedding], "num_embeddings");
	/* As many labels as kinds of tokens, token_type_embeddings of two rows, are no vocabulary. */
	out.labels = str_has_nocase(r.parts.at[r.embedding].path, STR("type")) || str_has_nocase(r.parts.at[r.embedding].path, STR("segment"));
	if (out.labels)
		r.vocab = 0;
	/* Logits are as many as the output has rows. */
	if (r.vocab > 0 && !r.head_by_use)
		r.vocab = fmax(r.vocab, custom_module_size(&r.sizes, &r.parts.at[r.head], "out_features"));
	r.hidden = custom_module_size(&r.sizes, &r.parts.at[r.embedding], "embedding_dim");
	custom_kernel_called(&r, &out);
	if (is_cut(trace))
		return open_model(out, STR("the evaluation's budget was spent"));
	n = custom_blocks_of(&r, r.list, &first);
	why = n ? block_read(a, &r.sizes, &r.parts, r.list, first, r.hidden, &r.block)
		: STR("how many layers it has is not known");
	if (r.parts.at[r.list].kind == LAYER_PAIR) {
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

struct custom_model custom_model_read(struct arena *a, const struct trace *trace, struct suppose *suppose,
				      const struct node *module)
{
	const struct custom_model *kept = suppose_kept(suppose, module);
	struct custom_model *read;

	if (kept)
		return *kept;
	read = arena_new(a, struct custom_model);
	*read = read_model(a, trace, suppose, module);
	suppose_keep(suppose, module, read);
	return *read;
}
