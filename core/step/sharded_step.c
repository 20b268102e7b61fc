#include "sharded_step.h"

#include "norm.h"
#include "sharding_plan.h"
#include "tower.h"

#include <math.h>

#define LAST_LAYER  "last layer"
#define FIRST_LAYER "first layer"

/** Everything that the moments are made of. */
struct many {
	const struct rank *r;
	struct sharding_plan plan;
	/** What this GPU has of the model's ends. */
	bool with_head, with_embedding;
	bool accum;
	/** Bytes: kept by an earlier layer, by all; by the final norm; inside a recomputed layer. */
	double prev, layers, final, inner;
	/** 16-bit copies of float32 weights; the last norm's output; gradients of finished layers. */
	double cast, norm_out, grads_done;
	/** Gradients of the layer at work that count. */
	double layer_grads;
	bool recomputes;
	/** From forward to the end of backward; and what forward saved. */
	struct need live, saved;
};

static double inputs(const struct rank *r)
{
	const struct widths *c = &r->c;
	double bytes = 24 * c->N;

	if (c->a->rope)
		bytes += 2 * c->R * c->S * c->d;
	if (r->ly.masked > 0)
		bytes += c->B * c->S * c->S;
	return bytes;
}

/** torchtitan's selective checkpoints: every second matmul's output, and attention's. */
static double selective(const struct many *m)
{
	const struct widths *c = &m->r->c;

	return c->N * (4 * c->q + 2 * c->kv + 4 * c->H + 2 * c->f) + m->r->residual;
}

static void set_saved(struct many *m)
{
	const struct rank *r = m->r;
	const struct widths *c = &r->c;
	const struct layer *ly = &r->ly;
	const struct parallel *p = &r->s.parallel;
	bool sac = r->s.checkpoint == CHECKPOINT_SELECTIVE;
	double x = r->residual, layers = r->layers * r->in_flight;
	double split = p->sequence_parallel ? p->tp : 1;

	m->recomputes = c->ckpt || sac;
	/* deepspeed/runtime/activation_checkpointing/checkpointing.py partition_activations(). */
	if (p->partition_activations && !p->sequence_parallel)
		x /= p->tp;
	if (m->recomputes) {
		if (!p->offload_act)
			m->prev = x + (c->q8 && c->nonre ? ly->leak : 0);
		m->prev += sac ? selective(m) : 0;
		m->layers = layers * m->prev + (p->offload_act ? 2 * x : 0);
		m->inner = r->saved - (c->nonre ? ly->int8_only : 0);
		m->inner -= !p->sequence_parallel || p->tp <= 1 ? ly->shared_input : 0;
		m->inner -= sac ? m->prev - x : 0;
	} else {
		m->prev = r->saved;
		m->layers = layers * m->prev;
		if (!c->full && !r->s.input_require_grads && !r->s.train_embed && !r->s.lora_embed)
			m->layers -= ly->norm1;
	}
	m->final = (norm_saved(c, c->h, c->R) - 4) * c->N / split;
	m->saved.by[TERM_INPUTS] = inputs(r);
	m->saved.by[TERM_SAVED] = m->layers + (m->with_head ? m->final : 0);
	m->saved.by[TERM_TOWER] = tower_saved(c);
	m->saved.by[TERM_LOGITS] = m->with_head ? r->hd.saved : 0;
}

static void set_live(struct many *m)
{
	const struct rank *r = m->r;
	const struct widths *c = &r->c;
	const struct parallel *p = &r->s.parallel;

	m->accum = r->s.accumulation > 1;
	m->cast = widths_casts_weights(c) ? 2 * r->layers * r->ly.p_linear : 0;
	m->norm_out = c->n * c->N * c->h;
	m->live = m->plan.resident;
	m->live.by[TERM_GATHERED] += m->plan.root;
	m->live.by[TERM_GRADIENTS] += m->plan.accumulated;
	m->live.by[TERM_CASTS] += c->ckpt ? 0 : m->cast;
	if (m->plan.accumulated <= 0 || m->plan.all_at_once)
		m->grads_done = r->layers * m->plan.layer_grads;
	if (p->layout != LAYOUT_MEGATRON)
		m->layer_grads = r->layer_trained * (c->full ? c->wb : c->adb);
	/* DeepSpeed copies a gradient to the bucket as soon as it exists. */
	if (rank_is_zero(r))
		m->layer_grads = fmin(m->layer_grads, 2 * r->ly.largest);
}

