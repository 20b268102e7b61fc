/*
 * Which jobs are the same on both sides of a change, and whose doing it is that they need more.
 */
#include "core/base/base.h"
#include "lint/cli/run.h"
#include "lint/diff/diff.h"
#include "lint/os/os.h"
#include "lint/policy/policy.h"
#include "tests/support/run_suite.h"

#include <check.h>
#include <stdlib.h>

static struct arena arena;
static struct policy policy;

/** A side of a change: its files, and what a run made of them. */
struct side {
	struct filesystem *fs;
	struct files files;
	struct result result;
};

static struct side before, after;
static struct diff diff;

static void teardown(void)
{
	arena_free(&arena);
}

static void setup(void)
{
	before = after = (struct side){0};
	before.fs = fs_memory(&arena);
	after.fs = fs_memory(&arena);
	diff = (struct diff){.base = STR("old"), .head = STR("new")};
}

static void config(struct side *side, const char *path, const char *model, int length, int batch, const char *optimizer)
{
	fs_memory_add(side->fs, &arena, str_of(path),
		      str_fmt(&arena,
			      "base_model: %s\ndatasets: [{path: tatsu-lab/alpaca, type: alpaca}]\nsequence_len: %d\nmicro_batch_size: %d\n"
			      "optimizer: %s\nsample_packing: true\nbf16: true\ngradient_checkpointing: true\noutput_dir: out\n",
			      model, length, batch, optimizer));
}

static void run(struct side *side)
{
	struct request request = {.policy = &policy, .gpu = STR("A100-80GB")};
	struct str message;

	side->files = (struct files){.arena = &arena};
	ck_assert(run_lint(&arena, side->fs, &side->files, &request, &side->result, &message));
}

static void compare(void)
{
	run(&before);
	run(&after);
	diff_results(&arena, &before.result, &after.result, &diff);
}

/* The job of an id on either side. */
static const struct diff_job *job(const char *id)
{
	for (size_t i = 0; i < diff.jobs.n; i++) {
		const struct job_result *shown = diff.jobs.at[i].after ? diff.jobs.at[i].after : diff.jobs.at[i].before;

		if (str_is(shown->job.id, id))
			return &diff.jobs.at[i];
	}
	ck_abort_msg("no job %s", id);
	return NULL;
}

START_TEST(identity)
{
	config(&before, "same.yaml", "Qwen/Qwen2.5-0.5B", 1024, 1, "adamw_torch");
	config(&after, "same.yaml", "Qwen/Qwen2.5-0.5B", 1024, 1, "adamw_torch");
	config(&before, "model.yaml", "Qwen/Qwen2.5-0.5B", 1024, 1, "adamw_torch");
	config(&after, "model.yaml", "Qwen/Qwen2.5-1.5B", 1024, 1, "adamw_torch");
	config(&before, "old/moved.yaml", "Qwen/Qwen2.5-3B", 512, 1, "adamw_torch");
	config(&after, "new/moved.yaml", "Qwen/Qwen2.5-3B", 512, 1, "adamw_torch");
	config(&before, "old/changed.yaml", "Qwen/Qwen2.5-3B", 512, 2, "adamw_torch");
	config(&after, "new/changed.yaml", "Qwen/Qwen2.5-3B", 512, 4, "adamw_torch");
	compare();
	ck_assert_uint_eq(diff.jobs.n, 5);
	ck_assert_int_eq(job("same.yaml")->change, DIFF_SAME);
	ck_assert_int_eq(job("model.yaml")->change, DIFF_MORE);
	ck_assert_int_eq(job("model.yaml")->causes[0].setting, SETTING_MODEL);
	ck_assert_int_eq(job("new/moved.yaml")->change, DIFF_SAME);
	/* Moved and changed at once it could be any other one. */
	ck_assert_int_eq(job("new/changed.yaml")->change, DIFF_NEW);
	ck_assert_int_eq(job("old/changed.yaml")->change, DIFF_GONE);
}
END_TEST

START_TEST(shares)
{
	const struct diff_job *j;
	int64_t sum = 0;

	config(&before, "a.yaml", "Qwen/Qwen2.5-7B", 2048, 1, "adamw_torch");
	config(&after, "a.yaml", "Qwen/Qwen2.5-7B", 8192, 4, "adamw_bnb_8bit");
	compare();
	j = job("a.yaml");
	ck_assert_int_eq(j->change, DIFF_MORE);
	ck_assert_int_eq(j->moved, (int64_t)(j->after->estimate.needed.likely - j->before->estimate.needed.likely));
	for (size_t i = 0; i < j->ncauses; i++) {
		sum += j->causes[i].effect;
		ck_assert(i == 0 || llabs(j->causes[i - 1].effect) >= llabs(j->causes[i].effect));
		if (j->causes[i].setting == SETTING_OPTIMIZER)
			ck_assert_int_lt(j->causes[i].effect, 0);
		if (j->causes[i].setting == SETTING_MAX_SEQ_LENGTH)
			ck_assert_int_gt(j->causes[i].effect, 0);
	}
	ck_assert_int_le(llabs(sum - j->moved), 16);
	ck_assert_int_eq(j->together, j->moved - sum);
}
END_TEST

START_TEST(limits)
{
	struct diff_limit limit;

	config(&before, "a.yaml", "Qwen/Qwen2.5-7B", 2048, 1, "adamw_torch");
	config(&after, "a.yaml", "Qwen/Qwen2.5-7B", 4096, 1, "adamw_torch");
	config(&after, "b.yaml", "Qwen/Qwen2.5-7B", 4096, 1, "adamw_torch");
	compare();
	ck_assert(diff_limit_parse(STR("0%"), &limit) && diff_over(job("a.yaml"), &limit));
	ck_assert(!diff_over(job("b.yaml"), &limit));
	ck_assert(diff_limit_parse(STR("500%"), &limit) && !diff_over(job("a.yaml"), &limit));
	ck_assert(diff_limit_parse(STR("1MiB"), &limit) && diff_over(job("a.yaml"), &limit));
	ck_assert(diff_limit_parse(STR("1TiB"), &limit) && !diff_over(job("a.yaml"), &limit));
	ck_assert(!diff_limit_parse(STR("-5%"), &limit));
	ck_assert(!diff_limit_parse(STR("nan%"), &limit));
	ck_assert(!diff_limit_parse(STR("x"), &limit));
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("diff");
	TCase *tc = tcase_create("diff");

	suite_add_tcase(suite, tc);
	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_add_test(tc, identity);
	tcase_add_test(tc, shares);
	tcase_add_test(tc, limits);
	return run_suite(suite);
}
