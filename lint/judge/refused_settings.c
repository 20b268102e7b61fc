#include "refused_settings.h"

#include "core/model/model.h"
#include "lint/frameworks/frameworks.h"
#include "lint/settings/settings.h"

enum { DEPTH_MAX = 6 };

/* Where settings are refused: the job, and the tree that a map has read. */
struct refused {
	struct draft_context *c;
	const struct draft *d;
	const struct job *job;
	size_t index;
	const struct extract_used *used;
};

static void add_source(struct refused *r, struct finding *f, const char *source)
{
	struct str *note = arena_news(r->c->arena, struct str, 1);

	f->job = r->index;
	note[0] = str_fmt(r->c->arena, "by %s", source);
	f->notes = note;
	f->n_notes = 1;
}

/* One of amounts: a setting that somebody states or that follows, a key that is a number, or a number. 0: not certain. */
static int64_t amount(struct refused *r, struct str name)
{
	const struct node *n;
	const struct value *v;
	enum setting s;
	int64_t i;

	if (str_to_int(name, &i))
		return i;
	if (name.n && name.s[0] == '@') {
		n = node_key(r->used->tree, str_sub(name, 1, name.n), r->job);
		return n && n->kind == NODE_INT && n->as.i > 0 ? n->as.i : 0;
	}
	s = setting_find(name);
	v = s == SETTING_NONE ? NULL : job_get(r->job, s);
	if (!v || v->type != VALUE_INT || v->origin == ORIGIN_ASSUMED || v->alternative || r->job->open[s])
		return 0;
	/* How many processes there are is for a launch to say; a page that tells of one may mean another machine. */
	if (s == SETTING_NUM_GPUS && (!r->d->launch || r->d->launch->told.file))
		return 0;
	return v->as.i;
}

/* The product of names with "*" between; 0: one of them is not certain, or it is too large. */
static int64_t product(struct refused *r, struct str names)
{
	int64_t result = 1;

	while (names.n) {
		struct str_cut cut = str_cut(names, '*');
		int64_t one = amount(r, cut.head);

		if (one <= 0 || result > INT64_MAX / one)
			return 0;
		result *= one;
		names = cut.tail;
	}
	return result;
}

/* Whether the amounts of a row are such that they are refused; *text says them. */
static bool amounts_refused(struct refused *r, const struct refusal *row, struct str *text)
{
	struct str_cut cut = str_cut(str_of(row->amounts), ':');
	int64_t first = amount(r, cut.head), all = product(r, cut.tail);

	if (first <= 0 || all <= 0)
		return false;
	*text = str_fmt(r->c->arena, "%ld and %ld", (long)first, (long)all);
	return row->refuses == REFUSES_NO_MULTIPLE ? all % first != 0 : all != first;
}

/* Whether the version of the map's package is one that refuses it; where a row has bounds it must be known. */
static bool version_refuses(struct refused *r, const struct refusal *row)
{
	bool guessed = false;
	struct str version;

	if (!row->since && !row->until)
		return true;
	version = versions_of(r->d->extract.versions, str_of(r->used->map->package), &guessed);
	return !guessed && version.n && version_in(version, row->since, row->until);
}

/*
 * The keys of a row may have been read from elsewhere as well (a command line over a file): what one tree says, or lacks, is
 * not the last word then. A call that is read again is the same call.
 */
static bool is_read_once(struct refused *r, const struct refusal *row)
{
	for (size_t i = 0; i < r->d->extract.used.n; i++) {
		const struct extract_used *other = &r->d->extract.used.at[i];

		if (other != r->used && other->map == r->used->map && other->tree && other->tree != r->used->tree &&
		    !(span_known(other->tree->at) && span_same(other->tree->at, r->used->tree->at)) && condition_touches(row->when, r->job, other->tree))
			return false;
	}
	return true;
}

/* The value of the key that a row is about, or NULL. */
static const struct node *value_of(struct refused *r, const struct refusal *row)
{
	struct str keys = str_of(row->key);

	while (keys.n) {
		struct str_cut cut = str_cut(keys, '|');
		const struct node *n = node_key(r->used->tree, cut.head, r->job);

		if (n && n->kind != NODE_NULL)
			return n;
		keys = cut.tail;
	}
	return NULL;
}

/* A model whose code's names are known for sure. */
static const struct model *known_model(struct refused *r)
{
	const struct model *m = r->job->model;

	return m && !m->guessed && !m->tower.n ? m : NULL;
}

/* Whether a model has none of the modules that a list, or a text with "," between, names; *text says it. */
static bool modules_refused(struct refused *r, const struct node *named, struct str *text)
{
	const struct model *m = known_model(r);
	struct str rest = named->kind == NODE_STR ? named->text : STR("");
	bool any = rest.n > 0;

	if (!m || !node_known(named))
		return false;
	while (rest.n) {
		struct str_cut cut = str_cut(rest, ',');

		if (family_may_have_module(m, str_trim(cut.head)))
			return false;
		rest = cut.tail;
	}
	for (size_t i = 0; (named->kind == NODE_LIST || named->kind == NODE_TUPLE || named->kind == NODE_SET) && i < named->as.items.n;
	     i++) {
		any = true;
		if (named->as.items.at[i]->kind != NODE_STR || family_may_have_module(m, named->as.items.at[i]->text))
			return false;
	}
	*text = str_fmt(r->c->arena, "%.*s has none of %.*s", STR_ARG(m->id), STR_ARG(node_text(r->c->arena, named, 80)));
	return any;
}

