#include "advice.h"

#include "card_verdict.h"

#include "core/base/base.h"
#include "core/model/model.h"

enum { BATCH_MOST = 4096, RANK_MOST = 1024, LENGTH_MOST = 1 << 17, LENGTH_UNIT = 64, COUNT_MOST = 64 };

static uint64_t likely_of(struct arena *a, const struct job *job)
{
	struct arena_mark mark = arena_mark(a);
	uint64_t likely = estimate_likely(a, job);

	arena_pop(a, mark);
	return likely;
}

/* Far from the line the likely peak tells; near it the odds do, which cost more to compute. */
static enum verdict verdict_on(struct arena *a, const struct job *job, uint64_t likely, uint64_t usable,
			       enum fail_on fail_on)
{
	struct arena_mark mark = arena_mark(a);
	struct estimate e;
	enum verdict v;

	if (likely > usable + usable / 2)
		return VERDICT_EXCEEDS;
	e = estimate_job(a, job);
	v = card_verdict(&e, usable, fail_on);
	arena_pop(a, mark);
	return v;
}

static void set_int(struct job *job, enum setting s, int64_t i)
{
	job->set[s] = value_int(i, ORIGIN_STATED, STR("tried"));
}

/* ------------------------------------------------------------------------------ batch × length */

/** Which setting bounds the tokens of a row. */
static enum setting length_setting(const struct job *job)
{
	if (job_generates(job))
		return SETTING_MAX_COMPLETION_LENGTH;
	return SETTING_MAX_SEQ_LENGTH;
}

/** Powers of two around what the job has, which is among them. */
static size_t steps(int64_t now, int64_t least, int64_t most, int64_t *out, size_t max)
{
	size_t n = 0;
	int64_t from = least;

	while (from * 16 < now)
		from *= 2;
	for (int64_t i = from; i <= most && n < max; i *= 2) {
		if (n && out[n - 1] < now && now < i)
			out[n++] = now;
		if (n < max)
			out[n++] = i;
		if (i >= 4 * now)
			break;
	}
	return n;
}

/** Rows that vary as the data has them: with another limit they end elsewhere. */
static void fill(struct arena *a, const struct job *job, const struct fix_limits *limits, struct advice *v)
{
	size_t widest = 0, longest = 0;

	for (size_t i = 0; i < v->n_lengths; i++)
		for (size_t k = 0; k < v->n_batches; k++) {
			struct advice_cell *cell = &v->cells[i][k];
			struct job other = *job;

			set_int(&other, v->length_setting, v->lengths[i]);
			set_int(&other, SETTING_PER_DEVICE_TRAIN_BATCH_SIZE, v->batches[k]);
			cell->device_likely = likely_of(a, &other);
			cell->verdict = verdict_on(a, &other, cell->device_likely, v->usable, limits->fail_on);
			if (cell->verdict != VERDICT_EXCEEDS && k > widest)
				widest = k;
			if (cell->verdict != VERDICT_EXCEEDS && i > longest)
				longest = i;
		}
	/* One step beyond what fits, and no more. */
	v->n_batches = widest + 2 < v->n_batches ? widest + 2 : v->n_batches;
	v->n_lengths = longest + 2 < v->n_lengths ? longest + 2 : v->n_lengths;
}

static void table(struct arena *a, const struct job *job, const struct fix_limits *limits, struct advice *v)
{
	struct assumed *as = arena_new(a, struct assumed);
	int64_t batch, length;

	job_assume(a, job, as);
	batch = job_int(&as->job, SETTING_PER_DEVICE_TRAIN_BATCH_SIZE, 0);
	length = job_int(&as->job, length_setting(job), 0);
	if (batch < 1 || length < 1 || batch > BATCH_MOST || length > LENGTH_MOST)
		return;
	v->length_setting = length_setting(job);
	v->n_batches = steps(batch, 1, BATCH_MOST, v->batches, ADVICE_BATCHES_MAX - 1);
	v->n_lengths = steps(length, 512, LENGTH_MOST, v->lengths, ADVICE_LENGTHS_MAX - 1);
	fill(a, job, limits, v);
}

