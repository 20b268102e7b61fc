#include "verdict.h"

#include "dead_settings.h"
#include "job_advice.h"
#include "open_settings.h"
#include "refused_settings.h"

#include "core/base/base.h"
#include "lint/policy/policy.h"

enum { FIXES_NOTED = 3 };

static void add_note(struct arena *a, struct finding *f, struct str note)
{
	struct str *notes = arena_news(a, struct str, f->n_notes + 1);

	for (size_t i = 0; i < f->n_notes; i++)
		notes[i] = f->notes[i];
	notes[f->n_notes] = note;
	f->notes = notes;
	f->n_notes++;
}

/* "gradient_checkpointing: true (train.yaml:12) and …": what it is called in the job's own words. */
static struct str fix_text(struct arena *a, struct files *files, const struct offered_fix *offered)
{
	struct str text = {0};

	for (size_t i = 0; i < offered->fix.n; i++) {
		const struct fix_edit *edit = &offered->edits[i];
		struct str one = (edit->kind == EDIT_ADD || edit->kind == EDIT_CODE) && edit->text.n
					 ? edit->text
					 : str_fmt(a, "%s: %.*s", setting_rows[offered->fix.setting[i]].name,
						   STR_ARG(value_text(a, &offered->fix.value[i])));

		if (edit->kind == EDIT_FOLLOWS)
			continue;
		if (span_known(edit->at))
			one = str_fmt(a, "%.*s (%.*s)", STR_ARG(one), STR_ARG(files_where(a, files, edit->at)));
		text = text.n ? str_fmt(a, "%.*s and %.*s", STR_ARG(text), STR_ARG(one)) : one;
	}
	return text;
}

static void note_fixes(struct arena *a, struct files *files, struct finding *f, const struct job_result *r)
{
	for (size_t i = 0; i < r->nfixes && i < FIXES_NOTED; i++) {
		const struct fix *fix = &r->fixes[i].fix;

		add_note(a, f, str_fmt(a, "%s %.*s: %.*s; %s%s%s", i ? "or" : "fits with", STR_ARG(fix_text(a, files, &r->fixes[i])),
				       STR_ARG(bytes_text(a, fix->device_likely)), fix_class_text(fix->class),
				       fix->cost && *fix->cost ? "; " : "", fix->cost ? fix->cost : ""));
	}
	if (!r->nfixes)
		add_note(a, f, STR("nothing that was tried makes it fit: neither other settings nor another card"));
}

static const struct estimate_term *largest_term(const struct estimate *e)
{
	const struct estimate_term *largest = NULL;

	for (size_t i = 0; i < e->n_terms; i++)
		if (!largest || e->terms[i].bytes > largest->bytes)
			largest = &e->terms[i];
	return largest;
}

/* What is blamed: the job with full rows, if only these do not fit. */
static struct job with_full_rows(struct arena *a, const struct job_result *r)
{
	return r->estimate.needed.likely > r->usable ? r->job : card_full_rows(a, &r->job);
}

/* Settings that need memory are all the same: annotate the one whose change helps most. */
static struct span place_of(struct draft_context *c, const struct job_result *r, enum setting *blame)
{
	struct job full = with_full_rows(c->arena, r);

	*blame = card_verdict_blame(c->arena, &full, &r->estimate);
	if (*blame != SETTING_NONE && span_known(r->job.set[*blame].at))
		return r->job.set[*blame].at;
	return r->job.at;
}

static void note_assumptions(struct arena *a, struct finding *f, const struct estimate *e)
{
	/* What changes nothing is no news in a short message; -v shows all. */
	for (size_t i = 0; i < e->n_assumptions; i++)
		if (e->assumptions[i].effect)
			add_note(a, f, str_fmt(a, "assumed: %s = %.*s", setting_rows[e->assumptions[i].setting].name,
					       STR_ARG(e->assumptions[i].text)));
}

/** A card's name; one that was given as a size has none: "24.0 GiB that 24GiB offers" says nothing twice. */
static struct str card_name(const struct job *job)
{
	uint64_t bytes;

	return bytes_parse(job->gpu->name, &bytes) ? STR("the card") : job->gpu->name;
}

