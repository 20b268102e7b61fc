/*
 * Arenas: what they hand out is zeroed whatever the memory held before, memory that was given back is used
 * again, and arrays grow where they are.
 */
#include "core/base/base.h"
#include "tests/support/run_suite.h"

#include <check.h>
#include <stdint.h>

enum { MANY = 200, LARGE = 40000 };

struct numbers {
	VEC(uint32_t);
};

static struct arena arena, other;

static void teardown(void)
{
	/* It goes on in what the other one has taken over. */
	arena_free(&arena);
	arena_free(&other);
}

/* Allocations of many sizes, checked and then soiled. */
static void soil(struct arena *a)
{
	static const unsigned char zeros[LARGE];

	for (size_t i = 0; i < MANY; i++) {
		size_t n = i * i % LARGE + 1;
		unsigned char *p = arena_alloc(a, n, 1);

		ck_assert_int_eq(memcmp(p, zeros, n), 0);
		memset(p, 0xa5, n);
	}
}

START_TEST(what_is_handed_out_again_is_zeroed)
{
	struct arena_mark mark;

	soil(&arena);
	mark = arena_mark(&arena);
	soil(&arena);
	arena_pop(&arena, mark);
	soil(&arena);
	arena_reset(&arena);
	ck_assert_uint_eq(arena.used, 0);
	soil(&arena);
	arena_adopt(&other, &arena);
	soil(&arena);
	soil(&other);
}
END_TEST

START_TEST(what_is_given_back_is_used_again)
{
	size_t spared;

	soil(&arena);
	ck_assert_uint_eq(arena.spared, 0);
	arena_reset(&arena);
	spared = arena.spared;
	ck_assert_uint_gt(spared, LARGE);
	soil(&arena);
	arena_reset(&arena);
	ck_assert_uint_eq(arena.spared, spared);
	arena_free(&arena);
	ck_assert_uint_eq(arena.spared, 0);
}
END_TEST

START_TEST(no_more_is_kept_than_is_worth_it)
{
	for (size_t i = 0; i < 100; i++)
		arena_bytes(&arena, 1 << 20, 1);
	arena_reset(&arena);
	ck_assert_uint_gt(arena.spared, 8 << 20);
	ck_assert_uint_le(arena.spared, 16 << 20);
}
END_TEST

START_TEST(what_an_arena_holds)
{
	char *first = arena_bytes(&arena, 100, 1), *large = arena_bytes(&arena, 8 << 20, 1), *own = arena_bytes(&other, 100, 1);

	ck_assert(arena_holds(&arena, first) && arena_holds(&arena, first + 99) && arena_holds(&arena, large + (8 << 20) - 1));
	ck_assert(!arena_holds(&arena, own) && !arena_holds(&arena, NULL) && !arena_holds(&other, first));
	arena_reset(&arena);
	ck_assert(!arena_holds(&arena, first) && !arena_holds(&arena, large));
}
END_TEST

START_TEST(an_arena_goes_on_in_what_is_left)
{
	char *kept = arena_alloc(&arena, 100, 1), *next;

	memset(kept, 'x', 100);
	arena_adopt(&other, &arena);
	ck_assert_uint_eq(other.used, 100);
	ck_assert_uint_eq(arena.used, 0);
	next = arena_alloc(&arena, 100, 1);
	ck_assert(next > kept && next < kept + 64 * 1024);
	arena_reset(&arena);
	for (size_t i = 0; i < 100; i++)
		ck_assert_int_eq(kept[i], 'x');
}
END_TEST

START_TEST(what_is_left_is_adopted_in_turn)
{
	for (int i = 0; i < 5; i++) {
		arena_alloc(&arena, 3000, 1);
		arena_adopt(&other, &arena);
	}
	ck_assert_uint_eq(other.used, 15000);
	arena_free(&arena);
	arena_reset(&other);
	ck_assert_uint_le(other.spared, 64 * 1024);
	soil(&other);
}
END_TEST

START_TEST(arrays_grow_where_they_are)
{
	struct numbers a = {0}, b = {0};
	const uint32_t *first;

	*vec_push(&arena, &a) = 0;
	first = a.at;
	for (uint32_t i = 1; i < 1000; i++)
		*vec_push(&arena, &a) = i;
	ck_assert_ptr_eq(a.at, first);
	/* A copy of the array shares its elements and gets those behind them, the array itself none of those. */
	*vec_push(&arena, &b) = 1;
	while (a.n < a.room)
		*vec_push(&arena, &a) = 0;
	b = a;
	*vec_push(&arena, &b) = 7;
	*vec_push(&arena, &a) = 8;
	ck_assert_uint_eq(b.at[b.n - 1], 7);
	ck_assert_uint_eq(a.at[a.n - 1], 8);
}
END_TEST

START_TEST(a_new_element_is_zeroed)
{
	struct numbers a = {0};

	soil(&arena);
	arena_reset(&arena);
	for (size_t i = 0; i < MANY; i++)
		ck_assert_uint_eq(*vec_push(&arena, &a), 0);
	memset(a.at, 0xa5, a.n * sizeof(*a.at));
	a.n = 0;
	ck_assert_uint_eq(*vec_push(&arena, &a), 0);
}
END_TEST

int main(void)
{
	Suite *s = suite_create("arena");
	TCase *t = tcase_create("arena");

	tcase_add_checked_fixture(t, NULL, teardown);
	tcase_add_test(t, what_is_handed_out_again_is_zeroed);
	tcase_add_test(t, what_is_given_back_is_used_again);
	tcase_add_test(t, no_more_is_kept_than_is_worth_it);
	tcase_add_test(t, what_an_arena_holds);
	tcase_add_test(t, an_arena_goes_on_in_what_is_left);
	tcase_add_test(t, what_is_left_is_adopted_in_turn);
	tcase_add_test(t, arrays_grow_where_they_are);
	tcase_add_test(t, a_new_element_is_zeroed);
	suite_add_tcase(s, t);
	return run_suite(s);
}
