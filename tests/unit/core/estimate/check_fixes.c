/*
 * What must hold for the fixes of any job: each fits by the verdict, each can be said to the job's framework, and one
 * that leaves the training as it is comes first wherever a grid of such changes has one.
 */
#include "core/estimate/card_verdict.h"

#include "core/base/base.h"
#include "core/job/job.h"
#include "core/model/model.h"
#include "tests/support/run_suite.h"

#include <check.h>
#include <string.h>

static struct arena arena;

static void teardown(void)
{
	arena_free(&arena);
}

/** A fixed sequence: the same jobs in every run. */
struct dice {
	uint64_t state;
};

static unsigned roll(struct dice *d, unsigned sides)
{
	d->state = d->state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
	return (unsigned)(d->state >> 33) % sides;
}

static void set(struct job *job, enum setting s, const char *text)
{
	ck_assert(setting_parse(&arena, s, str_of(text), &job->set[s]));
	job->set[s].origin = ORIGIN_STATED;
}

#define SOME(d, array) ((array)[roll((d), sizeof(array) / sizeof(*(array)))])

static struct job some_job(struct dice *d)
{
	static const char *const models[] = {"Qwen/Qwen2.5-0.5B", "Qwen/Qwen2.5-7B", "meta-llama/Llama-3.1-8B", "mistralai/Mistral-7B-v0.1",
					     "google/gemma-2-2b", "Qwen/Qwen2.5-32B", "mistralai/Mixtral-8x7B-v0.1"};
	static const char *const cards[] = {"T4", "RTX-4090", "A100-40GB", "L40S", "A100-80GB", "H100-80GB"};
	static const char *const batches[] = {"1", "2", "4", "6", "8", "16", "32"};
	static const char *const lengths[] = {"256", "1024", "2048", "4096", "8192"};
	static const char *const optimizers[] = {"adamw_torch", "adamw_torch_fused", "adamw_8bit", "paged_adamw_8bit", "adafactor", "sgd"};
	static const char *const parallel[] = {"ddp", "zero1", "zero2", "zero3", "fsdp"};
	struct job job = {0};

	set(&job, SETTING_MODEL, SOME(d, models));
	job.model = model_find(job.set[SETTING_MODEL].as.s);
	ck_assert_ptr_nonnull(job.model);
	job.gpu = gpu_find(str_of(SOME(d, cards)));
	set(&job, SETTING_PER_DEVICE_TRAIN_BATCH_SIZE, SOME(d, batches));
	set(&job, SETTING_GRADIENT_ACCUMULATION_STEPS, roll(d, 2) ? "1" : "4");
	set(&job, SETTING_MAX_SEQ_LENGTH, SOME(d, lengths));
	set(&job, SETTING_OPTIMIZER, SOME(d, optimizers));
	set(&job, SETTING_GRADIENT_CHECKPOINTING, roll(d, 2) ? "true" : "false");
	set(&job, SETTING_WEIGHTS_DTYPE, roll(d, 2) ? "bfloat16" : "float32");
	set(&job, SETTING_MIXED_PRECISION, roll(d, 2) ? "bf16" : "no");
	set(&job, SETTING_PACKING, roll(d, 2) ? "true" : "false");
	set(&job, SETTING_EVALUATION, roll(d, 3) ? "false" : "true");
	if (roll(d, 2)) {
		set(&job, SETTING_PEFT, "lora");
		set(&job, SETTING_LORA_R, roll(d, 2) ? "16" : "128");
		if (roll(d, 2))
			set(&job, SETTING_QUANTIZATION, "nf4");
	}
	if (roll(d, 3) == 0) {
		set(&job, SETTING_NUM_GPUS, roll(d, 2) ? "2" : "8");
		set(&job, SETTING_DATA_PARALLEL, SOME(d, parallel));
	}
	return job;
}

/** A framework that takes the settings of a mask. */
static bool takes(void *context, enum setting s, const struct value *v)
{
	const bool *taken = context;

	(void)v;
	return taken[s];
}

static bool fits(const struct job *job, uint64_t usable)
{
	struct arena_mark mark = arena_mark(&arena);
	struct estimate e = estimate_job(&arena, job);
	bool good = card_verdict(&e, usable, FAIL_ON_LIKELY) == VERDICT_FITS;

	arena_pop(&arena, mark);
	return good;
}

