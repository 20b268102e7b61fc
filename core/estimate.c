#include "estimate.h"

#include "arena.h"
#include "assume.h"
#include "bytes.h"
#include "explain.h"
#include "family.h"
#include "tier.h"
#include "vec.h"

#include <math.h>

/** One run of the formulas. */
struct outcome {
	struct spec spec;
	struct step step;
	struct tiers tiers;
};

/*
 * cuBLAS workspaces come out of PyTorch's allocator, for 2 handles: 8,519,680 B each (ATen
 * CUDABlas.cpp; resident bytes after training in 22 of 24 published runs), 32 MiB from Hopper on.
 */
static double workspaces(const struct gpu *gpu)
{
	return 2 * (gpu && gpu->compute_capability >= 90 ? 32 * 1048576.0 : 8519680.0);
}

static double card_bytes(const struct job *job)
{
	return job->gpu ? (double)job->gpu->torch_total_bytes : 0;
}

/** The engine that generates beside the trainer: its share of the card, weights and cache in it. */
static double engine_bytes(const struct job *job, const struct outcome *o)
{
	double share = job_real(job, SETTING_ROLLOUT_GPU_MEMORY_UTILIZATION, 0.3);
	double tp = fmax(1, job_real(job, SETTING_ROLLOUT_TENSOR_PARALLEL, 1));
	double card = card_bytes(job);

	/* Without a card: its weights, and a fifth for cache and workspace. */
	return card > 0 ? share * card : 1.2 * o->step.weights.total * 2 / tp;
}

static void add_rollout(const struct job *job, struct outcome *o)
{
	double sequences, tokens = o->spec.seq_len;
	double engine;

	if (job_is(job, SETTING_ROLLOUT_ENGINE, "transformers")) {
		sequences = o->spec.micro_batch * fmax(1, o->spec.accumulation);
		step_generation(&o->step, &o->spec, sequences, tokens);
	} else if (job_is(job, SETTING_ROLLOUT_ENGINE, "vllm") ||
		   job_is(job, SETTING_ROLLOUT_ENGINE, "sglang")) {
		engine = engine_bytes(job, o);
		if (job_bool(job, SETTING_ROLLOUT_SLEEP, false))
			step_add(&o->step, PHASE_ROLLOUT, "generation", NULL,
				 need_with(step_between(&o->step), TERM_ENGINE, engine));
		else
			step_everywhere(&o->step, TERM_ENGINE, engine);
	}
}

static struct tier_facts facts_of(const struct job *job)
{
	const struct family *family = family_of_model(job->model);
	struct str version = job_str(job, SETTING_FRAMEWORK_VERSION, STR(""));

	return (struct tier_facts){
		.context = job->gpu ? (double)job->gpu->context_bytes : 0,
		.card = card_bytes(job),
		.ragged = !job_bool(job, SETTING_PACKING, false) &&
			  job_int(job, SETTING_PER_DEVICE_TRAIN_BATCH_SIZE, 1) > 1,
		.expandable_segments = job_bool(job, SETTING_EXPANDABLE_SEGMENTS, false),
		.guessed = job->model->guessed,
		.old_stack = str_has(version, STR("transformers 4.3")) ||
			     str_has(version, STR("transformers 4.2")),
		.family_less = family->less,
		.family_more = family->more,
		.family_bytes = family->more_gb * 1e9,
	};
}

static void compute(const struct job *job, struct outcome *o)
{
	struct tier_facts facts = facts_of(job);

	o->spec = spec_of_job(job);
	o->step = step_of(&o->spec);
	if (job_bool(job, SETTING_EVALUATION, false))
		step_evaluation(&o->step, &o->spec,
				job_real(job, SETTING_PER_DEVICE_EVAL_BATCH_SIZE, 8));
	add_rollout(job, o);
	step_everywhere(&o->step, TERM_WORKSPACE, workspaces(job->gpu));
	o->tiers = tiers_of(&o->spec, &o->step, &facts);
}

/* ------------------------------------------------------------------------------------ ranges */

static void widen(struct band *b, const struct band *other)
{
	b->low = fmin(b->low, other->low);
	b->high = fmax(b->high, other->high);
}

