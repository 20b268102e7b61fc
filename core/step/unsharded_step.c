#include "norm.h"
#include "timeline.h"
#include "tower.h"

#include <math.h>

#define LAST_LAYER  "last layer"
#define FIRST_LAYER "first layer"

/** Everything that the moments of a step are made of. */
struct dense {
	struct widths c;
	struct layer ly;
	struct head hd;
	struct weights p;
	/** Bytes: one layer's gradients, all gradients; a residual tensor; lm_head's matrix,
	 * elements. */
	double layer_grads, grads, residual, Vh;
	double grad_width;
	/** Gradients are there before the pass; or not even behind it. */
	bool accum, fused;
	/** Parameters that train. */
	double trained;
	/** Saved by: an earlier layer, all layers, the final norm; inside a recomputed layer. */
	double prev, layers, final, inner;
	/** 16-bit copies of float32 weights at the end of forward, and in backward. */
	double forward_cast, backward_cast, weight_cast;
	/** Outputs that a loop keeps over backward, over the next forward; its live cache. */
	double keep, keep_prev, cache;
	/** What the last logits and their graph hold while the next forward runs. */
	double held;
	/** From step to step; and what forward saved. */
	struct need base, saved;
};

static double final_norm_saved(const struct widths *c)
{
	if (c->a->post_ln)
		return 0;
	return (norm_saved(c, c->h, c->R) - (c->a->norm == NORM_LAYER ? 8 : 4)) * c->N;
}

/** Ids, labels, masks, RoPE tables, the embedding's dropout and norm. */
static double inputs(const struct dense *d)
{
	const struct widths *c = &d->c;
	const struct shape *a = c->a;
	bool two_masks = a->sliding_window > 0 && a->sliding_every > 1;
	double square = c->B * c->S * c->S, bytes = 24 * c->N;

	if (d->ly.masked > 0)
		bytes += square * (c->s->attention == ATTENTION_SDPA_MASK && two_masks ? 2 : 1);
	if (c->s->attention == ATTENTION_EAGER)
		bytes += c->R * square * (two_masks ? 2 : 1);
	if (a->rope)
		bytes += 2 * c->R * c->S * c->d * a->rope_share;
	if (a->embd_dropout)
		bytes += c->N * c->h;
	if (a->post_ln)
		bytes += (c->amp ? 4 : c->E) * c->N * c->h;
	return bytes;
}

/** Gradients reach the embedding: a copy of it trains, or an adapter on it. */
static bool trains_embedding(const struct widths *c)
{
	return c->s->train_embed || c->s->lora_embed;
}

static void set_saved(struct dense *d)
{
	const struct widths *c = &d->c;
	const struct layer *ly = &d->ly;
	double leaf = c->s->input_require_grads && !c->ckpt ? d->residual : 0;

	d->final = final_norm_saved(c);
	if (c->ckpt) {
		d->prev = d->residual + (c->q8 && c->nonre ? ly->leak : 0);
		/* The embeddings of norms32 are still 16 bit: layer 0's checkpoint is half. */
		d->layers = c->back * d->prev - (c->norms32 ? 2 * c->N * c->h : 0);
		d->inner = ly->saved - ly->shared_input - (c->nonre ? ly->int8_only : 0);
		d->inner += widths_casts_weights(c) ? 2 * ly->p_linear : 0;
		d->inner += c->amp && c->adb == 4 && !c->full ? 2 * ly->lora : 0;
	} else {
		d->prev = ly->saved;
		d->layers = c->back * ly->saved;
		if (!c->full && !c->s->input_require_grads && !trains_embedding(c)) {
			/* Nothing upstream of layer 0 needs a gradient. */
			d->layers -= ly->norm1;
			if (c->a->parallel_residual &&
			    !widths_has_lora(c, LINEAR(FC1) | LINEAR(FC2)))
				d->layers -= ly->n2 + ly->mlp;
		}
	}
	d->saved.by[TERM_INPUTS] = inputs(d);
	d->saved.by[TERM_SAVED] = leaf + d->layers + d->final;
	d->saved.by[TERM_TOWER] = tower_saved(c);
	d->saved.by[TERM_LOGITS] = d->hd.saved;
}

