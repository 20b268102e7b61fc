#include "assumption_range.h"

#include <math.h>

/*
 * How often a job turns out the other way: where an assumption is wrong, where what is stated could not be read, and
 * where undecided code chooses. Judgement, held against the outcomes of docs/outcomes.md as a whole.
 */
static const double share_assumed = 0.1, share_unread = 0.4, share_branch = 0.3;

static void widen(struct band *b, const struct band *other)
{
	b->low = fmin(b->low, other->low);
	b->high = fmax(b->high, other->high);
}

static void widen_all(struct tiers *t, const struct tiers *other)
{
	widen(&t->allocated, &other->allocated);
	widen(&t->reserved, &other->reserved);
	widen(&t->needed, &other->needed);
	widen(&t->pool, &other->pool);
	widen(&t->device, &other->device);
}

/** The formulas again with one setting changed; returns the change of the device tier. */
static double again(struct assumption_range *v, enum setting s, struct value value)
{
	struct job other = v->assumed->job;
	struct tiers t;
	double change;

	other.set[s] = value;
	t = point_tiers_of(&other);
	widen_all(&v->all, &t);
	change = t.needed.likely - v->base.needed.likely;
	if (change < 0)
		v->kind.set[s] = value;
	return change;
}

/** One more way in which the job may turn out, of that share. */
static void add_way(struct assumption_range *v, double share, double change)
{
	if (v->spread.n_ways < SPREAD_WAYS_MAX)
		v->spread.ways[v->spread.n_ways++] = (struct spread_way){share, change};
}

/** The same as again(), and one more way in which the job may turn out. */
static double other_way(struct assumption_range *v, enum setting s, struct value value, double share)
{
	double change = again(v, s, value);

	add_way(v, share, change);
	return change;
}

static void note(struct assumption_range *v, enum setting s, struct str text, double effect)
{
	double size = fmin(fabs(effect), 9e18);

	*vec_push(v->arena, v) = (struct estimate_assumption){
	    .setting = s,
	    .text = text,
	    .effect = effect < 0 ? -(int64_t)size : (int64_t)size,
	};
}

static void vary_assumed(struct assumption_range *v)
{
	for (size_t i = 0; i < v->assumed->n; i++) {
		const struct assume *row = v->assumed->at[i];
		const char *others[] = {row->less, row->more};
		double share = row->share > 0 ? row->share : row->open ? share_unread : share_assumed;
		double effect = 0;
		struct value value;

		if (!row->why)
			continue;
		for (size_t k = 0; k < 2; k++) {
			double change = 0;

			if (others[k] &&
			    setting_parse(v->arena, row->setting, str_of(others[k]), &value))
				change = other_way(v, row->setting, value, share);
			if (fabs(change) > fabs(effect))
				effect = change;
		}
		note(v, row->setting, str_fmt(v->arena, "%s: %s", row->value, row->why), effect);
	}
}

/** A job that trains part of the model without saying which part. */
static void vary_partial(struct assumption_range *v)
{
	struct value all = value_str(STR("all"), ORIGIN_ASSUMED, STR("tried"));

	if (job_is(&v->assumed->job, SETTING_TRAINABLE, "partial") &&
	    !job_get(&v->assumed->job, SETTING_TRAINABLE_LAYERS))
		note(v, SETTING_TRAINABLE,
		     STR("the last two layers: which part trains is not stated"),
		     other_way(v, SETTING_TRAINABLE, all, share_unread));
}

/* Instruction data: torchtune's alpaca runs needed 25.5 GiB, packed to the same limit 60.0. */
enum { SHORT_SAMPLE = 512 };

/** A limit is not a length: of a job that does not say how its rows make a batch, low stands for short samples. */
static void vary_limit(struct assumption_range *v)
{
	const struct job *job = &v->assumed->job;
	struct value length = value_int(SHORT_SAMPLE, ORIGIN_ASSUMED, STR("tried"));
	struct str text =
	    str_fmt(v->arena, "rows as long as the limit; not packed, so samples of %d need less",
		    SHORT_SAMPLE);

	if (!job_bool(job, SETTING_PACKING, false) && !job_get(job, SETTING_BATCH_LAYOUT) &&
	    job_int(job, SETTING_MAX_SEQ_LENGTH, 0) > SHORT_SAMPLE)
		note(v, SETTING_MAX_SEQ_LENGTH, text, again(v, SETTING_MAX_SEQ_LENGTH, length));
}