static void report_memory(struct draft_context *c, const struct job_result *r, size_t index)
{
	struct arena *a = c->arena;
	const struct estimate_term *term = largest_term(&r->estimate);
	bool exceeds = r->verdict == VERDICT_EXCEEDS;
	bool likely = r->estimate.needed.likely > r->usable;
	uint64_t need = likely ? r->estimate.needed.likely : r->estimate.needed.high;
	enum setting blame;
	struct span at = place_of(c, r, &blame);
	struct finding *f = findings_add(
		c->findings, exceeds ? RULE_GPU_MEMORY_EXCEEDED : RULE_GPU_MEMORY_TIGHT, at,
		"%s %.*s of the %.*s that %.*s offers (peak in %s%s%s, %.*s); over by %.*s",
		likely ? "needs about" : "may need up to", STR_ARG(bytes_text(a, need)),
		STR_ARG(bytes_text(a, r->usable)), STR_ARG(card_name(&r->job)), r->estimate.phase,
		term ? ": mostly " : "", term ? term->name : "",
		STR_ARG(term ? bytes_text(a, term->bytes) : STR("")),
		STR_ARG(bytes_text(a, bytes_sub(need, r->usable))));

	if (!f)
		return;
	f->job = index;
	if (blame != SETTING_NONE)
		f->key = str_of(setting_rows[blame].name);
	if (r->condition.n)
		add_note(a, f, str_fmt(a, "when %.*s", STR_ARG(r->condition)));
	if (r->break_even)
		add_note(a, f, str_fmt(a, "exceeds when rows are longer than %ld of %ld tokens", (long)r->break_even,
				       (long)r->row_limit));
	if (r->leeway.n)
		add_note(a, f, str_fmt(a, "it would fit with %.*s", STR_ARG(r->leeway)));
	note_fixes(a, c->repo->files, f, r);
	note_assumptions(a, f, &r->estimate);
}

static struct str missing_reason(struct draft_context *c, const struct draft *d, const struct job_result *r)
{
	const struct extract_unknown *u = &d->extract.unknown[SETTING_MODEL];

	if (job_get(&r->job, SETTING_MODEL) && (r->job.model || !u->why.n))
		return r->estimate.missing;
	if (u->why.n)
		return str_fmt(c->arena, "its model is not known: %.*s", STR_ARG(u->why));
	return STR("its model is not known");
}

static void report_unknown(struct draft_context *c, const struct draft *d, struct job_result *r, size_t index)
{
	const struct value *model = job_get(&r->job, SETTING_MODEL);
	const struct value *gpu = job_get(&r->job, SETTING_TARGET_GPU);
	const struct str help =
	    STR("models: in .gpumem-lint.yml can name a known model that it is like, or its config.json");
	/* Of a class of the repository the reason is told why there is no estimate. */
	bool own = model && !r->job.model && d->extract.unknown[SETTING_MODEL].why.n;
	struct finding *f = NULL;

	if (model && !r->job.model && !own) {
		f = findings_add(c->findings, RULE_UNKNOWN_MODEL, span_known(model->at) ? model->at : r->job.at,
				 "the shape of %.*s is not known", STR_ARG(value_text(c->arena, model)));
		if (f) {
			f->job = index;
			add_note(c->arena, f, help);
		}
	}
	if (!r->estimate.ok) {
		f = findings_add(c->findings, RULE_NOT_ESTIMATED, r->job.at, "not estimated: %.*s",
				 STR_ARG(missing_reason(c, d, r)));
		if (f)
			f->job = index;
		if (f && own)
			add_note(c->arena, f, help);
	}
	if (gpu && !r->job.gpu) {
		f = findings_add(c->findings, RULE_UNKNOWN_GPU, span_known(gpu->at) ? gpu->at : r->job.at,
				 "%.*s is no GPU of the table", STR_ARG(value_text(c->arena, gpu)));
		if (f)
			f->job = index;
	} else if (!gpu && r->estimate.ok) {
		f = findings_add(c->findings, RULE_NO_TARGET_GPU, r->job.at,
				 "needs about %.*s, and nothing says on which GPU it runs",
				 STR_ARG(bytes_text(c->arena, r->estimate.needed.likely)));
		if (f) {
			f->job = index;
			add_note(c->arena, f, STR("--gpu NAME, or target: in .gpumem-lint.yml, says it"));
		}
	}
}

/* How a job starts: by its launch, or as it would be. */
static struct str started_by(struct draft_context *c, const struct draft *d)
{
	struct str by = launched_by(c, d->launch);

	if (!d->started.n || !by.n)
		return by.n ? by : d->started;
	return str_fmt(c->arena, "%.*s, %.*s", STR_ARG(by), STR_ARG(d->started));
}

static void launched_again(struct draft_context *c, const struct draft *d, struct job_result *r)
{
	size_t n = d->again.n;
	struct str *texts = arena_news(c->arena, struct str, n + d->again_by.n);

	for (size_t i = 0; i < n; i++)
		texts[i] = launched_by(c, d->again.at[i]);
	for (size_t i = 0; i < d->again_by.n; i++)
		texts[n++] = files_at(c->repo->files, d->again_by.at[i])->path;
	r->also_launched_by = texts;
	r->nalso = n;
}