/** Autocast's copies pile up until the end of forward; checkpointing frees them before backward. */
static void set_casts(struct dense *d)
{
	const struct widths *c = &d->c;
	double adapters = c->amp && c->adb == 4 && !c->full ? 2 * d->p.adapters : 0;

	d->weight_cast = widths_casts_weights(c) ? 2 * c->L * d->ly.p_linear : 0;
	d->forward_cast = (c->ckpt && !c->full ? 0 : d->weight_cast) + adapters;
	d->backward_cast = c->ckpt ? 0 : d->weight_cast + adapters;
}

/** Whether attention saves something else than the key-value cache that forward builds. */
static bool cache_is_extra(const struct widths *c)
{
	enum attention kind = c->s->attention;
	bool copies = kind == ATTENTION_EAGER || kind == ATTENTION_SDPA_MASK ||
		      kind == ATTENTION_SDPA_REPEAT || (kind == ATTENTION_SDPA && c->ab == 4);

	return (c->H != c->Hk && copies) || kind == ATTENTION_FLASH_PADDED || c->ab != c->qb ||
	       c->ab != c->o;
}

static void set_outputs(struct dense *d)
{
	const struct widths *c = &d->c;
	double cache = c->s->use_cache && !c->ckpt ? c->L * c->N * c->kv * (c->qb + c->o) : 0;

	if (cache > 0 && cache_is_extra(c))
		d->cache = cache;
	if (c->s->keep_outputs) {
		d->keep = d->hd.logits + d->cache;
		d->keep_prev = d->hd.logits + cache;
	}
	/* Saved tensors are gone after backward; what bitsandbytes hung on its nodes goes with the nodes. */
	if (c->s->holds_logits)
		d->held = 4 * c->N * c->V + (c->q4 && c->s->bnb_old && !c->ckpt ? c->L * d->ly.leak : 0);
}

static void set_base(struct dense *d)
{
	const struct widths *c = &d->c;
	const struct step_spec *s = c->s;
	double trained = c->full ? weights_trained(c, &d->ly, &d->p) : d->p.adapters;
	struct optim_need optim, whole;

	d->grad_width = c->full ? c->wb : c->adb;
	/* An update inside backward frees a gradient as soon as it is used. */
	d->fused = s->optim->in_backward || s->in_backward;
	d->trained = trained + (c->full ? 0 : d->p.whole);
	d->grads = trained * d->grad_width + d->p.whole * c->E;
	d->layer_grads = (c->full ? c->training * d->ly.params : d->ly.lora) * d->grad_width;
	optim = optim_need_of(c, &d->ly, &d->p, trained, d->grad_width, false);
	whole = optim_need_of(c, &d->ly, &d->p, d->p.whole, c->E, false);
	d->base.by[TERM_WEIGHTS] = d->p.bytes;
	d->base.by[TERM_ADAPTERS] = d->p.adapters * c->adb + d->p.whole * c->E;
	d->base.by[TERM_OPTIMIZER] = optim.state + (d->p.whole > 0 ? whole.state : 0);
	d->base.by[TERM_STEP] = optim.temp + (d->p.whole > 0 ? whole.temp : 0);
	if (s->parallel.layout == LAYOUT_DDP && !s->bucket_view)
		d->base.by[TERM_BUFFERS] = d->grads;
	d->base.by[TERM_OTHERS] = s->others;
	if (s->reference == REFERENCE_COPY)
		d->base.by[TERM_OTHERS] += d->p.bytes;
}

/* ------------------------------------------------------------------------------------ moments */

