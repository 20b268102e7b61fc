#include "saved_models.h"

#include "core/job/job.h"
#include "saved_adapters.h"
#include "lint/settings/settings.h"

/* How well a name fits what was written. */
enum fit {
	FIT_NONE,
	/** The merged form of what was written: "sft" and "sft-merged". */
	FIT_MERGED,
	/** The same last part, on the Hub. */
	FIT_NAME,
	/** The same folder, seen from another one; or a checkpoint within it. */
	FIT_PLACE,
	FIT_SAME,
};

struct str saved_model_path(struct arena *a, struct str path)
{
	path = str_tr(a, str_trim(path), '\\', '/');
	for (;;) {
		if (str_starts(path, STR("./")))
			path = str_undotted(path);
		else if (str_starts(path, STR("../")))
			path = str_sub(path, 3, path.n);
		else if (str_starts(path, STR(EVAL_ROOT "/")))
			path = str_sub(path, sizeof(EVAL_ROOT), path.n);
		else if (path.n > 1 && str_ends(path, STR("/")))
			path = str_sub(path, 0, path.n - 1);
		else
			return path;
	}
}

/* Whether a path ends in all parts of another one, of which there are at least two. */
static bool ends_in(struct str path, struct str end)
{
	return str_chr(end, '/', 0) != SIZE_MAX && str_ends(path, end) && path.n > end.n &&
	       (path.s[path.n - end.n - 1] == '/' || str_starts(end, STR("/")));
}

static bool same_place(struct str x, struct str y)
{
	return str_eq(x, y) || ends_in(x, y) || ends_in(y, x);
}

/* A folder that trainers and people make within a run's own. */
static bool is_checkpoint(struct str part)
{
	static const char *const starts[] = {"checkpoint", "epoch", "step", "global_step", "final", "merged",
					     "best",	   "last",  "adapter"};

	for (size_t i = 0; i < sizeof(starts) / sizeof(*starts); i++)
		if (str_starts(part, str_of(starts[i])))
			return true;
	return model_is_folder(part);
}

/* Whether a path is that of a checkpoint within a folder; at most two levels deep. */
static bool lies_within(struct str path, struct str folder)
{
	struct str parts[2];

	for (int i = 0; i < 2; i++) {
		size_t slash = str_rchr(path, '/');

		if (slash == SIZE_MAX)
			return false;
		parts[i] = str_sub(path, slash + 1, path.n);
		path = str_sub(path, 0, slash);
		/* Hardly any is: what the parts are called is asked last. */
		if (same_place(path, folder))
			return is_checkpoint(parts[0]) && (!i || is_checkpoint(parts[1]));
	}
	return false;
}

static struct str unmerged(struct str path)
{
	static const char *const ends[] = {"_merged", "-merged", "_merged_16bit", "-merged-16bit"};

	for (size_t i = 0; i < sizeof(ends) / sizeof(*ends); i++)
		if (str_ends(path, str_of(ends[i])))
			return str_sub(path, 0, path.n - str_of(ends[i]).n);
	return path;
}

/* A name on the Hub is the organisation's and the run's, and the run's alone where it is pushed. */
static bool same_name(const struct saved_model *w, struct str wanted)
{
	struct str x = str_tail(w->path, '/'), y = str_tail(wanted, '/');
	bool whole = x.n == w->path.n || y.n == wanted.n;

	return w->hub && whole && str_eq(x, y) && !model_is_folder(x);
}

static enum fit fit_of(const struct saved_model *w, struct str wanted)
{
	struct str base = unmerged(wanted);

	if (str_eq(w->path, wanted))
		return FIT_SAME;
	if (same_place(w->path, wanted) || lies_within(wanted, w->path))
		return FIT_PLACE;
	if (same_name(w, wanted))
		return FIT_NAME;
	return base.n < wanted.n && same_place(w->path, base) ? FIT_MERGED : FIT_NONE;
}

/* What wrote a path; NULL if nothing did, or models of different shapes. */
static const struct saved_model *writer_of(const struct saved_models *saved, struct str wanted)
{
	const struct saved_model *best = NULL;
	enum fit reached = FIT_NONE;
	bool differ = false;

	for (size_t i = 0; i < saved->n; i++) {
		const struct saved_model *w = &saved->at[i];
		enum fit fit = fit_of(w, wanted);

		if (fit == FIT_NONE || fit < reached)
			continue;
		differ = fit == reached && (differ || !model_same_shape(best->model, w->model));
		if (fit > reached)
			best = w;
		reached = fit;
	}
	return differ ? NULL : best;
}

const struct model *saved_model_shape(const struct saved_models *saved, struct str path)
{
	const struct saved_model *w = writer_of(saved, path);

	return w ? w->model : NULL;
}

