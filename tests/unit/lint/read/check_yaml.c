#include "lint/read/read.h"
#include "tests/support/only_repr.h"
#include "tests/support/run_suite.h"

#include <check.h>
#include <stdio.h>
#include <string.h>

static struct arena arena;

static void teardown(void)
{
	arena_free(&arena);
}

static struct reading read(const char *text)
{
	return read_yaml(&arena, 1, str_of(text));
}

static const char *repr(const char *text)
{
	return only_repr(&arena, read(text), text);
}

/** What PyYAML 6.0.3 makes of plain scalars; pyyaml_agrees() asks it again where it is installed.
 */
static const struct {
	const char *text, *repr;
} scalars[] = {
	/* clang-format off */
	{"1", "1"}, {"-1", "-1"}, {"+1", "1"}, {"010", "8"}, {"-010", "-8"}, {"08", "'08'"},
	{"0", "0"}, {"-0", "0"}, {"00", "0"}, {"0_", "0"}, {"1_000", "1000"}, {"_1", "'_1'"},
	{"0x1F", "31"}, {"0X1F", "'0X1F'"}, {"0b101", "5"}, {"0o17", "'0o17'"}, {"0x", "'0x'"},
	{"1:30", "90"}, {"1:30:00", "5400"}, {"1:60", "'1:60'"}, {"-1:30", "-90"},
	{"0:30", "'0:30'"}, {"1:3", "63"}, {"12:30:45.5", "45045.5"}, {"1:30.", "90.0"},
	{"1e-5", "'1e-5'"}, {"2e4", "'2e4'"}, {"1.0e-5", "1e-05"}, {"1.e-5", "1e-05"},
	{"1.0e5", "'1.0e5'"}, {"1.0E+5", "100000.0"}, {"1.5", "1.5"}, {"1.", "1.0"}, {".5", "0.5"},
	{"-.5", "'-.5'"}, {"+1.5", "1.5"}, {"1_0.5_0", "10.5"}, {"1.5.5", "'1.5.5'"}, {".", "'.'"},
	{"..", "'..'"}, {"- ", "[None]"}, {"+", "'+'"}, {".inf", "inf"}, {"-.inf", "-inf"},
	{"+.Inf", "inf"}, {".INF", "inf"}, {"inf", "'inf'"}, {".nan", "nan"}, {".NaN", "nan"},
	{".NAN", "nan"}, {"-.nan", "'-.nan'"}, {"NaN", "'NaN'"}, {"nan", "'nan'"}, {"~", "None"},
	{"null", "None"}, {"Null", "None"}, {"NULL", "None"}, {"none", "'none'"},
	{"None", "'None'"}, {"nUll", "'nUll'"}, {"yes", "True"}, {"Yes", "True"}, {"YES", "True"},
	{"yEs", "'yEs'"}, {"no", "False"}, {"No", "False"}, {"NO", "False"}, {"on", "True"},
	{"On", "True"}, {"ON", "True"}, {"off", "False"}, {"Off", "False"}, {"OFF", "False"},
	{"true", "True"}, {"True", "True"}, {"TRUE", "True"}, {"false", "False"},
	{"False", "False"}, {"FALSE", "False"}, {"y", "'y'"}, {"n", "'n'"}, {"Y", "'Y'"},
	{"t", "'t'"}, {"auto", "'auto'"}, {"'1'", "'1'"}, {"\"yes\"", "'yes'"},
	{"\"\\u00e4\\n\"", "'\xc3\xa4\\n'"}, {"a b", "'a b'"}, {"a: b", "{'a': 'b'}"},
	{"[1, 2.0, x]", "[1, 2.0, 'x']"}, {"9223372036854775807", "9223372036854775807"},
	{"9007199254740993", "9007199254740993"}, {"!!str 1", "'1'"}, {"!!int '3'", "3"},
	{"!!float 3", "3.0"}, {"!!float '1e-5'", "1e-05"}, {"!!bool 'yes'", "True"},
	{"!!null ''", "None"}, {"! 12", "12"}, {"{a: , b: ~}", "{'a': None, 'b': None}"},
	{"on: 1", "{True: 1}"}, {"1: 2", "{1: 2}"}, {"? a\n: b", "{'a': 'b'}"},
	{"? a", "{'a': None}"}, {"- a\n-\n- b", "['a', None, 'b']"}, {"|\n a\n b\n", "'a\\nb\\n'"},
	{">-\n a\n b\n", "'a b'"}, {"a #b", "'a'"}, {"a#b", "'a#b'"},
	{"x: {\"a\":1}", "{'x': {'a': 1}}"},
	{"{\"a\": [true, null, 1.5e+3]}", "{'a': [True, None, 1500.0]}"},
	{"a: ${b.c}", "{'a': '${b.c}'}"}, {"http://x:1", "'http://x:1'"},
	{"a: 1\na: 2", "{'a': 2}"}, {"\"a\": 1\nb: 2\na: 3", "{'a': 3, 'b': 2}"},
	{"x: &x {a: 1, b: 2}\ny: {<<: *x, b: 3}", "{'x': {'a': 1, 'b': 2}, 'y': {'a': 1, 'b': 3}}"},
	{"- &x {a: 1}\n- &y {a: 2, c: 3}\n- {<<: [*x, *y]}", "[{'a': 1}, {'a': 2, 'c': 3}, {'a': 1, 'c': 3}]"},
	{"- &x {a: 1}\n- {a: 0, <<: *x}", "[{'a': 1}, {'a': 0}]"},
	{"- &x {a: 1}\n- {'<<': *x}", "[{'a': 1}, {'<<': {'a': 1}}]"},
	{"- &x 1\n- &x 2\n- *x", "[1, 2, 2]"}, {"\xef\xbb\xbf" "a: \xc3\xa4", "{'a': '\xc3\xa4'}"},
	/* clang-format on */
};

