/*
 * Jobs whose settings undecided conditions choose: each way in which these can turn out is read by
 * itself, so that no setting is of one way and its neighbour of another.
 */
#include "condition_cases.h"

#include "lint/eval/eval.h"

enum { CASES_MAX = 1 << SUPPOSE_MAX };

/* A job is read anew for each way: of a long trace, with thousands of layers' calls, the first conditions that it met are enough. */
enum { WAYS_LEAST = 1, CALLS_MAX = 1 << 13 };

/* Readings by the set of conditions that hold: bit k is the k-th; NULL: it cannot be. */
struct ways {
	const struct suppose *open;
	size_t n;
	struct training_job *at[CASES_MAX];
	bool known[CASES_MAX];
};

static bool same_reading(const struct job *a, const struct extract *x, const struct job *b,
			 const struct extract *y)
{
	for (int s = 0; s < SETTING_COUNT; s++)
		if ((x->unknown[s].why.n != 0) != (y->unknown[s].why.n != 0))
			return false;
	return job_same_settings(a, b);
}

bool training_same(const struct training_job *a, const struct training_job *b)
{
	if (a->cases.n != b->cases.n || !same_reading(&a->job, &a->extract, &b->job, &b->extract))
		return false;
	for (size_t i = 0; i < a->cases.n; i++)
		if (!same_reading(&a->cases.at[i].job, &a->cases.at[i].extract, &b->cases.at[i].job,
				  &b->cases.at[i].extract))
			return false;
	return true;
}

static struct training_job *read_way(struct scan *s, size_t i, job_reader *read, const struct ways *ways,
				 size_t mask)
{
	struct suppose *suppose = arena_new(s->arena, struct suppose);
	struct training_job *job = arena_new(s->arena, struct training_job);

	suppose->arena = s->arena;
	suppose->guard = ways->open->guard;
	for (size_t k = 0; k < ways->n; k++) {
		if (mask >> k & 1)
			suppose->holds[suppose->nholds++] = ways->open->met.at[k];
		else
			suppose->fails[suppose->nfails++] = ways->open->met.at[k];
	}
	job->call = s->trace->at[i];
	s->suppose = suppose;
	return read(s, i, job) && !suppose->impossible ? job : NULL;
}

static bool differ(const struct training_job *a, const struct training_job *b)
{
	return a && b && !same_reading(&a->job, &a->extract, &b->job, &b->extract);
}

/* The conditions that make a difference from here. */
static unsigned cares(const struct ways *ways, size_t mask)
{
	unsigned out = 0;

	for (size_t k = 0; k < ways->n; k++)
		if (differ(ways->at[mask], ways->at[mask ^ (size_t)1 << k]))
			out |= 1u << k;
	return out;
}

/* What is read where a set of conditions holds; NULL: it cannot be. */
static const struct training_job *way_of(struct scan *s, size_t i, job_reader *read, struct ways *ways, size_t mask)
{
	if (!ways->known[mask])
		ways->at[mask] = read_way(s, i, read, ways, mask);
	ways->known[mask] = true;
	return ways->at[mask];
}

static bool same_way(const struct training_job *a, const struct training_job *b)
{
	return a && b ? !differ(a, b) : a == b;
}

/*
 * The conditions that change nothing: neither alone, where all others hold, nor all of them together where no other does.
 * Most of what a script asks is of no account for its memory.
 */
static size_t idle_conditions(struct scan *s, size_t i, job_reader *read, struct ways *ways)
{
	size_t all = ((size_t)1 << ways->n) - 1, idle = 0;

	for (size_t k = 0; k < ways->n; k++)
		if (same_way(way_of(s, i, read, ways, all), way_of(s, i, read, ways, all ^ (size_t)1 << k)))
			idle |= (size_t)1 << k;
	return idle && same_way(way_of(s, i, read, ways, idle), way_of(s, i, read, ways, 0)) ? idle : 0;
}

/* Reads each way in which the conditions can turn out. */
static void read_ways(struct scan *s, size_t i, job_reader *read, struct ways *ways)
{
	size_t idle = ways->n ? idle_conditions(s, i, read, ways) : 0;

	for (size_t mask = (size_t)1 << ways->n; ways->n && mask > 0; mask--) {
		(void)way_of(s, i, read, ways, (mask - 1) | idle);
		ways->at[mask - 1] = ways->at[(mask - 1) | idle];
	}
}

struct str training_case_text(struct arena *a, const struct training_case *c, unsigned bits)
{
	struct str text = {0};

	for (size_t k = 0; k < c->nasked; k++) {
		struct str one = c->asked[k];

		if (!(bits & c->cares & 1u << k))
			continue;
		if (!(c->holds & 1u << k))
			one = str_fmt(a, "not (%.*s)", STR_ARG(one));
		text = text.n ? str_fmt(a, "%.*s and %.*s", STR_ARG(text), STR_ARG(one)) : one;
	}
	return text;
}

static struct str *asked_texts(struct arena *a, const struct ways *ways)
{
	struct str *texts = arena_news(a, struct str, ways->n);

	for (size_t k = 0; k < ways->n; k++)
		texts[k] = ((const struct node *)ways->open->met.at[k]->code)->text;
	return texts;
}

static void add_case(struct arena *a, const struct ways *ways, const struct str *asked, size_t mask,
		     struct training_job *job)
{
	const struct training_job *way = ways->at[mask];
	struct training_case *c;

	for (size_t i = 0; i < job->cases.n; i++)
		if (same_reading(&job->cases.at[i].job, &job->cases.at[i].extract, &way->job,
				 &way->extract))
			return;
	c = vec_push(a, &job->cases);
	*c = (struct training_case){.job = way->job,
				.extract = way->extract,
				.asked = asked,
				.nasked = ways->n,
				.cares = cares(ways, mask)};
	for (size_t k = 0; k < ways->n; k++)
		if ((mask >> k & 1) != arms_negative(ways->open->met.at[k]))
			c->holds |= 1u << k;
}

bool condition_cases(struct scan *s, size_t i, job_reader *read, struct training_job *job)
{
	struct suppose *open = arena_new(s->arena, struct suppose);
	struct ways ways = {.open = open};
	const struct str *asked;

	open->arena = s->arena;
	open->guard = job->call->guard;
	s->suppose = open;
	if (!read(s, i, job))
		return false;
	/* What is read from here on (defaults) supposes the same, and meets nothing new. */
	job->extract.suppose = NULL;
	ways.n = open->met.n < SUPPOSE_MAX ? open->met.n : SUPPOSE_MAX;
	while (ways.n > WAYS_LEAST && s->trace->n << ways.n > CALLS_MAX)
		ways.n--;
	asked = asked_texts(s->arena, &ways);
	read_ways(s, i, read, &ways);
	/* Of cases that need the same memory the first counts: that in which the conditions hold. */
	for (size_t mask = (size_t)1 << ways.n; ways.n && mask > 0; mask--)
		if (ways.at[mask - 1])
			add_case(s->arena, &ways, asked, mask - 1, job);
	if (job->cases.n) {
		job->job = job->cases.at[0].job;
		job->extract = job->cases.at[0].extract;
	}
	if (job->cases.n == 1)
		job->cases.n = 0;
	return true;
}
