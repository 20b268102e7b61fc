#include "fixes.h"

#include "core/base/base.h"
#include "fix_changes.h"

enum { TRIALS_MAX = 64, SHRINKS_MAX = 6 };

/** A search under way: the job as it is, and what each change alone does to it. */
struct search {
	struct arena *arena;
	const struct job *job;
	const struct fix_limits *limits;
	uint64_t before;
	/** Changes that can be made, each as it is alone, in the order of the table; and their rows. */
	struct fix tried[TRIALS_MAX];
	const struct fix_change *rows[TRIALS_MAX];
	size_t n_tried;
	/** By class, and in the order of the table. */
	struct fix found[TRIALS_MAX];
	size_t n_found;
};

const char *fix_class_name(enum fix_class class)
{
	static const char *const names[] = {"exact", "same", "changed", "hardware"};

	return names[class];
}

const char *fix_class_text(enum fix_class class)
{
	static const char *const texts[] = {"equal training", "same result", "changed training", "another machine"};

	return texts[class];
}

struct job fix_applied(const struct job *job, const struct fix *fix)
{
	struct job other = *job;

	for (size_t i = 0; i < fix->n; i++) {
		other.set[fix->setting[i]] = fix->value[i];
		other.open[fix->setting[i]] = false;
		if (fix->setting[i] == SETTING_TARGET_GPU)
			other.gpu = gpu_find(fix->value[i].as.s);
	}
	return other;
}

static bool verdict_fits(struct arena *a, const struct job *job, uint64_t usable, enum fail_on fail_on)
{
	struct arena_mark mark = arena_mark(a);
	struct estimate e = estimate_job(a, job);
	bool fits = card_verdict(&e, usable, fail_on) == VERDICT_FITS;

	arena_pop(a, mark);
	return fits;
}

bool fix_fits(struct arena *a, const struct job *job, const struct fix_limits *limits)
{
	return verdict_fits(a, job, limits->usable, limits->fail_on);
}

static uint64_t likely_of(struct arena *a, const struct job *job)
{
	struct arena_mark mark = arena_mark(a);
	uint64_t likely = estimate_likely(a, job);

	arena_pop(a, mark);
	return likely;
}

int64_t fixes_largest(struct arena *a, const struct job *job, enum setting s, int64_t limit,
		      uint64_t usable)
{
	struct job other = *job;
	int64_t fits = 0, above = limit < INT64_MAX ? limit + 1 : limit;

	/* More tokens never need less: tests/unit/core/estimate/check_estimate.c. */
	while (above - fits > 1) {
		int64_t middle = fits + (above - fits) / 2;

		other.set[s] = value_int(middle, ORIGIN_ASSUMED, STR("tried"));
		if (likely_of(a, &other) <= usable)
			fits = middle;
		else
			above = middle;
	}
	return fits;
}

int64_t fixes_largest_fitting(struct arena *a, const struct job *job, enum setting s, int64_t limit,
			      const struct fix_limits *limits)
{
	struct job other = *job;
	uint64_t aim = limits->usable;

	/* The odds are costly: what is likely bounds the value first, and the aim falls until the verdict agrees. */
	for (int i = 0; i < SHRINKS_MAX && limit > 0; i++) {
		limit = fixes_largest(a, job, s, limit, aim);
		other.set[s] = value_int(limit, ORIGIN_ASSUMED, STR("tried"));
		if (limit > 0 && fix_fits(a, &other, limits))
			return limit;
		limit--;
		aim -= aim / 12;
	}
	return 0;
}

/* ------------------------------------------------------------------------------- single changes */

static bool can_be_told(const struct fix_limits *limits, const struct fix *f)
{
	for (size_t i = 0; limits->can && i < f->n; i++)
		if (!limits->can(limits->context, f->setting[i], &f->value[i]))
			return false;
	return true;
}

/** What a change would set on a job; false if it does not apply, or the framework cannot be told. */
static bool propose(const struct search *s, const struct fix_change *c, const struct job *job, struct fix *f)
{
	*f = (struct fix){.class = c->class, .cost = c->cost, .usable = s->limits->usable};
	if (c->search)
		return c->search(s->arena, job, s->limits, f) && can_be_told(s->limits, f);
	if (c->applies && !c->applies(job))
		return false;
	for (size_t i = 0; i < CHANGE_SETTINGS_MAX && c->to[i].value; i++) {
		struct value v;

		if (!setting_parse(s->arena, c->to[i].setting, str_of(c->to[i].value), &v))
			return false;
		v.origin = ORIGIN_ASSUMED;
		v.how = STR("fix");
		fix_set(f, c->to[i].setting, v);
	}
	return can_be_told(s->limits, f);
}