/** Every division of the batch, with checkpoints and without, with evaluation row by row or not. */
static bool grid_has_equal_training(const struct job *job, const struct fix_limits *limits, const bool *taken)
{
	int64_t batch = job_int(job, SETTING_PER_DEVICE_TRAIN_BATCH_SIZE, 1);
	bool cuts = taken[SETTING_PER_DEVICE_TRAIN_BATCH_SIZE] && taken[SETTING_GRADIENT_ACCUMULATION_STEPS];

	for (int64_t pieces = 1; pieces <= (cuts ? batch : 1); pieces++)
		for (int more = 0; more < 4; more++) {
			struct job other = *job;

			if (batch % pieces || ((more & 1) && !taken[SETTING_GRADIENT_CHECKPOINTING]) ||
			    ((more & 2) && !taken[SETTING_PER_DEVICE_EVAL_BATCH_SIZE]))
				continue;
			other.set[SETTING_PER_DEVICE_TRAIN_BATCH_SIZE] = value_int(batch / pieces, ORIGIN_STATED, STR("grid"));
			other.set[SETTING_GRADIENT_ACCUMULATION_STEPS] =
				value_int(job_int(job, SETTING_GRADIENT_ACCUMULATION_STEPS, 1) * pieces, ORIGIN_STATED, STR("grid"));
			if (more & 1)
				set(&other, SETTING_GRADIENT_CHECKPOINTING, "true");
			if (more & 2)
				set(&other, SETTING_PER_DEVICE_EVAL_BATCH_SIZE, "1");
			if (fits(&other, limits->usable))
				return true;
		}
	return false;
}

enum { JOBS = 1000, PARTS = 10, OFFERED_MAX = 12 };

static void holds(const struct job *job, const struct fix_limits *limits, const bool *taken)
{
	struct fix fixes[OFFERED_MAX];
	size_t n = fixes_find(&arena, job, limits, fixes, OFFERED_MAX);
	uint64_t before = estimate_likely(&arena, job);

	for (size_t i = 0; i < n; i++) {
		struct job changed = fix_applied(job, &fixes[i]);

		ck_assert_uint_gt(fixes[i].n, 0);
		ck_assert_ptr_nonnull(fixes[i].cost);
		ck_assert_uint_eq(estimate_likely(&arena, &changed), fixes[i].device_likely);
		ck_assert(fits(&changed, fixes[i].usable));
		ck_assert(fixes[i].setting[0] == SETTING_TARGET_GPU || fixes[i].usable == limits->usable);
		ck_assert(fixes[i].setting[0] == SETTING_TARGET_GPU || fixes[i].saves == bytes_sub(before, fixes[i].device_likely));
		for (size_t k = 0; k < fixes[i].n; k++)
			ck_assert(fixes[i].setting[k] == SETTING_TARGET_GPU || taken[fixes[i].setting[k]]);
		ck_assert(i == 0 || fixes[i - 1].class <= fixes[i].class);
	}
	if (!fits(job, limits->usable) && grid_has_equal_training(job, limits, taken)) {
		ck_assert_uint_gt(n, 0);
		ck_assert_int_eq(fixes[0].class, FIX_EXACT);
	}
	if (fits(job, limits->usable))
		ck_assert_uint_eq(n, 0);
}

/* The jobs in parts, so that several processes share them. */
START_TEST(fixes_of_any_job)
{
	struct dice d = {(uint64_t)_i + 1};

	for (int i = 0; i < JOBS / PARTS; i++) {
		struct arena_mark mark = arena_mark(&arena);
		struct job job = some_job(&d);
		bool taken[SETTING_COUNT];
		struct fix_limits limits = {.usable = card_usable(&job, (struct head_room){0}), .can = takes, .context = taken};

		for (size_t s = 0; s < SETTING_COUNT; s++)
			taken[s] = roll(&d, 4) != 0;
		holds(&job, &limits, taken);
		arena_pop(&arena, mark);
	}
}
END_TEST

static struct job lora_of_8b(void)
{
	struct job job = {0};

