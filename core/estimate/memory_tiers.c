#include "memory_tiers.h"

#include "core/step/step.h"

#include <math.h>

/** A reason why a peak may differ from the formula, as shares of it. */
struct doubt {
	const char *what;
	bool (*applies)(const struct step_spec *s, const struct tier_facts *facts);
	double less, more;
};

static bool always(const struct step_spec *s, const struct tier_facts *facts)
{
	(void)s, (void)facts;
	return true;
}

static bool has_experts(const struct step_spec *s, const struct tier_facts *facts)
{
	(void)facts;
	return s->shape.mlp == MLP_MOE;
}

static bool is_compiled(const struct step_spec *s, const struct tier_facts *facts)
{
	(void)facts;
	return s->compile;
}

static bool is_xla(const struct step_spec *s, const struct tier_facts *facts)
{
	(void)facts;
	return s->xla;
}

static bool is_zero12(const struct step_spec *s, const struct tier_facts *facts)
{
	enum layout l = s->parallel.layout;

	(void)facts;
	return l == LAYOUT_ZERO1 || l == LAYOUT_ZERO2;
}

static bool is_zero3(const struct step_spec *s, const struct tier_facts *facts)
{
	(void)facts;
	return s->parallel.layout == LAYOUT_ZERO3;
}

static bool is_fsdp2(const struct step_spec *s, const struct tier_facts *facts)
{
	(void)facts;
	return s->parallel.layout == LAYOUT_FSDP2;
}

static bool is_megatron(const struct step_spec *s, const struct tier_facts *facts)
{
	(void)facts;
	return s->parallel.layout == LAYOUT_MEGATRON;
}

static bool is_fp8(const struct step_spec *s, const struct tier_facts *facts)
{
	(void)facts;
	return s->fp8_inputs;
}

static bool is_split(const struct step_spec *s, const struct tier_facts *facts)
{
	(void)facts;
	return s->parallel.pp > 1 || s->parallel.cp > 1 || s->parallel.ep > 1;
}

static bool is_dora(const struct step_spec *s, const struct tier_facts *facts)
{
	(void)facts;
	return s->dora;
}

static bool is_guessed(const struct step_spec *s, const struct tier_facts *facts)
{
	(void)s;
	return facts->guessed;
}

static bool is_old(const struct step_spec *s, const struct tier_facts *facts)
{
	(void)s;
	return facts->old_stack;
}

static bool is_fsdp1(const struct step_spec *s, const struct tier_facts *facts)
{
	(void)facts;
	return s->parallel.layout == LAYOUT_FSDP1;
}

static bool is_old_bnb(const struct step_spec *s, const struct tier_facts *facts)
{
	(void)facts;
	return s->bnb_old;
}

/* docs/formulas.md, "Doubts". They add up. */
static const struct doubt doubts[] = {
    {"the formulas on one GPU, shapes known", always, 0.03, 0.03},
    {"routing of tokens to experts is not even", has_experts, 0.03, 0.05},
    {"torch.compile fuses and recomputes", is_compiled, 0.35, 0.02},
    /*
     * AWS, notebooks of SageMaker Training Compiler: the largest batch that fits goes from 18 to 45 (GPT-2), 28 to
     * 70 (ALBERT), 24 to 36 (BERT, RoBERTa), and from 48 to 32 (GPT-2 in TensorFlow).
     */
    {"XLA plans the step's memory: two fifths of it to one and a half", is_xla, 0.60, 0.50},
    /* Of twelve printed peaks nine are more than a tenth above likely, one is below it. */
    {"ZeRO 1 and 2: buckets and flattened copies in pools of their own", is_zero12, 0.10, 0.20},
    {"ZeRO 3: two published sources, and ten printed peaks", is_zero3, 0.10, 0.10},
    {"FSDP1: flat parameters' padding and order", is_fsdp1, 0.02, 0.02},
    {"FSDP2: few published runs", is_fsdp2, 0.05, 0.05},
    {"Megatron: one published source", is_megatron, 0.10, 0.10},
    {"FP8: copies of weights and which inputs are kept hang on Transformer Engine's recipe; no run published", is_fp8, 0.10, 0.15},
    {"pipeline, context, expert parallel: formulas read, no run published", is_split, 0.20, 0.20},
    {"DoRA's merged weights", is_dora, 0.05, 0.10},
    {"shapes guessed from the name", is_guessed, 0.25, 0.40},
    /*
     * Rows of known length: GPT-2 in 2019 0, 0 and 12 % above the formulas, litgpt in 2023 1, 11 and 21 %, RoBERTa's
     * largest batch on 16 GB (AWS, fixtures/frameworks/sagemaker-compiler) some 10 %; none below.
     */
    {"torch before 2.3, transformers before 4.40", is_old, 0.02, 0.15},
    {"bitsandbytes before 0.43.2: held against one framework's table", is_old_bnb, 0.02, 0.04},
};