/* A value that a setting cannot have, in whose place the job has at best a default; NULL: there is none. */
static const struct extract_unknown *bad_setting(const struct extract *x, const struct job *job)
{
	for (int s = 0; s < SETTING_COUNT; s++) {
		const struct value *v = &job->set[s];

		if (x->unknown[s].bad && v->origin != ORIGIN_STATED && v->origin != ORIGIN_DERIVED)
			return &x->unknown[s];
		if (x->unknown[s].bad && v->type == VALUE_ABSENT)
			return &x->unknown[s];
	}
	return NULL;
}

/* Estimates a job and compares it with its card. */
static struct job_result weigh(struct draft_context *c, const struct calibration *calibration,
			       const struct draft *d, const struct extract *x, const struct job *job)
{
	const struct extract_unknown *bad = bad_setting(x, job);
	const struct policy *p = c->request->policy;
	struct job_result r = {.job = *job};

	r.estimate = estimate_job(c->arena, &r.job);
	if (r.estimate.ok && bad)
		r.estimate = (struct estimate){.missing = bad->why};
	if (calibration)
		calibration_apply(c->arena, calibration, &r.job, &r.estimate, &r.calibrated);
	r.usable = card_usable(&r.job, p ? p->head_room : (struct head_room){0});
	r.verdict = card_verdict(&r.estimate, r.usable, c->request->fail_on);
	/* What a README tells of its authors' machine is no promise of where each job runs. */
	if (r.verdict == VERDICT_EXCEEDS && d->target.gpu_weight == TARGET_PROSE)
		r.verdict = VERDICT_TIGHT;
	/* Nor does the name of a file say for certain which model it trains. */
	if (r.verdict == VERDICT_EXCEEDS && job->set[SETTING_MODEL].origin == ORIGIN_ASSUMED)
		r.verdict = VERDICT_TIGHT;
	/* Who wants the line elsewhere has said how much doubt is to count. */
	if (r.verdict == VERDICT_EXCEEDS && c->request->fail_on == FAIL_ON_LIKELY) {
		r.leeway = open_settings_leeway(c->arena, d, &r.job, r.usable);
		if (r.leeway.n)
			r.verdict = VERDICT_TIGHT;
	}
	return r;
}

static int rank(const struct job_result *r)
{
	static const int ranks[] = {[VERDICT_FITS] = 1, [VERDICT_TIGHT] = 2, [VERDICT_EXCEEDS] = 3};

	if (!r->estimate.ok)
		return 0;
	return r->verdict == VERDICT_NO_TARGET ? 1 : ranks[r->verdict];
}

static bool worse(const struct job_result *a, const struct job_result *b)
{
	if (rank(a) != rank(b))
		return rank(a) > rank(b);
	/* What may be needed: with short rows a choice may make no difference that makes one with long rows. */
	return a->estimate.needed.high > b->estimate.needed.high;
}

/* Of one job on two cards. */
static bool worse_on(const struct job_result *a, const struct job_result *b)
{
	if (rank(a) != rank(b))
		return rank(a) > rank(b);
	return (double)a->estimate.needed.likely * (double)b->usable > (double)b->estimate.needed.likely * (double)a->usable;
}

/* Whether a job's card is the first of those that the policy lists: nothing else names one. */
static bool has_targets(const struct policy *p, const struct job *job)
{
	const struct value *gpu = job_get(job, SETTING_TARGET_GPU);

	return p && p->ntargets > 1 && gpu && gpu->at.file == p->targets[0].at.file && gpu->at.off == p->targets[0].at.off;
}

/* On each card that the policy lists: the worst of the verdicts, or the best, if one is enough. */
static struct job_result weigh_targets(struct draft_context *c, const struct calibration *calibration,
				       const struct draft *d, const struct extract *x, const struct job *job)
{
	const struct policy *p = c->request->policy;
	struct job_result chosen = weigh(c, calibration, d, x, job);

	for (size_t i = 1; has_targets(p, job) && i < p->ntargets; i++) {
		struct job *other = arena_new(c->arena, struct job);
		struct job_result r;

		*other = *job;
		other->set[SETTING_TARGET_GPU] =
		    value_str(p->targets[i].gpu, ORIGIN_STATED, p->fit_one ? STR(".gpumem-lint.yml: the best of its targets")
									   : STR(".gpumem-lint.yml: the worst of its targets"));
		other->set[SETTING_TARGET_GPU].at = p->targets[i].at;
		other->gpu = resolve_gpu(c->arena, p, p->targets[i].gpu);
		r = weigh(c, calibration, d, x, other);
		if (p->fit_one ? worse_on(&chosen, &r) : worse_on(&r, &chosen))
			chosen = r;
	}
	return chosen;
}

