#include "layer.h"

#include "core/base/base.h"
#include "linear.h"
#include "norm.h"

#include <math.h>

static double round512(double n)
{
	return 512 * ceil(n / 512);
}

static bool is_gelu_new(const struct widths *c)
{
	return c->a->mlp == MLP_PLAIN && c->a->composed_act;
}

/*
 * Megatron-Core keeps the permuted rows, what the first linear gives and the product: its fused SwiGLU keeps no
 * act(gate) and multiplies by the router's weights itself, so that the second linear's output is not needed
 * (Megatron-LM megatron/core/transformer/moe/experts.py TEGroupedMLP.forward, weighted_bias_swiglu_impl, 0.12 to 0.20).
 */
double experts_saved(const struct widths *c)
{
	const struct shape *a = c->a;
	bool fused = c->s->parallel.layout == LAYOUT_MEGATRON;
	double f = a->moe_ffn, sf = a->shared_ffn, o = c->o, h = c->h, total;

	total = widths_choices(c) * (linear_saved(c, LINEAR(W1) | LINEAR(W3), c->n, h) + (fused ? 2 : 3) * o * f +
				     linear_saved(c, LINEAR(W2), o, f) + (fused ? 0 : o * h));
	/* Routing: indices and weights per choice, float32 router probabilities. */
	total += 52 * a->top_k + 4 * a->experts + linear_saved(c, LINEAR(ROUTER), c->n, h);
	if (sf > 0)
		total += linear_kept(c, LINEAR(SHARED_GATE) | LINEAR(SHARED_UP), c->n, h).own +
			 (fused ? 2 : 3) * o * sf + linear_saved(c, LINEAR(SHARED_DOWN), o, sf) + 2 * o * h;
	return total;
}

/** Bytes per token between the second norm's output and the MLP's, its last linear's input
 * included. */
static double mlp_saved(struct layer *ly)
{
	const struct widths *c = ly->c;
	double f = c->f, w = ly->mlp_width, x = ly->last_width;

	if (c->a->mlp == MLP_MOE)
		return experts_saved(c);
	if (c->a->mlp == MLP_GATED && c->a->recomputes_act)
		return 2 * w * f;
	ly->last_saved = linear_saved(c, (linear_set)1 << ly->last, x, f);
	if (is_gelu_new(c)) /* pow(x), 0.5x, tanh, 1 + tanh */
		return ((c->amp ? 4 : w) + w + 2 * x) * f + ly->last_saved;
	if (c->a->mlp == MLP_PLAIN)
		return w * f + ly->last_saved;
	return (c->liger ? 2 : 3) * w * f + ly->last_saved; /* gate, act(gate), up */
}

static double qk_norm_saved(const struct widths *c)
{
	double w = c->q + c->kv, bytes;

	bytes = (c->fused_norm ? c->o : 4) * w + 4 * (c->H + c->Hk);
	if (c->full && !c->fused_norm)
		bytes += (c->a->norm == NORM_GEMMA ? 4 : c->o) * w;
	return bytes;
}

static const linear_set attention_linears =
    LINEAR(Q) | LINEAR(K) | LINEAR(V) | LINEAR(QKV) | LINEAR(O);

/** What the layer keeps for backward. */
static void set_saved(struct layer *ly)
{
	const struct widths *c = ly->c;
	const struct shape *a = c->a;
	double N = c->N, norm = norm_saved(c, c->h, c->R), attention, n2;
	struct kept out = linear_kept(c, LINEAR(O), c->ab, c->q);

	n2 = norm + (a->mlp == MLP_MOE ? 0 : linear_saved(c, ly->mlp_in, c->n, c->h));
	if (a->parallel_residual && a->norm == NORM_LAYER && (!c->amp || c->R == 4))
		n2 -= (c->amp ? 4 : c->R) * c->h; /* both norms keep the same tensor */
	attention = attention_saved(c) + (a->qk_norm ? qk_norm_saved(c) : 0) + out.own;
	/* Elsewhere o_proj's input is the kernel's own output. */
	if (out.share &&
	    (c->s->attention == ATTENTION_EAGER || c->s->attention == ATTENTION_FLASH_PADDED))
		attention += c->ab * c->q;
	attention += c->s->extra_saved;

	ly->norm1 = norm * N;
	ly->n1 = (linear_saved(c, ly->attention_in, c->n, c->h) + norm) * N;
	ly->attention = attention * N;
	ly->n2 = n2 * N;
	ly->mlp = mlp_saved(ly) * N + merged_saved(c, ~attention_linears);
	ly->attention += merged_saved(c, attention_linears);
	ly->post = (a->post_norms ? 2 * norm_saved(c, c->h, c->o) : 0) * N;
	ly->drop = (a->resid_dropout ? 2 * c->h : 0) * N; /* two 1-byte masks */
	ly->saved = ly->n1 + ly->attention + ly->n2 + ly->mlp + ly->post + ly->drop;
}

