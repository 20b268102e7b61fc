#include "diff.h"

#include "causes.h"
#include "match.h"

#include <stdlib.h>

/* Files of both sides by path, and whether they are the same. */
struct changed_files {
	struct arena *arena;
	const struct result *before, *after;
	/** Path to 1: the same, 2: not. */
	struct dict known;
	/** By file id - 1 of the after side: jobs that it has a part in. */
	unsigned *jobs;
};

static const struct file *file_of(const struct result *r, uint32_t id)
{
	return files_at(r->files, files_parent(r->files, id));
}

static bool is_changed(struct changed_files *c, struct str path)
{
	uint32_t *known = dict_put(c->arena, &c->known, path);

	if (!*known) {
		const struct file *x = files_at(c->before->files, files_find(c->before->files, path));
		const struct file *y = files_at(c->after->files, files_find(c->after->files, path));

		*known = x && y && str_eq(x->text, y->text) ? 1 : 2;
	}
	return *known == 2;
}

static void count_jobs(struct changed_files *c)
{
	const struct result *r = c->after;

	c->jobs = arena_news(c->arena, unsigned, r->files->n + 1);
	for (size_t i = 0; i < r->jobs.n; i++)
		for (size_t k = 0; k < r->jobs.at[i].job.nfiles; k++)
			c->jobs[files_parent(r->files, r->jobs.at[i].job.files[k])]++;
}

/* The files of one side of a job that changed: those that it shares are noted. */
static void note_files(struct changed_files *c, const struct result *r, const struct job_result *job, bool note,
		       struct diff_job *out)
{
	struct str *shared = arena_news(c->arena, struct str, job->job.nfiles + 1);
	size_t n = 0;

	for (size_t i = 0; i < job->job.nfiles; i++) {
		const struct file *file = file_of(r, job->job.files[i]);

		if (!file || !is_changed(c, file->path))
			continue;
		out->touched = true;
		if (note && i && c->jobs[files_parent(r->files, job->job.files[i])] > 1)
			shared[n++] = file->path;
	}
	if (note) {
		out->shared = shared;
		out->nshared = n;
	}
}


static enum diff_change change_of(const struct diff_job *j)
{
	const struct job_result *x = j->before, *y = j->after;

	if (!x || !y)
		return x ? DIFF_GONE : DIFF_NEW;
	if (j->moved)
		return j->moved > 0 ? DIFF_MORE : DIFF_LESS;
	if (x->verdict != y->verdict || x->usable != y->usable || x->estimate.ok != y->estimate.ok ||
	    !str_eq(x->missing, y->missing))
		return DIFF_OTHER;
	return DIFF_SAME;
}

static int64_t difference(uint64_t x, uint64_t y)
{
	uint64_t size = x > y ? x - y : y - x;
	int64_t n = size > INT64_MAX ? INT64_MAX : (int64_t)size;

	return x > y ? -n : n;
}

static struct diff_job compare(struct changed_files *c, const struct job_result *x, const struct job_result *y)
{
	struct diff_job j = {.before = x, .after = y};

	if (x)
		note_files(c, c->before, x, false, &j);
	if (y)
		note_files(c, c->after, y, true, &j);
	if (x && y && x->estimate.ok && y->estimate.ok)
		j.moved = difference(x->estimate.needed.likely, y->estimate.needed.likely);
	j.change = change_of(&j);
	if (x && y && j.change != DIFF_SAME)
		causes_find(c->arena, &j);
	return j;
}

static uint64_t size_of(const struct diff_job *j)
{
	if (j->before && j->after)
		return j->moved < 0 ? (uint64_t)-j->moved : (uint64_t)j->moved;
	return j->before ? j->before->estimate.needed.likely : j->after->estimate.needed.likely;
}

static int order(const void *left, const void *right)
{
	static const int ranks[] = {[DIFF_MORE] = 0, [DIFF_NEW] = 1, [DIFF_OTHER] = 2,
				    [DIFF_LESS] = 3, [DIFF_GONE] = 4, [DIFF_SAME] = 5};
	const struct diff_job *a = left, *b = right;
	const struct job_result *x = a->after ? a->after : a->before, *y = b->after ? b->after : b->before;

	if (a->change != b->change)
		return ranks[a->change] - ranks[b->change];
	if (size_of(a) != size_of(b))
		return size_of(a) > size_of(b) ? -1 : 1;
	return str_cmp(x->job.id, y->job.id);
}

void diff_results(struct arena *a, const struct result *before, const struct result *after, struct diff *out)
{
	struct changed_files c = {.arena = a, .before = before, .after = after};
	struct match match = match_jobs(a, before, after);

	out->before = before;
	out->after = after;
	count_jobs(&c);
	for (size_t i = 0; i < after->jobs.n; i++)
		*vec_push(a, &out->jobs) = compare(
		    &c, match.of_after[i] == SIZE_MAX ? NULL : &before->jobs.at[match.of_after[i]], &after->jobs.at[i]);
	for (size_t i = 0; i < before->jobs.n; i++)
		if (!match.taken[i])
			*vec_push(a, &out->jobs) = compare(&c, &before->jobs.at[i], NULL);
	for (size_t i = 0; i < out->jobs.n; i++)
		out->counts[out->jobs.at[i].change]++;
	if (out->jobs.n)
		qsort(out->jobs.at, out->jobs.n, sizeof(*out->jobs.at), order);
}

bool diff_limit_parse(struct str text, struct diff_limit *out)
{
	*out = (struct diff_limit){.given = true};
	if (!str_ends(text, STR("%")))
		return bytes_parse(text, &out->bytes);
	if (!str_to_real(str_trim(str_sub(text, 0, text.n - 1)), &out->share) || !(out->share >= 0))
		return false;
	out->share /= 100;
	return true;
}

bool diff_over(const struct diff_job *j, const struct diff_limit *limit)
{
	double allowed;

	if (!limit->given || j->change != DIFF_MORE)
		return false;
	allowed = limit->bytes ? (double)limit->bytes : limit->share * (double)j->before->estimate.needed.likely;
	return (double)j->moved > allowed;
}