/* The worst of a job's cases; *worst is its number, SIZE_MAX if none can be estimated. */
static struct job_result weigh_cases(struct draft_context *c, const struct calibration *calibration,
				     const struct draft *d, size_t *worst)
{
	struct job_result r = weigh_targets(c, calibration, d, &d->extract, &d->job);

	*worst = r.estimate.ok ? 0 : SIZE_MAX;
	for (size_t i = 1; i < d->cases.n; i++) {
		struct job_result other = weigh_targets(c, calibration, d, &d->cases.at[i].extract, &d->cases.at[i].job);

		if (!worse(&other, &r))
			continue;
		r = other;
		*worst = i;
	}
	return r;
}

/* How the card was named, and which one was taken if there are several of that name. */
static struct str target_how(struct draft_context *c, const struct draft *d, const struct job_result *r)
{
	struct arena *a = c->arena;
	const struct value *gpu = job_get(&r->job, SETTING_TARGET_GPU);
	const char *several = gpu && r->job.gpu ? gpu_ambiguous(gpu->as.s) : NULL;
	const struct policy *p = c->request->policy;
	struct str how = has_targets(p, &d->job) && gpu ? gpu->how : d->target.gpu.how;

	if (!several || str_has(how, str_of(several)))
		return how;
	return how.n ? str_fmt(a, "%.*s; %s", STR_ARG(how), several) : str_of(several);
}

/* Why there is no verdict: no number, or no card to hold it against. */
static struct str missing_of(struct arena *a, const struct job_result *r)
{
	const struct value *gpu = job_get(&r->job, SETTING_TARGET_GPU);

	if (!r->estimate.ok)
		return r->estimate.missing;
	return gpu ? str_fmt(a, "%.*s is no known GPU", STR_ARG(value_text(a, gpu)))
		   : STR("no target GPU");
}

static void note_unread(struct arena *a, const struct extract *x, struct job_result *r)
{
	struct unread *unread;
	size_t n = 0;

	for (int k = 0; k < SETTING_COUNT; k++)
		n += r->job.open[k];
	unread = arena_news(a, struct unread, n);
	for (int k = 0; k < SETTING_COUNT; k++)
		if (r->job.open[k])
			unread[r->nunread++] =
			    (struct unread){(enum setting)k, x->unknown[k].why, x->unknown[k].at};
	r->unread = unread;
}

/* What the formulas gave for one job is that of the next which comes to the same numbers. */
static void share_points(struct draft *d, struct known_points *points)
{
	d->job.points = points;
	for (size_t i = 0; i < d->cases.n; i++)
		d->cases.at[i].job.points = points;
}

void verdict_of(struct draft_context *c, const struct calibration *calibration, struct draft *d,
		struct result *out)
{
	size_t index = out->jobs.n;
	struct job_result *r = vec_push(c->arena, &out->jobs);
	size_t worst;

	if (!c->points)
		c->points = known_points_new(&c->tried);
	share_points(d, c->points);
	*r = weigh_cases(c, calibration, d, &worst);
	r->job.id = d->job.id;
	r->job.files = d->job.files;
	r->job.nfiles = d->job.nfiles;
	note_unread(c->arena, worst != SIZE_MAX && d->cases.n ? &d->cases.at[worst].extract : &d->extract, r);
	r->condition = d->condition;
	if (worst != SIZE_MAX && d->cases.n)
		r->condition = case_condition_text(c->arena, d, &d->cases.at[worst]);
	r->launched_by = started_by(c, d);
	launched_again(c, d, r);
	r->trace = c->request->show_trace ? d->trace : NULL;
	r->target_how = target_how(c, d, r);
	if (r->verdict == VERDICT_NO_TARGET || r->verdict == VERDICT_NOT_ESTIMATED)
		r->missing = missing_of(c->arena, r);
	if (r->verdict == VERDICT_NO_TARGET && !c->request->numbers_only)
		r->smallest = card_smallest(c->arena, &r->job, &r->estimate,
					    c->request->policy ? c->request->policy->head_room : (struct head_room){0});
	if (c->request->advise && r->estimate.ok)
		job_advise(c, r);
	if (r->verdict == VERDICT_EXCEEDS || r->verdict == VERDICT_TIGHT) {
		r->break_even = card_break_even(c->arena, &r->job, r->usable, &r->row_limit);
		if (!c->request->numbers_only)
			job_fixes(c, d, worst != SIZE_MAX && d->cases.n ? &d->cases.at[worst].extract : &d->extract, r);
		report_memory(c, r, index);
	}
	job_underused(c, r, index);
	report_unknown(c, d, r, index);
	dead_settings_report(c, d, index);
	refused_settings_report(c, d, &r->job, index);
	if (d->cases.n)
		case_alternatives(c->arena, d, worst, &r->job);
	/* They end before the results do. */
	share_points(d, r->job.points = NULL);
}