	set(&job, SETTING_MODEL, "meta-llama/Llama-3.1-8B");
	job.model = model_find(STR("meta-llama/Llama-3.1-8B"));
	job.gpu = gpu_find(STR("A100-40GB"));
	set(&job, SETTING_PEFT, "lora");
	set(&job, SETTING_LORA_R, "16");
	set(&job, SETTING_WEIGHTS_DTYPE, "bfloat16");
	set(&job, SETTING_MIXED_PRECISION, "bf16");
	set(&job, SETTING_PER_DEVICE_TRAIN_BATCH_SIZE, "8");
	set(&job, SETTING_GRADIENT_ACCUMULATION_STEPS, "1");
	set(&job, SETTING_MAX_SEQ_LENGTH, "8192");
	set(&job, SETTING_PACKING, "true");
	set(&job, SETTING_GRADIENT_CHECKPOINTING, "false");
	set(&job, SETTING_ATTENTION, "flash_attention_2");
	return job;
}

/* The rows were to be cut to 320 tokens once: checkpoints with smaller pieces of the batch change nothing in the training. */
START_TEST(two_changes_that_leave_the_training_as_it_is)
{
	struct job job = lora_of_8b();
	struct fix_limits limits = {.usable = card_usable(&job, (struct head_room){0})};
	struct fix fixes[OFFERED_MAX];
	size_t n = fixes_find(&arena, &job, &limits, fixes, OFFERED_MAX), checkpoints = 0, rows = 0, steps = 0;

	ck_assert_uint_gt(n, 0);
	ck_assert_int_eq(fixes[0].class, FIX_EXACT);
	for (size_t k = 0; k < fixes[0].n; k++) {
		checkpoints += fixes[0].setting[k] == SETTING_GRADIENT_CHECKPOINTING;
		if (fixes[0].setting[k] == SETTING_PER_DEVICE_TRAIN_BATCH_SIZE)
			rows = (size_t)fixes[0].value[k].as.i;
		if (fixes[0].setting[k] == SETTING_GRADIENT_ACCUMULATION_STEPS)
			steps = (size_t)fixes[0].value[k].as.i;
	}
	ck_assert_uint_eq(checkpoints, 1);
	ck_assert_uint_eq(rows * steps, 8);
}
END_TEST

/* Where nothing accumulates, a smaller batch is another training, and said to be one. */
START_TEST(without_accumulation_a_smaller_batch_changes_the_training)
{
	struct job job = lora_of_8b();
	bool taken[SETTING_COUNT] = {[SETTING_PER_DEVICE_TRAIN_BATCH_SIZE] = true};
	struct fix_limits limits = {.can = takes, .context = taken};
	struct fix fixes[OFFERED_MAX];

	set(&job, SETTING_GRADIENT_CHECKPOINTING, "true");
	job.gpu = gpu_find(STR("L40S"));
	limits.usable = card_usable(&job, (struct head_room){0});
	ck_assert_uint_gt(fixes_find(&arena, &job, &limits, fixes, OFFERED_MAX), 0);
	ck_assert_int_eq(fixes[0].class, FIX_CHANGED);
	ck_assert_uint_eq(fixes[0].n, 1);
	ck_assert_int_eq(fixes[0].setting[0], SETTING_PER_DEVICE_TRAIN_BATCH_SIZE);
}
END_TEST

/* A larger card stays on offer, whatever else is. */
START_TEST(a_larger_card_is_the_last)
{
	struct job job = lora_of_8b();
	struct fix_limits limits = {.usable = card_usable(&job, (struct head_room){0})};
	struct fix fixes[2];

	set(&job, SETTING_MAX_SEQ_LENGTH, "2048");
	ck_assert_uint_eq(fixes_find(&arena, &job, &limits, fixes, 2), 2);
	ck_assert_int_eq(fixes[0].class, FIX_EXACT);
	ck_assert_int_eq(fixes[1].setting[0], SETTING_TARGET_GPU);
	ck_assert_uint_gt(fixes[1].usable, limits.usable);
}
END_TEST

static const struct fix *fix_of(const struct fix *fixes, size_t n, enum setting s)
{
	for (size_t i = 0; i < n; i++)
		for (size_t k = 0; k < fixes[i].n; k++)
			if (fixes[i].setting[k] == s)
				return &fixes[i];
	return NULL;
}

