#include "block.h"

#include "lint/python/python.h"

#include "core/base/base.h"

#include <math.h>

enum { MATRICES_MAX = 32 };

struct matrix {
	size_t part;
	double in, out;
	bool bias;
};

struct matrices {
	struct matrix at[MATRICES_MAX];
	size_t n;
};

struct work {
	struct arena *arena;
	const struct module_sizes *sizes;
	const struct module_parts *parts;
	size_t block;
	double hidden;
	/** A list of heads, a list of experts inside the block; SIZE_MAX: none. */
	size_t heads, experts;
	struct block *out;
};

static bool equal(double a, double b)
{
	return a >= b && a <= b;
}

static bool whole(double x)
{
	return x >= 1 && equal(x, floor(x));
}

static bool is(const struct module_part *part, enum layer_kind kind)
{
	return part->kind == kind;
}

static bool inside(const struct work *w, size_t part, size_t whole_part)
{
	return whole_part != SIZE_MAX && part >= whole_part && part < w->parts->at[whole_part].end;
}

static size_t end_of(const struct work *w)
{
	return w->parts->at[w->block].end;
}

/* ---- blocks that are alike ---- */

/* A norm behind the blocks of a sequence. */
static bool is_beside(const struct module_part *p)
{
	return p->layer && p->layer->kind != LAYER_BLOCK && p->layer->kind != LAYER_CROSS;
}

/* As large but for a gate or a scale: every other block of karpathy/nanochat's has one (nanochat/gpt.py, ve_gate). */
static bool as_large(double count, double typical)
{
	return count >= 0.99 * typical;
}

/*
 * The block that stands for all of a list: they are alike, or a few of them lack a part that the others have, as the one of
 * twelve without attention in KellerJordan/modded-nanogpt (train_gpt.py). SIZE_MAX: they differ.
 */
static size_t typical_block(const struct module_parts *parts, size_t list, size_t first)
{
	size_t typical = first, n = 0, same = 0;

	for (size_t i = first; i < parts->at[list].end; i = parts->at[i].end) {
		if (is_beside(&parts->at[i]))
			continue;
		if (parts->at[i].node->code != parts->at[first].node->code)
			return SIZE_MAX;
		if (custom_module_count(parts, i) > custom_module_count(parts, typical))
			typical = i;
	}
	for (size_t i = first; i < parts->at[list].end; i = parts->at[i].end) {
		n += !is_beside(&parts->at[i]);
		same += !is_beside(&parts->at[i]) && as_large(custom_module_count(parts, i), custom_module_count(parts, typical));
	}
	return 4 * same >= 3 * n ? typical : SIZE_MAX;
}

/* ---- attributes ---- */

static double number_in(struct work *w, const struct node *object, const char *names)
{
	for (struct str_cut cut = {.tail = str_of(names)}; cut.tail.n;) {
		const struct node *n;

		cut = str_cut(cut.tail, '|');
		n = suppose_value(w->sizes->suppose, node_get(object, cut.head));
		if (n && n->kind == NODE_INT && n->as.i > 0)
			return (double)n->as.i;
	}
	return -1;
}

static double number_of_part(struct work *w, size_t part, const char *names)
{
	const struct node *n = w->parts->at[part].node;
	double x = w->parts->at[part].layer ? -1 : number_in(w, n, names);

	/* self.config = config */
	for (size_t i = 0; x < 0 && !w->parts->at[part].layer && i < n->as.pairs.n; i++) {
		const struct node *config = n->as.pairs.at[i].value;

		if ((config->kind == NODE_OBJECT || config->kind == NODE_MAP) && !custom_module_is(config))
			x = number_in(w, config, names);
	}
	return x;
}

/* What modules call a number: those in the block first, then the model; negative: none does. */
static double number(struct work *w, const char *names)
{
	double x = -1;

	for (size_t i = w->block; x < 0 && i < end_of(w); i++)
		x = number_of_part(w, i, names);
	for (size_t i = 0; x < 0 && i < w->block; i++)
		if (w->block < w->parts->at[i].end)
			x = number_of_part(w, i, names);
	return x;
}

/* ---- sorting out matrices ---- */

/* Names by which single matrices of attention go where a block has no module for it. */
static const char attention_words[] = "attn|attention|qkv|query|key|value|q_proj|k_proj|v_proj|o_proj|"
				      "wq|wk|wv|wo|to_q|to_k|to_v|to_out|to_qkv";

static bool has_attention_word(struct str name)
{
	return str_any(name, str_of(attention_words), str_has_nocase);
}