static void forward(const struct many *m, struct step *st)
{
	const struct rank *r = m->r;
	const struct widths *c = &r->c;
	const struct head *hd = &r->hd;
	double earlier = fmax(0, r->layers * r->in_flight - 1) * m->prev;
	struct need n = need_with(m->live, TERM_INPUTS, m->saved.by[TERM_INPUTS]);

	n.by[TERM_SAVED] += earlier;
	n.by[TERM_TOWER] += m->saved.by[TERM_TOWER];
	n.by[TERM_GATHERED] += m->plan.forward;
	n.by[TERM_LAYER] += r->work + r->residual + r->gathered;
	step_add(st, PHASE_FORWARD, "layer", LAST_LAYER, n);
	if (!m->with_head)
		return;
	n = need_sum(m->live, &m->saved);
	n.by[TERM_CASTS] += hd->cast;
	n.by[TERM_GATHERED] += m->plan.loss;
	if (hd->metrics > 0)
		step_add(st, PHASE_LOSS, "loss metrics", NULL,
			 need_with(n, TERM_LOGITS, hd->metrics));
	n.by[TERM_LAYER] += m->norm_out;
	if (hd->reference > 0)
		step_add(st, PHASE_LOSS, "reference model", NULL,
			 need_with(n, TERM_LOGITS, hd->reference));
	n.by[TERM_CASTS] += c->ckpt && c->full ? m->cast : 0;
	step_add(st, PHASE_LOSS, "logits and loss", NULL, need_with(n, TERM_LOGITS, hd->forward));
}

static void head_backward(const struct many *m, struct step *st)
{
	const struct rank *r = m->r;
	const struct widths *c = &r->c;
	const struct head *hd = &r->hd;
	struct need all = need_sum(m->live, &m->saved), n;

	all.by[TERM_BUFFERS] += m->plan.bucket;
	n = need_with(all, TERM_GATHERED, m->plan.loss);
	n.by[TERM_CASTS] += hd->cast;
	n.by[TERM_LOGITS] += hd->backward;
	step_add(st, PHASE_LOSS, "backward of the loss", NULL, n);
	if ((c->full || r->s.train_head) && !hd->fused && c->a->head == HEAD_LM) {
		n = need_with(all, TERM_GATHERED, m->plan.loss);
		n.by[TERM_LOGITS] += hd->width * hd->tokens * c->V;
		n.by[TERM_GRADIENTS] += c->E * c->V * c->h;
		n.by[TERM_LAYER] += m->norm_out;
		step_add(st, PHASE_BACKWARD, "weight gradient of the head", NULL, n);
	}
	if (m->plan.reduce_head > 0) {
		n = need_with(all, TERM_BUFFERS, m->plan.reduce_head);
		n.by[TERM_LOGITS] -= hd->saved;
		n.by[TERM_LAYER] += m->norm_out;
		step_add(st, PHASE_BACKWARD, "reduction of the head's gradient", NULL, n);
	}
}

static void section_moments(const struct many *m, struct step *st, struct need top, struct need bot)
{
	const struct rank *r = m->r;
	enum term where = m->recomputes ? TERM_LAYER : TERM_SAVED;
	/* One copy per GPU: the last layer's gradients are among those that are done. */
	bool whole = r->s.parallel.layout == LAYOUT_NONE || r->s.parallel.layout == LAYOUT_DDP;

	bot.by[TERM_GRADIENTS] -= whole ? m->layer_grads : 0;
	for (size_t i = 0; i < r->n_sections; i++) {
		const struct section *s = &r->sections[i];
		struct need extra = {0};

		extra.by[where] += m->inner - s->released;
		extra.by[TERM_LAYER] += s->extra;
		if (!m->accum || r->c.full)
			extra.by[TERM_GRADIENTS] += s->grads * m->layer_grads;
		step_add(st, PHASE_BACKWARD, s->name, LAST_LAYER, need_sum(top, &extra));
		step_add(st, PHASE_BACKWARD, s->name, FIRST_LAYER, need_sum(bot, &extra));
	}
}

static void reductions(const struct many *m, struct step *st, struct need top, struct need bot)
{
	double released = m->r->c.ckpt ? 0 : m->prev;
	struct need extra = {0}, n;

	extra.by[TERM_BUFFERS] += m->plan.reduce_layer + m->plan.carry;
	extra.by[TERM_SAVED] -= released;
	step_add(st, PHASE_BACKWARD, "reduction of gradients", LAST_LAYER, need_sum(top, &extra));
	step_add(st, PHASE_BACKWARD, "reduction of gradients", FIRST_LAYER, need_sum(bot, &extra));
	if (m->with_embedding && m->plan.reduce_root > 0) {
		n = need_with(m->live, TERM_GRADIENTS, m->grads_done);
		n.by[TERM_BUFFERS] += m->plan.reduce_root + m->plan.bucket;
		n.by[TERM_INPUTS] += m->saved.by[TERM_INPUTS];
		step_add(st, PHASE_BACKWARD, "reduction of the embedding's gradient", NULL, n);
	}
}

