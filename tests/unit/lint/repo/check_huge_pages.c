/*
 * Chunks: aligned, zero behind their dirty bytes, kept for the next who takes one; from several threads.
 */
#include "lint/os/os.h"
#include "tests/support/run_suite.h"

#include <check.h>
#include <pthread.h>
#include <stdint.h>
#include <string.h>

static void is_clean(const char *chunk, size_t n, size_t dirty)
{
	size_t i = dirty;

	while (i < n && !chunk[i])
		i++;
	ck_assert_uint_ge(i, n);
}

START_TEST(sizes)
{
	static const size_t asked[] = {
	    1, HUGE_PAGES_MIN, HUGE_PAGES_MIN + 1, 5 * HUGE_PAGES_MIN, 16 * HUGE_PAGES_MIN, 16 * HUGE_PAGES_MIN + 1};
	static const size_t given[] = {1, 1, 2, 8, 16, 17};

	for (size_t i = 0; i < sizeof(asked) / sizeof(*asked); i++) {
		size_t n = asked[i], dirty;
		char *chunk = huge_pages_take(&n, &dirty);

		ck_assert_uint_eq(n, given[i] * HUGE_PAGES_MIN);
		ck_assert_uint_eq((uintptr_t)chunk % HUGE_PAGES_MIN, 0);
		is_clean(chunk, n, dirty);
		memset(chunk, 1, n);
		huge_pages_give(chunk, n, n);
	}
}
END_TEST

START_TEST(what_is_given_is_taken_again)
{
	size_t n = HUGE_PAGES_MIN, dirty;
	char *chunk = huge_pages_take(&n, &dirty), *again;

	memset(chunk, 0, n);
	memset(chunk, 1, 5000);
	huge_pages_give(chunk, n, 5000);
	again = huge_pages_take(&n, &dirty);
	ck_assert_ptr_eq(chunk, again);
	ck_assert_uint_eq(dirty, 5000);
	is_clean(again, n, dirty);
	/* The pool's own words stand in a chunk that nobody has written to. */
	memset(again, 0, n);
	huge_pages_give(again, n, 0);
	again = huge_pages_take(&n, &dirty);
	ck_assert_uint_gt(dirty, 0);
	is_clean(again, n, dirty);
	huge_pages_give(again, n, dirty);
}
END_TEST

START_TEST(there_is_no_more)
{
	size_t n = SIZE_MAX - 10, dirty;

	ck_assert_ptr_null(huge_pages_take(&n, &dirty));
	n = SIZE_MAX / 2;
	ck_assert_ptr_null(huge_pages_take(&n, &dirty));
}
END_TEST

/* Arenas that grow, are adopted, pop and are freed: what arena_alloc() gives is zero each time. */
static void *churn(void *seed)
{
	unsigned state = *(unsigned *)seed;
	struct arena whole = {0};

	for (int round = 0; round < 12; round++) {
		struct arena part = {0};

		for (int i = 0; i < 40; i++) {
			struct arena_mark mark = arena_mark(&part);
			size_t n;
			unsigned char *p;

			state = state * 1103515245u + 12345u;
			n = state >> 8 & 0x3ffff;
			p = arena_alloc(&part, n, 8);
			for (size_t k = 0; k < n; k += 61)
				if (p[k])
					return p;
			memset(p, 0xee, n);
			if (i % 5 == 4)
				arena_pop(&part, mark);
		}
		if (round % 3 == 0)
			arena_adopt(&whole, &part);
		if (round % 9 == 8)
			arena_free(&whole);
		arena_free(&part);
	}
	arena_free(&whole);
	return NULL;
}

START_TEST(threads)
{
	unsigned seeds[4] = {1, 2, 3, 4};
	pthread_t all[4];

	for (int i = 0; i < 4; i++)
		ck_assert_int_eq(pthread_create(&all[i], NULL, churn, &seeds[i]), 0);
	for (int i = 0; i < 4; i++) {
		void *bad;

		pthread_join(all[i], &bad);
		ck_assert_ptr_null(bad);
	}
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("chunk");
	TCase *tc = tcase_create("chunk");

	arena_large_blocks(&huge_pages);
	suite_add_tcase(suite, tc);
	tcase_set_timeout(tc, 60);
	tcase_add_test(tc, sizes);
	tcase_add_test(tc, what_is_given_is_taken_again);
	tcase_add_test(tc, there_is_no_more);
	tcase_add_test(tc, threads);
	return run_suite(suite);
}