/* Whether the modules around a matrix, or its own name, say that it is attention's. */
static bool is_attention(struct work *w, size_t part)
{
	struct str path = w->parts->at[w->block].path;
	struct py_defined class;

	if (inside(w, part, w->heads))
		return true;
	if (inside(w, part, w->experts))
		return false;
	for (size_t i = w->block + 1; i < part; i++)
		if (inside(w, part, i) && !w->parts->at[i].layer) {
			if (number_in(w, w->parts->at[i].node, layer_heads) > 0)
				return true;
			if (py_object_class(w->parts->at[i].node, &class) &&
			    (str_has_nocase(class.name, STR("attention")) ||
			     str_has_nocase(class.name, STR("attn"))))
				return true;
		}
	return has_attention_word(str_sub(w->parts->at[part].path, path.n, w->parts->at[part].path.n));
}

/*
 * A parameter that is used as a matrix, self.qkv_w = nn.Parameter(torch.empty(3, heads, width)): one side of it is the
 * model's width.
 */
static bool read_parameter(struct work *w, size_t part, struct matrix *out)
{
	static const char beside[] = "lora|adapter|prefix|prompt|bias|scale|mask|position|rel_pos";
	const struct module_part *p = &w->parts->at[part];
	struct str name = str_tail(p->path, '.');

	*out = (struct matrix){.part = part, .in = p->in, .out = p->out};
	if (str_any(name, str_of(beside), str_has_nocase))
		return false;
	/* Queries, keys, values, and perhaps the way out, in a matrix that lies the other way. */
	if (equal(p->out, w->hidden) && p->in >= 3 * w->hidden && is_attention(w, part)) {
		out->in = p->out;
		out->out = p->in;
	}
	return equal(p->in, w->hidden) || equal(p->out, w->hidden);
}

static bool read_matrix(struct work *w, size_t part, struct matrix *out)
{
	const struct module_part *p = &w->parts->at[part];
	const struct node *bias;

	if (is(p, LAYER_PARAMETER))
		return read_parameter(w, part, out);
	bias = custom_module_arg(w->sizes, p, "bias");
	*out = (struct matrix){.part = part,
			       .in = custom_module_size(w->sizes, p, "in_features"),
			       .out = custom_module_size(w->sizes, p, "out_features"),
			       .bias = p->layer ? !bias || bias->kind != NODE_BOOL || bias->as.b
						: p->end - part > 2};
	return out->in > 0 && out->out > 0;
}

/* The gate and the way up, in one matrix or two, and the way down of an MLP that a library has as one module. */
static void read_gated(struct work *w, size_t part, struct matrices *to)
{
	const struct module_part *p = &w->parts->at[part];
	double in = custom_module_size(w->sizes, p, "in_features"), ffn = custom_module_size(w->sizes, p, "hidden_features");
	const struct node *packed = custom_module_arg(w->sizes, p, "_pack_weights");
	bool two = packed && packed->kind == NODE_BOOL && !packed->as.b;

	if (in <= 0 || ffn <= 0)
		return;
	w->out->recomputes_act = true;
	for (int i = two ? 0 : 1; i < 2; i++)
		to->at[to->n++] = (struct matrix){.part = part, .in = in, .out = two ? ffn : 2 * ffn};
	to->at[to->n++] = (struct matrix){.part = part, .in = ffn, .out = in};
}

/* Lists inside the block: of heads, whose modules give less than the width, and of experts, which give it. */
static void find_lists(struct work *w)
{
	w->heads = w->experts = SIZE_MAX;
	for (size_t i = w->block + 1; i < end_of(w); i++) {
		size_t children = 0, ends_wide = 0, first_end;

		if (!is(&w->parts->at[i], LAYER_HOLDER) || inside(w, i, w->heads) ||
		    inside(w, i, w->experts))
			continue;
		first_end = i + 1 < w->parts->at[i].end ? w->parts->at[i + 1].end : i + 1;
		for (size_t k = i + 1; k < w->parts->at[i].end; k = w->parts->at[k].end) {
			struct matrix m;
			bool wide = false, any = false;

			if (is(&w->parts->at[k], LAYER_LINEAR) ||
			    (w->parts->at[k].layer && !is(&w->parts->at[k], LAYER_HOLDER)))
				continue;
			for (size_t j = k; j < w->parts->at[k].end; j++)
				if (is(&w->parts->at[j], LAYER_LINEAR) && read_matrix(w, j, &m)) {
					any = true;
					wide |= equal(m.out, w->hidden) && !equal(m.in, w->hidden);
				}
			children += any;
			ends_wide += wide;
		}
		if (!children || first_end > w->parts->at[i].end)
			continue;
		if (ends_wide == children && children > 1)
			w->experts = i;
		else if (!ends_wide)
			w->heads = i;
	}
}

