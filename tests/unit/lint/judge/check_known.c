/*
 * What makes a finding known: fingerprints stay while lines move; comments cover a line and its block, no more.
 */
#include "core/base/base.h"
#include "lint/judge/ignore_comment.h"
#include "lint/judge/judge.h"
#include "lint/policy/policy.h"
#include "lint/policy/request.h"
#include "tests/support/run_suite.h"

#include <check.h>
#include <string.h>

static struct arena arena;
static struct files files;
static struct result result;
static struct policy policy;
static struct request request;

static void setup(void)
{
	files = (struct files){.arena = &arena};
	result = (struct result){.files = &files};
	policy = (struct policy){0};
	request = (struct request){.policy = &policy};
	findings_init(&result.findings, &arena);
}

static void teardown(void)
{
	arena_free(&arena);
}

static struct span place(uint32_t id, const char *word)
{
	const char *text = files_at(&files, id)->text.s;

	return (struct span){id, (uint32_t)(strstr(text, word) - text), (uint32_t)strlen(word)};
}

/* The fingerprint of a finding at a word of a file of its own. */
static struct str print_of(const char *text, const char *word)
{
	uint32_t id;

	files = (struct files){.arena = &arena};
	result.findings.n = 0;
	id = files_add(&files, STR("a.yaml"), str_of(text));
	findings_add(&result.findings, RULE_DEAD_SETTING, place(id, word), "message %d", (int)strlen(text));
	fingerprints_of(&arena, &result);
	return result.findings.at[0].fingerprint;
}

START_TEST(fingerprints)
{
	struct str first = print_of("a: 1\nkey: 8\n", "8");

	ck_assert_uint_eq(first.n, 16);
	ck_assert(str_eq(first, print_of("# more\n\na: 1\n  key:  8  \n", "8")));
	ck_assert(!str_eq(first, print_of("a: 1\nkey: 9\n", "9")));
	ck_assert(!str_eq(first, print_of("a: 1\nother: 8\n", "8")));
	/* Two of the same in one file. */
	files = (struct files){.arena = &arena};
	result.findings.n = 0;
	files_add(&files, STR("a.yaml"), STR("key: 8\nkey: 8\n"));
	findings_add(&result.findings, RULE_DEAD_SETTING, (struct span){1, 5, 1}, "x");
	findings_add(&result.findings, RULE_DEAD_SETTING, (struct span){1, 12, 1}, "x");
	fingerprints_of(&arena, &result);
	ck_assert(str_eq(first, result.findings.at[0].fingerprint));
	ck_assert(!str_eq(first, result.findings.at[1].fingerprint));
}
END_TEST

/* Whether a finding at a word is hidden by what the file says. */
static bool hidden(const char *path, const char *text, const char *word)
{
	uint32_t id;

	files = (struct files){.arena = &arena};
	result.findings.n = result.known.n = 0;
	id = files_add(&files, str_of(path), str_of(text));
	findings_add(&result.findings, RULE_BAD_VALUE, place(id, word), "x");
	fingerprints_of(&arena, &result);
	known_findings(&arena, &request, NULL, 0, &result);
	ck_assert_uint_le(result.known.n, 1);
	return result.known.n == 1;
}

#define IGNORE "# gpumem-lint: ignore[bad-value] because"

START_TEST(comments)
{
	ck_assert(hidden("a.yaml", "a: 1\nb: 2 " IGNORE "\nc: 3\n", "2"));
	ck_assert(str_is(result.known.at[0].reason, "because"));
	ck_assert(!hidden("a.yaml", "a: 1\nb: 2 " IGNORE "\nc: 3\n", "3"));
	ck_assert(!hidden("a.yaml", "a: 1\nb: 2 " IGNORE "\nc: 3\n", "1"));
	ck_assert(hidden("a.yaml", "a:  " IGNORE "\n  b: 2\n\n  c: 3\nd: 4\n", "3"));
	ck_assert(!hidden("a.yaml", "a:  " IGNORE "\n  b: 2\n\n  c: 3\nd: 4\n", "4"));
	ck_assert(hidden("a.py", IGNORE "\n\n# more\nf(\n    x=1,\n)\ny = 2\n", "1"));
	ck_assert(!hidden("a.py", IGNORE "\n\n# more\nf(\n    x=1,\n)\ny = 2\n", "2"));
	ck_assert(hidden("a.sh", IGNORE "\nrun \\\n--a 1 \\\n--b 2\nrun 3\n", "2"));
	ck_assert(!hidden("a.sh", IGNORE "\nrun \\\n--a 1 \\\n--b 2\nrun 3\n", "3"));
	ck_assert(hidden("a.toml", IGNORE "\n[t]\na = 1\nb = 2\n[u]\nc = 3\n", "2"));
	ck_assert(!hidden("a.toml", IGNORE "\n[t]\na = 1\nb = 2\n[u]\nc = 3\n", "3"));
	/* Not in files without comments, and no word of prose. */
	ck_assert(!hidden("a.json", "{\"x\": 1} " IGNORE, "1"));
	ck_assert(!hidden("a.yaml", "a: 1 # see gpumem-lint: ignore[bad-value] there\n", "1"));
	ck_assert(!hidden("a.yaml", "a: 1 # gpumem-lint: ignore[dead-setting] x\n", "1"));
	ck_assert(hidden("a.yaml", "a: 1 # gpumem-lint: ignore[dead-setting, bad-value] x", "1"));
	ck_assert(!hidden("a.yaml", IGNORE, "because"));
	request.no_ignore = true;
	ck_assert(!hidden("a.yaml", "b: 2 " IGNORE "\n", "2"));
}
END_TEST