/*
 * Whether a job loads what lies where it seems to write: a program of several stages, each of which is a job, writes all
 * of their folders.
 */
static bool loads_own(struct arena *a, const struct saved_model *w, struct str path)
{
	return w->job && str_eq(saved_model_path(a, job_str(w->job, SETTING_MODEL, STR(""))), path);
}

const struct saved_model *saved_adapters_at(struct arena *a, const struct saved_models *saved, struct str path)
{
	const struct saved_model *best = NULL;
	enum fit reached = FIT_NONE;
	bool whole = false, differ = false;

	for (size_t i = 0; i < saved->n; i++) {
		const struct saved_model *w = &saved->at[i];
		enum fit fit = fit_of(w, path);

		if (fit < FIT_PLACE || fit < reached || loads_own(a, w, path) || (fit == reached && best && w->tried && !best->tried))
			continue;
		whole = (fit == reached && whole) || !w->adapters;
		if (w->adapters && best && fit == reached && !(best->tried && !w->tried))
			differ |= !saved_adapters_same(best->job, w->job);
		else if (w->adapters)
			differ = false;
		reached = fit;
		if (w->adapters)
			best = w;
	}
	return whole || differ || saved_path_is_merged(path) ? NULL : best;
}

/* The name of a model whose shape nothing told; empty if the job has none in this role. */
static struct str wanted_name(struct draft_context *c, struct job *job, const struct job_role *role)
{
	const struct value *v = job_get(job, role->model);
	const struct model *known = job_role_shape(job, role);

	if (!v || v->type != VALUE_STR || !v->as.s.n || str_is(v->as.s, "none") || (known && !known->guessed))
		return STR("");
	return saved_model_path(c->arena, v->as.s);
}

static struct str told(struct draft_context *c, const struct saved_model *w)
{
	return str_fmt(c->arena, "that of %.*s, which %.*s saves there (%.*s)", STR_ARG(w->name),
		       STR_ARG(files_at(c->repo->files, w->by)->path),
		       STR_ARG(files_where(c->arena, c->repo->files, w->at)));
}

/* The model by its own name, in place of the folder's. */
static void name_fetched(struct draft_context *c, const struct saved_model *w, struct value *v)
{
	v->how = str_fmt(c->arena, "fetched into %.*s (%.*s)", STR_ARG(v->as.s),
			 STR_ARG(files_where(c->arena, c->repo->files, w->at)));
	v->as.s = w->name;
}

static bool resolve_job(struct draft_context *c, const struct saved_models *saved, const struct trace *trace, struct job *job)
{
	bool changed = saved_adapters_resolve(c, saved, trace, job);

	for (size_t i = 0; i < JOB_ROLES; i++) {
		struct str wanted = wanted_name(c, job, &job_roles[i]);
		const struct saved_model *w = wanted.n ? writer_of(saved, wanted) : NULL;

		if (!w || job_role_shape(job, &job_roles[i]) == w->model)
			continue;
		job_role_set_shape(job, &job_roles[i], w->model);
		if (w->fetched)
			name_fetched(c, w, &job->set[job_roles[i].model]);
		else if (job_roles[i].model == SETTING_MODEL)
			job->shape_how = told(c, w);
		changed = true;
	}
	if (changed)
		derive_job(c->arena, job);
	return changed;
}

static bool resolve_draft_jobs(struct draft_context *c, const struct saved_models *saved, struct draft *d)
{
	bool changed = resolve_job(c, saved, d->trace, &d->job);

	for (size_t i = 0; i < d->cases.n; i++)
		changed |= resolve_job(c, saved, d->trace, &d->cases.at[i].job);
	return changed;
}

static bool any_wanted(struct draft_context *c)
{
	for (size_t i = 0; i < c->drafts.n; i++)
		for (size_t k = 0; k < JOB_ROLES; k++)
			if (wanted_name(c, &c->drafts.at[i]->job, &job_roles[k]).n)
				return true;
	return saved_adapters_wanted(c);
}

/* Stages build on one another: as many rounds as a chain of them is long. */
enum { STAGES_MAX = 4 };

void saved_models_resolve(struct draft_context *c)
{
	bool changed = any_wanted(c);

	for (int round = 0; changed && round < STAGES_MAX; round++) {
		struct saved_models saved = {0};

		changed = false;
		for (size_t i = 0; i < c->drafts.n; i++)
			saved_models_add_job(c, c->drafts.at[i], &saved);
		saved_models_add_downloads(c, &saved);
		for (int stage = 0; stage < STAGES_MAX; stage++)
			saved_models_add_merges(c, &saved);
		for (size_t i = 0; i < c->drafts.n; i++)
			changed |= resolve_draft_jobs(c, &saved, c->drafts.at[i]);
	}
}