/** The largest limit that is assumed where none is stated; high holds rows of so many tokens. */
static int64_t largest_limit(struct assumption_range *v)
{
	int64_t limit = job_int(&v->assumed->job, SETTING_MAX_SEQ_LENGTH, 0);
	struct value more;

	for (size_t i = 0; i < v->assumed->n; i++) {
		const struct assume *row = v->assumed->at[i];

		if (row->setting == SETTING_MAX_SEQ_LENGTH && row->more &&
		    setting_parse(v->arena, row->setting, str_of(row->more), &more) && more.as.i > limit)
			limit = more.as.i;
	}
	return limit;
}

/** What cuts rows: the limit; where none is stated, of rows with pictures, what the model has positions for. */
static int64_t cut_of(struct assumption_range *v)
{
	const struct model *m = v->assumed->job.model;
	int64_t limit = job_int(&v->assumed->job, SETTING_MAX_SEQ_LENGTH, 0), most = largest_limit(v);

	return most > limit && job_has_pictures(&v->assumed->job) && m->max_position > most ? m->max_position : limit;
}

/** The formulas again with rows of another length, that the limit does not cut; returns the change of what is needed. */
static double again_with_rows(struct assumption_range *v, int64_t tokens)
{
	struct value length = value_int(tokens, ORIGIN_ASSUMED, STR("tried"));
	struct job other = v->assumed->job;
	struct tiers t;

	if (tokens <= job_int(&other, SETTING_MAX_SEQ_LENGTH, 0))
		return again(v, SETTING_ROW_LENGTH, length);
	other.set[SETTING_ROW_LENGTH] = other.set[SETTING_MAX_SEQ_LENGTH] = length;
	t = point_tiers_of(&other);
	if (tokens <= largest_limit(v))
		widen_all(&v->all, &t);
	return t.needed.likely - v->base.needed.likely;
}

/*
 * Of data whose rows were counted: not every run meets the longest, templates and system prompts add to it, and other
 * vocabularies cut more (up to a fifth; core/dataset).
 */
static void vary_known_rows(struct assumption_range *v, double longest)
{
	static const double shares[ROW_LENGTHS] = {0.5, 0.6, 0.7, 0.8, 0.9, 1, 1, 1.1, 1.2, 1.3};

	v->spread.n_lengths = ROW_LENGTHS;
	for (size_t i = 0; i < ROW_LENGTHS; i++)
		v->spread.lengths[i] = again(v, SETTING_ROW_LENGTH,
					     value_int((int64_t)(shares[i] * longest), ORIGIN_DERIVED, STR("tried")));
}

/** Rows of data that is not known: as short, and as long, as those of well-known sets. */
static void vary_rows(struct assumption_range *v)
{
	const struct job *job = &v->assumed->job;
	const struct value *assumed = job_get(job, SETTING_ROW_LENGTH);
	int64_t limit = job_int(job, SETTING_MAX_SEQ_LENGTH, 0);
	double tokens[ROW_LENGTHS], change;

	v->spread.n_lengths = 1;
	if (!job_rows_vary(job) || !assumed || assumed->origin == ORIGIN_STATED)
		return;
	if (assumed->origin != ORIGIN_ASSUMED) {
		vary_known_rows(v, (double)assumed->as.i);
		return;
	}
	job_row_lengths(job, (double)cut_of(v), tokens);
	v->spread.n_lengths = ROW_LENGTHS;
	for (size_t i = 0; i < ROW_LENGTHS; i++)
		v->spread.lengths[i] = i && tokens[i] <= tokens[i - 1] ? v->spread.lengths[i - 1]
			: again_with_rows(v, (int64_t)tokens[i]);
	change = again_with_rows(v, limit);
	again_with_rows(v, largest_limit(v));
	if (assumed->as.i < limit)
		note(v, SETTING_ROW_LENGTH,
		     str_fmt(v->arena, "%ld of at most %ld tokens: the data is not known, and %s",
			     (long)assumed->as.i, (long)limit,
			     job_is(job, SETTING_BATCH_LAYOUT, "joined") ? "a step's rows may not fill a micro batch" :
									 "rows are not packed"), change);
}

/*
 * Where memory is the CPU's as well the driver refuses nothing before the machine itself runs out: what the pools keep
 * of other lengths, and would give back, may have frozen it by then (natolambert/dgx-spark-setup, README of 2026-01:
 * "Standard GPU OOM errors become system-wide memory exhaustion"). In thirds by how far pools grow.
 */
