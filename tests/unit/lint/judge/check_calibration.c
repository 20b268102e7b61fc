/*
 * Calibration: rows narrow the range of jobs of their kind, and never move the likely value.
 */
#include "core/base/base.h"
#include "lint/judge/judge.h"
#include "lint/text/text.h"
#include "tests/support/run_suite.h"

#include <check.h>
#include <inttypes.h>

static struct arena arena;
static struct files files;

static const char shape[] =
	"\"model\": {\"model_type\": \"llama\", \"vocab_size\": 32000, \"hidden_size\": 2048, \"intermediate_size\": "
	"5632, \"num_hidden_layers\": 22, \"num_attention_heads\": 32, \"num_key_value_heads\": 4}";

static void setup(void)
{
	arena = (struct arena){0};
	files = (struct files){.arena = &arena};
}

static void teardown(void)
{
	arena_free(&arena);
}

/* A row that measured so many bytes, both allocated and on the device. */
static struct str row(int batch, const char *gpu, const char *status, uint64_t allocated, uint64_t device)
{
	struct str spec = str_fmt(&arena,
				  "{\"id\": \"b%d\", %s, \"batch\": %d, \"seq\": 1024, \"dtype\": \"bfloat16\", "
				  "\"amp\": \"bf16\", \"optim\": \"adamw_torch\", \"ckpt\": false, \"lora\": null}",
				  batch, shape, batch);

	return str_fmt(&arena, "b%d,%s,%s,%" PRIu64 ",%" PRIu64 ",5.1.0,%.*s\n", batch, gpu, status, allocated,
		       device, STR_ARG(csv_quote(&arena, spec)));
}

static const char header[] = "id,gpu,status,peak_allocated,device_used,transformers,spec\n";

static struct calibration calibration_of(struct str text)
{
	return calibration_read(&arena, &files, files_add(&files, text, text));
}

/* Rows whose measurements are so much of what is estimated. */
static struct str rows_at(const double *ratios, int n)
{
	struct str text = str_of(header);

	for (int i = 0; i < n; i++) {
		struct calibration one = calibration_of(
			str_cat(&arena, str_of(header), row(i + 1, "NVIDIA H100 80GB HBM3", "ok", GIB, GIB)));

		ck_assert_uint_eq(one.n, 1);
		text = str_cat(&arena, text,
			       row(i + 1, "NVIDIA H100 80GB HBM3", "ok",
				   (uint64_t)((double)GIB / one.at[0].allocated * ratios[i]),
				   (uint64_t)((double)GIB / one.at[0].device * ratios[i])));
	}
	return text;
}

static struct job job_on(const char *gpu)
{
	struct job job = {.gpu = gpu_find(str_of(gpu))};

	job.set[SETTING_FRAMEWORK] = value_str(STR("trl"), ORIGIN_STATED, STR(""));
	return job;
}

static struct estimate wide_estimate(void)
{
	struct range r = {50 * GIB, 60 * GIB, 90 * GIB};

	return (struct estimate){.ok = true, .allocated = r, .reserved = r, .needed = r, .device = r};
}

/* An older release copies the logits once more: the same bytes mean another error there. */
START_TEST(test_version_of_row)
{
	struct str new = row(4, "NVIDIA H100 80GB HBM3", "ok", GIB, GIB);
	size_t at = str_find(new, STR(",5.1.0,"), 0);
	struct str old = str_fmt(&arena, "%.*s,4.47.0,%.*s", (int)at, new.s, STR_ARG(str_sub(new, at + 7, new.n)));
	struct calibration c = calibration_of(str_cat(&arena, str_cat(&arena, str_of(header), new), old));

	ck_assert_uint_eq(c.n, 2);
	ck_assert(c.at[1].allocated < 0.99 * c.at[0].allocated);
}
END_TEST

/* Live tensors counted on a CPU say nothing of a card. */
START_TEST(test_rehearsal)
{
	struct calibration c = calibration_of(
		str_cat(&arena, str_of(header), row(4, "NVIDIA H100 80GB HBM3", "rehearsal", GIB, GIB)));

	ck_assert_uint_eq(c.n, 0);
	ck_assert_uint_eq(c.left_out, 1);
}
END_TEST

START_TEST(test_narrows)
{
	static const double ratios[] = {0.95, 1.0, 1.05};
	struct calibration c = calibration_of(rows_at(ratios, 3));
	struct job job = job_on("H100");
	struct estimate e = wide_estimate();
	struct str how;

	ck_assert_uint_eq(c.n, 3);
	ck_assert(calibration_apply(&arena, &c, &job, &e, &how));
	ck_assert_uint_eq(e.device.likely, 60 * GIB);
	ck_assert_uint_eq(e.needed.high, e.device.high);
	ck_assert(e.device.high > 63 * GIB && e.device.high < 65 * GIB);
	ck_assert(e.device.low > 55 * GIB && e.device.low < 57 * GIB);
	ck_assert(str_starts(how, STR("3 measurements on H100-80GB, full without checkpointing")));
}
END_TEST

