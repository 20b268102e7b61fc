#include "lint/text/text.h"
#include "tests/support/run_suite.h"

#include <check.h>
#include <stdio.h>

static struct arena arena;
static struct files files;

static void setup(void)
{
	files = (struct files){.arena = &arena};
}

static void teardown(void)
{
	arena_free(&arena);
}

/* What stands for itself is written in runs, what does not between them. */
START_TEST(json_values)
{
	static const struct {
		struct str text, json;
	} rows[] = {
		{STR_INIT(""), STR_INIT("\"\"")},
		{STR_INIT("a plain text ~"), STR_INIT("\"a plain text ~\"")},
		{STR_INIT("\"a\"\\b\n\tc"), STR_INIT("\"\\\"a\\\"\\\\b\\n\\tc\"")},
		{STR_INIT("#1 ##[error] ##"), STR_INIT("\"#1 \\u0023#[error] ##\"")},
		{STR_INIT("\x1b[0m \x7f"), STR_INIT("\"\\u001b[0m \\u007f\"")},
		{STR_INIT("caf\xc3\xa9 \xff."), STR_INIT("\"caf\xc3\xa9 \xef\xbf\xbd.\"")},
		{STR_INIT("\xff"), STR_INIT("\"\xef\xbf\xbd\"")},
	};
	struct out out = {.arena = &arena};
	struct json_out json = {.out = &out, .line = true};

	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		out.n = 0;
		json_str(&json, rows[i].text);
		ck_assert_msg(str_eq(out_str(&out), rows[i].json), "%.*s", STR_ARG(out_str(&out)));
	}
	out.n = 0;
	json_open(&json, '[');
	json_int(&json, 0);
	json_int(&json, -1);
	json_int(&json, INT64_MIN);
	json_int(&json, INT64_MAX);
	json_uint(&json, UINT64_MAX);
	json_close(&json, ']');
	ck_assert_msg(str_is(out_str(&out), "[0,-1,-9223372036854775808,9223372036854775807,18446744073709551615]"), "%.*s",
		      STR_ARG(out_str(&out)));
}
END_TEST

START_TEST(places)
{
	uint32_t id = files_add(&files, STR("./a/b.yaml"), STR("one\r\ntwo\n\nfour"));
	static const struct {
		uint32_t off, len, line, column, end_line, end_column;
	} rows[] = {
	    {0,	3, 1, 1, 1, 4},
		 {4,  1, 1, 5, 2, 1},
	      {5,  3, 2, 1, 2, 4},
		   {9,  0, 3, 1, 3, 1},
	    {10, 4, 4, 1, 4, 5},
		 {14, 0, 4, 5, 4, 5},
	      {99, 9, 4, 5, 4, 5},
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		struct span at = {id, rows[i].off, rows[i].len};
		struct line_column from = files_place(&files, at);
		struct line_column to = files_end(&files, at);

		ck_assert_uint_eq(from.line, rows[i].line);
		ck_assert_uint_eq(from.column, rows[i].column);
		ck_assert_uint_eq(to.line, rows[i].end_line);
		ck_assert_uint_eq(to.column, rows[i].end_column);
	}
}
END_TEST

START_TEST(lines_and_spans)
{
	uint32_t id = files_add(&files, STR("x"), STR("one\r\ntwo\n\nfour"));

	ck_assert(str_is(files_line(&files, id, 1), "one"));
	ck_assert(str_is(files_line(&files, id, 2), "two"));
	ck_assert(str_is(files_line(&files, id, 3), ""));
	ck_assert(str_is(files_line(&files, id, 4), "four"));
	ck_assert_uint_eq(files_line(&files, id, 5).n, 0);
	ck_assert_uint_eq(files_line(&files, id, 0).n, 0);
	ck_assert(str_is(files_text(&files, (struct span){id, 5, 3}), "two"));
	ck_assert(str_is(files_text(&files, (struct span){id, 10, 99}), "four"));
	ck_assert_uint_eq(files_text(&files, (struct span){0, 0, 9}).n, 0);
	ck_assert_uint_eq(files_text(&files, (struct span){7, 0, 9}).n, 0);
}
END_TEST

START_TEST(one_id_per_path)
{
	uint32_t first = files_add(&files, STR("p"), (struct str){NULL, 0});
	char name[16];

	ck_assert_uint_eq(first, 1);
	ck_assert(!files_at(&files, first)->loaded);
	ck_assert_uint_eq(files_place(&files, (struct span){first, 5, 1}).line, 1);
	for (int i = 0; i < 500; i++) {
		struct str path = {name, (size_t)snprintf(name, sizeof(name), "f%d", i)};

		ck_assert_uint_eq(files_add(&files, path, STR("")), (uint32_t)i + 2);
	}
	ck_assert_uint_eq(files_add(&files, STR("./p"), STR("a\nb")), first);
	ck_assert_uint_eq(files_place(&files, (struct span){first, 2, 1}).line, 2);
	/* The first text stays: spans point into it. */
	files_add(&files, STR("p"), STR("other"));
	ck_assert(str_is(files_at(&files, first)->text, "a\nb"));
	ck_assert_uint_eq(files_find(&files, STR("f499")), 501);
	ck_assert_uint_eq(files_find(&files, STR("f500")), 0);
	ck_assert(files_at(&files, 0) == NULL);
	ck_assert(files_at(&files, 502) == NULL);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("text");
	TCase *tc = tcase_create("text");

	suite_add_tcase(suite, tc);
	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_add_test(tc, json_values);
	tcase_add_test(tc, places);
	tcase_add_test(tc, lines_and_spans);
	tcase_add_test(tc, one_id_per_path);
	return run_suite(suite);
}