static void forward(const struct dense *d, struct step *st, struct need live)
{
	const struct widths *c = &d->c;
	const struct head *hd = &d->hd;
	double norm_out = c->n * c->N * c->h;
	bool norm_kept = c->full && !(c->amp && c->n == 4) && !hd->fused;
	struct need all, m;

	live.by[TERM_OUTPUTS] += d->keep_prev + d->cache;
	all = need_sum(live, &d->saved);
	m = need_with(all, TERM_CASTS, d->forward_cast + hd->cast);
	m.by[TERM_LOGITS] += hd->forward;
	m.by[TERM_LAYER] += norm_kept ? 0 : norm_out;
	step_add(st, PHASE_LOSS, "logits and loss", NULL, m);
	if (d->held > 0) { /* logits in 16 bit, then the matrix or the float32 copy */
		m = need_with(all, TERM_OUTPUTS, d->held);
		m.by[TERM_LOGITS] += 2 * c->N * c->V + fmax(4 * c->N * c->V, head_dequantised(c));
		step_add(st, PHASE_LOSS, "logits beside the last ones", NULL, m);
	}
	if (hd->metrics > 0) {
		m = need_with(all, TERM_CASTS, d->backward_cast + hd->cast);
		m.by[TERM_LOGITS] += hd->metrics;
		step_add(st, PHASE_LOSS, "loss metrics", NULL, m);
	}
	if (hd->gathered > 0) {
		m = need_with(all, TERM_CASTS, d->backward_cast + hd->cast);
		m.by[TERM_LOGITS] += hd->gathered;
		step_add(st, PHASE_LOSS, "outputs of all GPUs", NULL, m);
	}
	if (hd->reference > 0) {
		m = need_with(all, TERM_CASTS, d->backward_cast + hd->cast);
		/* TRL's copy is not frozen: autocast caches its casts too. */
		if (c->s->reference == REFERENCE_COPY && c->amp)
			m.by[TERM_CASTS] += (c->wb == 4 ? 2 * c->L * d->ly.p_linear : 0) + hd->cast;
		m.by[TERM_LOGITS] += hd->reference;
		m.by[TERM_LAYER] += norm_out;
		step_add(st, PHASE_LOSS, "reference model", NULL, m);
	}
	m = need_with(live, TERM_INPUTS, d->saved.by[TERM_INPUTS]);
	m.by[TERM_SAVED] += d->saved.by[TERM_SAVED] - d->layers - d->final +
			    fmax(0, c->back - 1 / c->s->passes) * (c->ckpt ? d->residual : d->ly.saved);
	m.by[TERM_TOWER] += d->saved.by[TERM_TOWER];
	m.by[TERM_CASTS] += d->forward_cast;
	m.by[TERM_LAYER] += layer_forward(&d->ly, !c->ckpt) + d->residual;
	step_add(st, PHASE_FORWARD, "layer", LAST_LAYER, m);
}

/** The head's backward; returns the bytes of lm_head's gradient that stay. */
static double head_backward(const struct dense *d, struct step *st, struct need live)
{
	const struct widths *c = &d->c;
	const struct head *hd = &d->hd;
	struct need all = need_sum(live, &d->saved), m;
	double dlogits = 0, cast32 = c->amp && c->E == 4;

	all.by[TERM_CASTS] += hd->cast;
	step_add(st, PHASE_LOSS, "backward of the loss", NULL,
		 need_with(all, TERM_LOGITS, hd->backward));
	if (!hd->fused && c->a->head != HEAD_CLASSIFIER)
		dlogits = hd->width * hd->tokens * c->V;
	if (!c->head_trains || c->a->head == HEAD_CLASSIFIER) {
		m = need_with(all, TERM_LOGITS, dlogits + hd->width * c->N * c->h);
		step_add(st, PHASE_BACKWARD, "input gradient of the head", NULL, m);
		return 0;
	}
	if (!hd->fused) {
		m = need_with(all, TERM_LOGITS, dlogits + (c->amp ? 2 : c->n) * c->N * c->h);
		m.by[TERM_GRADIENTS] += (c->amp ? 2 : c->E) * d->Vh;
		step_add(st, PHASE_BACKWARD, "weight gradient of the head", NULL, m);
		if (cast32 > 0) {
			m = need_with(all, TERM_LOGITS, -hd->saved);
			m.by[TERM_GRADIENTS] += 6 * d->Vh;
			step_add(st, PHASE_BACKWARD, "float32 gradient of the head", NULL, m);
		}
	} else if (c->s->loss == LOSS_LIGER && cast32 > 0) {
		m = need_with(all, TERM_GRADIENTS, 4 * d->Vh);
		step_add(st, PHASE_BACKWARD, "float32 gradient of the head", NULL, m);
	}
	return c->E * d->Vh;
}

