#include "lint/text/text.h"
#include "tests/support/run_suite.h"

#include <check.h>

static struct arena arena;

static void teardown(void)
{
	arena_free(&arena);
}

/* Every word at every offset of texts around the width of a block. */
START_TEST(words_are_found_wherever_they_stand)
{
	static const struct str list[] = {STR_INIT("fit"), STR_INIT("backward"), STR_INIT("Trainer"),
					  STR_INIT("AdamW"), STR_INIT("\xc3\xa9t\xc3\xa9")};
	const struct multi_search *w = multi_search_new(&arena, list, sizeof(list) / sizeof(*list));
	size_t which;

	for (size_t i = 0; i < sizeof(list) / sizeof(*list); i++)
		for (size_t n = list[i].n; n < 70; n++)
			for (size_t at = 0; at + list[i].n <= n; at++) {
				char *text = arena_alloc(&arena, n, 1);

				memset(text, '.', n);
				memcpy(text + at, list[i].s, list[i].n);
				ck_assert_uint_eq(multi_search_next(w, (struct str){text, n}, 0, &which), at);
				ck_assert_uint_eq(multi_search_next(w, (struct str){text, n}, at, &which), at);
				ck_assert_uint_eq(which, i);
				ck_assert_uint_eq(multi_search_more(w, (struct str){text, n}, at, which), SIZE_MAX);
				ck_assert_uint_eq(multi_search_next(w, (struct str){text, n}, at + 1, &which), SIZE_MAX);
			}
}
END_TEST

START_TEST(parts_of_words_are_not_found)
{
	static const struct str list[] = {STR_INIT("backward"), STR_INIT("Trainer")};
	const struct multi_search *w = multi_search_new(&arena, list, 2);
	size_t which;
	static const char *const texts[] = {"", "b", "backwar", "Traine", "train", "backwbackwar",
					    "a text of more than sixteen bytes: backwar, Trainers'"};

	for (size_t i = 0; i + 1 < sizeof(texts) / sizeof(*texts); i++)
		ck_assert_msg(multi_search_next(w, str_of(texts[i]), 0, &which) == SIZE_MAX, "%s", texts[i]);
	ck_assert_uint_eq(multi_search_next(w, str_of(texts[6]), 0, &which), 44);
}
END_TEST

/* Words that begin alike, one of them the beginning of another. */
START_TEST(words_at_one_place)
{
	static const struct str list[] = {STR_INIT("tune"), STR_INIT("torchrun"), STR_INIT("torch"), STR_INIT("tor")};
	const struct multi_search *w = multi_search_new(&arena, list, 4);
	unsigned seen = 0;
	size_t which;

	ck_assert_uint_eq(multi_search_next(w, STR("a torchrun"), 0, &which), 2);
	for (; which != SIZE_MAX; which = multi_search_more(w, STR("a torchrun"), 2, which))
		seen |= 1u << which;
	ck_assert_uint_eq(seen, 14);
	ck_assert_uint_eq(multi_search_next(w, STR("a tor"), 0, &which), 2);
	ck_assert_uint_eq(which, 3);
}
END_TEST

/* As many words as a bucket can hold and more: each is found, nothing else. */
START_TEST(many_words)
{
	struct str list[100];
	const struct multi_search *w;
	size_t which;

	for (int i = 0; i < 100; i++)
		list[i] = str_fmt(&arena, "%c%c%02d", 'a' + i % 7, 'p' + i % 3, i);
	w = multi_search_new(&arena, list, 100);
	for (int i = 0; i < 100; i++) {
		struct str text = str_fmt(&arena, "0000000000000000000%.*s0", STR_ARG(list[i]));

		ck_assert_uint_eq(multi_search_next(w, text, 0, &which), 19);
		ck_assert_uint_eq(multi_search_next(w, text, 20, &which), SIZE_MAX);
	}
}
END_TEST

START_TEST(str_find_is_memmem)
{
	static const char text[] = "aaab abab aaaaaaaaaaaaaaaaaaaaaaaaaaab import imports aaab importx";
	static const char *const needles[] = {"a", "b", "aaab", "ab", "import", "importx", "aaaaaaaab",
					      "x", "tx", "zz", "aaab importx"};
	struct str s = str_of(text);

	for (size_t i = 0; i < sizeof(needles) / sizeof(*needles); i++)
		for (size_t n = 0; n <= s.n; n++)
			for (size_t from = 0; from <= n; from++) {
				struct str needle = str_of(needles[i]);
				const char *hit = memmem(text + from, n - from, needle.s, needle.n);

				ck_assert_uint_eq(str_find(str_sub(s, 0, n), needle, from),
						  hit ? (size_t)(hit - text) : SIZE_MAX);
			}
}
END_TEST

START_TEST(words_of_other_kinds_are_passed_over)
{
	static const struct str list[] = {{"train", 5}, {"batch", 5}, {"trainer", 7}};
	static const unsigned kinds[] = {1, 2, 2};
	const struct multi_search *w = multi_search_of_kinds(&arena, list, kinds, 3);
	struct str text = STR("train here, a trainer there with a batch of some rows, and so on, to the end of a block");
	size_t which;

	ck_assert_uint_eq(multi_search_next_of(w, text, 0, 1, &which), 0);
	ck_assert_uint_eq(which, 0);
	ck_assert_uint_eq(multi_search_next_of(w, text, 0, 2, &which), 14);
	ck_assert_uint_eq(which, 2);
	ck_assert_uint_eq(multi_search_next_of(w, text, 15, 2, &which), 35);
	ck_assert_uint_eq(which, 1);
	ck_assert_uint_eq(multi_search_next_of(w, text, 36, 3, &which), SIZE_MAX);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("words");
	TCase *tc = tcase_create("words");

	suite_add_tcase(suite, tc);
	tcase_add_checked_fixture(tc, NULL, teardown);
	tcase_add_test(tc, words_are_found_wherever_they_stand);
	tcase_add_test(tc, parts_of_words_are_not_found);
	tcase_add_test(tc, words_at_one_place);
	tcase_add_test(tc, many_words);
	tcase_add_test(tc, str_find_is_memmem);
	tcase_add_test(tc, words_of_other_kinds_are_passed_over);
	return run_suite(suite);
}
