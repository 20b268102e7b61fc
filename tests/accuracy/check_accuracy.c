/*
 * The accuracy that users were promised: docs/accuracy.md's floors, and that the ranges are ranges.
 */
#include "score.h"

#include "tests/support/run_suite.h"

#include <check.h>
#include <math.h>
#include <stdlib.h>

#define ORACLE	 "fixtures/accuracy/oracle-dev.csv"
#define MEASURED "fixtures/accuracy/measured-dev.csv"

static struct arena arena;
static struct scores oracle, truth;

static void load(void)
{
	ck_assert(score_oracle(&arena, ORACLE, &oracle));
	ck_assert(score_measured(&arena, MEASURED, &truth));
}

static void unload(void)
{
	arena_free(&arena);
}

static void at_most(const char *what, double got, double floor)
{
	ck_assert_msg(got <= floor, "%s: %.3f %%, not within %.3f %%", what, 100 * got,
		      100 * floor);
}

START_TEST(simulated_steps_are_reproduced)
{
	struct summary s = score_summary(&arena, &oracle, pick_all);

	ck_assert_uint_ge(s.n, 400);
	at_most("median", s.absolute, 0.0005);
	at_most("p99", s.p99, 0.025);
	at_most("worst", fabs(s.worst), 0.05);
}
END_TEST

START_TEST(published_runs_on_one_gpu_are_met)
{
	struct summary s = score_summary(&arena, &truth, pick_one_gpu_a);

	ck_assert_uint_ge(s.n, 100);
	at_most("median", s.absolute, 0.015);
	at_most("p90", s.p90, 0.13);
}
END_TEST

START_TEST(published_runs_on_many_gpus_are_met)
{
	struct summary s = score_summary(&arena, &truth, pick_many_gpus);

	ck_assert_uint_ge(s.n, 40);
	at_most("median", s.absolute, 0.04);
}
END_TEST

START_TEST(high_is_rarely_exceeded)
{
	struct summary s = score_summary(&arena, &truth, pick_all);

	at_most("share above high", (double)s.above / (double)s.n, 0.03);
}
END_TEST

START_TEST(jobs_that_died_are_seen_and_jobs_that_ran_are_not)
{
	size_t n = 0;

	for (size_t i = 0; i < truth.n_bounds; i++, n++)
		ck_assert_msg(truth.bounds[i].hit, "%.*s", STR_ARG(truth.bounds[i].row->id));
	ck_assert_uint_ge(n, 15);
}
END_TEST

START_TEST(a_range_is_a_range)
{
	for (size_t i = 0; i < truth.n; i++) {
		const struct band *b = &truth.at[i].band;

		ck_assert_msg(b->low <= b->likely && b->likely <= b->high, "%.*s",
			      STR_ARG(truth.at[i].id));
	}
}
END_TEST

int main(void)
{
	Suite *s = suite_create("accuracy");
	TCase *tc = tcase_create("accuracy");

	tcase_add_checked_fixture(tc, load, unload);
	tcase_add_test(tc, simulated_steps_are_reproduced);
	tcase_add_test(tc, published_runs_on_one_gpu_are_met);
	tcase_add_test(tc, published_runs_on_many_gpus_are_met);
	tcase_add_test(tc, high_is_rarely_exceeded);
	tcase_add_test(tc, jobs_that_died_are_seen_and_jobs_that_ran_are_not);
	tcase_add_test(tc, a_range_is_a_range);
	suite_add_tcase(s, tc);
	return run_suite(s);
}
