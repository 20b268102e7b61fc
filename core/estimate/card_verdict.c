#include "card_verdict.h"

#include "core/base/base.h"

const char *verdict_name(enum verdict v)
{
	static const char *const names[] = {
	    [VERDICT_FITS] = "fits",
	    [VERDICT_TIGHT] = "tight",
	    [VERDICT_EXCEEDS] = "exceeds",
	    [VERDICT_NO_TARGET] = "no-target",
	    [VERDICT_NOT_ESTIMATED] = "not-estimated",
	};

	return names[v];
}

/*
 * Of memory that is the CPU's as well: of 121.6 GiB of a GB10 about 117 are free before anything is started
 * (huggingface.co nvidia/GLM-5.3-Flash-FP4-Local, discussion 7), and a training process has 3 to 4 of its own.
 */
#define HOST_SHARE (UINT64_C(8) << 30)

/** What a process can have of the card: the driver's total, less if PyTorch sees less. */
static uint64_t card_bytes(const struct job *job)
{
	uint64_t bytes = 0;

	if (job->gpu) {
		bytes = job->gpu->total_bytes;
		if (job->gpu->torch_total_bytes > 0 && job->gpu->torch_total_bytes < bytes)
			bytes = job->gpu->torch_total_bytes;
		if (job->gpu->host_shared)
			bytes = bytes_sub(bytes, HOST_SHARE);
	} else if (!bytes_parse(job_str(job, SETTING_TARGET_GPU, STR("")), &bytes)) {
		bytes = 0;
	}
	return bytes;
}

uint64_t card_usable(const struct job *job, struct head_room head_room)
{
	uint64_t bytes = card_bytes(job);
	double share = head_room.share > 0 ? head_room.share * (double)bytes : 0;

	return bytes_sub(bytes_sub(bytes, bytes_of(share)), head_room.bytes);
}

double card_odds(const struct estimate *e, uint64_t usable)
{
	struct spread range = {(double)e->needed.low, (double)e->needed.likely, (double)e->needed.high, .n_lengths = 1};

	if (!e->ok || usable == 0 || e->needed.high <= usable)
		return 0;
	/* Measurements narrow the range: what lies outside of it does not happen. */
	if (e->needed.low > usable && !e->spread.open_model)
		return 1;
	return spread_above(e->spread.n_lengths ? &e->spread : &range, (double)usable);
}

enum verdict card_verdict(const struct estimate *e, uint64_t usable, enum fail_on fail_on)
{
	double odds = card_odds(e, usable);
	bool exceeds = odds >= CARD_EXCEEDS_ODDS;

	if (!e->ok)
		return VERDICT_NOT_ESTIMATED;
	if (usable == 0)
		return VERDICT_NO_TARGET;
	/* A guess is no ground to fail a build on. */
	if (fail_on == FAIL_ON_LOW || (fail_on == FAIL_ON_LIKELY && e->guessed))
		exceeds = e->needed.low > usable;
	else if (fail_on == FAIL_ON_HIGH)
		exceeds = e->needed.high > usable;
	if (e->spread.open_model && fail_on != FAIL_ON_HIGH)
		exceeds = false;
	if (exceeds)
		return VERDICT_EXCEEDS;
	return odds > CARD_FITS_ODDS ? VERDICT_TIGHT : VERDICT_FITS;
}

bool card_computes(const struct gpu *gpu, const struct job *job)
{
	return gpu->bf16 ||
	       (!job_is(job, SETTING_MIXED_PRECISION, "bf16") && !job_is(job, SETTING_WEIGHTS_DTYPE, "bfloat16"));
}

const struct gpu *card_smallest(struct arena *a, const struct job *job, const struct estimate *e,
				struct head_room head_room)
{
	const struct gpu *classes[GPU_CLASSES_MAX];
	size_t n = gpu_classes(classes);

	for (size_t i = 0; e->ok && i < n; i++) {
		struct arena_mark mark = arena_mark(a);
		struct job other = *job;
		struct estimate on_card;
		uint64_t usable;
		bool fits;

		other.gpu = classes[i];
		usable = card_usable(&other, head_room);
		/* Context and kernels differ from card to card by less than this; an engine takes its share of each. */
		if (!card_computes(classes[i], job) ||
		    (!job_get(job, SETTING_ROLLOUT_GPU_MEMORY_UTILIZATION) &&
		     card_odds(e, usable + usable / 16) > CARD_FITS_ODDS))
			continue;
		/* The odds cost ten times as much, and are no better where the likely peak does not fit. */
		fits = estimate_likely(a, &other) <= usable;
		if (fits) {
			on_card = estimate_job(a, &other);
			fits = card_verdict(&on_card, usable, FAIL_ON_LIKELY) == VERDICT_FITS;
		}
		arena_pop(a, mark);
		if (fits)
			return classes[i];
	}
	return NULL;
}

