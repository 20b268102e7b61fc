#include "job_advice.h"

#include "fix_edits.h"

#include "core/base/base.h"
#include "core/gpu/gpu.h"
#include "lint/policy/policy.h"

enum { FIXES_MAX = 6, UNDERUSED_TIMES = 4 };

static struct fix_limits limits_of(const struct draft_context *c, const struct job_result *r)
{
	return (struct fix_limits){.usable = r->usable,
				   .head_room = c->request->policy ? c->request->policy->head_room : (struct head_room){0},
				   .fail_on = c->request->fail_on};
}

void job_advise(struct draft_context *c, struct job_result *r)
{
	const struct fix_limits limits = limits_of(c, r);
	struct advice *advice = arena_new(c->arena, struct advice);

	*advice = advice_of(c->arena, &r->job, &limits);
	r->advice = advice;
}

static bool can_be_told(void *context, enum setting s, const struct value *v)
{
	const struct fix_source *source = context;
	struct fix_edit edit;

	return fix_edit_of(source, s, v, &edit);
}

/* Whether a fix of the worst case is one of all others that an undecided condition may choose. */
static bool fits_in_every_case(struct draft_context *c, const struct draft *d, const struct fix *fix)
{
	for (size_t i = 0; i < d->cases.n; i++) {
		struct arena_mark mark = arena_mark(c->arena);
		struct job other = fix_applied(&d->cases.at[i].job, fix);
		struct estimate e = estimate_job(c->arena, &other);
		enum verdict v = card_verdict(&e, fix->usable, c->request->fail_on);

		arena_pop(c->arena, mark);
		if (v != VERDICT_FITS)
			return false;
	}
	return true;
}

static bool is_same_edit(const struct fix_edit *a, const struct fix_edit *b)
{
	return a->kind == b->kind && str_eq(a->text, b->text) &&
	       (a->kind == EDIT_ADD ||
		(a->kind == EDIT_REPLACE && span_same(a->at, b->at)));
}

/** One key may give two settings their values: it is added, or changed, once. */
static void leave_out_repeated(struct offered_fix *one)
{
	for (size_t i = 1; i < one->fix.n; i++)
		for (size_t j = 0; j < i; j++)
			if (is_same_edit(&one->edits[i], &one->edits[j])) {
				one->edits[i].kind = EDIT_FOLLOWS;
				break;
			}
}

/* Of a job that the user gave all can be said: by the same options. */
void job_fixes(struct draft_context *c, const struct draft *d, const struct extract *x, struct job_result *r)
{
	struct arena *a = c->arena;
	struct fix_source source = {.arena = a, .files = c->repo->files, .draft = d, .extract = x, .job = &r->job};
	bool given = r->job.found == JOB_FOUND_GIVEN;
	struct fix_limits limits = limits_of(c, r);
	struct arena scratch = {0};
	struct fix found[FIXES_MAX];
	struct offered_fix *offered = arena_news(a, struct offered_fix, FIXES_MAX);
	size_t n;

	limits.can = given ? NULL : can_be_told;
	limits.context = &source;
	source.arena = &scratch;
	n = fixes_find(a, &r->job, &limits, found, FIXES_MAX);
	source.arena = a;
	arena_free(&scratch);
	for (size_t i = 0; i < n; i++) {
		struct offered_fix *one = &offered[r->nfixes];

		if (!fits_in_every_case(c, d, &found[i]))
			continue;
		r->nfixes++;
		one->fix = found[i];
		for (size_t k = 0; k < found[i].n; k++)
			if (given || !fix_edit_of(&source, found[i].setting[k], &found[i].value[k], &one->edits[k]))
				one->edits[k] = (struct fix_edit){.kind = EDIT_VALUE};
		leave_out_repeated(one);
	}
	r->fixes = offered;
}

/* ---------------------------------------------------------------------------------- gpu-underused */

/** A card of at most half the size that holds the job; NULL: there is none. */
static const struct gpu *half_a_card(struct draft_context *c, const struct job_result *r)
{
	const struct fix_limits limits = limits_of(c, r);
	const struct gpu *smaller = card_smallest(c->arena, &r->job, &r->estimate, limits.head_room);

	return smaller && 2 * smaller->marketing_gb <= r->job.gpu->marketing_gb ? smaller : NULL;
}

/** Four times the batch, if the job fits with it as well; 0: it does not, or has no batch. */
static int64_t larger_batch(struct draft_context *c, const struct job_result *r)
{
	int64_t batch = job_int(&r->job, SETTING_PER_DEVICE_TRAIN_BATCH_SIZE, 0);
	struct job other = r->job;
	struct estimate e;

	if (batch < 1 || batch > INT32_MAX)
		return 0;
	other.set[SETTING_PER_DEVICE_TRAIN_BATCH_SIZE] = value_int(UNDERUSED_TIMES * batch, ORIGIN_ASSUMED, STR("tried"));
	e = estimate_job(c->arena, &other);
	return card_verdict(&e, r->usable, c->request->fail_on) == VERDICT_FITS ? UNDERUSED_TIMES * batch : 0;
}

void job_underused(struct draft_context *c, const struct job_result *r, size_t index)
{
	struct arena *a = c->arena;
	struct str would = {0};
	const struct gpu *smaller;
	struct finding *f;
	int64_t batch;

	if (c->findings->severity[RULE_GPU_UNDERUSED] == SEVERITY_OFF || r->verdict != VERDICT_FITS || !r->job.gpu)
		return;
	smaller = half_a_card(c, r);
	batch = larger_batch(c, r);
	if (smaller)
		would = str_fmt(a, "%.*s would hold it", STR_ARG(smaller->name));
	if (batch)
		would = str_fmt(a, "%.*s%sa batch of %lld would fit as well", STR_ARG(would), smaller ? ", and " : "", (long long)batch);
	if (!would.n)
		return;
	f = findings_add(c->findings, RULE_GPU_UNDERUSED, r->job.at, "needs about %.*s of the %.*s that %.*s offers: %.*s",
			 STR_ARG(bytes_text(a, r->estimate.needed.likely)), STR_ARG(bytes_text(a, r->usable)),
			 STR_ARG(r->job.gpu->name), STR_ARG(would));
	if (f)
		f->job = index;
}