/** How far off the formulas may be: factors on what they count. */
struct doubtful {
	double less, more;
};

static struct doubtful doubts_of(const struct step_spec *s, const struct tier_facts *facts)
{
	double less = facts->family_less, more = facts->family_more;

	for (size_t i = 0; i < sizeof(doubts) / sizeof(*doubts); i++) {
		if (doubts[i].applies(s, facts)) {
			less += doubts[i].less;
			more += doubts[i].more;
		}
	}
	return (struct doubtful){fmax(0.3, 1 - less), 1 + more};
}

/** Bytes of a moment that the formulas count; what an engine takes is a share of the card, and exact. */
static double counted(const struct moment *m)
{
	return need_total(&m->need) - m->need.by[TERM_ENGINE];
}

static double phase_bytes(const struct step *st, enum phase phase)
{
	const struct moment *m = step_max(st, phase);

	return m ? need_total(&m->need) : 0;
}

/**
 * The largest moment when what the formulas count is by a factor off. An engine that sleeps in between leaves a moment
 * that is large and sure, and others that are smaller and less so.
 */
static double largest(const struct step *st, double factor)
{
	double most = 0;

	for (size_t i = 0; i < st->n; i++)
		most = fmax(most, st->at[i].need.by[TERM_ENGINE] + factor * counted(&st->at[i]));
	return most;
}

static struct band allocated(const struct step_spec *s, const struct step *st, const struct tier_facts *facts)
{
	struct doubtful d = doubts_of(s, facts);
	struct band b = {largest(st, d.less), largest(st, 1), largest(st, d.more) + facts->family_bytes};

	/*
	 * XLA computes anew whatever would pass the card's memory (openxla/xla hlo_rematerialization.h, run by
	 * gpu_compiler.cc): what stays from step to step is sure, with the gradients and a layer at a time.
	 */
	if (s->xla)
		b.low = fmin(b.low, st->resident + st->gradient_bytes + st->per_layer);
	return b;
}

/** What the formulas count of the largest moment. */
static double counted_peak(const struct step *st)
{
	const struct moment *top = step_max(st, PHASE_COUNT);

	return top ? counted(top) : 0;
}

/** The maximum of forward, loss and backward. */
static double pass_bytes(const struct step *st)
{
	return fmax(phase_bytes(st, PHASE_FORWARD),
		    fmax(phase_bytes(st, PHASE_LOSS), phase_bytes(st, PHASE_BACKWARD)));
}

/**
 * Rounding and fragmentation at constant shapes: least squares over the replay of 640 steps in a
 * model of PyTorch's allocator (docs/formulas.md, "Tiers"). Here without the 0.08 of what the moment has beyond st->fixed,
 * which pools_over() adds.
 */
static double pool_overhead_at_fixed(const struct step_spec *whole, const struct step *st)
{
	struct step_spec one = rank_spec(whole);
	const struct step_spec *s = &one;
	struct widths c = widths_of(s);
	struct head hd = head_of(&c);
	bool in_place = s->loss == LOSS_CHUNKED_LOGITS;
	bool plain = s->loss == LOSS_PLAIN || s->loss == LOSS_PLAIN_SHIFT || in_place;
	bool by_kernel = s->loss == LOSS_LOGPROBS || s->loss == LOSS_LOGPROBS_ENTROPY;
	double lb = by_kernel ? hd.width : plain && !c.amp && c.E == 2 ? 2 : 4;
	bool has_logits = !hd.fused && c.a->head == HEAD_LM;
	double logits = has_logits ? lb * hd.tokens * c.V : 0;
	/* Of logits that their gradient takes the place of only the 16-bit ones come and go, if there are any. */
	double copies = in_place ? (c.amp ? logits / 2 : 0) : logits;
	double matrix = c.V * c.h * c.E, trained = c.full ? c.V * c.h * c.wb : 0;
	double largest = fmax(fmax(logits, matrix), c.N * c.f * c.o);
	double checkpoints = c.ckpt ? fmin(st->layers, c.L * c.R * c.N * c.h) : 0;

	return 0.20 * largest + 0.32 * copies + 0.20 * st->per_layer + 0.65 * trained +
	       0.18 * checkpoints - 0.075 * (c.ckpt ? 0 : st->layers);
}

