/* Shapes made up from the product line and the size that a name promises. */
#include "core/base/base.h"
#include "guess.h"
#include "model_name.h"

#include <math.h>
#include <string.h>

/*
 * How far the truth may lie above a guess: 95th percentiles of the leave-one-out test over the rows
 * of models.csv (tests/unit/core/model/check_guess.c prints them).
 */
#define PARAMS_HIGH_SMALL      1.27
#define PARAMS_HIGH_LARGE      1.07
#define ACTIVATIONS_HIGH_DENSE 1.4
#define ACTIVATIONS_HIGH_MOE   2.2
/** Names of up to this size understate more. */
#define SMALL 1e10
/** A row this near in log size is taken as it is, unless it is smaller than the name says. */
#define NEAR 0.25
/** Names round: 34B stands for 33.7e9. */
#define ROUNDED 1.03
/** Rows this near to the nearest differ in vocabulary only: the one with most ids is the usual one. */
#define ALIKE 0.03

/* Whether a list with blanks between holds a word. */
static bool lists(const char *list, struct str word)
{
	struct str_cut cut = str_cut(str_of(list), ' ');

	for (; cut.head.n; cut = str_cut(cut.tail, ' '))
		if (str_eq(cut.head, word))
			return true;
	return false;
}

/* Rows of embedding and reward models lack the head that a name of the same line promises. */
static bool is_candidate(const struct model *m, const struct guess_clue *clue)
{
	return lists(clue->series, m->series) && m->params &&
	       !str_has(m->remark, STR("no output head")) &&
	       !(clue->without && model_same_shape(m, clue->without));
}

static double distance(const struct model *m, double params)
{
	return fabs(log((double)m->params / params));
}

static size_t count_ids(const struct model *m)
{
	struct str aliases = model_aliases(m);
	size_t n = 1;

	for (size_t i = 0; i < aliases.n; i++)
		n += aliases.s[i] == ';';
	return n;
}

/* The row of the product line nearest in size, of the same kind (dense or experts) if there is one. */
static const struct model *nearest(const struct guess_clue *clue, bool any_kind)
{
	const struct model *best = NULL;
	double near = INFINITY;
	size_t n, ids = 0;
	const struct model *table = model_table(&n);

	for (size_t i = 0; i < n; i++)
		if (is_candidate(&table[i], clue) &&
		    (any_kind || clue->experts == (table[i].experts > 0)))
			near = fmin(near, distance(&table[i], clue->total));
	for (size_t i = 0; i < n; i++)
		if (is_candidate(&table[i], clue) &&
		    (any_kind || clue->experts == (table[i].experts > 0)) &&
		    distance(&table[i], clue->total) <= near + ALIKE &&
		    count_ids(&table[i]) > ids) {
			best = &table[i];
			ids = count_ids(best);
		}
	return best;
}

static double params_high(double params)
{
	return params <= SMALL ? PARAMS_HIGH_SMALL : PARAMS_HIGH_LARGE;
}

static uint32_t rounded(double x, double step)
{
	return (uint32_t)fmax(step, round(x / step) * step);
}

/* Hidden sizes are multiples of 128, of 64 in models under 0.3e9. */
static uint32_t hidden_of(double x, double params)
{
	return rounded(x, params > 3e8 ? 128 : 64);
}

static struct guess near_row(struct arena *a, struct str id, const struct model *row, double params)
{
	struct model *m = arena_new(a, struct model);

	*m = *row;
	m->id = id;
	m->guessed = true;
	/* Experts grow in number, not in width. */
	if (row->experts && params > ROUNDED * (double)row->params) {
		m->experts = (uint32_t)ceil(row->experts * params / (double)row->params);
		m->params = (uint64_t)params;
	}
	m->source =
	    str_fmt(a, "shapes of %.*s: same product line, size in the name", STR_ARG(row->id));
	return (struct guess){GUESS_SERIES, m, m->source, params_high(params),
			      row->experts ? ACTIVATIONS_HIGH_MOE : ACTIVATIONS_HIGH_DENSE};
}

/*
 * Width and depth grow with the cube root of the size; keys, values and vocabulary are the line's.
 * The family's own numbers are left behind: they hold for the row alone.
 */
static struct guess scaled_row(struct arena *a, struct str id, const struct model *row,
			       double params)
{
	struct model *m = arena_new(a, struct model);
	double s = cbrt(params / (double)row->params);
	uint32_t hidden = hidden_of(row->hidden * s, params);
	double k = (double)hidden / row->hidden;

	*m = *row;
	m->id = id;
	m->guessed = true;
	m->hidden = hidden;
	m->layers = (uint32_t)fmax(2, round(row->layers * s));
	m->heads = (uint32_t)fmax(1, round(row->heads * k));
	if (m->kv_heads > m->heads || row->kv_heads == row->heads)
		m->kv_heads = m->heads;
	m->ffn = rounded(row->ffn * k, 64);
	m->params = (uint64_t)params;
	m->params_embedding = (uint64_t)((double)row->params_embedding * k);
	m->numbers = NULL;
	m->n_numbers = 0;
	m->source = str_fmt(a, "shapes of %.*s scaled to the size in the name", STR_ARG(row->id));
	return (struct guess){GUESS_SCALED, m, m->source, params_high(params),
			      ACTIVATIONS_HIGH_DENSE};
}

