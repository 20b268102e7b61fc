#include "layer.h"
#include "linear.h"

#include <math.h>

/** What a plain or gated MLP's forward looks like, bytes per token. */
struct mlp_forward {
	/** Saved up to the activation; live while the linear with LoRA runs; the first maximum. */
	double saved, first, top;
	/** The linear in front of the activation, and its width. */
	linear_set up;
	double up_width;
	/** 16-bit cast of a float32 input of the last linear. */
	double cast;
};

static struct mlp_forward mlp_plain(const struct layer *ly)
{
	const struct widths *c = ly->c;
	double f = c->f, w = ly->mlp_width, x = ly->last_width;
	struct mlp_forward m = {.up = LINEAR(FC1), .up_width = f};

	if (c->a->composed_act) {
		m.saved = (3 * x + w) * f;
		m.top = (2 * w + 4 * x) * f;
	} else {
		m.saved = w * f;
		m.top = 2 * w * f;
	}
	if (x == 4 && ((c->amp && !c->quant) || c->q4))
		m.cast = 2 * f;
	return m;
}

static struct mlp_forward mlp_gated(const struct layer *ly, bool saving)
{
	const struct widths *c = ly->c;
	double f = c->f, w = ly->mlp_width;
	struct mlp_forward m = {.saved = (c->liger ? 2 : 3) * w * f};

	if (c->a->recomputes_act)
		return (struct mlp_forward){.saved = 2 * w * f, .up = LINEAR(UP), .up_width = f, .top = 3 * w * f};
	if (c->a->fused_gate_up) {
		m.up = LINEAR(GATE_UP);
		m.up_width = 2 * f;
		m.top = (c->liger ? 3 : 4) * w * f;
	} else {
		m.up = LINEAR(UP);
		m.up_width = f;
		m.first = (saving ? 2 : 1) * w * f;
		m.top = (saving && !c->liger ? 4 : 3) * w * f;
	}
	if (!c->full && w == 4 && ((c->amp && !c->quant) || c->q4))
		m.cast = 2 * f;
	return m;
}

/** The largest bytes per token inside the MLP, on top of what came before it. */
static double mlp_forward(const struct layer *ly, bool saving)
{
	const struct widths *c = ly->c;
	bool plain = c->a->mlp == MLP_PLAIN;
	struct mlp_forward m = plain ? mlp_plain(ly) : mlp_gated(ly, saving);
	double f = c->f, out = c->o * c->h, max = m.top;
	double tail = (saving ? m.saved : 0) + (plain ? ly->last_width : ly->mlp_width) * f;

	if (widths_has_lora(c, m.up))
		max = fmax(max, m.first + lora_out_forward(c, c->o, m.up_width));
	if (widths_has_lora(c, m.up | LINEAR(GATE)))
		max = fmax(max, lora_in_forward(c, c->n, c->h));
	max = fmax(max, tail + m.cast + out);
	if (widths_has_lora(c, (linear_set)1 << ly->last))
		max = fmax(max, tail + out + lora_in_forward(c, ly->last_width, f));
	if (c->q8) {
		/* int8 copies and int32 results of bitsandbytes' matmul. */
		max = fmax(max, m.first + c->h + 6 * f);
		max = fmax(max, tail + 5 * f);
	}
	return max;
}

/** The last of the experts, the others' saved tensors beside it. */
static double experts_forward(const struct layer *ly, bool saving)
{
	const struct widths *c = ly->c;
	double E = c->a->experts, f = c->a->moe_ffn, w = ly->mlp_width;
	double tokens = widths_choices(c) / E * c->N;
	double one = (4 * w * f + c->n * c->h) * tokens;

	if (widths_has_lora(c, LINEAR(W2)))
		one += lora_in_forward(c, w, f) * tokens;
	return (E - 1) / E * (saving ? ly->mlp : 0) + one + c->n * c->h * c->N;
}

double layer_forward(const struct layer *ly, bool saving)
{
	const struct widths *c = ly->c;
	double in = (c->R + c->n) * c->h * c->N; /* residual stream and norm output */
	double before = in + (saving ? ly->n1 : 0), merged = merged_forward(c);
	double max = before + attention_forward(ly, saving);

	if (widths_has_lora(c, LINEAR(Q) | LINEAR(QKV))) {
		double width = c->a->fused_qkv ? c->q + 2 * c->kv : c->q;

		max = fmax(max, before + lora_in_forward(c, c->n, c->h) * c->N);
		max = fmax(max, before + lora_out_forward(c, c->o, width) * c->N);
	}
	max += merged;
	before = in + merged;
	if (saving)
		before += ly->n1 + ly->attention + ly->n2 + ly->post / 2 + ly->drop / 2;
	if (c->a->mlp == MLP_MOE)
		return fmax(max, before + experts_forward(ly, saving));
	return fmax(max, before + mlp_forward(ly, saving) * c->N);
}