/** Reserved / allocated on a roomy card, p95 of the replay of 640 steps (docs/formulas.md, "Tiers"). */
static double roomy(const struct step_spec *s)
{
	return s->checkpoint != CHECKPOINT_NONE ? 1.34 : 1.17;
}

/**
 * ZeRO 3: a pool a stream, none of which serves another. In that of the gathers lie embedding and head, each as the
 * flat buffer that the ranks fill and as the matrix that is put together of it (partition_parameters.py,
 * AllGatherCoalescedHandle.wait); in that of the reductions the copies of their gradients. Blocks wait for the event
 * of the stream that used them, and nothing holds the gathers back. low: the buffers alone.
 */
static struct band stage3_pools(const struct step_spec *s)
{
	double matrix = 2 * s->shape.vocab * s->shape.hidden, ends = s->shape.tied ? 1 : 2;
	bool trains = s->method == METHOD_FULL || s->train_head || s->train_embed;
	struct band b = {.low = ends * matrix, .likely = 2 * ends * matrix + (trains ? ends * matrix : 0), .high = 8 * matrix};

	return s->parallel.layout == LAYOUT_ZERO3 ? b : (struct band){0};
}

/**
 * Pools with lengths that vary: each new longest batch needs blocks of its own size and the smaller
 * ones stay until an allocation fails. The factors describe 68 published runs; range 0.3 to 3.6.
 */
static struct band ragged_pool(const struct step_spec *s, const struct step *st,
			       const struct tier_facts *facts, double peak)
{
	double pass = pass_bytes(st), moving = pass - st->resident;
	double factor = facts->short_run ? 1.5 : 2.3;
	double limit = facts->card > 0 && !facts->host_shared ? fmax(facts->card, peak) : INFINITY;
	struct band b;

	moving = fmax(0, moving - (s->checkpoint != CHECKPOINT_NONE ? 0 : st->layers) -
			     (s->method == METHOD_FULL ? st->gradient_bytes : 0));
	b.low = fmin(limit, fmax(peak, pass + 0.3 * moving));
	b.likely = fmin(limit, fmax(1.02 * peak, pass + factor * moving));
	b.high = fmin(limit, fmax(roomy(s) * peak, pass + 3.6 * moving));
	return b;
}

/** Buffers of NCCL for a group of GPUs: NVIDIA/nccl issue 964, four A100 with NVLink. */
static double group_bytes(double gpus)
{
	if (gpus <= 1)
		return 0;
	return gpus > 2 ? 0.688e9 : 0.544e9;
}

/**
 * Buffers of NCCL, which PyTorch's allocator knows nothing of, of each group that communicates (NVIDIA/nccl issue 864:
 * more communicators, more memory). DeepSpeed's own group is a clone of the world's, which the trainer talks in
 * (deepspeed 0.19 utils/groups.py _clone_world_group). Megatron has, beside those of its dimensions, the world's, that of
 * an optimizer's ranks for the gradients' norm, and the model-parallel one for what is logged (megatron/core
 * parallel_state.py, optimizer/clip_grads.py, 2026-08). Experts that are dealt out talk pair by pair: 3.3 GB among
 * eight H100 (issue 1685).
 */
static double nccl_bytes(const struct parallel *p)
{
	double bytes = group_bytes(p->world) + group_bytes(p->tp) + group_bytes(p->pp) + group_bytes(p->cp);

	switch (p->layout) {
	case LAYOUT_NONE:
	case LAYOUT_DEVICE_MAP: /* one process computes on all cards */
		return 0;
	case LAYOUT_ZERO1:
	case LAYOUT_ZERO2:
	case LAYOUT_ZERO3:
		bytes += group_bytes(p->world);
		break;
	case LAYOUT_MEGATRON:
		bytes += 2 * group_bytes(p->world * p->tp * p->pp * p->cp) + group_bytes(p->tp * p->pp);
		break;
	case LAYOUT_DDP:
	case LAYOUT_FSDP1:
	case LAYOUT_FSDP2:
		break;
	}
	return bytes + 3.3e9 * fmin(7, fmax(0, p->ep - 1)) / 7;
}