/** A norm that keeps its input as it is keeps the layer's checkpoint itself. */
static double shared_input(const struct widths *c)
{
	bool same = true;

	if (c->a->norm == NORM_LAYER)
		same = !c->amp || c->R == c->n;
	else if (!c->fused_norm)
		same = c->R == 4;
	return same && !c->a->post_ln ? c->R * c->h * c->N : 0;
}

static void set_inputs(struct layer *ly)
{
	const struct widths *c = ly->c;
	const struct shape *a = c->a;
	double leak = 2 * c->n * c->h + c->ab * c->q;
	double only = linear_only_int8(c, ly->attention_in, c->n, c->h);

	if (a->mlp == MLP_MOE) {
		double k = widths_choices(c), f = a->moe_ffn;

		leak += k * (c->n * c->h + ly->mlp_width * f);
		only += linear_only_int8(c, LINEAR(ROUTER), c->n, c->h) +
			k * (linear_only_int8(c, LINEAR(W1) | LINEAR(W3), c->n, c->h) +
			     linear_only_int8(c, LINEAR(W2), ly->mlp_width, f));
	} else {
		leak += ly->last_width * c->f;
		only += linear_only_int8(c, ly->mlp_in, c->n, c->h) +
			linear_only_int8(c, (linear_set)1 << ly->last, ly->last_width, c->f);
	}
	ly->leak = leak * c->N;
	ly->int8_only = only * c->N;
}

static void add_linear(struct layer *ly, const struct linear_size *l)
{
	const struct widths *c = ly->c;
	double size = l->in * l->out + (l->bias ? l->out : 0);

	if (attention_linears & (linear_set)1 << l->name)
		ly->p_attention += size;
	else
		ly->p_mlp += size;
	ly->quantised += l->in * l->out;
	ly->scales += round512(4 * l->out);
	ly->out_columns += l->out;
	ly->in_rows += l->in;
	ly->linears += 1;
	ly->largest = fmax(ly->largest, l->in * l->out);
	ly->last_matrix = l->in * l->out;
	if (c->targets & (linear_set)1 << l->name)
		ly->lora += c->r * (l->in + l->out) + (c->s->dora ? l->out : 0);
}

static void set_params(struct layer *ly)
{
	const struct widths *c = ly->c;
	const struct shape *a = c->a;
	struct linear_size lin[LINEAR_COUNT];
	size_t n = shape_linears(a, lin);
	double E = a->experts, f = a->moe_ffn;

	for (size_t i = 0; i < n; i++)
		add_linear(ly, &lin[i]);
	if (E > 0) {
		ly->p_experts = (a->expert_matrices > 0 ? a->expert_matrices : 3) * E * c->h * f;
		if (!c->s->experts_whole)
			ly->quantised += ly->p_experts;
		ly->out_columns += E * (2 * f + c->h);
		ly->in_rows += E * (2 * c->h + f);
		ly->linears += 3 * E;
		ly->largest = fmax(ly->largest, c->h * f);
		ly->last_matrix = c->h * f;
		if (widths_has_lora(c, LINEAR(W1)))
			ly->lora += 3 * E * c->r * (c->h + f);
	}
	ly->p_norm = (a->post_norms ? 4 : 2) * c->h * (a->norm == NORM_LAYER ? 2 : 1) +
		     (a->qk_norm ? 2 * c->d : 0);
	ly->p_mlp += a->layer_extra;
	ly->quantised += a->layer_extra;
	ly->p_linear = ly->p_attention + ly->p_mlp + ly->p_experts;
	ly->params = ly->p_linear + ly->p_norm;
}

struct layer layer_of(const struct widths *c)
{
	struct layer ly = {.c = c, .mlp_width = c->o};
	const struct shape *a = c->a;

	ly.last_width = is_gelu_new(c) && c->amp ? 4 : ly.mlp_width;
	ly.attention_in = a->fused_qkv ? LINEAR(QKV) : LINEAR(Q) | LINEAR(K) | LINEAR(V);
	if (a->mlp == MLP_PLAIN)
		ly.mlp_in = LINEAR(FC1);
	else
		ly.mlp_in = a->fused_gate_up ? LINEAR(GATE_UP) : LINEAR(GATE) | LINEAR(UP);
	ly.last = a->mlp == MLP_PLAIN ? LINEAR_FC2 : LINEAR_DOWN;
	ly.masked = attention_masked_layers(c);
	set_saved(&ly);
	ly.shared_input = shared_input(c);
	if (c->keep_input)
		set_inputs(&ly);
	set_params(&ly);
	return ly;
}