/** The tower's backward, behind all layers: what they left of their gradients is there. */
static void tower_backward(const struct many *m, struct step *st)
{
	struct need n = need_with(m->live, TERM_GRADIENTS, m->grads_done);

	if (m->saved.by[TERM_TOWER] <= 0)
		return;
	n.by[TERM_BUFFERS] += m->plan.bucket;
	n.by[TERM_INPUTS] += m->saved.by[TERM_INPUTS];
	n.by[TERM_TOWER] += m->saved.by[TERM_TOWER];
	n.by[TERM_LAYER] += tower_work(&m->r->c);
	step_add(st, PHASE_BACKWARD, "vision tower", NULL, n);
}

static void backward(const struct many *m, struct step *st)
{
	const struct rank *r = m->r;
	double earlier = fmax(0, r->layers * r->in_flight - 1) * m->prev;
	struct need top = need_sum(m->live, &m->saved), bot, at_work = {0};

	if (m->with_head)
		head_backward(m, st);
	top.by[TERM_GRADIENTS] += m->accum && !m->plan.all_at_once ? 0 : m->plan.pending;
	top.by[TERM_SAVED] -= m->with_head ? m->final : 0;
	top.by[TERM_LOGITS] -= m->saved.by[TERM_LOGITS];
	top.by[TERM_LAYER] += r->residual;
	top.by[TERM_BUFFERS] += m->plan.bucket;
	bot = need_with(top, TERM_SAVED, -earlier);
	bot.by[TERM_GRADIENTS] += m->grads_done;
	if (m->plan.retains_inputs) {
		bot = need_with(m->live, TERM_INPUTS, m->saved.by[TERM_INPUTS]);
		bot.by[TERM_SAVED] += 2 * r->layers * r->residual;
		bot.by[TERM_TOWER] += m->saved.by[TERM_TOWER];
		bot.by[TERM_GRADIENTS] += m->grads_done;
	}
	reductions(m, st, top, bot);
	at_work.by[TERM_GATHERED] = m->plan.backward;
	at_work.by[TERM_BUFFERS] = m->plan.carry;
	at_work.by[TERM_LAYER] = r->gathered;
	top = need_sum(top, &at_work);
	bot = need_sum(bot, &at_work);
	if (m->recomputes) {
		double again = r->work + m->inner - r->saved;

		step_add(st, PHASE_BACKWARD, "recomputation", LAST_LAYER,
			 need_with(top, TERM_LAYER, again));
		step_add(st, PHASE_BACKWARD, "recomputation", FIRST_LAYER,
			 need_with(bot, TERM_LAYER, again));
	}
	section_moments(m, st, top, bot);
}

/*
 * ZeRO 3 too gets a quantised model whole, on each GPU: no deepspeed.zero.Init around its making (transformers
 * modeling_utils.py get_init_context(), since 4.39: "and not is_quantized"), and parameters are split one by one.
 *
 * FSDP over a quantised model that each process has on its GPU. The first version shards unit by unit, each as a copy of
 * what it joins; the second makes shards while a state dict keeps the whole model (accelerate utils/fsdp_utils.py
 * fsdp2_prepare_model(), 1.6 to 1.13: original_sd, and no meta device where there are 4-bit weights).
 */
static struct need whole(const struct rank *r)
{
	double unit = fmax(r->layer_bytes, r->root_bytes);
	struct need n = need_with((struct need){0}, TERM_WEIGHTS, r->bytes);

	n.by[TERM_GATHERED] = r->s.parallel.layout == LAYOUT_FSDP2 ? r->bytes / r->s.parallel.world : unit;
	if (r->s.parallel.layout == LAYOUT_ZERO3)
		n.by[TERM_GATHERED] = 0;
	return n;
}

static struct step step_of_rank(const struct rank *r, bool with_head, bool with_embedding)
{
	struct many m = {
	    .r = r, .plan = sharding_plan_of(r), .with_head = with_head, .with_embedding = with_embedding};
	struct step st = {0};
	struct need n;