/* Whether a model's layers are not of the one class that is named; *text says of which they are. */
static bool layer_refused(struct refused *r, const struct node *named, struct str *text)
{
	const struct model *m = known_model(r);

	if (named->kind == NODE_LIST && named->as.items.n == 1)
		named = named->as.items.at[0];
	if (!m || named->kind != NODE_STR || !family_lacks_layer(m, named->text))
		return false;
	*text = str_fmt(r->c->arena, "the layers of %.*s are of %s, not %.*s", STR_ARG(m->id), family_layer_class(m),
			STR_ARG(named->text));
	return true;
}

/* Whether what a row counts or looks up is refused; *text says why. */
static bool value_refused(struct refused *r, const struct refusal *row, struct str *text)
{
	const struct node *n = value_of(r, row);

	switch (row->refuses) {
	case REFUSES_NO_MULTIPLE:
	case REFUSES_UNEQUAL:
		return amounts_refused(r, row, text);
	case REFUSES_ABSENT_MODULES:
		return n && modules_refused(r, n, text);
	case REFUSES_OTHER_LAYER:
		return n && layer_refused(r, n, text);
	case REFUSES_WHEN:
		break;
	}
	return true;
}

static void report_row(struct refused *r, const struct refusal *row)
{
	const struct node *n = value_of(r, row);
	struct str text = {0};
	struct finding *f;

	if (!condition_certain(row->when, r->job, r->used->tree) || !condition_holds(row->when, r->job, r->used->tree) ||
	    !version_refuses(r, row) || !is_read_once(r, row) || !value_refused(r, row, &text))
		return;
	f = findings_add(r->c->findings, RULE_REFUSED_SETTINGS, n && span_known(n->at) ? n->at : r->job->at,
			 "%s%s%.*s: %s ends with an error before it trains", row->why, text.n ? ": " : "", STR_ARG(text),
			 row->by ? row->by : r->used->map->package ? r->used->map->package : r->used->map->name);
	if (f)
		add_source(r, f, row->source);
}

static void report_map(struct refused *r, const struct keymap *map, unsigned depth)
{
	for (size_t i = 0; i < map->nrefusals; i++)
		report_row(r, &map->refusals[i]);
	for (size_t i = 0; depth < DEPTH_MAX && i < KEYMAP_BASES_MAX && map->base[i]; i++)
		report_map(r, map->base[i], depth + 1);
}

static bool is_stated(const struct value *v)
{
	return v && v->origin == ORIGIN_STATED && !v->alternative;
}

/* What a card has no kernels for. */
static void report_card(struct refused *r)
{
	const struct gpu *gpu = r->job->gpu;
	const struct value *attention = job_get(r->job, SETTING_ATTENTION), *precision = job_get(r->job, SETTING_MIXED_PRECISION);
	const struct value *weights = job_get(r->job, SETTING_WEIGHTS_DTYPE);
	struct finding *f;

	if (!gpu || !gpu->compute_capability || r->d->target.gpu_weight < TARGET_PARTITION)
		return;
	if (is_stated(attention) && str_is(attention->as.s, "flash_attention_2") && !gpu->flash_attention_2) {
		f = findings_add(r->c->findings, RULE_REFUSED_SETTINGS, attention->at,
				 "FlashAttention 2 has no kernels for %.*s: it ends with an error in the first step",
				 STR_ARG(gpu->name));
		if (f)
			add_source(r, f, "flash-attn README: Ampere, Ada or Hopper GPUs");
	}
	if (is_stated(precision) && str_is(precision->as.s, "bf16") && !gpu->bf16)
		weights = precision;
	else if (!is_stated(weights) || !str_is(weights->as.s, "bfloat16") || gpu->bf16)
		return;
	f = findings_add(r->c->findings, RULE_CARD_LACKS, weights->at,
			 "%.*s does not compute in bfloat16: transformers refuses it, or PyTorch emulates it slowly",
			 STR_ARG(gpu->name));
	if (f)
		f->job = r->index;
}

void refused_settings_report(struct draft_context *c, const struct draft *d, const struct job *job, size_t index)
{
	struct refused r = {c, d, job, index, NULL};

	if (d->cases.n || d->condition.n || (job->found != JOB_FOUND_SINK && job->found != JOB_FOUND_CONFIG) ||
	    (d->trace && d->trace->spent.n))
		return;
	/* Options and configuration objects that nobody has given values to yet: whoever starts it gives others. */
	if (!d->launch && d->trace && d->trace->configs.n)
		return;
	for (size_t i = 0; i < d->extract.used.n; i++) {
		r.used = &d->extract.used.at[i];
		/* "if": a call under a condition that nothing decides. */
		if (r.used->tree && !node_key(r.used->tree, STR("if"), job))
			report_map(&r, r.used->map, 0);
	}
	report_card(&r);
}
