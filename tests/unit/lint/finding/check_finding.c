#include "lint/finding/finding.h"
#include "lint/text/text.h"
#include "tests/support/run_suite.h"

#include <check.h>

static struct arena arena;

static void teardown(void)
{
	arena_free(&arena);
}

START_TEST(store)
{
	struct findings findings;
	struct span first = {1, 5, 2};
	struct span second = {1, 9, 2};

	findings_init(&findings, &arena);
	findings.severity[RULE_BAD_VALUE] = SEVERITY_OFF;
	ck_assert(!findings_add(&findings, RULE_BAD_VALUE, first, "off"));
	findings_add(&findings, RULE_UNKNOWN_GPU, second, "b");
	findings_add(&findings, RULE_UNKNOWN_GPU, first, "a %s", "\x1b[31m\n::error::x ##[error]");
	findings_add(&findings, RULE_UNKNOWN_GPU, second, "b");
	findings_sort(&findings);
	ck_assert_uint_eq(findings.n, 2);
	ck_assert(str_is(findings.at[0].message, "a \\x1b[31m\\n::error::x #\\#[error]"));
	ck_assert(str_is(findings.at[1].message, "b"));
	ck_assert_uint_eq(findings.at[0].job, SIZE_MAX);
}
END_TEST

START_TEST(rules)
{
	for (enum rule rule = 0; rule < RULE_COUNT; rule++)
		ck_assert_int_eq(rule_find(str_of(rule_rows[rule].id)), rule);
	ck_assert_int_eq(rule_find(STR("no-such-rule")), RULE_COUNT);
	ck_assert_str_eq(severity_name(SEVERITY_WARNING), "warning");
}
END_TEST

START_TEST(printing)
{
	static const struct {
		const char *in, *out;
	} rows[] = {
	    {"plain \xc3\xa4 \xf0\x9f\x98\x80", "plain \xc3\xa4 \xf0\x9f\x98\x80"},
	    {"a\rb\x7f", "a\\x0db\\x7f"},
	    {"\xe2\x80\xae"
	     "evil\xe2\x81\xa6",
	     "\\u{202e}evil\\u{2066}"},
	    {"\xe2\x80\xa8\xc2\x85", "\\u{2028}\\u{85}"},
	    {"\xff\xc3", "\\xff\\xc3"},
	    {"\xed\xa0\x80", "\\xed\\xa0\\x80"},
	    {"\xc0\xaf", "\\xc0\\xaf"},
	    {"##[group]", "#\\#[group]"},
	    {"###[", "##\\#["},
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++)
		ck_assert_str_eq(str_dup(&arena, printable(&arena, str_of(rows[i].in))).s,
				 rows[i].out);
	ck_assert(str_is(printable_utf8(&arena, STR("a\xff"
						    "b\n")),
			 "a\xef\xbf\xbd"
			 "b\n"));
	ck_assert(str_is(printable_cut(&arena,
				       STR("ab\xc3\xa4"
					   "c"),
				       3),
			 "ab\xe2\x80\xa6"));
	ck_assert(str_is(printable_cut(&arena, STR("abc"), 3), "abc"));
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("finding");
	TCase *tc = tcase_create("finding");

	suite_add_tcase(suite, tc);
	tcase_add_checked_fixture(tc, NULL, teardown);
	tcase_add_test(tc, store);
	tcase_add_test(tc, rules);
	tcase_add_test(tc, printing);
	return run_suite(suite);
}