enum { NSCALARS = sizeof(scalars) / sizeof(*scalars) };

START_TEST(types)
{
	ck_assert_str_eq(repr(scalars[_i].text), scalars[_i].repr);
}
END_TEST

START_TEST(pyyaml_agrees)
{
	FILE *in = fopen("build/check_yaml.in", "w");
	FILE *python;
	char line[200];
	int n = 0;

	ck_assert(in != NULL);
	for (size_t i = 0; i < NSCALARS; i++)
		fprintf(in, "%s%c", scalars[i].text, '\0');
	fclose(in);
	python = popen("python3 -c 'import yaml\n"
		       "for t in open(\"build/check_yaml.in\", encoding=\"utf-8\", "
		       "newline=\"\").read().split(\"\\0\")[:-1]:\n"
		       "    print(ascii(repr(yaml.safe_load(t))))' 2>/dev/null",
		       "r");
	ck_assert(python != NULL);
	while (n < NSCALARS && fgets(line, sizeof(line), python)) {
		struct str expected = STR("");

		line[strcspn(line, "\n")] = '\0';
		/* ascii(repr()) quotes once more; the table's own form is put through the same. */
		for (const char *p = scalars[n].repr; *p; p++)
			expected = (unsigned char)*p == 0xc3
				       ? (p++, str_cat(&arena, expected, STR("\\xe4")))
				   : *p == '\\' ? str_cat(&arena, expected, STR("\\\\"))
						: str_cat(&arena, expected, (struct str){p, 1});
		ck_assert_msg(strlen(line) >= 2 &&
				  str_eq(expected, str_sub(str_of(line), 1, strlen(line) - 1)),
			      "PyYAML reads %s as %s", scalars[n].text, line);
		n++;
	}
	/* Without PyYAML there is nothing to compare with, and types() stands alone. */
	ck_assert_msg(pclose(python) != 0 || n == NSCALARS, "only %d compared", n);
}
END_TEST

static void has_span(const struct node *node, const char *text, const char *expected)
{
	ck_assert(node != NULL);
	ck_assert_uint_eq(node->at.file, 1);
	ck_assert_str_eq(str_dup(&arena, str_sub(str_of(text), node->at.off,
						 (size_t)node->at.off + node->at.len))
			     .s,
			 expected);
}

