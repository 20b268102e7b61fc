#include "layer.h"
#include "linear.h"
#include "norm.h"

/** The walk through a layer's backward, from its end to its start. */
struct walk {
	const struct layer *ly;
	struct section *out;
	size_t n;
	/** Saved bytes that are gone; share of gradients that exist. */
	double released, grads;
	/** The residual gradient cast to the branch's dtype. */
	double branch;
};

static void section_add(struct walk *w, const char *name, double extra)
{
	w->out[w->n++] = (struct section){name, w->released, extra, w->grads};
}

/** A matrix's or a group's share of the layer's trainable parameters. */
static double share(const struct layer *ly, double params)
{
	return params / ly->params;
}

static void experts_backward(struct walk *w)
{
	const struct layer *ly = w->ly;
	const struct widths *c = ly->c;
	double E = c->a->experts, f = c->a->moe_ffn, m = ly->mlp_width;
	double tokens = c->N * widths_choices(c) / E, released = w->released;
	double flow = w->branch + c->R * c->h * c->N + (c->o + m) * c->h * tokens;
	double one = (3 * m * f - linear_saved(c, LINEAR(W2), m, f)) * tokens;

	section_add(w, "an expert", flow + one);
	if (widths_has_lora(c, LINEAR(W2)))
		section_add(w, "LoRA of an expert", flow + lora_in_backward(c, m, f) * tokens);
	w->released += ly->mlp * (E - 1) / E;
	if (widths_casts_weights(c))
		w->released += 2 * ly->p_experts * (E - 1) / E;
	w->grads = c->full ? share(ly, ly->p_mlp + ly->p_experts) : 0.5;
	section_add(w, "the last expert", flow + one);
	w->released = released;
}

/** Bytes per token that an MLP's backward needs on top of what is saved. */
static double mlp_extra(const struct layer *ly)
{
	const struct widths *c = ly->c;
	double f = c->f, m = ly->mlp_width;

	if (c->a->mlp == MLP_PLAIN && c->a->composed_act)
		return (c->amp ? 12 : 2 * m) * f;
	if (c->a->mlp == MLP_PLAIN)
		return 2 * m * f - ly->last_saved;
	if (c->a->recomputes_act)
		return 4 * m * f; /* the product, d(product), d(gate) and d(up) in one kernel */
	if (c->liger)
		return m * f;
	return 3 * m * f - ly->last_saved; /* d(product), d(act), d(up); the product is released */
}

static void mlp_backward(struct walk *w)
{
	const struct layer *ly = w->ly;
	const struct widths *c = ly->c;
	double matrix = c->h * c->f;

	w->grads = c->full ? share(ly, matrix) : 0;
	section_add(w, "MLP", mlp_extra(ly) * c->N);
	w->grads = 0;
	if (widths_has_lora(c, (linear_set)1 << ly->last)) {
		double cast = !c->amp && c->adb == 4 && ly->mlp_width == 2 ? 2 * c->h : 0;

		section_add(w, "LoRA of the MLP",
			    (lora_in_backward(c, ly->last_width, c->f) + cast) * c->N + w->branch);
	}
	if (c->quant) /* the widest matmul's weight, dequantised */
		section_add(w, "dequantised MLP",
			    ly->last_width * c->f * c->N + w->branch +
				(c->q4 ? c->s->quant_half ? 4 : 2 : ly->last_width) * matrix);
	w->grads = c->full ? share(ly, ly->p_mlp) : 0.5;
}

size_t layer_sections(const struct layer *ly, struct section out[LAYER_SECTIONS_MAX])
{
	const struct widths *c = ly->c;
	struct walk w = {.ly = ly, .out = out};
	double cast = widths_casts_weights(c) ? 2 : 0; /* weight copies released on the way */
	double norm = norm_backward(c, c->h, c->R, c->n) + c->n * c->h;

	w.branch = c->o != c->R ? c->o * c->h * c->N : 0;
	if (c->a->post_norms)
		section_add(&w, "post-norm", w.branch + norm_backward(c, c->h, c->o, c->o) * c->N);
	w.released = ly->post / 2;
	if (c->a->mlp == MLP_MOE)
		experts_backward(&w);
	else
		mlp_backward(&w);
	w.released += ly->mlp + cast * (ly->p_mlp + ly->p_experts);
	section_add(&w, "second norm", w.branch + norm * c->N);
	w.released += ly->n2 + ly->post / 2;
	if (c->full)
		w.grads += share(ly, c->q * c->h);
	section_add(&w, "attention", attention_backward(ly) + w.branch);
	w.released += ly->attention + cast * ly->p_attention;
	w.grads = 1;
	section_add(&w, "first norm", w.branch + norm * c->N);
	return w.n;
}
