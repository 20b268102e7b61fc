#include "known_findings.h"

#include "ignore_comment.h"

#include "lint/policy/policy.h"
#include "lint/policy/request.h"

/* A job whose finding was put off may grow so much before it is reported again: less is a new version's rounding. */
#define GROWTH_MAX 1.05

struct knower {
	struct arena *arena;
	const struct request *request;
	struct result *result;
	struct ignore_comments comments;
	/** By position in the policy's list, and in the baseline: whether it hid anything. */
	bool *ignore_used, *entry_used;
};

static const struct job_result *job_of(const struct result *result, const struct finding *f)
{
	return f->job < result->jobs.n ? &result->jobs.at[f->job] : NULL;
}

static bool covers(struct files *files, const struct ignore_comment *c, struct span at)
{
	uint32_t line;

	if (!span_known(at) || files_parent(files, at.file) != c->at.file)
		return false;
	line = files_place(files, at).line;
	return line >= c->first && line <= c->last;
}

/* By a comment where the finding is, or where its job is. */
static bool by_comment(struct knower *k, const struct finding *f, struct known *out)
{
	const struct job_result *job = job_of(k->result, f);
	struct files *files = k->result->files;

	for (size_t i = 0; i < k->comments.n; i++) {
		struct ignore_comment *c = &k->comments.at[i];

		if (c->rule != f->rule || (!covers(files, c, f->at) && !(job && covers(files, c, job->job.at))))
			continue;
		c->used = true;
		*out = (struct known){*f, KNOWN_BY_COMMENT, c->reason, c->at};
		return true;
	}
	return false;
}

static bool by_policy(struct knower *k, const struct finding *f, struct known *out)
{
	const struct policy *p = k->request->policy;
	const struct job_result *job = job_of(k->result, f);
	const struct file *file = files_at(k->result->files, files_parent(k->result->files, f->at.file));

	for (size_t i = 0; p && i < p->nignore; i++) {
		const struct policy_ignore *g = &p->ignore[i];

		if (g->rule != f->rule || g->expires < k->request->today ||
		    (g->path.n && !(file && path_glob_match(g->path, policy_path(k->arena, p, file->path)))) ||
		    (g->job.n && !(job && path_glob_match(g->job, job->job.id))))
			continue;
		k->ignore_used[i] = true;
		*out = (struct known){*f, KNOWN_BY_POLICY, g->reason, g->at};
		return true;
	}
	return false;
}

static void add_note(struct arena *a, struct finding *f, struct str note)
{
	struct str *notes = arena_news(a, struct str, f->n_notes + 1);

	for (size_t i = 0; i < f->n_notes; i++)
		notes[i] = f->notes[i];
	notes[f->n_notes++] = note;
	f->notes = notes;
}

static bool by_baseline(struct knower *k, struct finding *f, struct known *out)
{
	const struct baseline_entry *e = baseline_find(k->request->baseline, f->fingerprint);
	const struct job_result *job = job_of(k->result, f);
	struct arena *a = k->arena;

	if (!e)
		return false;
	k->entry_used[e - k->request->baseline->at] = true;
	if (e->expires < k->request->today) {
		add_note(a, f, str_fmt(a, "the baseline knew of it until %.*s", STR_ARG(date_text(a, e->expires))));
		return false;
	}
	if (e->needs && job && (double)job->estimate.needed.likely > (double)e->needs * GROWTH_MAX) {
		add_note(a, f, str_fmt(a, "the baseline knew of it when the job needed %.*s",
				       STR_ARG(bytes_text(a, e->needs))));
		return false;
	}
	*out = (struct known){*f, KNOWN_BY_BASELINE, e->reason, (struct span){0}};
	return true;
}

static void move_known(struct knower *k)
{
	struct findings *all = &k->result->findings;
	size_t kept = 0;

	for (size_t i = 0; i < all->n; i++) {
		struct known known;

		if (by_comment(k, &all->at[i], &known) || by_policy(k, &all->at[i], &known) ||
		    by_baseline(k, &all->at[i], &known))
			*vec_push(k->arena, &k->result->known) = known;
		else
			all->at[kept++] = all->at[i];
	}
	all->n = kept;
}

static void report_comments(struct knower *k)
{
	for (size_t i = 0; i < k->comments.n; i++) {
		const struct ignore_comment *c = &k->comments.at[i];

		if (c->rule == RULE_COUNT)
			findings_add(&k->result->findings, RULE_UNUSED_SUPPRESSION, c->at, "%.*s", STR_ARG(c->trouble));
		else if (!c->used)
			findings_add(&k->result->findings, RULE_UNUSED_SUPPRESSION, c->at,
				     "ignore[%s] hides nothing here", rule_rows[c->rule].id);
	}
}

static void report_ignores(struct knower *k)
{
	const struct policy *p = k->request->policy;

	for (size_t i = 0; p && i < p->nignore; i++) {
		const struct policy_ignore *g = &p->ignore[i];

		if (g->expires < k->request->today)
			findings_add(&k->result->findings, RULE_UNUSED_SUPPRESSION, g->at,
				     "ignore of %s is no longer valid: it expired on %.*s", rule_rows[g->rule].id,
				     STR_ARG(date_text(k->arena, g->expires)));
		else if (!k->ignore_used[i])
			findings_add(&k->result->findings, RULE_UNUSED_SUPPRESSION, g->at, "ignore of %s hides nothing",
				     rule_rows[g->rule].id);
	}
}

static void report_entries(struct knower *k)
{
	const struct baseline *b = k->request->baseline;
	size_t n = 0;

	for (size_t i = 0; b && i < b->n; i++)
		n += !k->entry_used[i];
	if (n)
		findings_add(&k->result->findings, RULE_UNUSED_SUPPRESSION, (struct span){0},
			     "%zu of %zu findings of the baseline are gone: --write-baseline takes them out", n, b->n);
}

/* What hides nothing in a part may do so in the whole. */
static bool is_whole(const struct request *request)
{
	for (size_t i = 0; i < request->npaths; i++)
		if (request->paths[i].n && !str_is(request->paths[i], "."))
			return false;
	return true;
}

void known_findings(struct arena *a, const struct request *request, const bool *context, size_t ncontext,
		    struct result *result)
{
	struct knower k = {.arena = a, .request = request, .result = result};
	size_t entries = request->baseline ? request->baseline->n : 0;

	if (request->no_ignore || request->list_files)
		return;
	k.ignore_used = arena_news(a, bool, request->policy ? request->policy->nignore + 1 : 1);
	k.entry_used = arena_news(a, bool, entries + 1);
	for (uint32_t id = 1; id <= result->files->n; id++)
		if (!context || id > ncontext || !context[id - 1])
			ignore_comments_of(a, result->files, id, &k.comments);
	move_known(&k);
	report_comments(&k);
	if (!is_whole(request))
		return;
	report_ignores(&k);
	report_entries(&k);
}
