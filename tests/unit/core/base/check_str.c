#include "core/base/base.h"
#include "tests/support/run_suite.h"

#include <check.h>

static struct arena arena;

static void teardown(void)
{
	arena_free(&arena);
}

/* Words of one to twenty bytes at every place of texts around the width of a block, in whatever case. */
START_TEST(words_stand_anywhere_in_any_case)
{
	static const struct str words[] = {STR_INIT("x"), STR_INIT("8x"), STR_INIT("oom"), STR_INIT("[GPU]"), STR_INIT("Gradient_Accumulation")};

	for (size_t i = 0; i < sizeof(words) / sizeof(*words); i++)
		for (size_t n = words[i].n; n < 50; n++)
			for (size_t at = 0; at + words[i].n <= n; at++) {
				char *text = arena_alloc(&arena, n, 1);
				struct str lower = str_lower(&arena, words[i]);

				memset(text, '.', n);
				memcpy(text + at, lower.s, lower.n);
				ck_assert(str_has_nocase((struct str){text, n}, words[i]));
				ck_assert(str_has_nocase((struct str){text, n}, lower));
				text[at + words[i].n - 1] = '#';
				ck_assert(!str_has_nocase((struct str){text, n}, words[i]));
			}
}
END_TEST

/* The same of words as they are written, from every place on. */
START_TEST(words_stand_anywhere)
{
	static const struct str words[] = {STR_INIT("x"), STR_INIT("xx"), STR_INIT(".fit("), STR_INIT("Gradient_Accumulation")};

	for (size_t i = 0; i < sizeof(words) / sizeof(*words); i++)
		for (size_t n = words[i].n; n < 50; n++)
			for (size_t at = 0; at + words[i].n <= n; at++) {
				char *text = arena_alloc(&arena, n, 1);

				memset(text, '.', n);
				memcpy(text + at, words[i].s, words[i].n);
				for (size_t from = 0; from <= n; from++)
					ck_assert_uint_eq(str_find((struct str){text, n}, words[i], from),
							  from <= at ? at : SIZE_MAX);
			}
	ck_assert_uint_eq(str_find(STR("aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaab"), STR("aaab"), 0), 31);
}
END_TEST

START_TEST(what_has_no_letters_has_no_case)
{
	/* "@" and "[" stand 32 before "`" and "{". */
	ck_assert(!str_has_nocase(STR("a text of more than sixteen bytes `"), STR("@")));
	ck_assert(!str_has_nocase(STR("a text of more than sixteen bytes [x]"), STR("{x}")));
	ck_assert(!str_is_nocase(STR("["), "{"));
	ck_assert(str_has_nocase(STR(""), STR("")) && str_has_nocase(STR("a"), STR("")) && !str_has_nocase(STR(""), STR("a")));
}
END_TEST

START_TEST(a_text_is_a_whole_word)
{
	ck_assert(str_is_nocase(STR("Tesla"), "tesla") && str_is_nocase(STR(""), ""));
	ck_assert(!str_is_nocase(STR("tesla"), "tesl") && !str_is_nocase(STR("tesl"), "tesla") && !str_is_nocase(STR(""), "t"));
	ck_assert(str_is(STR(""), arena_alloc(&arena, 1, 1)) && !str_is(STR("a"), arena_alloc(&arena, 1, 1)));
}
END_TEST

START_TEST(the_last_byte_is_found)
{
	ck_assert_uint_eq(str_rchr(STR("a/b/c"), '/'), 3);
	ck_assert_uint_eq(str_rchr(STR("/"), '/'), 0);
	ck_assert_uint_eq(str_rchr(STR("abc"), '/'), SIZE_MAX);
	ck_assert_uint_eq(str_rchr((struct str){NULL, 0}, '/'), SIZE_MAX);
}
END_TEST

int main(void)
{
	Suite *s = suite_create("str");
	TCase *t = tcase_create("str");

	tcase_add_checked_fixture(t, NULL, teardown);
	tcase_add_test(t, words_stand_anywhere_in_any_case);
	tcase_add_test(t, words_stand_anywhere);
	tcase_add_test(t, what_has_no_letters_has_no_case);
	tcase_add_test(t, a_text_is_a_whole_word);
	tcase_add_test(t, the_last_byte_is_found);
	suite_add_tcase(s, t);
	return run_suite(s);
}
