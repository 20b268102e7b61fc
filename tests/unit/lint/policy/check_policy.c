#include "lint/policy/policy.h"

#include "core/base/base.h"
#include "tests/support/run_suite.h"

#include <check.h>

#include <string.h>

static struct arena arena;
static struct files files;
static struct policy policy;
static struct str message;

static void setup(void)
{
	files = (struct files){.arena = &arena};
}

static void teardown(void)
{
	arena_free(&arena);
}

static bool read(const char *text)
{
	files = (struct files){.arena = &arena};
	return policy_read(&arena, &files, files_add(&files, STR(".gpumem-lint.yml"), str_of(text)),
			   &policy, &message);
}

START_TEST(globs)
{
	char text[1024];
	size_t n = 0;

	/* Each is tried on each path. */
	memcpy(text, "exclude: [", 10);
	for (n = 10; n < 212; n += 2)
		memcpy(text + n, "a,", 2);
	memcpy(text + n, "b]\n", 4);
	ck_assert(!read(text));
	ck_assert(str_has(message, STR("more than 100 globs")));
	memset(text, '*', 300);
	memcpy(text, "exclude: [\"", 11);
	memcpy(text + 300, "\"]\n", 4);
	ck_assert(!read(text));
	ck_assert(str_has(message, STR("a glob of more than 200 bytes")));
}
END_TEST

START_TEST(whole)
{
	ck_assert_msg(
	    read("target: {gpu: H100-80GB, count: 8, force: yes}\n"
		 "head-room: 5%\n"
		 "fail-on: high\n"
		 "rules: {unknown-gpu: warning, dead-setting: off}\n"
		 "exclude: [third_party/**]\n"
		 "paths:\n  - {match: \"configs/a100/**\", target: A100-80GB}\n"
		 "  - {match: \"x\", target: shared-slice}\n"
		 "models:\n  acme/secret: {like: Qwen/Qwen2.5-7B}\n"
		 "  acme/own: {hidden_size: 64, num_hidden_layers: 2, num_attention_heads: 4,\n"
		 "             intermediate_size: 128, vocab_size: 1000}\n"
		 "gpus: {shared-slice: {memory: 20GiB}}\n"
		 "jobs:\n  - {name: pretrain, file: train.py, settings: {model: acme/secret}}\n"),
	    "%.*s", STR_ARG(message));
	ck_assert(str_is(policy.target.gpu, "H100-80GB"));
	ck_assert_uint_eq(policy.target.count, 8);
	ck_assert(policy.target.force);
	ck_assert_double_eq_tol(policy.head_room.share, 0.05, 1e-9);
	ck_assert(policy.has_fail_on && policy.fail_on == FAIL_ON_HIGH);
	ck_assert_uint_eq(policy.nrules, 2);
	ck_assert_int_eq(policy.rules[1].rule, RULE_DEAD_SETTING);
	ck_assert_int_eq(policy.rules[1].severity, SEVERITY_OFF);
	ck_assert(str_is(policy.exclude[0], "third_party/**"));
	ck_assert(str_is(policy.paths[0].target.gpu, "A100-80GB"));
	ck_assert(str_is(policy.models[0].like, "Qwen/Qwen2.5-7B"));
	ck_assert_uint_eq(policy.models[1].shape->kv_heads, 4);
	ck_assert_uint_eq(policy.models[1].shape->head_dim, 16);
	ck_assert_uint_eq(policy.gpus[0].memory, 20 * GIB);
	ck_assert(str_is(policy.jobs[0].name, "pretrain"));
	ck_assert(node_get(policy.jobs[0].settings, STR("model")) != NULL);
}
END_TEST

START_TEST(short_forms)
{
	ck_assert(read(""));
	ck_assert(read("# nothing\n"));
	ck_assert(read("target: 24GiB\nhead-room: 4GiB\n"));
	ck_assert_uint_eq(policy.head_room.bytes, 4 * GIB);
	ck_assert(str_is(policy.target.gpu, "24GiB"));
}
END_TEST

START_TEST(broken)
{
	static const struct {
		const char *text, *message;
	} rows[] = {
	    {"a: 1\ntraget: x\n", ".gpumem-lint.yml:1:1: unknown key 'a'"},
	    {"traget: x\n", ":1:1: unknown key 'traget': did you mean \"target\"?"},
	    {"target: [1]\n", ":1:9: a word is expected"},
	    {"target: A1000000\n", ":1:9: no GPU A1000000"},
	    {"head-room: much\n", ":1:12: a share such as 5%"},
	    {"head-room: 100%\n", ":1:12: a share"},
	    {"fail-on: never\n", ":1:10: low, likely or high"},
	    {"rules: {unknown-gpus: off}\n",
	     ":1:9: no rule 'unknown-gpus': did you mean \"unknown-gpu\"?"},
	    {"rules: {unknown-gpu: loud}\n", ":1:22: off, notice"},
	    {"exclude: x\n", ":1:10: a list of globs"},
	    {"paths:\n  - {match: x}\n", ":2:5: match and target"},
	    {"models: {x: {hidden_size: 3}}\n", ":1:13: hidden_size, num_hidden_layers"},
	    {"models: {x: {like: y, config: z}}\n", "exclude each other"},
	    {"gpus: {x: {}}\n", "memory is needed"},
	    {"jobs: [{name: x, settings: {modle: y}}]\n",
	     "no setting 'modle': did you mean \"model\"?"},
	    {"jobs: [{name: x}]\n", "name and settings"},
	    {"target: x\ntarget: y\n", ":2:1: the key stands here twice"},
	    {"a: b: c\n", ":1:5: "},
	    {"- 1\n", "a mapping is expected"},
	    {"target: {count: -1}\n", "out of range"},
	    {"\"\\x1b[2J\": 1\n", "unknown key '\\x1b[2J'"},
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		ck_assert_msg(!read(rows[i].text), "%s is taken", rows[i].text);
		ck_assert_msg(str_has(message, str_of(rows[i].message)), "%s: %.*s", rows[i].text,
			      STR_ARG(message));
	}
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("policy");
	TCase *tc = tcase_create("policy");

	suite_add_tcase(suite, tc);
	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_add_test(tc, globs);
	tcase_add_test(tc, whole);
	tcase_add_test(tc, short_forms);
	tcase_add_test(tc, broken);
	return run_suite(suite);
}
