/* What is remembered of one estimate is what the formulas give for the next: numbers are the same with a store and without. */
#include "core/estimate/estimate.h"

#include "core/base/base.h"
#include "core/estimate/card_verdict.h"
#include "core/job/job.h"
#include "core/model/model.h"
#include "tests/support/run_suite.h"

#include <check.h>
#include <string.h>

enum { JOBS = 1500, STATED = 24 };

static struct arena arena, stored;

static void teardown(void)
{
	arena_free(&stored);
	arena_free(&arena);
}

/* Of each kind of thing that a formula reads at least one; those of the last rows add moments of their own. */
static const char *const words[] = {
    "model=meta-llama/Llama-3.1-8B", "model=Qwen/Qwen2.5-0.5B", "model=bert-base-uncased",
    "per_device_train_batch_size=1", "per_device_train_batch_size=16", "max_seq_length=512", "max_seq_length=4096",
    "row_length=700", "packing=true", "gradient_checkpointing=true", "gradient_accumulation_steps=4",
    "weights_dtype=bfloat16", "weights_dtype=float32", "mixed_precision=bf16", "mixed_precision=no",
    "optimizer=adamw_torch_fused", "optimizer=adafactor", "optimizer=paged_adamw_8bit", "peft=lora", "peft=none",
    "quantization=nf4", "attention=eager", "attention=flash_attention_2", "loss_kernel=liger", "num_gpus=1", "num_gpus=8",
    "target_gpu=A100-80GB", "target_gpu=H100-80GB", "target_gpu=T4", "expandable_segments=true", "task=dpo", "task=embedding",
    "evaluation=true", "per_device_eval_batch_size=32", "per_device_eval_batch_size=2", "logprob_batch_size=8",
    "gather_for_generation=true", "rollout_engine=transformers", "rollout_engine=vllm", "task=grpo", "task=ppo",
    "critic_model=Qwen/Qwen2.5-0.5B", "critic_update=apart", "critic_batch_size=64",
};

static unsigned roll(uint64_t *dice, size_t sides)
{
	*dice = *dice * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
	return (unsigned)((*dice >> 33) % sides);
}

static void set(struct job *job, const char *word)
{
	struct str_cut cut = str_cut(str_of(word), '=');
	enum setting s = setting_find(cut.head);

	ck_assert_msg(s != SETTING_NONE && setting_parse(&arena, s, cut.tail, &job->set[s]), "%s", word);
	if (s == SETTING_MODEL)
		ck_assert_ptr_nonnull(job->model = model_find(cut.tail));
	if (s == SETTING_CRITIC_MODEL)
		ck_assert_ptr_nonnull(job->critic = model_find(cut.tail));
	if (s == SETTING_TARGET_GPU)
		ck_assert_ptr_nonnull(job->gpu = gpu_find(cut.tail));
}

static struct job some_job(uint64_t *dice)
{
	struct job job;

	memset(&job, 0, sizeof(job));
	set(&job, words[roll(dice, 3)]);
	for (unsigned n = roll(dice, STATED + 1); n > 0; n--)
		set(&job, words[roll(dice, sizeof(words) / sizeof(*words))]);
	return job;
}

static void same_range(int i, const char *what, struct range with, struct range without)
{
	ck_assert_msg(with.low == without.low && with.likely == without.likely && with.high == without.high, "job %d: %s", i, what);
}

static void same_estimate(int i, const struct estimate *with, const struct estimate *without)
{
	ck_assert_msg(with->ok == without->ok && with->guessed == without->guessed, "job %d", i);
	same_range(i, "allocated", with->allocated, without->allocated);
	same_range(i, "reserved", with->reserved, without->reserved);
	same_range(i, "needed", with->needed, without->needed);
	same_range(i, "device", with->device, without->device);
	ck_assert_uint_eq(with->n_assumptions, without->n_assumptions);
	for (size_t k = 0; k < with->n_assumptions; k++)
		ck_assert_int_eq(with->assumptions[k].effect, without->assumptions[k].effect);
}

/* More points than a store has room for, so that some take the places of others and are asked for again. */
START_TEST(a_store_changes_no_number)
{
	struct known_points *points = known_points_new(&stored);
	uint64_t dice = 7;

	for (int i = 0; i < JOBS; i++) {
		struct arena_mark mark = arena_mark(&arena);
		struct job job = some_job(&dice);
		struct estimate with, without = estimate_job(&arena, &job);
		uint64_t likely = estimate_likely(&arena, &job);

		job.points = points;
		with = estimate_job(&arena, &job);
		same_estimate(i, &with, &without);
		ck_assert_uint_eq(estimate_likely(&arena, &job), likely);
		/* And once it is known. */
		ck_assert_uint_eq(estimate_likely(&arena, &job), likely);
		arena_pop(&arena, mark);
	}
}
END_TEST

int main(void)
{
	Suite *s = suite_create("known points");
	TCase *tc = tcase_create("known points");

	tcase_add_checked_fixture(tc, NULL, teardown);
	tcase_add_test(tc, a_store_changes_no_number);
	suite_add_tcase(s, tc);
	return run_suite(s);
}
