#include "run.h"

#include "lint/assemble/assemble.h"
#include "lint/judge/judge.h"
#include "lint/policy/policy.h"
#include "lint/repo/repo.h"
#include "lint/stats/stats.h"

/** What a file that something refers to is read with. */
struct late_load {
	struct loader *loader;
	const struct request *request;
};

static uint32_t load(void *context, struct str path)
{
	const struct late_load *late = context;

	if (late->request->on_read)
		late->request->on_read(late->request->on_read_context, path);
	return load_file(late->loader, path);
}

/* Of the code that starts programs, that which may start one of the files that train. */
static void mark_starters(const struct loader *loader, unsigned *marks)
{
	struct program_starts starts = {.arena = loader->arena};
	size_t n = loader->files->n;

	for (size_t i = 0; i < n; i++)
		if (marks[i] & (MARK_SINK | MARK_REACH))
			program_starts_add(&starts, loader->files->at[i].path);
	for (size_t i = 0; i < n; i++)
		if ((marks[i] & MARK_STARTS) && program_starts_training(&starts, loader->files->at[i].text))
			marks[i] |= MARK_RUNS;
}

/* Every candidate joins the list, so that imports and references find it; those that may matter are read. */
static unsigned *mark_candidates(struct loader *loader, struct candidates *candidates,
				 struct environments *environments, struct stats *stats)
{
	unsigned *marks = load_candidates(loader, candidates);

	stats_enter(stats, STAGE_REACH);
	import_reach_find(&loader->reach, loader->files, marks, loader->files->n, MARK_SINK, MARK_REACH);
	import_reach_find(&loader->reach, loader->files, marks, loader->files->n, MARK_NAMES, MARK_NAMES);
	mark_starters(loader, marks);
	environments_read(environments, loader->arena, loader->files, marks);
	return marks;
}

static void count_findings(struct result *out)
{
	out->errors = out->warnings = out->notices = 0;
	for (size_t i = 0; i < out->findings.n; i++) {
		switch (out->findings.at[i].severity) {
		case SEVERITY_ERROR:
			out->errors++;
			break;
		case SEVERITY_WARNING:
			out->warnings++;
			break;
		case SEVERITY_NOTICE:
			out->notices++;
			break;
		case SEVERITY_OFF:
			break;
		}
	}
}

void run_settle(struct arena *a, struct result *result)
{
	findings_sort(&result->findings);
	fingerprints_of(a, result);
	count_findings(result);
}

static void apply_policy(struct findings *findings, const struct request *request)
{
	const struct policy *p = request->policy;

	for (size_t i = 0; p && i < p->nrules; i++)
		findings->severity[p->rules[i].rule] = p->rules[i].severity;
	if (request->strict)
		findings->severity[RULE_NOT_ESTIMATED] = findings->severity[RULE_NO_JOB] = SEVERITY_ERROR;
}

/* By file id - 1: which files nobody asked for; NULL if all were. */
static const bool *context_of(struct arena *a, const struct files *files, const struct candidates *candidates)
{
	bool *context = arena_news(a, bool, files->n);
	bool any = false;

	for (size_t i = 0; i < candidates->n; i++) {
		uint32_t file = candidates->at[i].context ? files_find(files, candidates->at[i].path) : 0;

		any |= file != 0;
		if (file)
			context[file - 1] = true;
	}
	return any ? context : NULL;
}

/* Whether a file that was asked for has a part in the job; context: see context_of(). */
static bool asked_for(const struct draft_context *c, const bool *context, const struct draft *d)
{
	for (size_t i = 0; context && i < d->files.n; i++)
		if (d->files.at[i] > c->nfiles || !context[d->files.at[i] - 1])
			return true;
	/* Of scripts and launches of the very same job each is asked for the job. */
	for (size_t i = 0; context && i < d->again_by.n; i++)
		if (d->again_by.at[i] > c->nfiles || !context[d->again_by.at[i] - 1])
			return true;
	for (size_t i = 0; context && i < d->again.n; i++) {
		uint32_t file = files_parent(c->repo->files, d->again.at[i]->file);

		if (file && (file > c->nfiles || !context[file - 1]))
			return true;
	}
	return !context;
}

/* Findings about the rest of the repository that no job carries. */
static void drop_context(const struct draft_context *c, const bool *context, struct findings *findings)
{
	size_t kept = 0;

	for (size_t i = 0; i < findings->n; i++) {
		const struct finding *f = &findings->at[i];
		uint32_t file = files_parent(c->repo->files, f->at.file);

		if (!context || f->job != SIZE_MAX || !file || file > c->nfiles || !context[file - 1])
			findings->at[kept++] = *f;
	}
	findings->n = kept;
}