START_TEST(policies)
{
	struct policy_ignore ignore = {.rule = RULE_BAD_VALUE, .path = STR("c/**"), .reason = STR("r"), .expires = 100};

	policy.ignore = &ignore;
	policy.nignore = 1;
	request.today = 100;
	ck_assert(hidden("c/a.json", "{\"x\": 1}", "1"));
	ck_assert_uint_eq(result.findings.n, 0);
	ck_assert(!hidden("d/a.json", "{\"x\": 1}", "1"));
	ck_assert_uint_eq(result.findings.n, 2);
	request.today = 101;
	ck_assert(!hidden("c/a.json", "{\"x\": 1}", "1"));
	ck_assert_uint_eq(result.findings.n, 2);
	ck_assert(str_has(result.findings.at[1].message, STR("1970-04-11")));
}
END_TEST

START_TEST(baselines)
{
	static const char form[] = "{\"schema\": \"gpumem-lint-baseline/1\", \"findings\": ["
				   "{\"fingerprint\": \"%.*s\", \"reason\": \"r\", \"expires\": \"%s\", \"needs\": %d}]}";
	struct str print = print_of("key: 8\n", "8");
	struct baseline baseline;
	struct str message;
	struct files own = {.arena = &arena};

	for (int i = 0; i < 4; i++) {
		struct str text = str_fmt(&arena, form, STR_ARG(i == 3 ? STR("0") : print), i == 1 ? "1970-01-02" : "",
					  i == 2 ? 100 : 0);

		own = (struct files){.arena = &arena};
		ck_assert(baseline_read(&arena, &own, files_add(&own, STR("b.json"), text), &baseline, &message));
		print_of("key: 8\n", "8");
		result.known.n = 0;
		result.jobs.n = 0;
		vec_push(&arena, &result.jobs)->estimate.needed.likely = 106;
		result.findings.at[0].job = i == 2 ? 0 : SIZE_MAX;
		request.baseline = &baseline;
		request.today = 2;
		known_findings(&arena, &request, NULL, 0, &result);
		/* Known; expired; grown; another one. */
		ck_assert_uint_eq(result.known.n, i == 0);
		ck_assert_uint_eq(result.findings.n, i == 0 ? 0 : i == 3 ? 2 : 1);
	}
	own = (struct files){.arena = &arena};
	ck_assert(!baseline_read(&arena, &own, files_add(&own, STR("b.json"), STR("{}")), &baseline, &message));
	ck_assert(str_has(message, STR("--write-baseline")));
}
END_TEST

START_TEST(days)
{
	int64_t day;

	ck_assert(date_parse(STR("1970-01-01"), &day) && day == 0);
	ck_assert(date_parse(STR("2024-02-29"), &day) && day == 19782);
	ck_assert(str_is(date_text(&arena, 19782), "2024-02-29"));
	ck_assert(str_is(date_text(&arena, INT64_MAX), "9999-12-31"));
	ck_assert(!date_parse(STR("2023-02-29"), &day));
	ck_assert(!date_parse(STR("2023-2-29"), &day));
	ck_assert(!date_parse(STR("2023-13-01"), &day));
	ck_assert(!date_parse(STR("+023-12-01"), &day));
	ck_assert(!date_parse(STR("1969-12-31"), &day));
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("known");
	TCase *tc = tcase_create("known");

	suite_add_tcase(suite, tc);
	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_add_test(tc, fingerprints);
	tcase_add_test(tc, comments);
	tcase_add_test(tc, policies);
	tcase_add_test(tc, baselines);
	tcase_add_test(tc, days);
	return run_suite(suite);
}
