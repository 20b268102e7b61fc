/*
 * Jobs that .gpumem-lint.yml states, for code that no reader can follow.
 */
#include "file_jobs.h"

#include "lint/policy/policy.h"

/* The keys of a stated job: the settings by their own names. */
static const struct keymap *vocabulary(struct arena *a)
{
	struct keymap *map = arena_new(a, struct keymap);
	struct keyrow *rows = arena_news(a, struct keyrow, SETTING_COUNT);

	for (enum setting s = 0; s < SETTING_COUNT; s++)
		rows[s] = (struct keyrow){
		    .key = setting_rows[s].name, .setting = s, .convert = CONVERT_PLAIN};
	*map = (struct keymap){
	    .name = "settings", .package = "", .rows = rows, .nrows = SETTING_COUNT};
	return map;
}

/* What was read of the file itself gives way: it is what the readers could not follow. */
static void drop_read(struct assembly *s, uint32_t file)
{
	size_t kept = 0;

	for (size_t i = 0; i < s->c->drafts.n; i++) {
		struct draft *d = s->c->drafts.at[i];

		if (d->job.found == JOB_FOUND_GIVEN || (d->main != file && d->script != file))
			s->c->drafts.at[kept++] = d;
	}
	s->c->drafts.n = kept;
}

static void take_job(struct assembly *s, const struct policy_job *job, const struct keymap *map)
{
	struct str below = s->request->policy->below;
	struct draft d = {.main = str_starts(job->file, below)
				      ? files_find(s->repo->files, str_sub(job->file, below.n, job->file.n))
				      : 0};

	if (d.main)
		drop_read(s, d.main);
	else
		d.main = job->at.file;
	d.job.id = job->name;
	d.job.at = job->at;
	d.job.found = JOB_FOUND_GIVEN;
	d.target = launch_target(s->c, NULL, d.main);
	extract_init(&d.extract, s->arena, s->c->findings, library_versions(s->c, d.main, NULL));
	d.extract.before = UINT32_MAX;
	extract_map(&d.extract, map, job->settings, &d.job);
	draft_take(s->c, &d, d.main);
	draft_take(s->c, &d, job->at.file);
	resolve_draft(s->c, &d);
}

void policy_jobs(struct assembly *s)
{
	const struct policy *policy = s->request->policy;
	const struct keymap *map;

	if (!policy || !policy->njobs)
		return;
	map = vocabulary(s->arena);
	for (size_t i = 0; i < policy->njobs; i++)
		take_job(s, &policy->jobs[i], map);
}