/* ---------------------------------------------------------------------------- the largest of each */

static int64_t largest(struct arena *a, const struct job *job, const struct fix_limits *limits, enum setting s, int64_t most,
		       int64_t unit, bool *open)
{
	int64_t n = fixes_largest_fitting(a, job, s, most, limits);

	*open = n >= most;
	return n < unit ? n : n - n % unit;
}

static void largest_of_each(struct arena *a, const struct job *job, const struct fix_limits *limits, struct advice *v)
{
	v->batch = largest(a, job, limits, SETTING_PER_DEVICE_TRAIN_BATCH_SIZE, BATCH_MOST, 1, &v->batch_open);
	if (v->length_setting != SETTING_NONE)
		v->length = largest(a, job, limits, v->length_setting, LENGTH_MOST, LENGTH_UNIT, &v->length_open);
	if (job_get(job, SETTING_PEFT) && !job_is(job, SETTING_PEFT, "none"))
		v->rank = largest(a, job, limits, SETTING_LORA_R, RANK_MOST, 1, &v->rank_open);
}

/* ---------------------------------------------------------------------------------------- cards */

/** How many cards hold a job when they share its state. */
static int64_t count_of(struct arena *a, const struct job *job, uint64_t usable, enum fail_on fail_on)
{
	struct job other = *job;
	int64_t now = job_int(job, SETTING_NUM_GPUS, 1);

	if (!job_is_fsdp(job) && !job_is(job, SETTING_DATA_PARALLEL, "zero3")) {
		if (job_get(job, SETTING_TENSOR_PARALLEL) && job_int(job, SETTING_TENSOR_PARALLEL, 1) > 1)
			return 0;
		other.set[SETTING_DATA_PARALLEL] = value_str(STR("zero3"), ORIGIN_STATED, STR("tried"));
	}
	for (int64_t n = now < 2 ? 2 : 2 * now; n <= COUNT_MOST; n *= 2) {
		uint64_t likely;

		set_int(&other, SETTING_NUM_GPUS, n);
		likely = likely_of(a, &other);
		if (likely <= usable && verdict_on(a, &other, likely, usable, fail_on) == VERDICT_FITS)
			return n;
	}
	return 0;
}

static void cards(struct arena *a, const struct job *job, const struct fix_limits *limits, struct advice *v)
{
	const struct gpu *classes[GPU_CLASSES_MAX];
	size_t n = gpu_classes(classes);

	for (size_t i = 0; i < n; i++) {
		struct advice_card *card = &v->cards[v->n_cards];
		struct job other = *job;

		other.gpu = classes[i];
		*card = (struct advice_card){.gpu = classes[i], .usable = card_usable(&other, limits->head_room)};
		if (!card_computes(classes[i], job))
			continue;
		card->device_likely = likely_of(a, &other);
		card->verdict = verdict_on(a, &other, card->device_likely, card->usable, limits->fail_on);
		card->count = card->verdict == VERDICT_FITS ? job_int(job, SETTING_NUM_GPUS, 1)
							    : count_of(a, &other, card->usable, limits->fail_on);
		v->n_cards++;
	}
}

struct advice advice_of(struct arena *a, const struct job *job, const struct fix_limits *limits)
{
	struct advice v = {.length_setting = SETTING_NONE, .gpu = job->gpu, .usable = limits->usable};
	struct fix_limits on_card = *limits;
	struct job other = *job;

	cards(a, job, limits, &v);
	if (!v.usable)
		for (size_t i = 0; i < v.n_cards && !v.gpu; i++)
			if (v.cards[i].verdict == VERDICT_FITS) {
				v.gpu = v.cards[i].gpu;
				v.usable = v.cards[i].usable;
			}
	if (!v.usable)
		return v;
	other.gpu = v.gpu;
	on_card.usable = v.usable;
	table(a, &other, &on_card, &v);
	largest_of_each(a, &other, &on_card, &v);
	return v;
}