	set_saved(&m);
	set_live(&m);
	n = m.plan.resident;
	n.by[TERM_OPTIMIZER] = 0;
	step_add(&st, PHASE_LOAD, "weights loaded", NULL, n);
	if (r->s.parallel.loads_whole && (rank_is_fsdp(r) || r->s.parallel.layout == LAYOUT_ZERO3))
		step_add(&st, PHASE_LOAD, "weights sharded", NULL, need_with(whole(r), TERM_OTHERS, n.by[TERM_OTHERS]));
	forward(&m, &st);
	backward(&m, &st);
	tower_backward(&m, &st);
	n = need_with(m.plan.resident, TERM_GRADIENTS, m.plan.step_grads);
	n.by[TERM_STEP] += m.plan.step_temp;
	step_add(&st, PHASE_STEP, "update", NULL, n);
	step_settle(&st);
	st.weights = r->count;
	st.trained = r->trained;
	st.gradient_bytes = m.grads_done;
	/* What does not vary with the length of the batch. */
	st.resident = need_total(&m.live) + m.plan.backward + m.plan.carry + m.plan.bucket;
	st.fixed = st.resident;
	st.per_layer = r->saved;
	st.layers = m.layers;
	return st;
}

static double peak(const struct step *st)
{
	const struct moment *m = step_max(st, PHASE_COUNT);

	return m ? need_total(&m->need) : 0;
}

static struct step worst(struct step a, struct step b)
{
	return peak(&b) > peak(&a) ? b : a;
}

/* ---------------------------------------------------------------------------------- device_map */

/**
 * What a card may hold: accelerate's get_balanced_memory gives every card but the last the mean and a
 * quarter more than a layer; infer_auto_device_map keeps room on the first for the largest module
 * that is yet to come.
 */
static double card_room(const struct rank *r, double tail, double card, double cards)
{
	double layer = r->layer_bytes, embedding = r->c.V * r->c.h * r->c.E;
	double room = (embedding + r->layers * layer + tail) / cards + 1.25 * layer;

	if (card + 1 >= cards)
		return INFINITY;
	return card < 1 ? room - fmax(layer, tail) - embedding : room;
}

/** Leaves a rank the layers of one card, and the embedding or the head. */
static void take_card(struct rank *r, double layers, bool first, bool last)
{
	double embedding = r->c.V * r->c.h * r->c.E;
	double tail = r->s.shape.tied ? 0 : r->root_bytes - embedding;
	double ends = (first ? embedding : 0) + (last ? tail : 0);
	double params = layers * r->ly.params + ends / r->c.E;
	double share = layers / fmax(1, r->layers);

	r->trained *= r->c.full ? params / fmax(1, r->params) : share;
	r->bytes = layers * r->layer_bytes + ends + r->scale_bytes * share;
	r->scale_bytes = 0;
	r->layers = layers;
	r->params = params;
	r->root_params = ends / r->c.E;
	r->root_bytes = ends;
}

/** Every card holds whole layers, one computes at a time; norm and head go where there is room. */
static struct step step_device_map(const struct step_spec *s)
{
	struct step_spec one = *s;
	double cards = fmin(fmax(1, s->parallel.world), 1024), left = s->shape.layers;
	struct step best = {0};
	bool last = false;

	one.parallel.layout = LAYOUT_NONE;
	for (double card = 0; !last; card++) {
		struct rank r;
		double tail, room, layers;

		rank_init(&r, &one, 0);
		tail = s->shape.tied ? 0 : r.root_bytes - r.c.V * r.c.h * r.c.E;
		room = card_room(&r, tail, card, cards);
		layers = fmin(left, fmax(card < 1, trunc(room / fmax(1, r.layer_bytes))));
		left -= layers;
		last = card + 1 >= cards || (left <= 0 && room - layers * r.layer_bytes >= tail);
		take_card(&r, layers, card < 1, last);
		if (layers > 0 || last)
			best = worst(best, step_of_rank(&r, last, true));
	}
	return best;
}

bool step_is_sharded(const struct step_spec *s)
{
	const struct parallel *p = &s->parallel;
	bool plain = p->layout == LAYOUT_NONE || p->layout == LAYOUT_DDP;

	return !plain || p->tp > 1 || p->pp > 1 || p->cp > 1 || p->ep > 1 || p->offload_act ||
	       s->checkpoint == CHECKPOINT_SELECTIVE;
}

struct step step_sharded(const struct step_spec *s)
{
	struct rank r;
	struct step st;

	if (s->parallel.layout == LAYOUT_DEVICE_MAP)
		return step_device_map(s);
	rank_init(&r, s, 0);
	if (s->parallel.pp <= 1)
		return step_of_rank(&r, true, true);
	st = step_of_rank(&r, false, true);
	rank_init(&r, s, 1);
	return worst(st, step_of_rank(&r, true, false));
}