START_TEST(spans)
{
	const char *text = "# \xe2\x82\xac comment\n"
			   "\xc3\xa4: &x 'it''s'\n"
			   "list:\n  - a b   # c\n  - {k: 1}\n"
			   "block: |\n  one\n  two\n\n"
			   "empty:\n"
			   "tagged: !!str   12\r\n"
			   "alias: *x\n";
	struct node *map = read(text).docs.at[0];

	has_span(node_get(map, STR("\xc3\xa4")), text, "'it''s'");
	has_span(node_pair(map, STR("\xc3\xa4"))->key, text, "\xc3\xa4");
	has_span(node_get(map, STR("list")), text, "- a b   # c\n  - {k: 1}");
	has_span(node_path(map, STR("list[0]")), text, "a b");
	has_span(node_path(map, STR("list[1]")), text, "{k: 1}");
	has_span(node_path(map, STR("list[1].k")), text, "1");
	has_span(node_get(map, STR("block")), text, "|\n  one\n  two");
	has_span(node_get(map, STR("empty")), text, "");
	has_span(node_get(map, STR("tagged")), text, "12");
	has_span(node_get(map, STR("alias")), text, "'it''s'");
	ck_assert(node_get(map, STR("alias")) == node_get(map, STR("\xc3\xa4")));
	ck_assert_ptr_eq(text + map->at.off, strstr(text, "\xc3\xa4"));
	ck_assert_uint_eq(map->at.off + map->at.len, strlen(text) - 1);
}
END_TEST

START_TEST(documents)
{
	struct reading reading = read("a: 1\n---\nb: *x\n---\n- c\n...\n");

	ck_assert_uint_eq(reading.docs.n, 3);
	ck_assert(str_is(reading.trouble, "an alias without its anchor"));
	ck_assert(node_get(reading.docs.at[1], STR("b"))->kind == NODE_UNKNOWN);
	ck_assert_uint_eq(read("").docs.n, 0);
	ck_assert_uint_eq(read("# only a comment\n").docs.n, 0);
	ck_assert_uint_eq(read("---\n").docs.n, 1);
}
END_TEST

START_TEST(repeats)
{
	struct reading reading = read("a: 1\nb: {c: 1, d: 2, c: 3}\na: 2\n");

	ck_assert_uint_eq(reading.repeats.n, 2);
	ck_assert(str_is(reading.repeats.at[0].key, "c"));
	ck_assert_uint_eq(reading.repeats.at[1].first.off, 0);
	ck_assert_uint_eq(reading.repeats.at[1].again.off, 27);
	/* Overriding a merged key is no repeat. */
	ck_assert_uint_eq(read("- &x {a: 1}\n- {<<: *x, a: 2}\n").repeats.n, 0);
}
END_TEST

START_TEST(what_came_before_trouble_is_kept)
{
	struct reading reading = read("a: 1\nb:\n  c: 2\n  d: [3, 'x\n");

	ck_assert(reading.trouble.n > 0);
	ck_assert_uint_eq(reading.docs.n, 1);
	ck_assert_int_eq(node_path(reading.docs.at[0], STR("b.c"))->as.i, 2);
	ck_assert_int_eq(node_path(reading.docs.at[0], STR("b.d[0]"))->as.i, 3);
	reading = read("a: 1\nb: \tx: y: z\n");
	ck_assert(reading.trouble.n > 0);
	ck_assert_int_eq(node_path(reading.docs.at[0], STR("a"))->as.i, 1);
	reading = read("a: 1\nb: \xff\n");
	ck_assert(reading.trouble.n > 0);
	ck_assert_uint_eq(reading.trouble_at.off, 8);
	ck_assert(read("\xff\xfe"
		       "a")
		      .trouble.n > 0);
	ck_assert(read("a: \x01\n").trouble.n > 0);
}
END_TEST

START_TEST(deep_nesting_is_refused)
{
	char text[50001];
	struct reading reading;

	memset(text, '[', sizeof(text) - 1);
	text[sizeof(text) - 1] = '\0';
	reading = read(text);
	ck_assert(str_has(reading.trouble, STR("128 levels")));
	ck_assert_uint_eq(reading.docs.n, 1);
	for (size_t i = 0; i + 1 < sizeof(text); i++)
		text[i] = "- "[i % 2];
	ck_assert(str_has(read(text).trouble, STR("128 levels")));
}
END_TEST