static struct band band_plus(struct band b, double low, double likely, double high)
{
	return (struct band){b.low + low, b.likely + likely, b.high + high};
}

/** Pools grow into what the card has left, so that they show no more than that; what is needed may be more. */
static struct band within(struct band b, double card, const struct band *needed)
{
	b.low = fmin(b.low, fmax(card, needed->low));
	b.likely = fmin(b.likely, fmax(card, needed->likely));
	b.high = fmin(b.high, fmax(card, needed->high));
	return b;
}

/** What nvidia-smi shows of a roomy card: fit and ranges from 31 runs with both counters (docs/formulas.md, "Tiers"). */
static struct band grown(const struct step_spec *s, const struct step *st, const struct tiers *t, double context)
{
	double peak = t->allocated.likely, moving = fmax(0, pass_bytes(st) - st->resident);
	struct band b = band_plus(t->pool, 0.6 * context, context, context + 0.5e9);

	if (s->method == METHOD_LORA && s->checkpoint != CHECKPOINT_NONE) {
		b.low = t->allocated.low + 0.12 * moving + 0.5e9;
		b.likely = peak + fmin(0.21 * moving + 2.7e9, 0.25 * peak + context);
		b.high = fmax(b.high, t->allocated.high + 0.5 * moving + 2e9);
	}
	b.low = fmin(b.low, t->needed.low);
	b.likely = fmax(b.likely, t->needed.likely);
	b.high = fmax(fmax(b.high, b.likely), t->needed.high);
	return b;
}

/*
 * While an engine generates that sleeps otherwise, the trainer has emptied its pools (verl fsdp_workers.py
 * rollout_mode, aggressive_empty_cache; trl vllm_generation.py, empty_cache before wake_up).
 */
static bool pools_are_empty(const struct moment *m)
{
	return m->phase == PHASE_ROLLOUT && m->need.by[TERM_ENGINE] > 0;
}

/** What the pools need beyond the tensors, on top of largest() with the same factor; at least a share of these. */
static double pools_over(const struct step_spec *s, const struct step *st, const struct tier_facts *facts, double factor,
			 double least)
{
	double most = 0, at_fixed = pool_overhead_at_fixed(s, st);

	for (size_t i = 0; i < st->n; i++) {
		const struct moment *m = &st->at[i];
		double own = counted(m), pools = 0;

		/* 1.05 instead of 1.086 in the median */
		if (!pools_are_empty(m))
			pools = fmax(least * own, (at_fixed + 0.08 * (own - st->fixed)) * (facts->expandable_segments ? 0.6 : 1));
		most = fmax(most, m->need.by[TERM_ENGINE] + factor * own + fmax(0, pools));
	}
	return most - largest(st, factor);
}

struct tiers tiers_of(const struct step_spec *s, const struct step *st, const struct tier_facts *facts)
{
	double peak = largest(st, 1), own = counted_peak(st);
	double context = facts->context > 0 ? facts->context : TIERS_CONTEXT;
	double nccl = nccl_bytes(&s->parallel);
	struct tiers t = {0};

	t.allocated = allocated(s, st, facts);
	t.allocated.high *= fmax(1, peak > 0 ? st->at_worst / peak : 0);
	t.reserved.low = t.allocated.low + stage3_pools(s).low;
	t.reserved.likely = peak + pools_over(s, st, facts, 1, 0) + stage3_pools(s).likely;
	/* The smallest budget that completes, p95 of the replay: 1.19 times the peak. */
	t.reserved.high = t.allocated.high + stage3_pools(s).high +
			  fmax(0.16 * st->at_worst, pools_over(s, st, facts, doubts_of(s, facts).more, 0.16));
	t.needed = band_plus(t.reserved, 0.6 * context, context + nccl, context + 0.5e9 + fmax(nccl > 0 ? 1e9 : 0, 1.5 * nccl));
	t.pool = t.reserved;
	t.pool.high = fmax(t.pool.high, fmax(peak + (roomy(s) - 1) * own, roomy(s) * st->at_worst));
	if (facts->ragged && !facts->expandable_segments)
		t.pool = ragged_pool(s, st, facts, peak);
	t.grown = grown(s, st, &t, context);
	t.device = facts->card > 0 ? within(t.grown, facts->card, &t.needed) : t.grown;
	return t;
}
