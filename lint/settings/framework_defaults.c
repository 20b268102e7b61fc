/* What absent keys mean: defaults by version. */
#include "core/base/base.h"
#include "condition.h"
#include "derive.h"
#include "extract.h"
#include "extract_parts.h"

static struct str default_how(struct extract *x, const struct keymap *map, struct str version)
{
	return version.n ? str_fmt(x->arena, "default of %s %.*s", map->package, STR_ARG(version))
			 : str_fmt(x->arena, "default of %s", map->package);
}

static void default_row(struct extract *x, const struct keymap *map, const struct defrow *row,
			struct str version, struct job *job)
{
	struct value v;

	if (!row->value) {
		x->unknown[row->setting].why = str_of(row->source);
		return;
	}
	if (!setting_parse(x->arena, row->setting, str_of(row->value), &v))
		return;
	v.origin = ORIGIN_DEFAULTED;
	v.how = default_how(x, map, version);
	job->set[row->setting] = v;
}

/* Whether a default is a precision that the program gives by itself, whatever a file of its launcher says: "no" leaves it to that. */
static bool gives_precision(const struct defrow *row)
{
	return row->setting == SETTING_MIXED_PRECISION && row->value && !str_is(str_of(row->value), "no");
}

/* Whether a key that is given, but not known, stands against a map's default. */
static bool blocked(const struct extract *x, const struct keymap *map, const struct defrow *row)
{
	const struct extract_unknown *u = &x->unknown[row->setting];

	return u->why.n && (!u->automatic || u->automatic == map) && !(u->elsewhere && gives_precision(row));
}

/*
 * Whether a default outdoes a greater number that nobody said to the trainer. A trainer that cuts rows itself, whoever made them,
 * does not ask what bound its tokenizer has: a smaller one counts only where the tokenizer cut before.
 */
static bool caps(struct extract *x, const struct defrow *row, const struct job *job)
{
	enum caps hinted = x->hinted[row->setting];
	const struct value *v = &job->set[row->setting];
	struct value cap;

	return row->value && row->caps && hinted && hinted <= row->caps && v->type == VALUE_INT &&
	       setting_parse(x->arena, row->setting, str_of(row->value), &cap) &&
	       (v->as.i > cap.as.i || (row->caps == CAPS_HINT && hinted == CAPS_BOUND && !job->cut_to_own));
}

/* Whether a row applies to the version of the map's package, or to what is known of its own package's. */
static bool in_version(struct extract *x, const struct defrow *row, struct str version)
{
	bool guessed = false;

	if (row->package)
		version = versions_of(x->versions, str_of(row->package), &guessed);
	return !guessed && (!version.n || version_in(version, row->since, row->until));
}

/* Whether nothing tells the version that a row asks for, or only before which release it was. */
static bool is_guessed(struct extract *x, const struct keymap *map, const struct defrow *row)
{
	const struct version *known = versions_find(x->versions, str_of(row->package ? row->package : map->package));

	if (!known)
		return !row->aged;
	return known->at_most && (!known->least.n || !row->until || version_cmp(known->least, str_of(row->until)) < 0);
}

/* Whether a row may hold as well as the one that was taken: nothing tells the version, or it is of every version. */
static bool may_hold(struct extract *x, const struct keymap *map, const struct defrow *row, struct str version)
{
	if (!row->since && !row->until)
		return true;
	return is_guessed(x, map, row) && !in_version(x, row, version);
}

/* What else a default may be: what it was before, where nothing tells how old the job's version is. */
static void doubt_default(struct extract *x, const struct keymap *map, const struct defrow *row, struct str version,
			  struct job *job)
{
	struct value *v = &job->set[row->setting], *once = arena_new(x->arena, struct value);

	if (v->origin != ORIGIN_DEFAULTED || v->alternative || !str_eq(v->how, default_how(x, map, version)) ||
	    !setting_parse(x->arena, row->setting, str_of(row->value), once) ||
	    (v->type == VALUE_STR && once->type == VALUE_STR && str_eq(v->as.s, once->as.s)))
		return;
	once->origin = ORIGIN_DEFAULTED;
	once->how = !row->since && !row->until
			    ? str_fmt(x->arena, "%s, with some models", map->package)
			    : str_fmt(x->arena, "default of %s before %s: no version is stated",
				      row->package ? row->package : map->package, row->until);
	v->alternative = once;
}

