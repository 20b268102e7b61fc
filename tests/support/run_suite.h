/*
 * How every program of unit tests ends: its suite is run, and a suite that ran nothing fails.
 */
#ifndef TESTS_SUPPORT_RUN_SUITE_H
#define TESTS_SUPPORT_RUN_SUITE_H

#include <check.h>

/** Runs a suite and frees it; what main() returns: 0 if something ran and nothing failed. */
static inline int run_suite(Suite *suite)
{
	SRunner *runner = srunner_create(suite);
	int bad;

	srunner_run_all(runner, CK_ENV);
	bad = srunner_ntests_failed(runner) != 0 || srunner_ntests_run(runner) == 0;
	srunner_free(runner);
	return bad;
}

#endif
