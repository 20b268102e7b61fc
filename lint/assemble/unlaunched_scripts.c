/*
 * Scripts that nothing launches: run as "python script.py" without arguments being known.
 */
#include "budgets.h"
#include "file_jobs.h"
#include "no_jobs.h"
#include "script_jobs.h"

#include "lint/python/script.h"

/* Whether a script says itself how many rows are trained on at once: LMConfig(…, batch_size=16). */
static bool says_rows(const struct draft *d)
{
	const struct value *rows = job_get(&d->job, SETTING_PER_DEVICE_TRAIN_BATCH_SIZE);

	return rows && rows->origin == ORIGIN_STATED && rows->at.file == d->main;
}

/*
 * The job that a script's job repeats, NULL if none: another has led to the same sink. A sink in the script
 * itself is reached by what imports it, with what it hands over. Of a sink that several scripts share,
 * in a trainer of the project, each script that says which model, or by which word of its own that is not known, or how
 * many rows, makes a job with its own settings.
 */
static struct draft *draft_known(struct assembly *s, size_t before, const struct draft *d)
{
	const struct extract_unknown *word = &d->extract.unknown[SETTING_MODEL];
	bool shared = d->sink.file != d->main && (job_get(&d->job, SETTING_MODEL) || (word->why.n && word->at.file == d->main) || says_rows(d));

	/* What the script starts has a launch of its own. */
	if (d->launch)
		return NULL;
	for (size_t i = 0; i < before; i++) {
		struct draft *other = s->c->drafts.at[i];

		if (other->sink.file == d->sink.file && other->sink.off == d->sink.off &&
		    (!shared || other->main == d->main || draft_same(other, d)))
			return other;
	}
	return NULL;
}

/*
 * The jobs of a script whose launch its parser turns away, for want of a word: those that it has with this word and the words
 * that the launch does give, and not with the defaults of them.
 */
static bool refused_jobs(struct assembly *s, uint32_t file)
{
	const struct launch *refused = file <= s->c->nfiles && !s->function.n ? s->refused[file - 1] : NULL;
	size_t before = s->c->drafts.n;
	struct launch *launch;
	struct target target;

	if (!refused)
		return false;
	launch = arena_new(s->arena, struct launch);
	*launch = *refused;
	launch->open = true;
	target = launch_target(s->c, launch, file);
	script_jobs(s, file, launch, &target);
	/* The launch itself starts none of them. */
	for (size_t i = before; i < s->c->drafts.n; i++)
		s->c->drafts.at[i]->launch = NULL;
	return s->c->drafts.n > before;
}

void unlaunched_file_jobs(struct assembly *s, uint32_t file)
{
	size_t before = s->c->drafts.n, findings = s->c->findings->n;
	size_t kept = before;
	bool whole = !s->function.n;
	struct target target;

	if (!refused_jobs(s, file)) {
		target = launch_target(s->c, NULL, file);
		script_jobs(s, file, NULL, &target);
	}
	s->barren[file - 1] = whole && s->c->drafts.n == before && s->c->findings->n == findings;
	for (size_t i = before; i < s->c->drafts.n; i++) {
		struct draft *d = s->c->drafts.at[i], *known = draft_known(s, before, d);

		if (!known)
			s->c->drafts.at[kept++] = d;
		else if (known->main != d->main && draft_same(known, d))
			*vec_push(s->arena, &known->again_by) = d->main;
	}
	s->c->drafts.n = kept;
}

/*
 * A module of a package that nobody runs by its name: an __init__.py, or one that others import and that
 * Python refuses to run as a script, since it imports relatively. A mention of __main__ says otherwise, and
 * a service may run the functions of any module.
 */
static bool is_only_imported(struct assembly *s, uint32_t file)
{
	struct str text = repository_text(s->repo, file);

	if (s->of.marks[file - 1] & MARK_RUNS || str_has(text, STR("__main__")))
		return false;
	if (str_is(str_tail(files_at(s->repo->files, file)->path, '/'), "__init__.py"))
		return true;
	return str_has(text, STR("\nfrom .")) && s->of.reach && import_reach_imported(s->of.reach, s->repo->files, file);
}

/* Whether something happens when a file is run by itself. */
static bool is_script(struct assembly *s, uint32_t file)
{
	struct str text = repository_text(s->repo, file);

	/* t = BashOperator(…): what a service reads, and runs by itself. */
	if (file <= s->c->nfiles && s->of.marks && s->of.marks[file - 1] & MARK_RUNS && str_has(text, STR("BashOperator(")))
		return true;
	return py_is_script(s->cache, file, text) ||
	       (s->of.reach && !import_reach_imported(s->of.reach, s->repo->files, file) &&
		py_assigns_calls(s->cache, file, text));
}

bool unlaunched_script(struct assembly *s, uint32_t file)
{
	/* What is known of versions changes settings; it makes no job where there was none. */
	return !draft_has_taken(s->c, file) && !s->barren[file - 1] && !is_only_imported(s, file) && is_script(s, file);
}

void unlaunched_script_jobs(struct assembly *s, uint32_t file)
{
	/* What a framework's command starts is launched, with what the command's rows say. */
	if (s->barren[file - 1] || s->copied[file - 1] || no_job_evaluates(s, file) || is_only_imported(s, file) || budget_is_spent(s, file) || !is_script(s, file))
		return;
	unlaunched_file_jobs(s, file);
}
