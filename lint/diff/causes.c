#include "causes.h"

#include <stdlib.h>

static bool is_same(const struct value *x, const struct value *y)
{
	if (x->type == VALUE_ABSENT || y->type == VALUE_ABSENT)
		return x->type == y->type;
	return value_same(x, y);
}

static bool is_same_shape(const struct model *x, const struct model *y)
{
	if (!x || !y)
		return x == y;
	return x->params == y->params && x->layers == y->layers && x->hidden == y->hidden && x->vocab == y->vocab &&
	       x->heads == y->heads && x->kv_heads == y->kv_heads && x->ffn == y->ffn;
}

/* A job with one setting, and what it names, as another job has it; SETTING_NONE: the shape of the model of that name. */
static void adopt(struct job *job, enum setting s, const struct job *other)
{
	const struct job_role *role = job_role_of(s == SETTING_NONE ? SETTING_MODEL : s);

	if (role)
		job_role_set_shape(job, role, job_role_shape(other, role));
	if (s == SETTING_NONE)
		return;
	job->set[s] = other->set[s];
	job->open[s] = other->open[s];
	if (s == SETTING_TARGET_GPU)
		job->gpu = other->gpu;
}

/* What a job needs with one setting of another one, less what it needs as it is; false: there is no number. */
static bool effect_of(struct arena *a, const struct job *job, enum setting s, const struct job *other, uint64_t as_it_is,
		      int64_t *out)
{
	struct arena_mark mark = arena_mark(a);
	struct job *tried = arena_new(a, struct job);
	uint64_t need;

	*tried = *job;
	adopt(tried, s, other);
	need = estimate_likely(a, tried);
	arena_pop(a, mark);
	if (need == UINT64_MAX || as_it_is == UINT64_MAX || need > INT64_MAX || as_it_is > INT64_MAX)
		return false;
	*out = (int64_t)need - (int64_t)as_it_is;
	return true;
}

/* More settings than these are shared out by what each does as the first and as the last change alone. */
enum { SHARED_MAX = 6 };

/* What a job needs with some of the settings, by bit, of another one. */
static uint64_t need_of(struct arena *a, const struct job *job, const struct job *other, const struct diff_cause *const *causes,
			size_t n, unsigned set)
{
	struct arena_mark mark = arena_mark(a);
	struct job *tried = arena_new(a, struct job);
	uint64_t need;

	*tried = *job;
	for (size_t i = 0; i < n; i++)
		if (set >> i & 1)
			adopt(tried, causes[i]->setting, other);
	need = estimate_likely(a, tried);
	arena_pop(a, mark);
	return need;
}

/* The weight of a set of size of n - 1 settings: the part of all orders in which they come before the n-th and the rest after it. */
static double weight(unsigned size, size_t n)
{
	double w = 1 / (double)n;

	for (unsigned i = 0; i < size; i++)
		w *= (double)(i + 1) / (double)(n - 1 - i);
	return w;
}

/*
 * Shares out what moved among the settings that move anything: the mean of what each does over all orders of changing them
 * (Shapley, "A value for n-person games", 1953), so that they add up. False if there are too many, or a number is missing.
 */
static bool share_out(struct arena *a, const struct job *x, const struct job *y, struct diff_cause **causes, size_t n)
{
	uint64_t need[1 << SHARED_MAX];

	if (n > SHARED_MAX)
		return false;
	for (unsigned set = 0; set < 1u << n; set++) {
		need[set] = need_of(a, x, y, (const struct diff_cause *const *)causes, n, set);
		if (need[set] > INT64_MAX)
			return false;
	}
	for (size_t i = 0; i < n; i++) {
		double effect = 0;

		for (unsigned set = 0; set < 1u << n; set++)
			if (!(set >> i & 1))
				effect += weight((unsigned)__builtin_popcount(set), n) *
					  ((double)need[set | 1u << i] - (double)need[set]);
		causes[i]->effect = (int64_t)effect;
	}
	return true;
}

static int largest_first(const void *left, const void *right)
{
	const struct diff_cause *a = left, *b = right;
	int64_t x = a->effect < 0 ? -a->effect : a->effect, y = b->effect < 0 ? -b->effect : b->effect;

	if (x != y)
		return x > y ? -1 : 1;
	return (a->setting > b->setting) - (a->setting < b->setting);
}

void causes_find(struct arena *a, struct diff_job *job)
{
	const struct job *x = &job->before->job, *y = &job->after->job;
	struct diff_cause *causes = arena_news(a, struct diff_cause, SETTING_COUNT + 1);
	struct diff_cause **moving = arena_news(a, struct diff_cause *, SETTING_COUNT + 1);
	size_t nmoving = 0;
	uint64_t before = job->before->estimate.ok ? estimate_likely(a, x) : UINT64_MAX;
	uint64_t after = job->after->estimate.ok ? estimate_likely(a, y) : UINT64_MAX;
	int64_t sum = 0;
	size_t n = 0;

	for (enum setting s = 0; s <= SETTING_COUNT; s++) {
		struct diff_cause *c = &causes[n];
		int64_t first = 0, last = 0;
		bool one, other;

		if (s == SETTING_NONE ? is_same_shape(x->model, y->model) || !is_same(&x->set[SETTING_MODEL], &y->set[SETTING_MODEL])
				      : is_same(&x->set[s], &y->set[s]) && x->open[s] == y->open[s])
			continue;
		*c = (struct diff_cause){.setting = s,
					 .before = s == SETTING_NONE ? NULL : job_get(x, s),
					 .after = s == SETTING_NONE ? NULL : job_get(y, s)};
		one = effect_of(a, x, s, y, before, &first);
		other = effect_of(a, y, s, x, after, &last);
		c->effect = one && other ? first / 2 - last / 2 : one ? first : -last;
		if (first || last)
			moving[nmoving++] = c;
		n++;
	}
	if (before <= INT64_MAX && after <= INT64_MAX && nmoving > 1)
		(void)share_out(a, x, y, moving, nmoving);
	for (size_t i = 0; i < n; i++)
		sum += causes[i].effect;
	qsort(causes, n, sizeof(*causes), largest_first);
	job->causes = causes;
	job->ncauses = n;
	job->together = job->moved - sum;
}