START_TEST(bombs)
{
	struct str text = STR("a0: &a0 {k: x}\n");
	struct reading reading;

	for (int i = 1; i < 40; i++)
		text = str_fmt(&arena, "%sa%d: &a%d [*a%d, *a%d, *a%d]\n", text.s, i, i, i - 1,
			       i - 1, i - 1);
	reading = read_yaml(&arena, 1, text);
	ck_assert(!reading.trouble.n);
	ck_assert(!node_known(reading.docs.at[0]));
	ck_assert(node_known(node_get(reading.docs.at[0], STR("a3"))));
	/* A list of one large map many times, to be merged. */
	text = STR("a: &a {");
	for (int i = 0; i < 500; i++)
		text = str_fmt(&arena, "%sk%d: 1, ", text.s, i);
	text = str_fmt(&arena, "%s}\nb:\n  <<: [", text.s);
	for (int i = 0; i < 500; i++)
		text = str_cat(&arena, text, STR("*a, "));
	reading = read_yaml(&arena, 1, str_cat(&arena, text, STR("]\n")));
	ck_assert(str_has(reading.trouble, STR("merge keys")));
	ck_assert(read("&x {<<: *x, a: 1}\n").trouble.n > 0);
	ck_assert(read("&x [*x]\n").trouble.n == 0);
}
END_TEST

START_TEST(tags_are_data)
{
	struct node *map = read("a: !include other.yaml\n"
				"b: !!python/name:torch.bfloat16 ''\n"
				"c: !!python/tuple [1, 2]\n"
				"d: !!python/object/apply:os.system ['x']\n")
			       .docs.at[0];

	ck_assert(node_get(map, STR("a"))->kind == NODE_UNKNOWN);
	ck_assert(node_get(map, STR("b"))->kind == NODE_NAME);
	ck_assert(str_is(node_get(map, STR("b"))->text, "torch.bfloat16"));
	ck_assert(node_get(map, STR("c"))->kind == NODE_TUPLE);
	ck_assert(node_get(map, STR("d"))->kind == NODE_LIST);
}
END_TEST

START_TEST(templates)
{
	const char *text = "{% if big %}\n"
			   "model: {{ cookiecutter.model }}/x\n"
			   "{% endif %}\n"
			   "quoted: \"{{ a }}\"\n"
			   "batch: 4\n";
	struct reading reading = read(text);
	struct node *map = reading.docs.at[0];

	ck_assert(reading.templated);
	ck_assert(!reading.trouble.n);
	ck_assert(str_is(node_get(map, STR("model"))->text, "{{ cookiecutter.model }}/x"));
	ck_assert(str_is(node_get(map, STR("quoted"))->text, "{{ a }}"));
	ck_assert_int_eq(node_get(map, STR("batch"))->as.i, 4);
	has_span(node_get(map, STR("batch")), text, "4");
	/* A chat template in a sound file stays as it is. */
	ck_assert(!read("t: \"{% for m in x %}{{ m }}\"\n").templated);
	ck_assert(read("a: {{ b }}\n").templated);
}
END_TEST

/* What the reader of a file is to fill in makes no value of it unreadable. */
START_TEST(blanks)
{
	const char *text = "model: {your path}/x-7B\n"
			   "plain: {a: 1}\n"
			   "batch: 4\n";
	struct reading reading = read(text);
	struct node *map = reading.docs.n ? reading.docs.at[0] : NULL;

	ck_assert(!reading.trouble.n);
	ck_assert(str_is(node_get(map, STR("model"))->text, "{your path}/x-7B"));
	ck_assert(node_get(map, STR("plain"))->kind == NODE_MAP);
	ck_assert_int_eq(node_get(map, STR("batch"))->as.i, 4);
	has_span(node_get(map, STR("batch")), text, "4");
	ck_assert(read("model: {a}/x\n  b: c\n").trouble.n);
	ck_assert(read("model: {a, b}/x\n").trouble.n);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("yaml");
	TCase *tc = tcase_create("yaml");

	suite_add_tcase(suite, tc);
	tcase_add_checked_fixture(tc, NULL, teardown);
	tcase_add_loop_test(tc, types, 0, NSCALARS);
	tcase_add_test(tc, pyyaml_agrees);
	tcase_add_test(tc, spans);
	tcase_add_test(tc, documents);
	tcase_add_test(tc, repeats);
	tcase_add_test(tc, what_came_before_trouble_is_kept);
	tcase_add_test(tc, deep_nesting_is_refused);
	tcase_add_test(tc, bombs);
	tcase_add_test(tc, tags_are_data);
	tcase_add_test(tc, templates);
	tcase_add_test(tc, blanks);
	return run_suite(suite);
}
