#include "lint/read/read.h"
#include "tests/support/only_repr.h"
#include "tests/support/run_suite.h"

#include <check.h>
#include <string.h>

static struct arena arena;

static void teardown(void)
{
	arena_free(&arena);
}

static struct reading read(const char *text)
{
	return read_json(&arena, 1, str_of(text));
}

static const struct {
	const char *text, *repr;
} values[] = {
  /* clang-format off */
	{"1", "1"}, {"-1", "-1"}, {"1.0", "1.0"}, {"1e-5", "1e-05"}, {"2E+4", "20000.0"},
	{"70000000000", "70000000000"}, {"123456789012345678901", "1.2345678901234568e+20"},
	{"5e8", "500000000.0"}, {"true", "True"}, {"false", "False"}, {"null", "None"},
	{"\"a\\\"b\\u00e4\\ud83d\\ude00\"", "'a\"b\xc3\xa4\xf0\x9f\x98\x80'"},
	{"\"auto\"", "'auto'"}, {"[]", "[]"}, {"{}", "{}"}, {" [ 1 , 2 ] ", "[1, 2]"},
	{"{\"a\": {\"b\": [1, {\"c\": null}]}}", "{'a': {'b': [1, {'c': None}]}}"},
	{"[NaN, -Infinity, Infinity]", "[nan, -inf, inf]"}, {"[1, 2, ]", "[1, 2]"},
	{"{\"a\": 1,\n}", "{'a': 1}"}, {"[1, // one\n 2 /* two */, /* end */ ]", "[1, 2]"},
	{"{\"u\": \"http://x // no comment, ]\"}", "{'u': 'http://x // no comment, ]'}"},
	{"{\"a\": 1, \"a\": 2}", "{'a': 2}"}, {"\xef\xbb\xbf[1]", "[1]"},
	{"{\"A\": 1, \"a\": 2}", "{'A': 1, 'a': 2}"}, {"[\"NaN\", \"a\\\\\", NaN]", "['NaN', 'a\\\\', nan]"},
  /* clang-format on */
};

START_TEST(value_of)
{
	ck_assert_str_eq(only_repr(&arena, read(values[_i].text), values[_i].text), values[_i].repr);
}
END_TEST

static void has_span(const struct node *node, const char *text, const char *expected)
{
	ck_assert(node != NULL);
	ck_assert_str_eq(str_dup(&arena, str_sub(str_of(text), node->at.off,
						 (size_t)node->at.off + node->at.len))
			     .s,
			 expected);
}

START_TEST(spans)
{
	const char *text =
	    "// \xc3\xa4\n{\"a\" : 12 , \"b\\n\": [ -Infinity/**/ , {\"c\":\"x\\\"y\"}, ],"
	    "\"d\":true}";
	struct node *map = read(text).docs.at[0];

	has_span(node_get(map, STR("a")), text, "12");
	has_span(node_pair(map, STR("b\n"))->key, text, "\"b\\n\"");
	has_span(node_get(map, STR("b\n")), text, "[ -Infinity/**/ , {\"c\":\"x\\\"y\"}, ]");
	has_span(node_path(map, STR("b\n[0]")), text, "-Infinity");
	has_span(node_path(map, STR("b\n[1].c")), text, "\"x\\\"y\"");
	has_span(node_get(map, STR("d")), text, "true");
	ck_assert_ptr_eq(text + map->at.off, strchr(text, '{'));
	ck_assert_uint_eq(map->at.off + map->at.len, strlen(text));
}
END_TEST

START_TEST(trouble)
{
	static const char *const bad[] = {"",	   "{",	   "{\"a\"}", "[1 2]",	     "{a: 1}",
					  "\"x",   "[\\]", "// x",    "[1] [2]",     "/*",
					  "[nan]", "1-2",  "true1",   "{\"a\": 01x}"};

	for (size_t i = 0; i < sizeof(bad) / sizeof(*bad); i++)
		ck_assert_msg(read(bad[i]).trouble.n > 0, "%s passes", bad[i]);
	ck_assert_uint_eq(read("[1] [2]").docs.n, 1);
	ck_assert_uint_eq(read("[1] [2]").trouble_at.off, 4);
	ck_assert_uint_eq(read("{\"a\": 1,\n \"b\": x}").trouble_at.off, 15);
}
END_TEST

START_TEST(repeats)
{
	struct reading reading = read("{\"a\": 1, \"b\": {\"a\": 2}, \"a\": 3}");

	ck_assert_uint_eq(reading.repeats.n, 1);
	ck_assert_uint_eq(reading.repeats.at[0].first.off, 1);
	ck_assert_uint_eq(reading.repeats.at[0].again.off, 24);
}
END_TEST

START_TEST(deep_nesting)
{
	char text[2001];

	for (size_t n = 1; n <= 1000; n *= 10) {
		memset(text, '[', n);
		memset(text + n, ']', n);
		text[2 * n] = '\0';
		ck_assert_int_eq(read(text).trouble.n > 0, n > NODE_DEPTH_MAX);
	}
	memset(text, '[', sizeof(text) - 1);
	ck_assert(read(text).trouble.n > 0);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("json");
	TCase *tc = tcase_create("json");

	suite_add_tcase(suite, tc);
	tcase_add_checked_fixture(tc, NULL, teardown);
	tcase_add_loop_test(tc, value_of, 0, sizeof(values) / sizeof(*values));
	tcase_add_test(tc, spans);
	tcase_add_test(tc, trouble);
	tcase_add_test(tc, repeats);
	tcase_add_test(tc, deep_nesting);
	return run_suite(suite);
}
