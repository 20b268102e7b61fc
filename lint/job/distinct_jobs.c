/* The drafts of a repository as a whole: which are one job, in which order they come, their names. */
#include "distinct_jobs.h"

#include "launched.h"

#include "core/dataset/dataset.h"
#include "lint/eval/eval.h"

#include <stdlib.h>

/* Whether all data of a job is files on the run's machine, of whose rows nothing is known. */
static bool reads_unknown_files(const struct job *job)
{
	static const char *const ends[] = {".json", ".jsonl", ".parquet", ".csv", ".tsv", ".txt", ".arrow"};
	const struct value *names = job_get(job, SETTING_DATASET);
	size_t files = 0;

	for (size_t i = 0; names && names->type == VALUE_LIST && i < names->as.list.n; i++) {
		struct str name = names->as.list.at[i];
		bool file = str_starts(name, STR("/"));

		for (size_t k = 0; k < sizeof(ends) / sizeof(*ends); k++)
			file |= str_ends(name, str_of(ends[k]));
		files += file && !dataset_find(name);
	}
	return files && files == names->as.list.n;
}

/* One launch in a loop over data and seeds: with the same settings, which of the files it reads costs nothing. */
static bool same_but_for_files(const struct draft *a, struct draft *b)
{
	struct value data = b->job.set[SETTING_DATASET];
	bool same;

	if (!reads_unknown_files(&a->job) || !reads_unknown_files(&b->job) || a->cases.n || b->cases.n)
		return false;
	b->job.set[SETTING_DATASET] = a->job.set[SETTING_DATASET];
	same = draft_same(a, b);
	b->job.set[SETTING_DATASET] = data;
	return same;
}

/* Several drafts of one call site and one set of settings are one job: the first stays. */
static bool repeats(const struct draft *a, struct draft *b)
{
	if (a->main != b->main || !str_eq(a->part, b->part) || a->sink.file != b->sink.file || a->sink.off != b->sink.off)
		return false;
	return draft_same(a, b) || same_but_for_files(a, b);
}

/* Whether a place is in code of Python, where what is written is how a value is computed. */
static bool is_computed(struct draft_context *c, struct span at)
{
	return str_ends(files_at(c->repo->files, files_parent(c->repo->files, at.file))->path, STR(".py"));
}

/*
 * "$HOME/models/alpha" and "$HOME/models/beta": of models that are not known, what is written tells them apart. Two
 * expressions of a program that passes a model on from step to step do not.
 */
static bool other_model_word(struct draft_context *c, const struct draft *a, const struct draft *b)
{
	struct span x = a->extract.unknown[SETTING_MODEL].at, y = b->extract.unknown[SETTING_MODEL].at;

	return a->launch && b->launch && !job_get(&a->job, SETTING_MODEL) && !job_get(&b->job, SETTING_MODEL) &&
	       span_known(x) && span_known(y) && !(is_computed(c, x) && is_computed(c, y)) &&
	       !str_eq(files_text(c->repo->files, x), files_text(c->repo->files, y));
}

/* SOAP(…) and Muon(…): of optimizers that no table knows the class tells them apart, and what it remembers. */
static bool other_optimizer(const struct draft *a, const struct draft *b)
{
	return !job_get(&a->job, SETTING_OPTIMIZER) && !job_get(&b->job, SETTING_OPTIMIZER) &&
	       !str_eq(a->extract.unknown[SETTING_OPTIMIZER].why, b->extract.unknown[SETTING_OPTIMIZER].why);
}

/* The first draft that this one repeats; NULL if none. */
static struct draft *repeated(struct draft_context *c, size_t kept, struct draft *d)
{
	for (size_t k = 0; k < kept; k++)
		if (repeats(c->drafts.at[k], d) && !other_model_word(c, c->drafts.at[k], d) &&
		    !other_optimizer(c->drafts.at[k], d))
			return c->drafts.at[k];
	return NULL;
}

