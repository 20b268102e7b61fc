/*
 * Conditions: what excludes each other, in trees that are hundreds deep, as the plain definition has it: one of x's
 * chain and one of y's ask the same and answer otherwise, and neither is around both.
 */
#include "lint/eval/eval.h"
#include "tests/support/run_suite.h"

#include <check.h>

static struct arena arena;

static void teardown(void)
{
	arena_free(&arena);
}

static bool is_around(const struct node *x, const struct node *y)
{
	for (; y; y = y->from[0])
		if (x == y)
			return true;
	return false;
}

static bool plainly_exclude(const struct node *x, const struct node *y)
{
	const struct node *both = x;

	while (both && !is_around(both, y))
		both = both->from[0];
	for (const struct node *c = x; c != both; c = c->from[0])
		for (const struct node *d = y; d != both; d = d->from[0])
			if (arms_same(c, d) && arms_negative(c) != arms_negative(d))
				return true;
	return false;
}

static const struct node *plainly_asked(const struct node *x, const struct node *wanted)
{
	while (x && !arms_same(x, wanted))
		x = x->from[0];
	return x;
}

static uint32_t state = 1;

static size_t random_below(size_t n)
{
	state = state * 1664525u + 1013904223u;
	return (state >> 8) % n;
}

enum { CONDITIONS = 600, LOOKS = 400 };

/* Trees that mostly grow at their newest end: hundreds deep. */
static void grow(const struct node **all, const struct node *(*next)(const struct node *outer, const struct node **all, size_t n))
{
	for (size_t n = 0; n < CONDITIONS; n++) {
		const struct node *outer = n && random_below(400) ? all[random_below(60) ? n - 1 : random_below(n)] : NULL;

		all[n] = next(outer, all, n);
	}
}

static const struct node *asked_anew_or_again(const struct node *outer, const struct node **all, size_t n)
{
	struct span at = {0};
	struct arms arms = n && !random_below(12) ? arms_again(&arena, all[random_below(n)], random_below(2), at, outer)
						 : arms_new(&arena, STR("x"), at, outer);

	return random_below(2) ? arms.yes : arms.no;
}

/* Conditions of values that were joined under others: copies of some, inside another. */
static const struct node *joined(const struct node *outer, const struct node **all, size_t n)
{
	struct node *value = node_int(&arena, 1, (struct span){0});

	if (!n || random_below(3))
		return asked_anew_or_again(outer, all, n);
	value = either_when(&arena, value, all[n - 1 - random_below(n < 20 ? n : 20)]);
	return either_when(&arena, value, outer)->when;
}

static void compare(const struct node *const *all)
{
	size_t deepest = 0, excluded = 0;

	for (size_t i = 0; i < LOOKS; i++) {
		const struct node *x = all[random_below(CONDITIONS)], *y = all[random_below(CONDITIONS)];
		bool exclude = plainly_exclude(x, y);

		ck_assert_int_eq(arms_exclude(x, y), exclude);
		ck_assert_ptr_eq(arms_asked(x, y), plainly_asked(x, y));
		excluded += exclude;
		deepest = x->as.condition.depth > deepest ? x->as.condition.depth : deepest;
	}
	ck_assert_uint_gt(deepest, NODE_DEPTH_MAX);
	ck_assert_uint_gt(excluded, 0);
	ck_assert_uint_lt(excluded, LOOKS);
	ck_assert(!arms_exclude(NULL, all[0]) && !arms_exclude(all[0], NULL) && !arms_exclude(NULL, NULL));
}

START_TEST(conditions_exclude_as_defined)
{
	const struct node *all[CONDITIONS];

	state = (uint32_t)_i + 1;
	grow(all, asked_anew_or_again);
	compare(all);
	grow(all, joined);
	compare(all);
}
END_TEST

/* A chain of one that is thousands deep: the ends of it are told apart as well. */
START_TEST(the_outermost_excludes_too)
{
	struct span at = {0};
	struct arms first = arms_new(&arena, STR("first"), at, NULL);
	const struct node *yes = first.yes, *no = first.no;

	for (int i = 0; i < 5000; i++) {
		yes = arms_new(&arena, STR("y"), at, yes).yes;
		no = arms_new(&arena, STR("n"), at, no).no;
	}
	ck_assert(arms_exclude(yes, no));
	ck_assert(arms_exclude(first.yes, no));
	ck_assert(!arms_exclude(first.yes, yes));
	ck_assert_ptr_eq(arms_asked(no, first.yes), first.no);
}
END_TEST

int main(void)
{
	Suite *s = suite_create("either");
	TCase *t = tcase_create("either");

	tcase_add_checked_fixture(t, NULL, teardown);
	tcase_add_loop_test(t, conditions_exclude_as_defined, 0, 6);
	tcase_add_test(t, the_outermost_excludes_too);
	suite_add_tcase(s, t);
	return run_suite(s);
}
