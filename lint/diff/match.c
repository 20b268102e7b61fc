#include "match.h"

#include <stdlib.h>

/* A job that is still to be matched, by what has to be the same. */
struct keyed {
	struct str key;
	size_t place;
};

/* Places in files move: "train.py (run.sh:12)" without its number. */
static struct str without_digits(struct arena *a, struct str s)
{
	struct out text = {.arena = a};

	for (size_t i = 0; i < s.n; i++)
		if (s.s[i] < '0' || s.s[i] > '9')
			out_put(&text, str_sub(s, i, i + 1));
	return out_str(&text);
}

static struct str main_file(const struct result *r, const struct job_result *job)
{
	const struct file *file =
	    job->job.nfiles ? files_at(r->files, files_parent(r->files, job->job.files[0])) : NULL;

	return file ? file->path : STR("");
}

static struct str model_of(const struct job_result *job)
{
	return job_str(&job->job, SETTING_MODEL, STR(""));
}

/* What has to be the same, from all that tells a job to what little does; empty: not to be matched so. */
static struct str key_of(struct arena *a, const struct result *r, const struct job_result *job, int step)
{
	struct str file = main_file(r, job), model = model_of(job), by = without_digits(a, job->launched_by);

	switch (step) {
	case 0:
		return str_fmt(a, "%.*s\1%.*s\1%.*s\1%.*s", STR_ARG(file), STR_ARG(by), STR_ARG(model), STR_ARG(job->job.id));
	case 1:
		return str_fmt(a, "%.*s\1%.*s\1%.*s", STR_ARG(file), STR_ARG(by), STR_ARG(model));
	case 2:
		return str_fmt(a, "%.*s\1%.*s", STR_ARG(file), STR_ARG(job->job.id));
	case 3:
		return str_fmt(a, "%.*s\1%.*s", STR_ARG(file), STR_ARG(by));
	case 4:
		return str_fmt(a, "%.*s\1%.*s", STR_ARG(file), STR_ARG(model));
	default:
		/* Of a file that was moved: its name stays, or what it trains does. */
		return str_fmt(a, "%.*s\1%.*s", STR_ARG(str_tail(file, '/')), STR_ARG(model));
	}
}

static int order(const void *left, const void *right)
{
	const struct keyed *a = left, *b = right;
	int by_key = str_cmp(a->key, b->key);

	return by_key ? by_key : a->place < b->place ? -1 : a->place > b->place;
}

static size_t keys_of(struct arena *a, const struct result *r, const bool *done, int step, struct keyed *out)
{
	size_t n = 0;

	for (size_t i = 0; i < r->jobs.n; i++)
		if (!done[i])
			out[n++] = (struct keyed){key_of(a, r, &r->jobs.at[i], step), i};
	qsort(out, n, sizeof(*out), order);
	return n;
}

/* Whether a file of one side is on the other: what is on both was not moved. */
static bool has_file(const struct result *r, struct str path)
{
	return files_find(r->files, path) != 0;
}

struct matcher {
	const struct result *before, *after;
	struct match match;
	bool *done;
};

static bool may_match(const struct matcher *m, size_t x, size_t y, int step)
{
	const struct job_result *before = &m->before->jobs.at[x], *after = &m->after->jobs.at[y];

	if (step < 5)
		return true;
	return !has_file(m->after, main_file(m->before, before)) && !has_file(m->before, main_file(m->after, after)) &&
	       job_same_settings(&before->job, &after->job);
}

/* Jobs with the same key, in order. */
static void match_step(struct arena *a, struct matcher *m, int step)
{
	struct keyed *x = arena_news(a, struct keyed, m->before->jobs.n + 1);
	struct keyed *y = arena_news(a, struct keyed, m->after->jobs.n + 1);
	size_t nx = keys_of(a, m->before, m->match.taken, step, x), ny = keys_of(a, m->after, m->done, step, y);

	for (size_t i = 0, k = 0; i < nx && k < ny;) {
		int order_of = str_cmp(x[i].key, y[k].key);

		if (order_of == 0 && may_match(m, x[i].place, y[k].place, step)) {
			m->match.of_after[y[k].place] = x[i].place;
			m->match.taken[x[i].place] = m->done[y[k].place] = true;
		}
		i += order_of <= 0;
		k += order_of >= 0;
	}
}

struct match match_jobs(struct arena *a, const struct result *before, const struct result *after)
{
	enum { STEPS = 6 };
	struct matcher m = {.before = before, .after = after};

	m.match.of_after = arena_news(a, size_t, after->jobs.n + 1);
	m.match.taken = arena_news(a, bool, before->jobs.n + 1);
	m.done = arena_news(a, bool, after->jobs.n + 1);
	for (size_t i = 0; i < after->jobs.n; i++)
		m.match.of_after[i] = SIZE_MAX;
	for (int step = 0; step < STEPS; step++)
		match_step(a, &m, step);
	return m.match;
}