static int64_t set_to(const struct fix *fix, enum setting s)
{
	for (size_t k = 0; fix && k < fix->n; k++)
		if (fix->setting[k] == s)
			return fix->value[k].as.i;
	return 0;
}

static struct job megatron_of_8b(void)
{
	struct job job = {0};

	set(&job, SETTING_MODEL, "meta-llama/Llama-3.1-8B");
	job.model = model_find(STR("meta-llama/Llama-3.1-8B"));
	job.gpu = gpu_find(STR("A100-80GB"));
	set(&job, SETTING_TASK, "pretrain");
	set(&job, SETTING_DATA_PARALLEL, "megatron");
	set(&job, SETTING_NUM_GPUS, "8");
	set(&job, SETTING_WEIGHTS_DTYPE, "bfloat16");
	set(&job, SETTING_MIXED_PRECISION, "bf16");
	set(&job, SETTING_PER_DEVICE_TRAIN_BATCH_SIZE, "1");
	set(&job, SETTING_GRADIENT_ACCUMULATION_STEPS, "4");
	set(&job, SETTING_MAX_SEQ_LENGTH, "4096");
	set(&job, SETTING_GRADIENT_CHECKPOINTING, "true");
	return job;
}

/* What is split leaves fewer GPUs for other rows: the batch stays by accumulation. */
START_TEST(layers_are_split_among_the_gpus_of_a_node)
{
	struct job job = megatron_of_8b();
	bool taken[SETTING_COUNT] = {[SETTING_TENSOR_PARALLEL] = true, [SETTING_GRADIENT_ACCUMULATION_STEPS] = true};
	struct fix_limits limits = {.usable = card_usable(&job, (struct head_room){0}) / 2, .can = takes, .context = taken};
	struct fix fixes[OFFERED_MAX];
	const struct fix *fix = fix_of(fixes, fixes_find(&arena, &job, &limits, fixes, OFFERED_MAX), SETTING_TENSOR_PARALLEL);

	ck_assert_ptr_nonnull(fix);
	ck_assert_int_eq(fix->class, FIX_SAME);
	ck_assert_int_gt(set_to(fix, SETTING_TENSOR_PARALLEL), 1);
	ck_assert_int_eq(set_to(fix, SETTING_GRADIENT_ACCUMULATION_STEPS), 4 * set_to(fix, SETTING_TENSOR_PARALLEL));
	/* A trainer that is not known to split anything is not told to. */
	set(&job, SETTING_DATA_PARALLEL, "zero1");
	ck_assert_ptr_null(fix_of(fixes, fixes_find(&arena, &job, &limits, fixes, OFFERED_MAX), SETTING_TENSOR_PARALLEL));
}
END_TEST

START_TEST(long_rows_are_split)
{
	struct job job = megatron_of_8b();
	bool taken[SETTING_COUNT] = {[SETTING_CONTEXT_PARALLEL] = true, [SETTING_GRADIENT_ACCUMULATION_STEPS] = true};
	struct fix_limits limits = {.can = takes, .context = taken};
	struct fix fixes[OFFERED_MAX];

	set(&job, SETTING_MAX_SEQ_LENGTH, "131072");
	limits.usable = estimate_likely(&arena, &job) * 3 / 4;
	ck_assert_int_gt(set_to(fix_of(fixes, fixes_find(&arena, &job, &limits, fixes, OFFERED_MAX), SETTING_CONTEXT_PARALLEL),
				SETTING_CONTEXT_PARALLEL),
			 1);
	/* Nor can rows be cut into parts of different lengths. */
	set(&job, SETTING_MAX_SEQ_LENGTH, "131071");
	ck_assert_ptr_null(fix_of(fixes, fixes_find(&arena, &job, &limits, fixes, OFFERED_MAX), SETTING_CONTEXT_PARALLEL));
}
END_TEST