/*
 * Powers of the size fitted to the dense rows of models.csv (least squares of logarithms), a block
 * like Llama 3's, the vocabulary of Llama 3.
 */
static struct guess usual_shape(struct arena *a, struct str id, double params)
{
	struct model *m = arena_new(a, struct model);

	m->id = id;
	m->family = STR("llama");
	m->activation = STR("swiglu");
	m->gated = true;
	m->guessed = true;
	m->norm_vectors = 1;
	m->hidden = hidden_of(0.2473 * pow(params, 0.422), params);
	m->layers = (uint32_t)fmax(2, round(0.1451 * pow(params, 0.244)));
	m->head_dim = m->hidden >= 1024 ? 128 : 64;
	m->heads = (uint32_t)fmax(1, m->hidden / m->head_dim);
	m->kv_heads = (uint32_t)fmax(1, round(m->heads / 4.0));
	m->ffn = rounded(3.5 * m->hidden, 64);
	m->vocab = 128256;
	m->params = (uint64_t)params;
	m->params_embedding = 2 * (uint64_t)m->vocab * m->hidden;
	m->source = STR("widths usual for the size in the name");
	return (struct guess){GUESS_SIZE, m, m->source, params_high(params),
			      ACTIVATIONS_HIGH_DENSE};
}

/*
 * Whether models come in a size of whole billions. "outputs/sft-39b-step400" has the thirty-ninth experiment's second run in
 * its name, and no model of 39e9 parameters.
 */
static bool comes_in(double params)
{
	size_t n;
	const struct model *table = model_table(&n);

	for (size_t i = 0; i < n; i++)
		if (fabs(name_size(table[i].id).total / params - 1) < 0.005)
			return true;
	return false;
}

struct guess guess_shape(struct arena *a, struct str id, const struct guess_clue *clue)
{
	const struct model *row = NULL;

	if (clue->total < 1e6 || clue->total > 1e14)
		return (struct guess){.rule = GUESS_NONE};
	if (clue->series) {
		row = nearest(clue, false);
		if (!row)
			row = nearest(clue, true);
	}
	if (row && distance(row, clue->total) < NEAR &&
	    (row->experts || clue->total <= ROUNDED * (double)row->params || !row->hidden || !row->layers))
		return near_row(a, id, row, clue->total);
	/* Further away nothing tells by how much their number grows. */
	if (clue->experts || (row && row->experts))
		return (struct guess){.rule = GUESS_NONE};
	/* Without a width there is nothing to scale (denoisers). */
	if (row && row->hidden && row->layers)
		return scaled_row(a, id, row, clue->total);
	if (clue->total >= 1e9 && fmod(clue->total, 1e9) <= 0 && !comes_in(clue->total))
		return (struct guess){.rule = GUESS_NONE};
	return usual_shape(a, id, clue->total);
}

/* "t5-large", "whisper-small": the first row of the line with the word; GPT-2 alone is the small one. */
static struct guess guess_word(struct arena *a, struct str id, const char *series)
{
	struct str word = name_size_word(id);
	struct guess_clue clue = {.series = series};
	size_t n;
	const struct model *table = model_table(&n);

	for (size_t i = 0; i < n; i++) {
		size_t slash = str_rchr(table[i].id, '/');
		struct str name = str_sub(table[i].id, slash == SIZE_MAX ? 0 : slash, SIZE_MAX);
		struct guess g;

		if (!is_candidate(&table[i], &clue) ||
		    !(word.n ? str_has_nocase(name, word) : strcmp(series, "gpt2") == 0))
			continue;
		g = near_row(a, id, &table[i], (double)table[i].params);
		g.params_high = PARAMS_HIGH_SMALL;
		return g;
	}
	return (struct guess){.rule = GUESS_NONE};
}

/*
 * Checkpoints for tests of libraries ("tiny-random-…"): a few million parameters, whatever the name
 * takes after.
 */
static bool is_test_checkpoint(struct str id)
{
	size_t slash = str_rchr(id, '/');
	struct str org = str_sub(id, 0, slash == SIZE_MAX ? 0 : slash);
	struct str name = str_tail(id, '/');

	return str_ends(org, STR("-internal-testing")) ||
	       (str_starts(name, STR("tiny-")) && str_has(name, STR("For"))) ||
	       str_starts(name, STR("tiny-random-"));
}

struct guess guess_by_size(struct arena *a, struct str id)
{
	struct name_size size = name_size(id);
	struct guess_clue clue = {name_series(id), size.total, size.active, size.experts, NULL};
	const struct model *tiny =
	    model_find(STR("trl-internal-testing/tiny-LlamaForCausalLM-3.2"));

	if (tiny && is_test_checkpoint(id)) {
		struct guess g = near_row(a, id, tiny, (double)tiny->params);

		g.how = STR("a tiny checkpoint for tests");
		return g;
	}
	if (size.total > 0)
		return guess_shape(a, id, &clue);
	if (clue.series && !size.experts)
		return guess_word(a, id, clue.series);
	return (struct guess){.rule = GUESS_NONE};
}