struct job card_full_rows(struct arena *a, const struct job *job)
{
	struct assumed *as = arena_new(a, struct assumed);
	struct job full = *job;

	job_assume(a, job, as);
	if (job_rows_vary(&as->job) && as->job.set[SETTING_ROW_LENGTH].origin == ORIGIN_ASSUMED)
		full.set[SETTING_ROW_LENGTH] = value_int(job_int(&as->job, SETTING_MAX_SEQ_LENGTH, 0), ORIGIN_ASSUMED,
							 STR("as long as the limit"));
	return full;
}

int64_t card_break_even(struct arena *a, const struct job *job, uint64_t usable, int64_t *limit)
{
	struct job full = card_full_rows(a, job);
	int64_t longest = job_int(&full, SETTING_ROW_LENGTH, 0);

	if (full.set[SETTING_ROW_LENGTH].origin != ORIGIN_ASSUMED || usable == 0 || longest <= 1 ||
	    estimate_likely(a, &full) <= usable)
		return 0;
	*limit = longest;
	return fixes_largest(a, &full, SETTING_ROW_LENGTH, longest - 1, usable);
}

/* -------------------------------------------------------------------------------------- blame */

/** What a smaller value of a setting is: half of it, or another one. */
static const struct {
	enum setting setting;
	/** NULL: half. */
	const char *smaller;
} reducible[] = {
    {SETTING_PER_DEVICE_TRAIN_BATCH_SIZE, NULL},
    {SETTING_MINI_BATCH_SIZE, NULL},
    {SETTING_MAX_SEQ_LENGTH, NULL},
    {SETTING_MAX_COMPLETION_LENGTH, NULL},
    {SETTING_MAX_PROMPT_LENGTH, NULL},
    {SETTING_PER_DEVICE_EVAL_BATCH_SIZE, NULL},
    {SETTING_LORA_R, NULL},
    {SETTING_GLOBAL_BATCH_SIZE, NULL},
    {SETTING_WEIGHTS_DTYPE, "bfloat16"},
    {SETTING_QUANTIZATION, "nf4"},
    {SETTING_OPTIMIZER, "adamw_8bit"},
    {SETTING_GRADIENT_CHECKPOINTING, "true"},
    {SETTING_ATTENTION, "flash_attention_2"},
    {SETTING_LOSS_KERNEL, "liger"},
    {SETTING_KBIT_UPCAST, "false"},
    {SETTING_DATA_PARALLEL, "zero3"},
    {SETTING_REFERENCE_MODEL, "none"},
    {SETTING_ROLLOUT_GPU_MEMORY_UTILIZATION, "0.2"},
};

/** Whether a smaller value makes sense: no 4 bits for a model that trains in full. */
static bool is_reducible(const struct job *job, enum setting s)
{
	const struct value *v = job_get(job, s);

	if (!v || v->origin != ORIGIN_STATED)
		return false;
	if (s == SETTING_QUANTIZATION)
		return job_get(job, SETTING_PEFT) && !job_is(job, SETTING_PEFT, "none");
	if (s == SETTING_DATA_PARALLEL)
		return job_int(job, SETTING_NUM_GPUS, 1) > 1;
	return true;
}

enum setting card_verdict_blame(struct arena *a, const struct job *job, const struct estimate *e)
{
	enum setting blamed = SETTING_NONE;
	uint64_t least = estimate_likely(a, job);

	for (size_t i = 0; e->ok && i < sizeof(reducible) / sizeof(*reducible); i++) {
		enum setting s = reducible[i].setting;
		struct job other = *job;
		uint64_t bytes;

		if (!is_reducible(job, s))
			continue;
		if (reducible[i].smaller) {
			if (!setting_parse(a, s, str_of(reducible[i].smaller), &other.set[s]))
				continue;
		} else {
			int64_t n = job_int(job, s, 0);

			if (n <= 1)
				continue;
			other.set[s] = value_int(n / 2, ORIGIN_ASSUMED, STR("half"));
		}
		bytes = estimate_likely(a, &other);
		if (bytes < least) {
			least = bytes;
			blamed = s;
		}
	}
	if (blamed == SETTING_NONE && job_get(job, SETTING_MODEL) &&
	    job_get(job, SETTING_MODEL)->origin == ORIGIN_STATED)
		blamed = SETTING_MODEL;
	return blamed;
}