/** Adapters that a fix adds, of which it says no more, are as many as a framework may add: on every linear layer. */
static bool widen_adapters(struct arena *a, const struct fix *f, struct job *job)
{
	struct value all;
	bool widened = false;

	for (size_t i = 0; i < f->n; i++)
		if (f->setting[i] == SETTING_PEFT && !job_get(job, SETTING_LORA_TARGET_MODULES) &&
		    setting_parse(a, SETTING_LORA_TARGET_MODULES, STR("all-linear"), &all)) {
			all.origin = ORIGIN_ASSUMED;
			all.how = STR("fix");
			job->set[SETTING_LORA_TARGET_MODULES] = all;
			widened = true;
		}
	return widened;
}

/** Estimates the job with a fix: whether it then fits. */
static bool try_fix(const struct search *s, struct fix *f)
{
	struct job other = fix_applied(s->job, f);
	uint64_t likely;

	f->device_likely = likely_of(s->arena, &other);
	f->saves = bytes_sub(s->before, f->device_likely);
	/* The number is that of the fix as it is; that it fits is to hold for whatever the framework makes of it. */
	likely = f->device_likely;
	if (widen_adapters(s->arena, f, &other))
		likely = likely_of(s->arena, &other);
	return likely <= f->usable && verdict_fits(s->arena, &other, f->usable, s->limits->fail_on);
}

static void keep(struct search *s, const struct fix *f)
{
	if (s->n_found < TRIALS_MAX)
		s->found[s->n_found++] = *f;
}

/** Whether a fix that was found before changes what this one changes first. */
static bool is_offered(const struct search *s, const struct fix *f)
{
	for (size_t i = 0; i < s->n_found; i++)
		if (s->found[i].setting[0] == f->setting[0])
			return true;
	return false;
}

static void singles(struct search *s, enum fix_class class)
{
	for (size_t i = 0; i < fix_changes_n && s->n_tried < TRIALS_MAX; i++) {
		struct fix f;
		bool fits;

		if (fix_changes[i].class != class || !propose(s, &fix_changes[i], s->job, &f))
			continue;
		/* What does nothing alone, since another moment is the peak, may do something beside another change. */
		fits = try_fix(s, &f);
		s->rows[s->n_tried] = &fix_changes[i];
		s->tried[s->n_tried++] = f;
		if (fits && !is_offered(s, &f))
			keep(s, &f);
	}
}

/* --------------------------------------------------------------------------------- combinations */

static bool shares_setting(const struct fix *x, const struct fix *y)
{
	for (size_t i = 0; i < x->n; i++)
		for (size_t k = 0; k < y->n; k++)
			if (x->setting[i] == y->setting[k])
				return true;
	return false;
}

static struct fix joined(struct arena *a, const struct fix *x, const struct fix *y)
{
	struct fix f = *x;

	if (!x->n)
		return *y;
	for (size_t i = 0; i < y->n; i++)
		fix_set(&f, y->setting[i], y->value[i]);
	f.class = x->class > y->class ? x->class : y->class;
	f.cost = str_fmt(a, "%s; %s", x->cost, y->cost).s;
	return f;
}

/** The changes of a set (by their numbers) at once; those that search look for their values beside the others. */
static struct fix join(const struct search *s, const bool *in, bool again)
{
	struct fix all = {.usable = s->limits->usable};

	for (int searching = 0; searching < 2; searching++)
		for (size_t i = 0; i < s->n_tried; i++) {
			struct fix f = s->tried[i];
			struct job other;

			if (!in[i] || (s->rows[i]->search != NULL) != searching)
				continue;
			other = fix_applied(s->job, &all);
			if (searching && again && !propose(s, s->rows[i], &other, &f))
				f = s->tried[i];
			if (all.n + f.n > FIX_SETTINGS_MAX || shares_setting(&all, &f))
				continue;
			all = joined(s->arena, &all, &f);
		}
	return all;
}

static bool join_fits(const struct search *s, const bool *in)
{
	struct fix f = join(s, in, false);

	return try_fix(s, &f);
}

