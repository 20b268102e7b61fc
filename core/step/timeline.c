#include "timeline.h"

#include "sharded_step.h"

static const char *const term_names[TERM_COUNT] = {
#define TERM_NAME(id, name) [TERM_##id] = name,
    TERMS(TERM_NAME)
#undef TERM_NAME
};

static const char *const phase_names[PHASE_COUNT] = {
#define PHASE_NAME(id, name) [PHASE_##id] = name,
    PHASES(PHASE_NAME)
#undef PHASE_NAME
};

const char *term_name(enum term t)
{
	return term_names[t];
}

const char *phase_name(enum phase p)
{
	return phase_names[p];
}

double need_total(const struct need *need)
{
	double sum = 0;

	for (int t = 0; t < TERM_COUNT; t++)
		sum += need->by[t];
	return sum;
}

struct need need_sum(struct need a, const struct need *b)
{
	for (int t = 0; t < TERM_COUNT; t++)
		a.by[t] += b->by[t];
	return a;
}

struct need need_with(struct need need, enum term term, double bytes)
{
	need.by[term] += bytes;
	return need;
}

void step_add(struct step *st, enum phase phase, const char *name, const char *where,
	      struct need need)
{
	if (st->n < STEP_MOMENTS_MAX)
		st->at[st->n++] = (struct moment){phase, name, where, need};
}

const struct moment *step_max(const struct step *st, enum phase phase)
{
	const struct moment *best = NULL;
	double most = 0;

	for (size_t i = 0; i < st->n; i++) {
		const struct moment *m = &st->at[i];
		double bytes;

		if (phase != PHASE_COUNT && m->phase != phase)
			continue;
		bytes = need_total(&m->need);
		if (!best || bytes > most) {
			best = m;
			most = bytes;
		}
	}
	return best;
}

void step_settle(struct step *st)
{
	for (size_t i = 0; i < st->n; i++) {
		double *by = st->at[i].need.by;

		if (by[TERM_SAVED] < 0) {
			by[TERM_LAYER] += by[TERM_SAVED];
			by[TERM_SAVED] = 0;
		}
	}
}

void step_everywhere(struct step *st, enum term term, double bytes)
{
	for (size_t i = 0; i < st->n; i++)
		st->at[i].need.by[term] += bytes;
	if (st->at_worst > 0)
		st->at_worst += bytes;
}

struct step step_of(const struct step_spec *s)
{
	return step_is_sharded(s) ? step_sharded(s) : step_unsharded(s);
}