static size_t children(const struct work *w, size_t list)
{
	size_t n = 0;

	for (size_t i = list + 1; i < w->parts->at[list].end; i = w->parts->at[i].end)
		n++;
	return n;
}

/* Whether a part lies in a list behind the first thing that the list holds. */
static bool is_repeated(const struct work *w, size_t part, size_t list)
{
	return inside(w, part, list) && part >= w->parts->at[list + 1].end;
}

/* ---- attention ---- */

static struct str heads_unknown(void)
{
	return STR("how many heads its attention has is not known");
}

/* Keys and values as wide as the matrices are: all whole numbers, or not known. */
static struct str set_heads(struct work *w, double heads, double q, double kv)
{
	struct block *b = w->out;

	b->heads = heads;
	b->head_dim = q / heads;
	b->kv_heads = kv / b->head_dim;
	if (!whole(b->heads) || !whole(b->head_dim) || !whole(b->kv_heads) || b->kv_heads > heads)
		return STR("the sizes of its attention do not fit together");
	return (struct str){0};
}

static struct str read_attention(struct work *w, const struct matrices *all)
{
	const struct matrix *o = NULL, *in[MATRICES_MAX];
	double heads = number(w, layer_heads), q, kv, dim = number(w, layer_head_dim);
	size_t n = 0;

	/* What goes out again is as wide as the model, and comes last of those that are. */
	for (size_t i = 0; i < all->n && all->n > 1; i++)
		if (equal(all->at[i].out, w->hidden))
			o = &all->at[i];
	for (size_t i = 0; i < all->n; i++) {
		w->out->qkv_bias |= all->at[i].bias && &all->at[i] != o;
		if (&all->at[i] != o && equal(all->at[i].in, w->hidden))
			in[n++] = &all->at[i];
	}
	w->out->out_bias = o && o->bias;
	if (w->heads != SIZE_MAX) {
		/* A module for each head. */
		heads = (double)children(w, w->heads);
		return n ? set_heads(w, heads, heads * in[0]->out, heads * in[n - 1]->out)
			 : heads_unknown();
	}
	if (heads < 0 && dim > 0 && o)
		heads = o->in / dim;
	if (heads < 0 || !n)
		return heads_unknown();
	q = o ? o->in : w->hidden;
	if (n == 1) {
		w->out->fused_qkv = true;
		/* The way out is in it as well: qkvo_w. */
		kv = !o && equal(in[0]->out, 4 * q) ? q : (in[0]->out - q) / 2;
	} else if (n == 2) {
		kv = (in[0]->out + in[1]->out - q) / 2;
	} else {
		kv = fmin(in[0]->out, fmin(in[1]->out, in[2]->out));
		/* In whichever order: queries are what goes out again. */
		if (!equal(q, fmax(in[0]->out, fmax(in[1]->out, in[2]->out))))
			return STR("the sizes of its attention do not fit together");
	}
	return set_heads(w, heads, q, kv);
}

/* ---- MLP ---- */

/* The width of what goes down again, and how many matrices go up to it. */
static bool read_widths(const struct work *w, const struct matrix *all, size_t n, double *ffn, bool *gated,
			bool *fused)
{
	size_t ups = 0, twice = 0, downs = 0;

	*ffn = 0;
	for (size_t i = 0; i < n; i++)
		if (equal(all[i].out, w->hidden) && all[i].in > *ffn)
			*ffn = all[i].in;
	for (size_t i = 0; i < n; i++) {
		ups += equal(all[i].in, w->hidden) && equal(all[i].out, *ffn);
		twice += equal(all[i].in, w->hidden) && equal(all[i].out, 2 * *ffn);
		downs += equal(all[i].out, w->hidden) && equal(all[i].in, *ffn);
	}
	/* Parameters of one shape, whichever way they are used: nn.Parameter(torch.empty(width, 4 * width)) for up and down. */
	if (!ups && !twice && downs > 1 && is(&w->parts->at[all[0].part], LAYER_PARAMETER))
		ups = downs - 1;
	/* As wide as the model: all matrices are alike, and the one down is among those up. */
	if (equal(*ffn, w->hidden) && ups)
		ups--;
	*gated = ups > 1 || (!ups && twice);
	*fused = !ups && twice;
	return *ffn > 0 && (ups || twice);
}

static struct str read_mlp(struct work *w, const struct matrices *all)
{
	struct matrix expert[MATRICES_MAX], rest[MATRICES_MAX];
	size_t n = 0, nrest = 0;
	struct block *b = w->out;
	bool gated, fused;