/** Pairs with one change of the class, those that cost least first: by the sum of their places. */
static bool pair(const struct search *s, bool *in)
{
	size_t n = s->n_tried;

	for (size_t sum = 1; n && sum + 1 < 2 * n; sum++)
		for (size_t i = sum < n ? 0 : sum - n + 1; 2 * i < sum; i++) {
			if (shares_setting(&s->tried[i], &s->tried[sum - i]) || (!s->tried[i].saves && !s->tried[sum - i].saves))
				continue;
			in[i] = in[sum - i] = true;
			if (join_fits(s, in))
				return true;
			in[i] = in[sum - i] = false;
		}
	return false;
}

/** Whether another change of what this one changes saves more. */
static bool is_outdone(const struct search *s, size_t i)
{
	for (size_t k = 0; k < s->n_tried; k++) {
		uint64_t mine = s->tried[i].device_likely, other = s->tried[k].device_likely;

		if (k != i && shares_setting(&s->tried[i], &s->tried[k]) && (other < mine || (other == mine && k < i)))
			return true;
	}
	return false;
}

/** All changes that go together, without those that it fits without: the costliest go first. */
static bool all_but_needless(const struct search *s, bool *in)
{
	for (size_t i = 0; i < s->n_tried; i++)
		in[i] = !is_outdone(s, i);
	if (!join_fits(s, in))
		return false;
	for (size_t i = s->n_tried; i-- > 0;) {
		if (!in[i])
			continue;
		in[i] = false;
		if (!join_fits(s, in))
			in[i] = true;
	}
	return true;
}

/** The smallest combination of what was tried so far, none of which is enough alone. */
static void combination(struct search *s)
{
	bool in[TRIALS_MAX] = {false}, two[TRIALS_MAX] = {false};
	struct fix f;

	/* If all together are not enough, no two of them are. */
	if (!all_but_needless(s, in))
		return;
	f = join(s, pair(s, two) ? two : in, true);
	if (try_fix(s, &f)) {
		keep(s, &f);
		return;
	}
	f = join(s, in, false);
	if (try_fix(s, &f))
		keep(s, &f);
}

/* --------------------------------------------------------------------------------------- cards */

/** The smallest class of cards above the job's own that holds it. */
static void larger_card(struct search *s)
{
	const struct gpu *classes[GPU_CLASSES_MAX];
	size_t n = gpu_classes(classes);

	for (size_t i = 0; i < n; i++) {
		struct fix f = {.class = FIX_HARDWARE, .cost = "another card"};
		struct job other;

		fix_set(&f, SETTING_TARGET_GPU, value_str(classes[i]->name, ORIGIN_ASSUMED, STR("fix")));
		other = fix_applied(s->job, &f);
		f.usable = card_usable(&other, s->limits->head_room);
		if (f.usable <= s->limits->usable || !try_fix(s, &f))
			continue;
		f.saves = 0;
		keep(s, &f);
		return;
	}
}

/** Finds all fixes of a job; they live as long as s->arena. */
static void find(struct search *s)
{
	for (enum fix_class class = FIX_EXACT; class <= FIX_CHANGED; class++) {
		singles(s, class);
		if (!s->n_found)
			combination(s);
	}
	singles(s, FIX_HARDWARE);
	larger_card(s);
}

size_t fixes_find(struct arena *a, const struct job *job, const struct fix_limits *limits, struct fix *out, size_t max)
{
	struct arena scratch = {0};
	struct search *s = arena_new(&scratch, struct search);
	size_t n = 0;

	*s = (struct search){.arena = &scratch, .job = job, .limits = limits, .before = likely_of(&scratch, job)};
	if (s->before != BYTES_MAX && limits->usable && !fix_fits(&scratch, job, limits)) {
		find(s);
		n = s->n_found < max ? s->n_found : max;
	}
	for (size_t i = 0; i < n; i++)
		out[i] = s->found[i];
	/* A larger card stays on offer, however much could be changed. */
	if (n && n < s->n_found && s->found[s->n_found - 1].setting[0] == SETTING_TARGET_GPU)
		out[n - 1] = s->found[s->n_found - 1];
	/* Values are words of the tables; what a change costs may be made up of several texts. */
	for (size_t i = 0; i < n; i++)
		out[i].cost = str_dup(a, str_of(out[i].cost)).s;
	arena_free(&scratch);
	return n;
}
