/*
 * Defaults of a job of which nothing is known but settings: what its framework does where nothing else is said. Those that
 * hang on a key, or on a version that nothing tells, are left open: no file says that the key is absent.
 */
#include "core/base/base.h"
#include "condition.h"
#include "extract.h"
#include "extract_parts.h"

/** What is filled, and the settings of which a row may hold that nothing decides. */
struct filling {
	struct extract *x;
	struct job *job;
	bool behind, open[SETTING_COUNT];
};

/*
 * What a framework does by itself, and few of its configs or users speak of. Of the rest (batch, length, recomputation,
 * optimizer, dtype, kernel) whoever states a job by its settings has left out what is not known.
 */
static bool is_its_own(enum setting s)
{
	static const enum setting own[] = {SETTING_FUSED_KERNELS, SETTING_LOSS_KERNEL, SETTING_LOSS_CHUNK, SETTING_SYNC_GRADIENTS,
					   SETTING_BATCH_COUNTS, SETTING_ROLLOUT_ENGINE, SETTING_GATHER_FOR_GENERATION};

	for (size_t i = 0; i < sizeof(own) / sizeof(*own); i++)
		if (own[i] == s)
			return true;
	return false;
}

/** Whether what a command or a kind of file implies ("framework=trl;task=sft") may be a job's; conditions are not asked. */
static bool may_be(const char *set, const struct job *job)
{
	struct str rest = str_of(set);

	while (rest.n) {
		struct str_cut cut = str_cut(rest, ';'), when = str_cut(cut.head, '?'), pair = str_cut(when.head, '=');
		enum setting s = setting_find(pair.head);
		struct str has = s == SETTING_NONE ? STR("") : job_str(job, s, STR(""));

		if (has.n && !when.ok && !str_eq(has, pair.tail))
			return false;
		rest = cut.tail;
	}
	return true;
}

/** The map of what people launch of a framework, of a job's task. */
static const struct keymap *launched(const struct framework *f, const struct job *job)
{
	for (size_t i = 0; i < f->ncommands; i++)
		if (f->commands[i].map && !f->commands[i].no_job && may_be(f->commands[i].set, job))
			return f->commands[i].map;
	for (size_t i = 0; i < f->nconfigs; i++)
		if (f->configs[i].map && f->configs[i].job && may_be(f->configs[i].set, job))
			return f->configs[i].map;
	return NULL;
}

/** "transformers 4.46.1, torch 2.5": what is stated of versions. */
static void state_versions(struct extract *x, const struct job *job)
{
	struct str rest = job_str(job, SETTING_FRAMEWORK_VERSION, STR(""));

	while (rest.n) {
		struct str_cut cut = str_cut(rest, ','), pair = str_cut(str_trim(cut.head), ' ');

		if (pair.tail.n)
			versions_require(x->versions, str_fmt(x->arena, "%.*s==%.*s", STR_ARG(pair.head), STR_ARG(str_trim(pair.tail))),
					 (struct span){0});
		rest = cut.tail;
	}
}

void extract_bare(struct extract *x, struct job *job)
{
	const struct framework *f = framework_find(job_str(job, SETTING_FRAMEWORK, STR("")));

	if (!f)
		return;
	state_versions(x, job);
	x->bare = f->bare;
	if (!f->bare) {
		const struct keymap **maps = arena_news(x->arena, const struct keymap *, 2);

		maps[0] = launched(f, job);
		x->bare = maps;
	}
	extract_set(x, f->bare_set, (struct span){0}, NULL, job);
}

enum holds { HOLDS_NOT, HOLDS_PERHAPS, HOLDS };

/** Whether a condition holds of the settings; perhaps, if it asks for a key as well. */
static enum holds settings_hold(const char *when, const struct job *job, struct arena *a)
{
	struct str rest = str_of(when ? when : "");
	enum holds holds = HOLDS;

	while (rest.n) {
		struct str_cut cut = str_cut(rest, ',');

		if (str_has(cut.head, STR("@")))
			holds = HOLDS_PERHAPS;
		else if (!condition_holds(str_fmt(a, "%.*s", STR_ARG(cut.head)).s, job, NULL))
			return HOLDS_NOT;
		rest = cut.tail;
	}
	return holds;
}

static enum holds row_holds(const struct filling *f, const struct keymap *map, const struct defrow *row)
{
	enum holds holds = settings_hold(row->when, f->job, f->x->arena);
	bool guessed = false;
	struct str version;

	if (holds == HOLDS_NOT || (!row->since && !row->until))
		return holds;
	version = versions_of(f->x->versions, str_of(row->package ? row->package : map->package), &guessed);
	/* Where one version is stated, the others are those of its time. */
	if (!version.n || (guessed && !f->x->versions->n))
		return HOLDS_PERHAPS;
	return version_in(version, row->since, row->until) ? holds : HOLDS_NOT;
}

/** Kernels that are stated may bring a loss of their own, whatever the framework does without them. */
static bool is_known(const struct job *job, enum setting s)
{
	const struct value *kernels = job_get(job, SETTING_FUSED_KERNELS);

	return job_get(job, s) || (s == SETTING_LOSS_KERNEL && kernels && kernels->origin == ORIGIN_STATED &&
				   !job_is(job, SETTING_FUSED_KERNELS, "none"));
}

static void fill_map(struct filling *f, const struct keymap *map)
{
	if (f->x->depth >= EXTRACT_DEPTH_MAX)
		return;
	f->x->depth++;
	for (size_t i = 0; i < map->ndefaults; i++) {
		const struct defrow *row = &map->defaults[i];
		enum holds holds;
		struct value v;

		if (!is_its_own(row->setting) || row->behind != f->behind || row->doubt || f->open[row->setting] || is_known(f->job, row->setting))
			continue;
		holds = row_holds(f, map, row);
		f->open[row->setting] = holds == HOLDS_PERHAPS || (holds == HOLDS && !row->value);
		if (holds != HOLDS || !row->value || !setting_parse(f->x->arena, row->setting, str_of(row->value), &v))
			continue;
		v.origin = ORIGIN_DEFAULTED;
		v.how = str_fmt(f->x->arena, "default of %s", map->package);
		f->job->set[row->setting] = v;
	}
	for (size_t b = 0; b < KEYMAP_BASES_MAX && map->base[b]; b++)
		fill_map(f, map->base[b]);
	f->x->depth--;
}

void extract_bare_defaults(struct extract *x, struct job *job)
{
	struct filling f = {.x = x, .job = job};

	for (int pass = 0; x->bare && pass < 2; pass++) {
		f.behind = pass == 1;
		for (size_t i = 0; x->bare[i]; i++)
			fill_map(&f, x->bare[i]);
	}
}
