/* How long rows are where nobody counted them: by what is made of them, and by how many a run reads. */
#include "core/job/job.h"

#include "tests/support/run_suite.h"

#include <check.h>
#include <math.h>

static struct job job_of(const char *task, int64_t limit)
{
	struct job job = {0};

	job.set[SETTING_TASK] = value_str(str_of(task), ORIGIN_STATED, STR("test"));
	job.set[SETTING_BATCH_LAYOUT] = value_str(STR("padded"), ORIGIN_STATED, STR("test"));
	job.set[SETTING_MAX_SEQ_LENGTH] = value_int(limit, ORIGIN_STATED, STR("test"));
	return job;
}

static void set(struct job *job, enum setting s, int64_t n)
{
	job->set[s] = value_int(n, ORIGIN_STATED, STR("test"));
}

START_TEST(texts_to_embed_are_short)
{
	struct job chat = job_of("sft", 4096), embed = job_of("embedding", 4096), few = job_of("embedding", 64);

	ck_assert(job_row_length_median(&embed) < job_row_length_median(&chat) / 4);
	ck_assert(job_row_length_median(&few) <= 64);
}
END_TEST

START_TEST(a_short_run_meets_shorter_rows)
{
	struct job all = job_of("sft", 4096), some = all, most = all;

	ck_assert(isinf(job_rows_read(&all)));
	set(&some, SETTING_MAX_STEPS, 60);
	set(&some, SETTING_PER_DEVICE_TRAIN_BATCH_SIZE, 2);
	set(&some, SETTING_GRADIENT_ACCUMULATION_STEPS, 4);
	ck_assert(fabs(job_rows_read(&some) - 480) < 0.5);
	ck_assert(job_row_length_median(&some) < 0.7 * job_row_length_median(&all));
	ck_assert(job_row_length_median(&some) > 0.5 * job_row_length_median(&all));
	set(&some, SETTING_DATASET_ROWS, 100);
	ck_assert(fabs(job_rows_read(&some) - 100) < 0.5);
	set(&most, SETTING_MAX_STEPS, 5000);
	set(&most, SETTING_GLOBAL_BATCH_SIZE, 64);
	ck_assert(fabs(job_row_length_median(&most) - job_row_length_median(&all)) < 0.5);
}
END_TEST

int main(void)
{
	Suite *s = suite_create("row_lengths");
	TCase *t = tcase_create("rows");

	tcase_add_test(t, texts_to_embed_are_short);
	tcase_add_test(t, a_short_run_meets_shorter_rows);
	suite_add_tcase(s, t);
	return run_suite(s);
}