static void widen_all(struct tiers *t, const struct tiers *other)
{
	widen(&t->allocated, &other->allocated);
	widen(&t->reserved, &other->reserved);
	widen(&t->device, &other->device);
	widen(&t->pool, &other->pool);
	widen(&t->shown, &other->shown);
}

static struct range range_of(struct band b)
{
	return (struct range){bytes_of(b.low), bytes_of(b.likely), bytes_of(b.high)};
}

/** The formulas again with one setting changed; returns the change of the device tier. */
static double again(const struct job *job, enum setting s, struct value v, const struct tiers *base,
		    struct tiers *all)
{
	struct job other = *job;
	struct outcome o;

	other.set[s] = v;
	compute(&other, &o);
	widen_all(all, &o.tiers);
	return o.tiers.device.likely - base->device.likely;
}

struct notes {
	VEC(struct estimate_assumption);
};

/** Every assumption with its alternatives; the range covers any one of them being wrong. */
static void vary_assumed(struct arena *a, const struct assumed *as, const struct tiers *base,
			 struct tiers *all, struct notes *notes)
{
	for (size_t i = 0; i < as->n; i++) {
		const struct assume *row = as->at[i];
		const char *others[] = {row->less, row->more};
		double effect = 0;
		struct value v;

		if (!row->why)
			continue;
		for (size_t k = 0; k < 2; k++) {
			double change = 0;

			if (others[k] && setting_parse(a, row->setting, str_of(others[k]), &v))
				change = again(&as->job, row->setting, v, base, all);
			if (fabs(change) > fabs(effect))
				effect = change;
		}
		*vec_push(a, notes) = (struct estimate_assumption){
			.setting = row->setting,
			.text = str_fmt(a, "%s: %s", row->value, row->why),
			.effect = effect < 0 ? -(int64_t)fmin(-effect, 9e18)
					     : (int64_t)fmin(effect, 9e18),
		};
	}
}

/** A job that trains part of the model without saying which part. */
static void vary_partial(struct arena *a, const struct assumed *as, const struct tiers *base,
			 struct tiers *all, struct notes *notes)
{
	double effect;

	if (!job_is(&as->job, SETTING_TRAINABLE, "partial"))
		return;
	effect = again(&as->job, SETTING_TRAINABLE,
		       value_str(STR("all"), ORIGIN_ASSUMED, STR("tried")), base, all);
	*vec_push(a, notes) = (struct estimate_assumption){
		.setting = SETTING_TRAINABLE,
		.text = STR("the last two layers: which part trains is not stated"),
		.effect = (int64_t)fmin(effect, 9e18),
	};
}

/* Instruction data: torchtune's alpaca runs needed 25.5 GiB, packed to the same limit 60.0. */
enum { SHORT_SAMPLE = 512 };

/**
 * A limit is not a length: rows that are neither packed nor made full are as long as their longest
 * sample. likely stands for full rows, low for short samples.
 */
static void vary_length(struct arena *a, const struct assumed *as, const struct tiers *base,
			struct tiers *all, struct notes *notes)
{
	int64_t length = job_int(&as->job, SETTING_MAX_SEQ_LENGTH, 0);
	double effect;

	if (job_bool(&as->job, SETTING_PACKING, false) || length <= SHORT_SAMPLE)
		return;
	effect = again(&as->job, SETTING_MAX_SEQ_LENGTH,
		       value_int(SHORT_SAMPLE, ORIGIN_ASSUMED, STR("tried")), base, all);
	*vec_push(a, notes) = (struct estimate_assumption){
		.setting = SETTING_MAX_SEQ_LENGTH,
		.text = str_fmt(a, "rows as long as the limit; not packed, so samples of %d need less",
				SHORT_SAMPLE),
		.effect = -(int64_t)fmin(fabs(effect), 9e18),
	};
}

enum { BRANCHES_MAX = 8 };

