/* Names of data sets, and that each row of the table can be found and makes sense. */
#include "core/dataset/dataset.h"

#include "tests/support/run_suite.h"

#include <check.h>

static uint32_t longest(const char *name)
{
	const struct dataset *row = dataset_find(str_of(name));

	return row ? row->longest : 0;
}

START_TEST(names_are_those_people_write)
{
	uint32_t gsm8k = longest("openai/gsm8k");

	ck_assert_uint_gt(gsm8k, 0);
	ck_assert_uint_eq(longest("OpenAI/GSM8K"), gsm8k);
	ck_assert_uint_eq(longest("openai/gsm8k#500"), gsm8k);
	ck_assert_uint_eq(longest("openai/gsm8k:socratic"), gsm8k);
	ck_assert_uint_eq(longest("gsm8k"), gsm8k);
	/* Somebody's copy; but a short last part is a word of every day. */
	ck_assert_uint_eq(longest("somebody/alpaca-cleaned"), longest("yahma/alpaca-cleaned"));
	ck_assert_uint_eq(longest("somebody/data"), 0);
	ck_assert_uint_eq(longest("somebody/own-notes"), 0);
	ck_assert_uint_eq(longest(""), 0);
}
END_TEST

START_TEST(names_say_how_many_rows_are_taken)
{
	ck_assert_uint_eq(dataset_rows_named(STR("AI-ModelScope/alpaca-gpt4-data-en#500")), 500);
	ck_assert_uint_eq(dataset_rows_named(STR("alpaca-en")), 0);
	ck_assert_uint_eq(dataset_rows_named(STR("alpaca-en#")), 0);
	ck_assert_uint_eq(dataset_rows_named(STR("alpaca-en#5x")), 0);
	ck_assert_uint_eq(dataset_rows_named(STR("alpaca-en#99999999999999999999")), 0);
}
END_TEST

START_TEST(fewer_rows_have_a_shorter_longest)
{
	static const struct dataset even = {"even", 100, 100, 1000, LONGEST_COUNTED, "test"};
	static const struct dataset lima = {"lima", 628, 3567, 1029, LONGEST_COUNTED, "test"};
	static const struct dataset open = {"open", 100, 900, 0, LONGEST_COUNTED, "test"};

	ck_assert_uint_eq(dataset_longest_of(&lima, 1029), 3567);
	ck_assert_uint_eq(dataset_longest_of(&lima, 1e9), 3567);
	/* One in a hundred of its rows was counted to have more than 2,670. */
	ck_assert_uint_gt(dataset_longest_of(&lima, 100), 2000);
	ck_assert_uint_lt(dataset_longest_of(&lima, 100), 2800);
	ck_assert_uint_lt(dataset_longest_of(&lima, 10), dataset_longest_of(&lima, 100));
	ck_assert_uint_eq(dataset_longest_of(&lima, 1), 628);
	ck_assert_uint_eq(dataset_longest_of(&even, 10), 100);
	ck_assert_uint_eq(dataset_longest_of(&open, 10), 900);
}
END_TEST

START_TEST(rows_are_found_and_whole)
{
	size_t n;
	const struct dataset *rows = dataset_rows(&n);

	ck_assert_uint_gt(n, 100);
	for (size_t i = 0; i < n; i++) {
		struct str names = str_of(rows[i].names);
		size_t bar = str_chr(names, '|', 0);
		struct str first = bar == SIZE_MAX ? names : str_sub(names, 0, bar);

		ck_assert_msg(dataset_find(first) != NULL, "%s", rows[i].names);
		ck_assert_uint_gt(rows[i].mean, 0);
		/* Two rows that answer to one name: the second could never be found. */
		ck_assert_msg(dataset_find(first) == &rows[i], "%s", rows[i].names);
		ck_assert_uint_ge(rows[i].longest, rows[i].mean);
		ck_assert_msg(rows[i].source[0] != '\0', "%s", rows[i].names);
	}
}
END_TEST

int main(void)
{
	Suite *s = suite_create("dataset");
	TCase *t = tcase_create("rows");

	tcase_add_test(t, names_are_those_people_write);
	tcase_add_test(t, names_say_how_many_rows_are_taken);
	tcase_add_test(t, fewer_rows_have_a_shorter_longest);
	tcase_add_test(t, rows_are_found_and_whole);
	suite_add_tcase(s, t);
	return run_suite(s);
}