	if (w->experts == SIZE_MAX)
		return read_widths(w, all->at, all->n, &b->ffn, &b->gated, &b->fused_gate_up)
			   ? (struct str){0}
			   : STR("the width of its MLP is not known");
	for (size_t i = 0; i < all->n; i++) {
		if (inside(w, all->at[i].part, w->experts))
			expert[n++] = all->at[i];
		else
			rest[nrest++] = all->at[i];
	}
	b->experts = (double)children(w, w->experts);
	b->top_k = number(w, layer_top_k);
	if (!read_widths(w, expert, n, &b->ffn, &b->gated, &b->fused_gate_up) || b->top_k < 1 ||
	    b->top_k > b->experts)
		return STR("how many experts a token meets is not known");
	if (!read_widths(w, rest, nrest, &b->shared_ffn, &gated, &fused))
		b->shared_ffn = 0;
	return (struct str){0};
}

/* ---- all of it ---- */

static void read_small(struct work *w)
{
	bool layer_norm = false, activation = false;

	for (size_t i = w->block; i < end_of(w); i++) {
		const struct module_part *p = &w->parts->at[i];
		struct str method = p->layer && p->made ? p->made->method : (struct str){0};

		layer_norm |= is(p, LAYER_NORM) || is(p, LAYER_BLOCK);
		activation |= str_is(method, "GELU") || str_is(method, "ReLU") ||
			      str_is(method, "SiLU") || is(p, LAYER_BLOCK);
	}
	w->out->norm_rms = !layer_norm;
	w->out->own_act = !activation;
}

/* A block of torch.nn's own. */
static struct str read_whole(struct work *w, size_t part)
{
	const struct module_part *p = &w->parts->at[part];
	double heads = custom_module_size(w->sizes, p, "nhead");

	w->out->whole = w->out->fused_qkv = w->out->qkv_bias = w->out->out_bias = true;
	w->out->ffn = custom_module_size(w->sizes, p, "dim_feedforward");
	if (heads < 1 || w->out->ffn < 1 ||
	    !equal(custom_module_size(w->sizes, p, "d_model"), w->hidden))
		return heads_unknown();
	return set_heads(w, heads, w->hidden, w->hidden);
}

static struct str read_layers(struct work *w)
{
	struct matrices attention = {0}, mlp = {0};
	struct str why;

	find_lists(w);
	for (size_t i = w->block; i < end_of(w); i++) {
		const struct module_part *p = &w->parts->at[i];
		struct matrices *to;

		if (is(p, LAYER_BLOCK))
			return read_whole(w, i);
		w->out->whole = is(p, LAYER_CROSS);
		if (w->out->whole)
			return STR("its blocks attend to a second input");
		if (is(p, LAYER_ATTENTION)) {
			double heads = custom_module_size(w->sizes, p, "num_heads");

			w->out->of_library = w->out->fused_qkv = true;
			if (heads < 1 || w->out->heads > 0 ||
			    !equal(custom_module_size(w->sizes, p, "embed_dim"), w->hidden))
				return heads_unknown();
			why = set_heads(w, heads, w->hidden, w->hidden);
			if (why.n)
				return why;
		}
		if (!is(p, LAYER_LINEAR) && !is(p, LAYER_GATED) && !(is(p, LAYER_PARAMETER) && p->in > 1 && p->out > 1))
			continue;
		/* Experts and heads are alike: the first one shows what they are. */
		if (is_repeated(w, i, w->experts) || is_repeated(w, i, w->heads))
			continue;
		to = is_attention(w, i) ? &attention : &mlp;
		if (to->n + 3 > MATRICES_MAX)
			return STR("its blocks have too many matrices");
		if (is(p, LAYER_GATED))
			read_gated(w, i, to);
		else if (read_matrix(w, i, &to->at[to->n]))
			to->n++;
	}
	if (!w->out->of_library) {
		why = read_attention(w, &attention);
		if (why.n)
			return why;
	}
	return read_mlp(w, &mlp);
}

struct str block_read(struct arena *a, const struct module_sizes *sizes, const struct module_parts *parts,
		      size_t list, size_t first, double hidden, struct block *out)
{
	struct work w = {.arena = a,
			 .sizes = sizes,
			 .parts = parts,
			 .hidden = hidden,
			 .out = out};

	*out = (struct block){0};
	w.block = typical_block(parts, list, first);
	if (w.block == SIZE_MAX)
		return STR("its blocks differ");
	read_small(&w);
	return read_layers(&w);
}
