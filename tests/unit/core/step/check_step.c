/*
 * The step's moments against the reference arithmetic (closed-form.csv: random specs and the
 * numbers that the Python of the same formulas gives), to a millionth.
 */
#include "core/step/step.h"
#include "tests/accuracy/oracle.h"
#include "tests/support/phase_max.h"
#include "tests/support/run_suite.h"

#include <check.h>
#include <math.h>

static void compare(const struct csv *csv, size_t row, const char *column, double got)
{
	double want = csv_number(csv, row, column, -1);

	ck_assert_msg(fabs(got - want) <= 1e-6 * want + 1, "row %zu, %s: %.1f, not %.1f: %.*s", row,
		      column, got, want, STR_ARG(csv_at(csv, row, "spec")));
}

START_TEST(the_moments_are_those_of_the_reference)
{
	struct arena a = {0};
	struct csv csv;
	size_t most = 0;

	ck_assert(csv_read(&a, "fixtures/accuracy/closed-form.csv", &csv));
	ck_assert_uint_ge(csv.rows, 500);
	for (size_t i = 0; i < csv.rows; i++) {
		struct step_spec s;
		struct step st;

		ck_assert(oracle_spec(csv_at(&csv, i, "spec"), &s));
		st = step_unsharded(&s);
		compare(&csv, i, "load", need_total(&step_max(&st, PHASE_LOAD)->need));
		compare(&csv, i, "fwd", phase_max(&st, true));
		compare(&csv, i, "bwd", phase_max(&st, false));
		compare(&csv, i, "opt", need_total(&step_max(&st, PHASE_STEP)->need));
		compare(&csv, i, "peak", need_total(&step_max(&st, PHASE_COUNT)->need));
		most = st.n > most ? st.n : most;
	}
	ck_assert_uint_lt(most, STEP_MOMENTS_MAX); /* none was dropped */
	arena_free(&a);
}
END_TEST

int main(void)
{
	Suite *s = suite_create("step");
	TCase *tc = tcase_create("step");

	tcase_add_test(tc, the_moments_are_those_of_the_reference);
	suite_add_tcase(s, tc);
	return run_suite(s);
}