static void jobs_of(struct arena *a, struct files *files, const struct request *request,
		    struct loader *loader, const struct environments *environments, const unsigned *marks,
		    const bool *context, uint32_t rows, struct result *out)
{
	struct repository repo;
	struct draft_context c = {.arena = a, .repo = &repo, .findings = &out->findings, .request = request,
				  .environments = environments};
	struct late_load late = {loader, request};
	const struct assemble_files known = {.loader = loader, .marks = marks, .reach = &loader->reach, .context = context};
	struct assembly *assembly;
	struct calibration calibration = {0};

	if (rows)
		calibration = calibration_read(a, files, rows);
	repository_init(&repo, a, files, &out->findings, load, &late);
	stats_enter(request->stats, STAGE_CONFIGS);
	assembly = assemble(&c, &known);
	stats_enter(request->stats, STAGE_JUDGE);
	if (c.drafts.n) {
		out->jobs.at = arena_bytes(a, c.drafts.n * sizeof(*out->jobs.at), _Alignof(struct job_result));
		out->jobs.room = c.drafts.n;
	}
	for (size_t i = 0; i < c.drafts.n; i++)
		if (asked_for(&c, context, c.drafts.at[i]))
			verdict_of(&c, rows ? &calibration : NULL, c.drafts.at[i], out);
	for (size_t i = 0; i < c.on_cpu.n; i++)
		out->on_cpu += asked_for(&c, context, c.on_cpu.at[i]);
	assemble_jobless(assembly, out);
	drop_context(&c, context, &out->findings);
	assemble_free(assembly);
	drafts_end(&c);
}

/* Whether anything of a run tells of training: a job, on a GPU or not, or why there is none. */
static bool tells_of_training(const struct result *out)
{
	for (size_t i = 0; i < out->findings.n; i++)
		if (out->findings.at[i].rule == RULE_NO_JOB)
			return true;
	return out->jobs.n || out->on_cpu;
}

/*
 * Who names a path means that something there trains: a misspelt folder, or a config that no code reads, is to be told
 * from a run in which all fits. By itself it is the summary's last words; --strict makes it an error.
 */
static void report_nothing(const struct request *request, struct result *out)
{
	if (!request->npaths || request->list_files || tells_of_training(out))
		return;
	out->nothing = true;
	if (request->strict)
		findings_add(&out->findings, RULE_NO_JOB, (struct span){0},
			     "nothing that trains a language model was found in what was named");
}

bool run_lint(struct arena *a, struct filesystem *fs, struct files *files, const struct request *request,
	      struct result *out, struct str *message)
{
	struct discover what = {.paths = request->paths, .npaths = request->npaths};
	struct candidates candidates = {0};
	struct loader loader = {.arena = a, .fs = fs, .files = files, .findings = &out->findings,
				.threads = request->threads};
	struct environments environments = {0};
	struct prefilter *prefilter;
	const unsigned *marks;
	const bool *context;
	size_t ncontext;
	uint32_t rows;

	*out = (struct result){.files = files};
	findings_init(&out->findings, a);
	apply_policy(&out->findings, request);
	if (request->policy) {
		what.exclude = request->policy->exclude;
		what.nexclude = request->policy->nexclude;
		what.below = request->policy->below;
	}
	stats_enter(request->stats, STAGE_DISCOVER);
	if (!discover(a, fs, &what, &out->findings, &candidates, message))
		return false;
	stats_enter(request->stats, STAGE_READ);
	loader.prefilter = prefilter = prefilter_new(a);
	load_start(&loader);
	/* Before the marks are counted: they are by file. */
	rows = load_file(&loader, STR(CALIBRATION_FILE));
	marks = mark_candidates(&loader, &candidates, &environments, request->stats);
	stats_enter(request->stats, STAGE_OTHER);
	for (size_t i = 0; i < candidates.n; i++)
		if (!candidates.at[i].context && candidates.at[i].kind != KIND_LINES &&
		    (candidates.at[i].kind != KIND_DOCUMENT || candidates.at[i].named))
			*vec_push(a, &out->seen) = files_find(files, candidates.at[i].path);
	context = context_of(a, files, &candidates);
	ncontext = files->n;
	if (!request->list_files)
		jobs_of(a, files, request, &loader, &environments, marks, context, rows, out);
	load_end(&loader);
	report_nothing(request, out);
	findings_sort(&out->findings);
	fingerprints_of(a, out);
	known_findings(a, request, context, ncontext, out);
	run_settle(a, out);
	return true;
}

void run_estimate(struct arena *a, struct files *files, const struct request *request, struct result *out)
{
	struct repository repo;
	struct versions versions = {.arena = a};
	struct draft_context c = {.arena = a, .repo = &repo, .findings = &out->findings, .request = request,
				  .installed = &versions};
	struct draft d = {0};

	*out = (struct result){.files = files};
	findings_init(&out->findings, a);
	apply_policy(&out->findings, request);
	repository_init(&repo, a, files, &out->findings, NULL, NULL);
	extract_init(&d.extract, a, &out->findings, &versions);
	d.job.id = STR("estimate");
	d.job.found = JOB_FOUND_GIVEN;
	d.job.model = request->shape;
	resolve_given(request, &d.job);
	extract_bare(&d.extract, &d.job);
	resolve_draft(&c, &d);
	verdict_of(&c, NULL, c.drafts.at[0], out);
	drafts_end(&c);
	run_settle(a, out);
}