static void map_defaults(struct extract *x, const struct keymap *map, const struct node *tree,
			 bool behind, struct job *job)
{
	bool newest;
	struct str version = versions_of(x->versions, str_of(map->package), &newest);

	if (x->depth >= EXTRACT_DEPTH_MAX)
		return;
	x->depth++;
	for (size_t i = 0; i < map->ndefaults; i++) {
		const struct defrow *row = &map->defaults[i];

		if (row->aged || row->behind != behind || blocked(x, map, row) ||
		    (job_get(job, row->setting) && !caps(x, row, job)))
			continue;
		if (!in_version(x, row, version))
			continue;
		if (condition_holds(row->when, job, tree))
			default_row(x, map, row, version, job);
	}
	for (size_t i = 0; i < map->ndefaults; i++)
		if (map->defaults[i].doubt && may_hold(x, map, &map->defaults[i], version) && map->defaults[i].behind == behind &&
		    condition_holds(map->defaults[i].when, job, tree))
			doubt_default(x, map, &map->defaults[i], version, job);
	for (size_t b = 0; b < KEYMAP_BASES_MAX && map->base[b]; b++)
		map_defaults(x, map->base[b], tree, behind, job);
	x->depth--;
}

/* "trl 0.19", stated where a requirement says so. */
static void set_version(struct extract *x, struct job *job)
{
	struct str name = job_str(job, SETTING_FRAMEWORK, STR("")), version;
	const struct version *known;
	bool newest, stated;
	struct value v;

	if (!name.n || job->set[SETTING_FRAMEWORK_VERSION].type != VALUE_ABSENT)
		return;
	version = versions_of(x->versions, name, &newest);
	if (!version.n)
		return;
	known = versions_find(x->versions, name);
	stated = known && known->stated;
	v = value_str(str_fmt(x->arena, "%.*s %.*s", STR_ARG(name), STR_ARG(version)),
		      newest   ? ORIGIN_ASSUMED
		      : stated ? ORIGIN_STATED
			       : ORIGIN_DERIVED,
		      newest   ? STR("no requirement names a version: the newest of its time")
		      : stated ? STR("")
			       : STR("what the code uses is in this version, not in all"));
	if (known)
		v.at = known->at;
	job->set[SETTING_FRAMEWORK_VERSION] = v;
}

/**
 * The release that requirements pin a package to, or the newest that they admit; empty where they leave it open. A
 * range's upper end is what an installation has at most: what libraries did before follows from it, what they do since
 * the newest release does not.
 */
static struct str pinned(const struct extract *x, const char *package, const char *newest)
{
	const struct version *v = versions_find(x->versions, str_of(package));

	return v && v->stated && !v->open && version_cmp(v->version, str_of(newest)) < 0 ? v->version : STR("");
}

static void leave_open(const struct extract *x, struct job *job, enum setting s)
{
	job->open[s] |= x->unknown[s].why.n && job->set[s].type == VALUE_ABSENT;
}

void extract_finish(struct extract *x, struct job *job)
{
	extract_sizes(x, job);
	derive_from_name(x->arena, job);
	for (size_t i = 0; i < x->used.n; i++)
		map_defaults(x, x->used.at[i].map, x->used.at[i].tree, false, job);
	for (size_t i = 0; i < x->used.n; i++)
		map_defaults(x, x->used.at[i].map, x->used.at[i].tree, true, job);
	extract_bare_defaults(x, job);
	extract_length(x, job);
	set_version(x, job);
	job->transformers = pinned(x, "transformers", "5");
	job->torch = pinned(x, "torch", "2.2");
	job->bitsandbytes = pinned(x, "bitsandbytes", "0.43.2");
	for (int s = 0; s < SETTING_COUNT; s++)
		job->open[s] = x->unknown[s].elsewhere && job->set[s].type == VALUE_ABSENT;
	/* Whatever hides them, a job is not one that says nothing of them: one step, no sharding. */
	leave_open(x, job, SETTING_GRADIENT_ACCUMULATION_STEPS);
	leave_open(x, job, SETTING_DATA_PARALLEL);
	leave_open(x, job, SETTING_NUM_NODES);
	derive_job(x->arena, job);
}
