#include "scan.h"

enum effect scan_effect(const struct scan *s, size_t i)
{
	return s->trace->at[i]->row ? s->trace->at[i]->row->effect : EFFECT_NONE;
}

/* The first reason stays, but one of a gradient that is there for something else: what trains comes later. */
bool scan_no_job(struct scan *s, const struct call *call, const char *why)
{
	if (!s->out->why.n || str_is(s->out->why, NO_OPTIMIZER)) {
		s->out->why = str_of(why);
		s->out->why_at = call->at;
	}
	return false;
}

bool happens_with(const struct call *call, const struct call *other)
{
	for (const struct node *g = other->guard; call->guard && g; g = g->from[0])
		if (g == call->guard)
			return true;
	return !call->guard;
}

bool makes_loader(const struct scan *s, size_t i)
{
	const struct callable *row = s->trace->at[i]->row;

	return scan_effect(s, i) == EFFECT_LOOP && row->nparams && row->params[0].role == ROLE_DATASET;
}

void scan_extract(const struct scan *s, uint32_t before, struct training_job *job)
{
	extract_init(&job->extract, s->arena, s->reader->findings, s->reader->versions);
	job->extract.trace = s->trace;
	job->extract.before = before;
	job->extract.open = s->reader->open;
	job->extract.ctx = s->reader->ctx;
	job->extract.suppose = s->suppose;
	job->extract.names = s->names;
}

void scan_framework(const struct scan *s, const struct callable *row, struct training_job *job)
{
	const struct framework *framework = callable_framework(row);

	if (framework && !job_get(&job->job, SETTING_FRAMEWORK)) {
		job->job.set[SETTING_FRAMEWORK] =
		    value_str(str_of(framework->name), ORIGIN_DERIVED,
			      str_fmt(s->arena, "the library of %.*s", STR_ARG(job->call->callee)));
		job->job.set[SETTING_FRAMEWORK].at = job->call->callee_at;
	}
}

struct origins *scan_in_vain(const struct scan *s, enum in_vain_of kind)
{
	struct in_vain *v = s->in_vain;

	if (v->suppose != s->suppose)
		*v = (struct in_vain){.suppose = s->suppose};
	v->of[kind].arena = s->arena;
	return &v->of[kind];
}