/* Whether a value costs what its absence does: nobody wrote it. */
static bool unsaid(const struct value *v)
{
	return v->type == VALUE_ABSENT || v->origin == ORIGIN_DEFAULTED || v->origin == ORIGIN_DERIVED;
}

/* Whether two drafts are the arms of one branch, and train the same: TRL's old interface and its new one. */
static bool same_in_both_arms(const struct draft *a, const struct draft *b)
{
	if (a->main != b->main || a->script != b->script || a->launch != b->launch || a->cases.n || b->cases.n ||
	    !a->guard || !arms_exclude(a->guard, b->guard))
		return false;
	for (int s = 0; s < SETTING_COUNT; s++) {
		const struct value *x = &a->job.set[s];
		const struct value *y = &b->job.set[s];
		bool one = (x->type == VALUE_ABSENT) != (y->type == VALUE_ABSENT);

		if (!value_same(x, y) && !(one && unsaid(x) && unsaid(y)))
			return false;
	}
	return true;
}

/* The conditions that two drafts share, outermost first. */
static struct str common_condition(struct draft_context *c, const struct draft *a, const struct draft *b)
{
	struct str text = {0};

	for (const struct node *g = a->guard; g; g = g->from[0])
		for (const struct node *o = b->guard; o; o = o->from[0])
			if (arms_same(g, o) && arms_negative(g) == arms_negative(o)) {
				text = text.n ? str_fmt(c->arena, "%.*s and %.*s", STR_ARG(g->text), STR_ARG(text))
					      : g->text;
				break;
			}
	return launched_condition(c->arena, a->launch, text);
}

/* A job that both arms of a branch train is one, whatever decides. */
static void join_arms(struct draft_context *c)
{
	size_t kept = 0;

	for (size_t i = 0; i < c->drafts.n; i++) {
		struct draft *d = c->drafts.at[i];
		bool joined = false;

		for (size_t k = 0; k < kept && d->guard && !joined; k++) {
			struct draft *first = c->drafts.at[k];

			joined = same_in_both_arms(first, d);
			if (joined)
				first->condition = common_condition(c, first, d);
		}
		if (!joined)
			c->drafts.at[kept++] = d;
	}
	c->drafts.n = kept;
}

/* Whether a draft trains in the handler of an exception, which lint/python/statements/try.c calls so. */
static bool is_in_handler(const struct draft *d)
{
	for (const struct node *g = d->guard; g; g = g->from[0])
		if (str_is(g->text, "an exception is caught") && !arms_negative(g))
			return true;
	return false;
}

/* Whether two drafts are of one run of a script and train one model. */
static bool same_run(const struct draft *a, const struct draft *b)
{
	return a->main == b->main && a->script == b->script && a->launch == b->launch && str_eq(a->part, b->part) &&
	       value_same(&a->job.set[SETTING_MODEL], &b->job.set[SETTING_MODEL]);
}

/* try: trainer.train() except RuntimeError: …: what is trained once more with fewer rows, where the first try failed, is no other job. */
static void drop_retries(struct draft_context *c)
{
	size_t kept = 0;

	for (size_t i = 0; i < c->drafts.n; i++) {
		struct draft *d = c->drafts.at[i];
		bool again = false;

		for (size_t k = 0; k < kept && !again && is_in_handler(d); k++)
			again = same_run(c->drafts.at[k], d) && !is_in_handler(c->drafts.at[k]);
		if (!again)
			c->drafts.at[kept++] = d;
	}
	c->drafts.n = kept;
}

static void drop_repeats(struct draft_context *c)
{
	size_t kept = 0;

	for (size_t i = 0; i < c->drafts.n; i++) {
		const struct launch *launch = c->drafts.at[i]->launch;
		struct draft *first = repeated(c, kept, c->drafts.at[i]);

		if (!first) {
			c->drafts.at[kept++] = c->drafts.at[i];
			continue;
		}
		/* Who names another config with the same settings in it means this job. */
		for (size_t k = 0; k < c->drafts.at[i]->files.n; k++)
			draft_take(c, first, c->drafts.at[i]->files.at[k]);
		if (launch) {
			*vec_push(c->arena, &first->again) = launch;
			draft_take_launch(c, first, launch);
		}
	}
	c->drafts.n = kept;
}