static void section_moments(const struct dense *d, struct step *st, struct need top,
			    struct need bot)
{
	const struct widths *c = &d->c;
	struct section sec[LAYER_SECTIONS_MAX];
	size_t n = layer_sections(&d->ly, sec);

	for (size_t i = 0; i < n; i++) {
		enum term where = c->ckpt ? TERM_LAYER : TERM_SAVED;
		struct need extra = {0};

		extra.by[where] += d->inner - sec[i].released / (c->ckpt ? 1 : c->s->passes);
		extra.by[TERM_LAYER] += sec[i].extra;
		extra.by[TERM_GRADIENTS] += d->accum ? 0 : sec[i].grads * d->layer_grads;
		step_add(st, PHASE_BACKWARD, sec[i].name, LAST_LAYER, need_sum(top, &extra));
		step_add(st, PHASE_BACKWARD, sec[i].name, FIRST_LAYER, need_sum(bot, &extra));
	}
}

/*
 * Of several passes with one backward the last one's goes first, from end to end: all gradients are there when that
 * of the next begins.
 */
static void next_pass(const struct dense *d, struct step *st, struct need top)
{
	if (d->c.s->passes <= 1 || d->accum || d->fused)
		return;
	top.by[TERM_SAVED] *= 1 - 1 / d->c.s->passes;
	top.by[TERM_GRADIENTS] = d->grads;
	step_add(st, PHASE_BACKWARD, "next text", LAST_LAYER, top);
}

/** What only the pass at work has beside what is saved. */
static void one_pass(struct step *st, double passes)
{
	for (size_t i = 0; passes > 1 && i < st->n; i++)
		st->at[i].need.by[TERM_LAYER] /= passes;
}

static void backward(const struct dense *d, struct step *st, struct need live)
{
	const struct widths *c = &d->c;
	double pending, rest = fmax(0, c->back - 1);
	bool keeps = !d->accum && !d->fused;
	struct need top, bot, m;

	live.by[TERM_OUTPUTS] += d->keep;
	live.by[TERM_CASTS] += d->backward_cast;
	pending = head_backward(d, st, live);
	top = need_sum(live, &d->saved);
	top.by[TERM_LOGITS] -= d->hd.saved;
	top.by[TERM_GRADIENTS] += keeps || c->a->tied ? pending : 0;
	if (!c->a->post_ln) {
		m = need_with(top, TERM_LAYER, c->n * c->N * c->h);
		m.by[TERM_LAYER] += norm_backward(c, c->h, c->R, c->n) * c->N;
		step_add(st, PHASE_BACKWARD, "final norm", NULL, m);
	}
	top.by[TERM_SAVED] -= d->final;
	top.by[TERM_LAYER] += d->residual;
	bot = need_with(top, TERM_SAVED, -rest * d->prev);
	bot.by[TERM_CASTS] -= c->ckpt ? 0 : rest / c->L * d->weight_cast;
	bot.by[TERM_GRADIENTS] += keeps ? rest * d->layer_grads : 0;
	if (c->ckpt) {
		double again = layer_forward(&d->ly, true) + d->inner - d->ly.saved +
			       (c->nonre ? d->ly.int8_only : 0);

		step_add(st, PHASE_BACKWARD, "recomputation", LAST_LAYER,
			 need_with(top, TERM_LAYER, again));
		step_add(st, PHASE_BACKWARD, "recomputation", FIRST_LAYER,
			 need_with(bot, TERM_LAYER, again));
	}
	section_moments(d, st, top, bot);
	next_pass(d, st, top);
}

