#include "layer.h"

#include <math.h>

double attention_masked_layers(const struct widths *c)
{
	const struct shape *a = c->a;
	double every = a->sliding_every;

	if (c->s->attention == ATTENTION_SDPA_MASK)
		return c->L;
	if (c->s->attention != ATTENTION_SDPA && c->s->attention != ATTENTION_SDPA_REPEAT)
		return 0;
	if (a->sliding_window <= 0 || c->S <= a->sliding_window)
		return 0;
	if (every <= 1)
		return c->L;
	return every == 2 ? floor((c->L + 1) / 2) : c->L - floor(c->L / every);
}

/** Whether K and V are stored once per query head: repeat_kv made a copy. */
static bool is_expanded(const struct widths *c, bool masked)
{
	if (c->s->attention == ATTENTION_LITGPT)
		return c->Hk != c->H;
	return c->Hk > 1 && (masked || c->s->attention == ATTENTION_SDPA_REPEAT ||
			     (c->ab == 4 && !widths_flash(c)));
}

/**
 * Eager: the probabilities. Llama's softmax is float32 and cast back; GPT-2 and BERT keep the
 * dropout's mask and output beside the softmax.
 */
static double eager_saved(const struct widths *c)
{
	const struct shape *a = c->a;
	double p, kv = c->Hk > 1 || c->B > 1 ? c->q : c->kv;
	double scores = a->eager_upcast ? c->ab : c->amp ? 4 : c->o;

	if (a->eager_upcast)
		p = 4 + (c->qb == 2 || c->ab == 2 ? 2 : 0) + (a->attn_dropout ? 1 : 0);
	else if (a->attn_dropout)
		p = (c->amp ? 4 : c->o) + 1 + c->o;
	else
		p = (c->amp ? 4 : c->o) + (c->amp ? c->o : 0);
	if (a->attn_softcap)
		p += c->ab;
	/* What is clamped goes into the softmax, another tensor. */
	if (c->s->softmax_inputs)
		p += scores;
	if (a->clamps_scores)
		p += c->ab;
	return c->ab * (c->q + 2 * kv) + p * c->H * c->S;
}

/** Whether v is a view that keeps a fused projection alive. */
static bool keeps_fused(const struct widths *c, bool cached)
{
	if (!c->a->fused_qkv || c->ab != c->o || c->s->attention == ATTENTION_FLASH_PADDED)
		return false;
	if (cached && c->a->rope)
		return false;
	return c->s->attention != ATTENTION_LITGPT || c->Hk == c->H;
}

static double core_saved(const struct widths *c, bool masked)
{
	bool cached = c->s->use_cache && !c->ckpt;
	double ab = c->ab, bytes;

	if (c->s->attention == ATTENTION_EAGER)
		return eager_saved(c);
	if (keeps_fused(c, cached)) {
		bytes = ab * (c->q + 2 * c->kv);
		if (c->a->rope)
			bytes += ab * (c->q + c->kv); /* rotated copies */
		else if (cached)
			bytes += 2 * ab * c->kv;
	} else {
		bytes = ab * (c->q + 2 * (is_expanded(c, masked) ? c->q : c->kv));
	}
	bytes += ab * c->q + 4 * c->H; /* output, logsumexp */
	if (masked)		       /* the bool mask becomes a bias in every layer */
		bytes += ab * 16 * ceil(c->S / 16);
	return bytes;
}

double attention_saved(const struct widths *c)
{
	double m = attention_masked_layers(c);

	return ((c->L - m) * core_saved(c, false) + m * core_saved(c, true)) / c->L;
}

double attention_forward(const struct layer *ly, bool saving)
{
	const struct widths *c = ly->c;
	double scores;

	if (c->s->attention != ATTENTION_EAGER)
		return (saving ? ly->attention : 0) + c->o * (c->q + 2 * c->kv) * c->N;
	if (c->ab == 4 || (c->R == 4 && c->amp))
		scores = 8;
	else
		scores = c->a->eager_upcast || c->amp ? 10 : 6;
	if (saving && c->a->attn_softcap)
		scores += c->ab;
	return scores * c->H * c->S * c->N +
	       ((c->qb + 3 * c->ab) * c->q + (saving ? 0 : c->o * c->q)) * c->N;
}

static double eager_backward(const struct widths *c)
{
	const struct shape *a = c->a;

	if (a->eager_upcast)
		return (c->ab == 2 ? 6 : 8) + (a->attn_dropout ? 1 : 0);
	if (c->amp)
		return a->attn_dropout ? 5 : 6;
	return c->o == 2 ? 2 : 4;
}

double attention_backward(const struct layer *ly)
{
	const struct widths *c = ly->c;
	double ab = c->ab, bytes;
	bool wide;

	if (c->s->attention == ATTENTION_EAGER)
		return eager_backward(c) * c->H * c->S * c->N;
	wide = ly->masked > 0 || c->s->attention == ATTENTION_SDPA_REPEAT ||
	       (ab == 4 && !widths_flash(c));
	bytes = 2 * ab * c->q + 2 * ab * (wide ? c->q : c->kv); /* dO, dQ, dK, dV */
	if (ab == 2) {
		bytes += 4 * c->q; /* float32 accumulator of dQ */
		if (!wide && c->kv != c->q)
			bytes += 2 * ab * c->q; /* dK, dV per query head */
	}
	return bytes * c->N;
}