/** Values that a setting has in undecided branches of the code. */
static void vary_branches(const struct assumed *as, const struct tiers *base, struct tiers *all)
{
	for (int s = 0; s < SETTING_COUNT; s++) {
		const struct value *v = job_get(&as->job, (enum setting)s);
		size_t n = 0;

		for (v = v ? v->alternative : NULL; v && n < BRANCHES_MAX; v = v->alternative, n++)
			again(&as->job, (enum setting)s, *v, base, all);
	}
}

/* ------------------------------------------------------------------------------------ result */

static void put_terms(struct arena *a, const struct outcome *o, const struct moment *top,
		      struct estimate *e)
{
	struct {
		VEC(struct estimate_term);
	} terms = {0};

	for (int t = 0; t < TERM_COUNT; t++) {
		const struct explain *row = explain_of((enum term)t);
		double bytes = top->need.by[t];
		struct estimate_term *term;

		if (bytes < 0.5)
			continue;
		term = vec_push(a, &terms);
		term->name = term_name((enum term)t);
		term->bytes = bytes_of(bytes);
		term->formula = row->formula(a, &o->spec, &o->step, top, bytes);
		term->inputs = row->inputs;
		while (row->inputs[term->n_inputs] != SETTING_NONE)
			term->n_inputs++;
	}
	e->terms = terms.at;
	e->n_terms = terms.n;
}

static void put_phases(struct arena *a, const struct step *st, struct estimate *e)
{
	struct {
		VEC(struct estimate_phase);
	} phases = {0};

	for (int p = 0; p < PHASE_COUNT; p++) {
		const struct moment *m = step_max(st, (enum phase)p);

		if (m)
			*vec_push(a, &phases) = (struct estimate_phase){
				phase_name((enum phase)p), bytes_of(need_total(&m->need))};
	}
	e->phases = phases.at;
	e->n_phases = phases.n;
}

static const char *why_not(const struct job *job)
{
	if (!job->model)
		return "the model's shape is not known";
	if (family_of_model(job->model)->kind == FAMILY_DIFFUSION)
		return "image models are not modelled";
	if (job->model->hidden == 0 || job->model->layers == 0)
		return "the model's shape is incomplete";
	return NULL;
}

struct estimate estimate_job(struct arena *a, const struct job *job)
{
	struct estimate e = {.missing = str_of(why_not(job))};
	struct assumed *as;
	struct outcome *o;
	const struct moment *top;
	struct notes notes = {0};
	struct tiers all;

	if (e.missing.n > 0)
		return e;
	as = arena_new(a, struct assumed);
	o = arena_new(a, struct outcome);
	job_assume(a, job, as);
	compute(&as->job, o);
	all = o->tiers;
	if (!(all.allocated.likely > 0)) { /* never a number that looks like a pass */
		e.missing = STR("the formulas give no number for this shape and layout");
		return e;
	}
	vary_assumed(a, as, &o->tiers, &all, &notes);
	vary_partial(a, as, &o->tiers, &all, &notes);
	vary_length(a, as, &o->tiers, &all, &notes);
	vary_branches(as, &o->tiers, &all);
	top = step_max(&o->step, PHASE_COUNT);

	e.ok = true;
	e.phase = phase_name(top->phase);
	e.moment = top->where ? str_fmt(a, "%s, %s", top->name, top->where) : str_of(top->name);
	e.allocated = range_of(all.allocated);
	e.reserved = range_of(all.reserved);
	e.device = range_of(all.device);
	e.shown = range_of(all.shown);
	put_terms(a, o, top, &e);
	put_phases(a, &o->step, &e);
	e.assumptions = notes.at;
	e.n_assumptions = notes.n;
	return e;
}

uint64_t estimate_likely(struct arena *a, const struct job *job)
{
	struct arena_mark mark = arena_mark(a);
	struct assumed *as = arena_new(a, struct assumed);
	struct outcome *o = arena_new(a, struct outcome);
	uint64_t likely = BYTES_MAX;

	if (!why_not(job)) {
		job_assume(a, job, as);
		compute(&as->job, o);
		if (o->tiers.allocated.likely > 0)
			likely = bytes_of(o->tiers.device.likely);
	}
	arena_pop(a, mark);
	return likely;
}