/* Samples that are joined are cut only where the longest does not fit into a row. */
START_TEST(packed_rows_get_shorter_down_to_the_longest_sample)
{
	struct job job = lora_of_8b();
	bool taken[SETTING_COUNT] = {[SETTING_MAX_SEQ_LENGTH] = true};
	struct fix_limits limits = {.usable = card_usable(&job, (struct head_room){0}), .can = takes, .context = taken};
	struct fix fixes[OFFERED_MAX];
	const struct fix *fix;

	set(&job, SETTING_GRADIENT_CHECKPOINTING, "true");
	set(&job, SETTING_PER_DEVICE_TRAIN_BATCH_SIZE, "4");
	set(&job, SETTING_MAX_SEQ_LENGTH, "32768");
	set(&job, SETTING_ROW_LENGTH, "1000");
	fix = fix_of(fixes, fixes_find(&arena, &job, &limits, fixes, OFFERED_MAX), SETTING_MAX_SEQ_LENGTH);
	ck_assert_ptr_nonnull(fix);
	ck_assert_int_ge(set_to(fix, SETTING_MAX_SEQ_LENGTH), 1024);
	ck_assert_ptr_nonnull(strstr(fix->cost, "no sample is longer"));
}
END_TEST

START_TEST(rows_are_joined_where_flash_attention_keeps_them_apart)
{
	struct job job = lora_of_8b();
	bool taken[SETTING_COUNT] = {[SETTING_ATTENTION_MASK] = true, [SETTING_BATCH_LAYOUT] = true};
	struct fix_limits limits = {.can = takes, .context = taken};
	struct fix fixes[OFFERED_MAX];

	set(&job, SETTING_PACKING, "false");
	set(&job, SETTING_BATCH_LAYOUT, "padded");
	job.set[SETTING_BATCH_LAYOUT].origin = ORIGIN_ASSUMED;
	set(&job, SETTING_ROW_LENGTH, "4000");
	set(&job, SETTING_ROW_LENGTH_MEAN, "300");
	limits.usable = estimate_likely(&arena, &job) / 2;
	ck_assert_ptr_nonnull(fix_of(fixes, fixes_find(&arena, &job, &limits, fixes, OFFERED_MAX), SETTING_ATTENTION_MASK));
	set(&job, SETTING_ATTENTION, "sdpa");
	ck_assert_ptr_null(fix_of(fixes, fixes_find(&arena, &job, &limits, fixes, OFFERED_MAX), SETTING_ATTENTION_MASK));
}
END_TEST

/* A count that is assumed is no more GPUs. */
START_TEST(more_gpus_are_more_than_are_assumed)
{
	struct job job = megatron_of_8b();
	bool taken[SETTING_COUNT] = {[SETTING_NUM_GPUS] = true, [SETTING_DATA_PARALLEL] = true};
	struct fix_limits limits = {.can = takes, .context = taken};
	struct fix fixes[OFFERED_MAX];
	struct assumed *as = arena_new(&arena, struct assumed);
	const struct fix *fix;

	set(&job, SETTING_DATA_PARALLEL, "fsdp");
	job.set[SETTING_NUM_GPUS] = (struct value){0};
	limits.usable = estimate_likely(&arena, &job) * 19 / 20;
	job_assume(&arena, &job, as);
	fix = fix_of(fixes, fixes_find(&arena, &job, &limits, fixes, OFFERED_MAX), SETTING_NUM_GPUS);
	ck_assert_ptr_nonnull(fix);
	ck_assert_int_gt(set_to(fix, SETTING_NUM_GPUS), job_int(&as->job, SETTING_NUM_GPUS, 1));
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("fixes");
	TCase *tc = tcase_create("fixes");

	suite_add_tcase(suite, tc);
	tcase_add_checked_fixture(tc, NULL, teardown);
	tcase_set_timeout(tc, 600);
	tcase_add_loop_test(tc, fixes_of_any_job, 0, PARTS);
	tcase_add_test(tc, two_changes_that_leave_the_training_as_it_is);
	tcase_add_test(tc, without_accumulation_a_smaller_batch_changes_the_training);
	tcase_add_test(tc, a_larger_card_is_the_last);
	tcase_add_test(tc, layers_are_split_among_the_gpus_of_a_node);
	tcase_add_test(tc, long_rows_are_split);
	tcase_add_test(tc, packed_rows_get_shorter_down_to_the_longest_sample);
	tcase_add_test(tc, rows_are_joined_where_flash_attention_keeps_them_apart);
	tcase_add_test(tc, more_gpus_are_more_than_are_assumed);
	return run_suite(suite);
}