/* TrainingArguments(use_cpu=True): what trains on no GPU needs none of its memory. */
static bool on_no_gpu(const struct draft *d)
{
	const struct value *gpus = job_get(&d->job, SETTING_NUM_GPUS);

	return gpus && gpus->origin == ORIGIN_STATED && gpus->type == VALUE_INT && gpus->as.i == 0 &&
	       !gpus->alternative && !d->cases.n && d->job.found != JOB_FOUND_GIVEN;
}

static void drop_cpu(struct draft_context *c)
{
	size_t kept = 0;

	for (size_t i = 0; i < c->drafts.n; i++)
		if (on_no_gpu(c->drafts.at[i]))
			*vec_push(c->arena, &c->on_cpu) = c->drafts.at[i];
		else
			c->drafts.at[kept++] = c->drafts.at[i];
	c->drafts.n = kept;
}

static struct str launch_path(struct draft_context *c, const struct draft *d)
{
	uint32_t by = d->launch ? d->launch->file : d->script;
	const struct file *f = files_at(c->repo->files, by);

	return f && by != d->main ? f->path : STR("");
}

/* What a draft is named after: the main file's path, and its function behind it. */
static struct str name_of(struct draft_context *c, const struct draft *d)
{
	struct str path = files_at(c->repo->files, d->main)->path;

	return d->part.n ? str_fmt(c->arena, "%.*s#%.*s", STR_ARG(path), STR_ARG(d->part)) : path;
}

/* Ids: the name that was given; else that of name_of(); with the launching file's behind it, or a number, where several share it. */
static void name_drafts(struct draft_context *c)
{
	for (size_t i = 0; i < c->drafts.n; i++) {
		struct draft *d = c->drafts.at[i];
		struct str path = name_of(c, d);
		struct str by = launch_path(c, d);
		size_t same = 0;
		size_t same_launch = 0;
		size_t before = 0;

		d->job.files = d->files.at;
		d->job.nfiles = d->files.n;
		if (d->job.found == JOB_FOUND_GIVEN)
			continue;
		for (size_t k = 0; k < c->drafts.n; k++) {
			const struct draft *other = c->drafts.at[k];

			if (other->main != d->main || !str_eq(other->part, d->part))
				continue;
			same++;
			if (str_eq(launch_path(c, other), by)) {
				same_launch++;
				before += k < i;
			}
		}
		d->job.id = path;
		if (same > 1 && by.n && same_launch < same)
			d->job.id = str_fmt(c->arena, "%.*s@%.*s", STR_ARG(path), STR_ARG(by));
		if (same_launch > 1)
			d->job.id = str_fmt(c->arena, "%.*s#%zu", STR_ARG(d->job.id), before + 1);
	}
}

struct placed {
	struct draft *draft;
	size_t place;
};

static int by_main(const void *left, const void *right)
{
	const struct placed *a = left;
	const struct placed *b = right;

	if (a->draft->main != b->draft->main)
		return a->draft->main < b->draft->main ? -1 : 1;
	return a->place < b->place ? -1 : a->place > b->place;
}

void distinct_jobs_sort(struct draft_context *c, size_t from)
{
	size_t n = c->drafts.n - from;
	struct placed *order = arena_news(c->arena, struct placed, n);

	for (size_t i = 0; i < n; i++)
		order[i] = (struct placed){c->drafts.at[from + i], i};
	if (n)
		qsort(order, n, sizeof(*order), by_main);
	for (size_t i = 0; i < n; i++)
		c->drafts.at[from + i] = order[i].draft;
}

void distinct_jobs(struct draft_context *c)
{
	join_arms(c);
	drop_retries(c);
	drop_repeats(c);
	drop_cpu(c);
	name_drafts(c);
}
