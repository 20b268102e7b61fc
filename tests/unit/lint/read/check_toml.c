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
	return read_toml(&arena, 1, str_of(text));
}

static const struct {
	const char *text, *repr;
} values[] = {
    /* clang-format off */
	{"", "{}"}, {"# only this\n\n", "{}"}, {"\xef\xbb\xbf" "a = 1", "{'a': 1}"},
	{"a = 1\r\nb = 'x'\r\n", "{'a': 1, 'b': 'x'}"}, {"a=1 # one\nb=2#two", "{'a': 1, 'b': 2}"},
	{"a = +1\nb = -17\nc = 1_000_000\nd = 0xDEAD_beef\ne = 0o17\nf = 0b101",
	 "{'a': 1, 'b': -17, 'c': 1000000, 'd': 3735928559, 'e': 15, 'f': 5}"},
	{"a = 2e-4\nb = 1.5\nc = 1e3\nd = 9_0.5", "{'a': 0.0002, 'b': 1.5, 'c': 1000.0, 'd': 90.5}"},
	{"a = true\nb = false", "{'a': True, 'b': False}"},
	{"a = 1979-05-27T07:32:00Z", "{'a': '1979-05-27T07:32:00Z'}"},
	{"a = \"x \\\"y\\\" \\\\ \\u00e4 \\U0001f600 # no\"",
	 "{'a': 'x \"y\" \\\\ \xc3\xa4 \xf0\x9f\x98\x80 # no'}"},
	{"a = 'C:\\new'\nb = ''\nc = \"\"", "{'a': 'C:\\\\new', 'b': '', 'c': ''}"},
	{"a = \"\"\"\nx\n  y \\\n    z\"\"\"", "{'a': 'x\\n  y z'}"},
	{"a = '''\nx'y''\n'''\nb = \"\"\"q\"\"\"\"\"", "{'a': 'x\\'y\\'\\'\\n', 'b': 'q\"\"'}"},
	{"a = [1, 2, ]\nb = [\n  \"x\", # one\n  [ 'y' ],\n]\nc = []",
	 "{'a': [1, 2], 'b': ['x', ['y']], 'c': []}"},
	{"a = { x = 1, y.z = \"w\" }\nb = {}", "{'a': {'x': 1, 'y': {'z': 'w'}}, 'b': {}}"},
	{"a.b.c = 1\na . b.d = 2\n\"a\".'e f' = 3", "{'a': {'b': {'c': 1, 'd': 2}, 'e f': 3}}"},
	{"x = 0\n[a]\nb = 1\n[ a . c ] # below\nd = 2\n[e]",
	 "{'x': 0, 'a': {'b': 1, 'c': {'d': 2}}, 'e': {}}"},
	{"[[a]]\nb = 1\n[a.c]\nd = 2\n[[a]]\nb = 3\n[[a.e]]\nf = 4",
	 "{'a': [{'b': 1, 'c': {'d': 2}}, {'b': 3, 'e': [{'f': 4}]}]}"},
	{"1234 = 'n'\nbare-key_1 = 2", "{'1234': 'n', 'bare-key_1': 2}"},
	{"a = 1\na = 2", "{'a': 2}"},
    /* clang-format on */
};

START_TEST(value_of)
{
	ck_assert_str_eq(only_repr(&arena, read(values[_i].text), values[_i].text), values[_i].repr);
}
END_TEST

/* What is no TOML is told, and the lines behind it count. */
START_TEST(trouble)
{
	static const char *const bad[] = {"a = 1 2", "a",	"= 1",	     "[a",
					  "[[a]",    "a = \"x", "a = [1",    "a = {b 1}",
					  "a: 1",    "a =",	"a = [1, =]"};
	struct node *map = read("a: 1\nb = 2\n").docs.at[0];

	for (size_t i = 0; i < sizeof(bad) / sizeof(*bad); i++)
		ck_assert_msg(read(bad[i]).trouble.n > 0, "%s passes", bad[i]);
	ck_assert_str_eq(str_dup(&arena, node_text(&arena, map, 1000)).s, "{'b': 2}");
	ck_assert_uint_eq(read("b = 2\na: 1\n").trouble_at.off, 7);
}
END_TEST

START_TEST(spans)
{
	const char *text = "# \xc3\xa4\n[t]\nkey = \"value\" # c\nlist = [1, 2]\n";
	struct node *map = node_get(read(text).docs.at[0], STR("t"));
	const struct node *value = node_get(map, STR("key")), *list = node_get(map, STR("list"));

	ck_assert_ptr_eq(text + value->at.off, strstr(text, "\"value\""));
	ck_assert_uint_eq(value->at.len, 7);
	ck_assert(value->quoted);
	ck_assert_ptr_eq(text + list->at.off, strstr(text, "[1, 2]"));
	ck_assert_uint_eq(list->at.len, 6);
}
END_TEST

START_TEST(deep_nesting)
{
	char text[4001];

	memset(text, '[', sizeof(text) - 1);
	text[sizeof(text) - 1] = '\0';
	memcpy(text, "a=", 2);
	ck_assert(read(text).trouble.n > 0);
	for (size_t i = 0; i + 1 < sizeof(text); i++)
		text[i] = i % 2 ? '.' : 'a';
	ck_assert(read(text).trouble.n > 0);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("toml");
	TCase *tc = tcase_create("toml");

	suite_add_tcase(suite, tc);
	tcase_add_checked_fixture(tc, NULL, teardown);
	tcase_add_loop_test(tc, value_of, 0, sizeof(values) / sizeof(*values));
	tcase_add_test(tc, trouble);
	tcase_add_test(tc, spans);
	tcase_add_test(tc, deep_nesting);
	return run_suite(suite);
}
