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

static size_t hash_of_node(const struct node *n)
{
	const uintptr_t at = (uintptr_t)n;

	return (size_t)((at >> 4) * 0x9e3779b97f4a7c15u >> 32);
}

static size_t hash_of_result(const void *trace, size_t at)
{
	const struct trace *t = trace;

	return hash_of_node(t->at[at]->result);
}

static const struct call_index *call_index(const struct scan *s)
{
	struct call_index *index = s->index;

	if (index->made)
		return index;
	index->made = true;
	for (size_t i = 0; i < s->trace->n; i++) {
		hash_index_add(s->arena, &index->results, i + 1, hash_of_result, s->trace);
		if (str_starts(s->trace->at[i]->callee, STR("rows.")))
			*vec_push(s->arena, &index->rows) = s->trace->at[i];
	}
	return index;
}

const struct call *scan_giver(const struct scan *s, const struct node *result)
{
	const struct hash_index *results = &call_index(s)->results;
	size_t slot = hash_of_node(result), last = 0;

	for (uint32_t at; (at = hash_index_next(results, &slot));)
		if (at > last && s->trace->at[at - 1]->result == result)
			last = at;
	return last ? s->trace->at[last - 1] : NULL;
}

const struct call_index *scan_rows(const struct scan *s)
{
	return call_index(s);
}