/** The embedding's gradient, at the very end; a tied matrix has the head's beside it. */
static void embedding_backward(const struct dense *d, struct step *st, struct need live)
{
	const struct widths *c = &d->c;
	double dw = d->Vh * (c->full ? d->grad_width : c->E);

	live.by[TERM_OUTPUTS] += d->keep;
	live.by[TERM_INPUTS] += d->saved.by[TERM_INPUTS] + 32 * c->N;
	live.by[TERM_GRADIENTS] += d->accum || d->fused ? dw : d->grads;
	live.by[TERM_LAYER] += c->E * c->N * c->h;
	if (c->full && c->a->tied && c->a->head != HEAD_CLASSIFIER) {
		live.by[TERM_GRADIENTS] += dw;
		st->at_worst = need_total(&live) + dw;
	}
	step_add(st, PHASE_BACKWARD, "gradient of the embedding", NULL, live);
}

/** The tower's backward, behind all layers: their gradients are there. */
static void tower_backward(const struct dense *d, struct step *st, struct need live)
{
	if (d->saved.by[TERM_TOWER] <= 0)
		return;
	live.by[TERM_OUTPUTS] += d->keep;
	live.by[TERM_INPUTS] += d->saved.by[TERM_INPUTS];
	live.by[TERM_GRADIENTS] += d->accum || d->fused ? 0 : d->grads;
	live.by[TERM_TOWER] += d->saved.by[TERM_TOWER];
	live.by[TERM_LAYER] += tower_work(&d->c);
	step_add(st, PHASE_BACKWARD, "vision tower", NULL, live);
}

struct step step_unsharded(const struct step_spec *s)
{
	struct dense d = {.c = widths_of(s)};
	struct step st = {0};
	struct need live, load;
	double temp;

	d.ly = layer_of(&d.c);
	d.hd = head_of(&d.c);
	d.p = weights_of(&d.c, &d.ly);
	d.residual = d.c.R * d.c.N * d.c.h;
	d.Vh = d.c.V * d.c.h;
	/* Gradients that are there before the pass are those of passes before it, or zeros. */
	d.accum = s->accumulation > 1 || s->keeps_gradients;
	set_base(&d);
	set_saved(&d);
	set_casts(&d);
	set_outputs(&d);
	temp = d.base.by[TERM_STEP];
	d.base.by[TERM_STEP] = 0;

	load = need_with(d.base, TERM_OPTIMIZER, -d.base.by[TERM_OPTIMIZER]);
	step_add(&st, PHASE_LOAD, "weights loaded", NULL, load);
	live = need_with(d.base, TERM_GRADIENTS, d.accum ? d.grads : 0);
	forward(&d, &st, live);
	backward(&d, &st, live);
	tower_backward(&d, &st, live);
	if (d.c.embed_trains)
		embedding_backward(&d, &st, live);
	live = need_with(d.base, TERM_GRADIENTS, d.fused ? d.Vh * d.grad_width : d.grads);
	live.by[TERM_OUTPUTS] += d.keep_prev;
	step_add(&st, PHASE_STEP, "update", NULL, need_with(live, TERM_STEP, d.fused ? 0 : temp));
	one_pass(&st, s->passes);
	step_settle(&st);

	st.weights = d.p;
	st.trained = d.trained;
	st.gradient_bytes = d.grads;
	st.resident = need_total(&d.base);
	st.fixed = d.p.bytes;
	st.per_layer = d.ly.saved;
	st.layers = d.layers;
	return st;
}