START_TEST(test_never_widens)
{
	static const double ratios[] = {0.2, 1.0, 4.0};
	struct calibration c = calibration_of(rows_at(ratios, 3));
	struct job job = job_on("H100");
	struct estimate e = wide_estimate();
	struct str how;

	ck_assert(calibration_apply(&arena, &c, &job, &e, &how));
	ck_assert_uint_eq(e.device.low, 50 * GIB);
	ck_assert_uint_eq(e.device.likely, 60 * GIB);
	ck_assert_uint_eq(e.device.high, 90 * GIB);
}
END_TEST

START_TEST(test_other_kinds)
{
	static const double ratios[] = {1, 1, 1};
	struct calibration c = calibration_of(rows_at(ratios, 3));
	struct job other_card = job_on("A100-80GB");
	struct job lora = job_on("H100");
	struct job checkpointing = job_on("H100");
	struct job older = job_on("H100");
	struct job many = job_on("H100");
	struct job other_stack = job_on("H100");
	struct estimate e = wide_estimate();
	struct str how;

	lora.set[SETTING_PEFT] = value_str(STR("lora"), ORIGIN_STATED, STR(""));
	checkpointing.set[SETTING_GRADIENT_CHECKPOINTING] = value_str(STR("true"), ORIGIN_STATED, STR(""));
	older.set[SETTING_FRAMEWORK_VERSION] = value_str(STR("transformers 4.40.1"), ORIGIN_STATED, STR(""));
	many.set[SETTING_NUM_GPUS] = value_int(8, ORIGIN_STATED, STR(""));
	other_stack.set[SETTING_FRAMEWORK] = value_str(STR("torchtune"), ORIGIN_STATED, STR(""));
	ck_assert(!calibration_apply(&arena, &c, &other_card, &e, &how));
	ck_assert(!calibration_apply(&arena, &c, &lora, &e, &how));
	ck_assert(!calibration_apply(&arena, &c, &checkpointing, &e, &how));
	ck_assert(!calibration_apply(&arena, &c, &older, &e, &how));
	ck_assert(!calibration_apply(&arena, &c, &many, &e, &how));
	ck_assert(!calibration_apply(&arena, &c, &other_stack, &e, &how));
	ck_assert_uint_eq(e.device.high, 90 * GIB);
}
END_TEST

START_TEST(test_too_few)
{
	static const double ratios[] = {1, 1};
	struct calibration c = calibration_of(rows_at(ratios, 2));
	struct job job = job_on("H100");
	struct estimate e = wide_estimate();
	struct str how;

	ck_assert(!calibration_apply(&arena, &c, &job, &e, &how));
}
END_TEST

START_TEST(test_left_out)
{
	struct str text = str_of(header);
	struct calibration c;

	text = str_cat(&arena, text, row(1, "NVIDIA H100 80GB HBM3", "oom", GIB, GIB));
	text = str_cat(&arena, text, row(2, "Abacus 3000", "ok", GIB, GIB));
	text = str_cat(&arena, text, row(3, "NVIDIA H100 80GB HBM3", "ok", 0, GIB));
	text = str_cat(&arena, text, STR("b4,NVIDIA H100 80GB HBM3,ok,1,1,5.1.0,{\n"));
	c = calibration_of(text);
	ck_assert_uint_eq(c.n, 0);
	ck_assert_uint_eq(c.left_out, 4);
	ck_assert_uint_eq(calibration_of(STR("")).n, 0);
	ck_assert_uint_eq(calibration_of(STR("a,b\n1,2\n")).n, 0);
}
END_TEST

START_TEST(test_merge)
{
	struct str old = str_cat(&arena, str_of(header), row(1, "NVIDIA H100 80GB HBM3", "ok", 1, 1));
	struct str new = str_cat(&arena, str_of(header), row(1, "NVIDIA H100 80GB HBM3", "ok", 7, 7));
	struct str merged;
	struct csv csv;

	old = str_cat(&arena, old, row(2, "NVIDIA H100 80GB HBM3", "ok", 2, 2));
	new = str_cat(&arena, new, row(3, "NVIDIA H100 80GB HBM3", "failed", 3, 3));
	merged = calibration_merge(&arena, old, new);
	csv = csv_read(&arena, merged);
	ck_assert_uint_eq(csv.records.n, 2);
	ck_assert(str_is(csv_field(&csv, &csv.records.at[0], "id"), "b2"));
	ck_assert(str_is(csv_field(&csv, &csv.records.at[1], "peak_allocated"), "7"));
	ck_assert(str_starts(csv_field(&csv, &csv.records.at[1], "spec"), STR("{\"id\": \"b1\"")));
	ck_assert(str_eq(calibration_merge(&arena, merged, STR("")), merged));
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("calibration");
	TCase *all = tcase_create("all");

	tcase_add_checked_fixture(all, setup, teardown);
	tcase_add_test(all, test_version_of_row);
	tcase_add_test(all, test_rehearsal);
	tcase_add_test(all, test_narrows);
	tcase_add_test(all, test_never_widens);
	tcase_add_test(all, test_other_kinds);
	tcase_add_test(all, test_too_few);
	tcase_add_test(all, test_left_out);
	tcase_add_test(all, test_merge);
	suite_add_tcase(suite, all);
	return run_suite(suite);
}
