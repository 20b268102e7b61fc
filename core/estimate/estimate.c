#include "estimate.h"

#include "core/base/base.h"
#include "core/model/model.h"
#include "assumption_range.h"
#include "explain.h"

static struct range range_of(struct band b)
{
	return (struct range){bytes_of(b.low), bytes_of(b.likely), bytes_of(b.high)};
}

static void put_terms(struct arena *a, const struct point_estimate *o, const struct moment *top,
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
	const struct moment *top;
	/* Not in the arena, where they would stay: they are ten times what becomes of them. */
	struct assumed as;
	struct point_estimate o;
	struct assumption_range v;

	if (e.missing.n > 0)
		return e;
	job_assume(a, job, &as);
	point_estimate_of(&as.job, &o);
	if (!(o.tiers.allocated.likely > 0)) { /* never a number that looks like a pass */
		e.missing = STR("the formulas give no number for this shape and layout");
		return e;
	}
	assumption_range_find(&v, a, &as, &o.tiers);
	top = step_max(&o.step, PHASE_COUNT);

	e.ok = true;
	e.phase = phase_name(top->phase);
	e.moment = top->where ? str_fmt(a, "%s, %s", top->name, top->where) : str_of(top->name);
	e.allocated = range_of(v.all.allocated);
	e.reserved = range_of(v.all.reserved);
	e.needed = range_of(v.all.needed);
	e.device = range_of(v.all.device);
	e.spread = v.spread;
	put_terms(a, &o, top, &e);
	put_phases(a, &o.step, &e);
	e.assumptions = v.at;
	e.n_assumptions = v.n;
	for (size_t i = 0; i < v.n; i++)
		e.guessed |= job->open[v.at[i].setting] && v.at[i].effect < 0;
	return e;
}

uint64_t estimate_likely(struct arena *a, const struct job *job)
{
	struct arena_mark mark = arena_mark(a);
	struct assumed *as = arena_new(a, struct assumed);
	struct tiers t;
	uint64_t likely = BYTES_MAX;

	if (!why_not(job)) {
		job_assume(a, job, as);
		t = point_tiers_of(&as->job);
		if (t.allocated.likely > 0)
			likely = bytes_of(t.needed.likely);
	}
	arena_pop(a, mark);
	return likely;
}