static void vary_pools(struct assumption_range *v)
{
	const struct job *job = &v->assumed->job;
	const struct band *grown = &v->base.grown;
	const double sizes[] = {grown->low, grown->likely, grown->high};
	const size_t n = sizeof(sizes) / sizeof(*sizes);

	if (!job->gpu || !job->gpu->host_shared || !job_rows_vary(job) || job_bool(job, SETTING_EXPANDABLE_SEGMENTS, false))
		return;
	for (size_t i = 0; i < n && v->spread.n_ways < SPREAD_WAYS_MAX; i++)
		if (sizes[i] > v->base.needed.likely)
			v->spread.ways[v->spread.n_ways++] =
			    (struct spread_way){1 / (double)n, sizes[i] - v->base.needed.likely};
	v->all.needed.high = fmax(v->all.needed.high, grown->high);
	note(v, SETTING_TARGET_GPU,
	     str_fmt(v->arena, "%.*s: its memory is the CPU's too, and what PyTorch keeps for rows of other lengths may not be given back in time",
		     STR_ARG(job->gpu->name)),
	     grown->likely - v->base.needed.likely);
}

/*
 * How many GPUs share a job that is split among all of them, where nothing says it: eight are a machine, and whoever has
 * a job that eight don't hold has more. An error that would be none on eight machines needs to know of the one.
 */
static void vary_gpus(struct assumption_range *v)
{
	const struct job *job = &v->assumed->job;
	const struct value *n = job_get(job, SETTING_NUM_GPUS);
	bool shared = job_is_deepspeed(job) || job_is_fsdp(job), said = false;
	double change;

	if (!shared || !n || n->origin != ORIGIN_ASSUMED || n->as.i > INT32_MAX)
		return;
	change = other_way(v, SETTING_NUM_GPUS, value_int(8 * n->as.i, ORIGIN_ASSUMED, STR("tried")), share_branch);
	for (size_t i = 0; i < v->n; i++)
		said |= v->at[i].setting == SETTING_NUM_GPUS;
	if (!said)
		note(v, SETTING_NUM_GPUS, str_fmt(v->arena, "%ld: %.*s, and how many machines there are is not known", (long)n->as.i, STR_ARG(n->how)), change);
}

enum { BRANCHES_MAX = 8 };

/**
 * Models that undecided code may choose as well, such as those of a dictionary from which an unknown word takes one. Of one
 * whose shape nobody knows nothing is certain: it may be as small as those that tests train, which decides about an error;
 * the range that is printed is of the models that are known.
 */
static void vary_models(struct assumption_range *v)
{
	const struct value *first = job_get(&v->assumed->job, SETTING_MODEL), *x;
	struct str others = {0};
	double change, least = 0;
	size_t n = 0;

	for (x = first ? first->alternative : NULL; x && n < BRANCHES_MAX; x = x->alternative, n++) {
		struct job other = v->assumed->job;
		struct tiers t = {0};

		other.set[SETTING_MODEL] = *x;
		other.model = x->type == VALUE_STR ? model_find(x->as.s) : NULL;
		if (other.model == v->assumed->job.model)
			continue;
		if (other.model) {
			t = point_tiers_of(&other);
			widen_all(&v->all, &t);
		}
		change = t.needed.likely - v->base.needed.likely;
		add_way(v, share_branch, change);
		v->spread.open_model |= !other.model;
		least = fmin(least, change);
		others = others.n ? str_fmt(v->arena, "%.*s, %.*s", STR_ARG(others), STR_ARG(value_text(v->arena, x)))
				  : value_text(v->arena, x);
	}
	if (others.n)
		note(v, SETTING_MODEL,
		     str_fmt(v->arena, "%.*s: undecided code chooses it, or %.*s",
			     STR_ARG(value_text(v->arena, first)), STR_ARG(others)), least);
}

/** Values that a setting has in undecided branches of the code. */
static void vary_branches(struct assumption_range *v)
{
	for (int s = 0; s < SETTING_COUNT; s++) {
		/* Of a model the shape changes, not the name alone. */
		const struct value *x = s == SETTING_MODEL ? NULL : job_get(&v->assumed->job, (enum setting)s);
		size_t n = 0;

		for (x = x ? x->alternative : NULL; x && n < BRANCHES_MAX; x = x->alternative, n++)
			other_way(v, (enum setting)s, *x, share_branch);
	}
}

void assumption_range_find(struct assumption_range *v, struct arena *a, const struct assumed *as, const struct tiers *base)
{
	struct tiers kind;

	*v = (struct assumption_range){
	    .arena = a, .assumed = as, .base = *base, .all = *base, .kind = as->job};
	v->spread.low = base->needed.low;
	v->spread.likely = base->needed.likely;
	v->spread.high = base->needed.high;
	vary_assumed(v);
	vary_partial(v);
	vary_limit(v);
	vary_rows(v);
	vary_gpus(v);
	vary_models(v);
	vary_branches(v);
	vary_pools(v);
	kind = point_tiers_of(&v->kind);
	/* A favourable answer beside others may cost: only low is taken from it. */
	kind.allocated.high = kind.reserved.high = kind.needed.high = 0;
	kind.pool.high = kind.device.high = 0;
	widen_all(&v->all, &kind);
}
