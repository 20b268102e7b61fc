#include "core/base/base.h"
#include "lint/read/read.h"
#include "lint/report/report.h"
#include "tests/support/run_suite.h"

#include <check.h>
#include <string.h>

static struct arena arena;
static struct files files;
static struct result result;
static struct report report;

static void setup(void)
{
	files = (struct files){.arena = &arena};
	result = (struct result){.files = &files};
	findings_init(&result.findings, &arena);
	report = (struct report){.arena = &arena, .result = &result, .version = "0"};
}

static void teardown(void)
{
	arena_free(&arena);
}

static const char *written(const char *format)
{
	struct out out = {.arena = &arena};

	report_find(str_of(format))->write(&out, &report);
	return str_dup(&arena, out_str(&out)).s;
}

static void has(const char *text, const char *part)
{
	ck_assert_msg(strstr(text, part) != NULL, "no \"%s\" in:\n%s", part, text);
}

static void lacks(const char *text, const char *part)
{
	ck_assert_msg(strstr(text, part) == NULL, "\"%s\" in:\n%s", part, text);
}

static const struct gpu card = {.name = STR_INIT("A100-80GB")};

/** A job that needs 90 GiB of 79 GiB, with one fix. */
static void add_job(const char *id, uint32_t file)
{
	static const struct estimate_term terms[] = {{.name = "weights", .bytes = 60 * GIB},
						     {.name = "activations", .bytes = 20 * GIB}};
	static struct offered_fix fix;
	struct job_result *job = vec_push(&arena, &result.jobs);

	fix = (struct offered_fix){.fix = {.setting = {SETTING_PER_DEVICE_TRAIN_BATCH_SIZE},
					   .value = {value_int(2, ORIGIN_STATED, STR(""))},
					   .n = 1,
					   .class = FIX_CHANGED,
					   .device_likely = 70 * GIB,
					   .usable = 79 * GIB,
					   .saves = 20 * GIB,
					   .cost = "half the throughput"},
				   .edits = {{.at = {file, 10, 1}, .kind = EDIT_REPLACE, .text = STR_INIT("2")}}};
	job->job.id = str_of(id);
	job->job.at = (struct span){file, 0, 1};
	job->job.gpu = &card;
	job->job.set[SETTING_MODEL] = value_str(STR("org/model"), ORIGIN_STATED, STR(""));
	job->job.set[SETTING_PER_DEVICE_TRAIN_BATCH_SIZE] = value_int(4, ORIGIN_STATED, STR(""));
	job->job.set[SETTING_PER_DEVICE_TRAIN_BATCH_SIZE].at = (struct span){file, 9, 1};
	job->job.set[SETTING_LORA_ALPHA] = value_real(0.1, ORIGIN_DEFAULTED, STR("default of x 1"));
	job->estimate = (struct estimate){.ok = true,
					  .phase = "backward",
					  .allocated = {79 * GIB, 80 * GIB, 82 * GIB},
					  .reserved = {84 * GIB, 85 * GIB, 90 * GIB},
					  .needed = {88 * GIB, 90 * GIB, 95 * GIB},
					  .terms = terms,
					  .n_terms = 2};
	job->usable = 79 * GIB;
	job->verdict = VERDICT_EXCEEDS;
	job->fixes = &fix;
	job->nfixes = 1;
}

static void add_finding(struct span at, const char *message)
{
	struct finding *f =
	    findings_add(&result.findings, RULE_GPU_MEMORY_EXCEEDED, at, "%s", message);

	f->job = 0;
	result.errors++;
}

static void usual(void)
{
	uint32_t id = files_add(&files, STR("a.yaml"), STR("m: x\nbs:\t 4 # many\n"));

	*vec_push(&arena, &result.seen) = id;
	add_job("a.yaml", id);
	add_finding((struct span){id, 10, 1}, "needs 90 GiB");
}

START_TEST(text)
{
	const char *out;

	usual();
	out = written("text");
	has(out, "error[gpu-memory-exceeded]: needs 90 GiB\n");
	has(out, " --> a.yaml:2:6\n");
	has(out, "2 | bs:  4 # many\n");
	has(out, "  |      ^\n");
	has(out, "  = peak: 90.0 GiB (88.0 GiB to 95.0 GiB) of 79.0 GiB: 11.0 GiB too much, in "
		 "phase backward\n");
	has(out, "weights");
	has(out, "CUDA and libraries");
	has(out, "  = help: per_device_train_batch_size = 2: 70.0 GiB, 9.00 GiB free, saves 20.0 GiB (changed training; half "
		 "the throughput)\n      - a.yaml:2:6: bs:  2 # many\n");
	has(out, "  ✗  a.yaml  model  ~full     4×~2048  90.0 (88–95)  A100-80GB  -11.0\n  ✗ exceeds\n");
	has(out, "\n1 job in 1 file: 1 error, 0 warnings, 0 notices\n");
	lacks(out, "\033");
	report.color = true;
	has(written("text"), "\033[1;31merror[gpu-memory-exceeded]\033[0m");
	report.color = false;
	report.show_settings = true;
	has(written("text"), "lora_alpha                     0.1  defaulted, default of x 1\n");
	has(written("text"), "exceeds  a.yaml: org/model on 1 × A100-80GB, 90.0 GiB");
	lacks(written("text"), "✗");
}
END_TEST

static size_t columns_of(const char *line)
{
	size_t n = 0;

	for (; *line && *line != '\n'; line++)
		n += ((unsigned char)*line & 0xc0) != 0x80;
	return n;
}

/* Long names: no line of the table is wider than the terminal, and what tells jobs apart stays. */
START_TEST(table_is_cut_to_the_width)
{
	static const char *const ids[] = {"configs/first-of-all-experiments/sft.yaml",
					  "configs/first-of-all-experiments/dpo-of-a-name-that-is-rather-long.yaml",
					  "configs/second-of-all-experiments/sft.yaml#2", "top.py@runs/go.sh"};
	const char *out;

	for (size_t i = 0; i < sizeof(ids) / sizeof(*ids); i++) {
		add_job(ids[i], 0);
		result.jobs.at[i].job.set[SETTING_MODEL] =
			value_str(STR("an-organisation/a-model-of-a-long-name-7B-Instruct"), ORIGIN_STATED, STR(""));
	}
	out = written("text");
	has(out, "\n  configs/first-of-all-experiments/\n  ✗  sft.yaml");
	has(out, "\n  configs/second-of-all-experiments/\n  ✗  sft.yaml#2");
	has(out, "  ✗  …p.py@runs/go.sh");
	for (const char *line = out; line; line = strchr(line, '\n') ? strchr(line, '\n') + 1 : NULL)
		ck_assert_uint_le(columns_of(line), 80);
	report.width = 200;
	has(written("text"), "  ✗  configs/second-of-all-experiments/sft.yaml#2 ");
}
END_TEST

/* No card: another verdict than no estimate, and the smallest card that would do. */
START_TEST(table_names_the_smallest_card)
{
	usual();
	result.jobs.at[0].job.gpu = NULL;
	result.jobs.at[0].usable = 0;
	result.jobs.at[0].verdict = VERDICT_NO_TARGET;
	result.jobs.at[0].smallest = &card;
	has(written("text"), "  ·  a.yaml  model  ~full     4×~2048  90.0 (88–95)  ≥ A100-80GB");
	has(written("json"), "\"verdict\": \"no-target\"");
	has(written("json"), "\"smallest_gpu\": \"A100-80GB\"");
	result.jobs.at[0].smallest = NULL;
	has(written("text"), "none holds it");
	lacks(written("json"), "smallest_gpu");
	result.jobs.at[0].verdict = VERDICT_NOT_ESTIMATED;
	result.jobs.at[0].estimate.ok = false;
	result.jobs.at[0].missing = STR("the model is not known");
	has(written("text"), "  ?  a.yaml  model  ~full   the model is not known\n");
}
END_TEST

/* Hundreds of jobs without a card are one line; of what gave no job the commonest cause comes first. */
START_TEST(notices_are_gathered)
{
	uint32_t id = files_add(&files, STR("a.py"), STR("one\ntwo\nthree\n"));
	const char *out;

	for (uint32_t i = 0; i < 12; i++) {
		findings_add(&result.findings, RULE_NO_TARGET_GPU, (struct span){id, i, 1}, "needs %u GiB", i);
		findings_add(&result.findings, RULE_NO_JOB, (struct span){id, i, 1}, "no job comes of this launch of x: %s",
			     i ? "it is not here" : "nobody knows");
	}
	out = written("text");
	has(out, "12 jobs name no GPU: --gpu NAME, or target: in .gpumem-lint.yml, gives verdicts\n");
	has(out, "12 things train and gave no job:\n    it is not here (a.py:1:2, a.py:1:3 and 9 more)\n"
		 "    nobody knows (a.py:1:1)\n");
	lacks(out, "needs");
	report.verbose = true;
	out = written("text");
	has(out, "notice[no-target-gpu]: needs 11 GiB\n --> a.py:3:4\n");
	lacks(out, "12 jobs");
	report.verbose = false;
	report.quiet = true;
	ck_assert_str_eq(written("text"), "");
}
END_TEST

START_TEST(concise)
{
	usual();
	ck_assert_str_eq(written("concise"),
			 "a.yaml:2:6: error[gpu-memory-exceeded] needs 90 GiB\n");
}
END_TEST

START_TEST(github)
{
	const char *out;

	usual();
	report.prefix = STR("sub/");
	out = written("github");
	ck_assert_ptr_eq(
	    out, strstr(out, "::error file=sub/a.yaml,line=2,endLine=2,col=6,endColumn=7,"
			     "title=gpu-memory-exceeded::needs 90 GiB%0Aweights 60.0 GiB + "));
	has(out, " + CUDA and libraries 5.00 GiB\n");
	has(out, "2 | bs:  4 # many\n");
}
END_TEST

START_TEST(github_shows_the_worst_ten)
{
	const char *out;
	size_t n = 0;

	usual();
	for (uint32_t i = 0; i < 14; i++)
		findings_add(&result.findings, RULE_GPU_MEMORY_EXCEEDED, (struct span){1, i, 1},
			     "small");
	out = written("github");
	ck_assert_ptr_eq(out, strstr(out, "::error file=a.yaml,line=2,"));
	for (const char *p = out; (p = strstr(p, "::error ")); p++)
		n++;
	ck_assert_uint_eq(n, 10);
	has(out, "\n5 more errors are not annotated");
}
END_TEST

/* Names, lines and messages as an attacker would choose them. */
static const char *const hostile[] = {
    "::error file=x::injected",
    "a\n::error::injected",
    "a\r::stop-commands::x",
    "\xc2\xa0::add-mask::x",
    "\xe2\x80\xa8::warning::x",
    " \t::debug::x",
    "##[error]x",
    "a,line=3::x%0A::error::y",
    "%0a%25:,",
    "\033[2J\033]0;title\007",
    ("\xe2\x80\xae"
     "txt.exe"),
    "\xff\xfe\xc3",
    "\",\"verdict\":\"fits\",\"x\":\"",
    "|a|`b`<img src=x>@user #1 [l](http://x) <!-- -->",
};

enum { NHOSTILE = sizeof(hostile) / sizeof(*hostile) };

/** As the runner reads a log: lines end at LF, CR and CRLF. Fails if one is a command of the input's. */
static void check_log(const char *out)
{
	while (*out) {
		size_t n = strcspn(out, "\r\n");
		const char *p = out;

		while (*p == ' ' || *p == '\t' || (unsigned char)*p == 0xc2 ||
		       (unsigned char)*p == 0xa0)
			p++;
		if (strncmp(p, "::", 2) == 0)
			ck_assert_msg(strncmp(p, "::error file=", 13) == 0 &&
					  strstr(p, ",title=gpu-"),
				      "a command: %.*s", (int)n, out);
		out += n + (out[n] != '\0');
	}
}

START_TEST(hostile_text)
{
	static const char *const formats[] = {"text", "concise", "github", "markdown"};
	uint32_t id = files_add(&files, str_of(hostile[_i]), str_of(hostile[_i]));

	*vec_push(&arena, &result.seen) = id;
	add_job(hostile[_i], id);
	result.jobs.at[0].job.set[SETTING_MODEL].as.s = str_of(hostile[_i]);
	result.jobs.at[0].launched_by = str_of(hostile[_i]);
	add_finding((struct span){id, 0, 3}, hostile[_i]);
	result.findings.at[0].notes = &result.jobs.at[0].launched_by;
	result.findings.at[0].n_notes = 1;
	report.verbose = report.show_settings = true;
	for (size_t i = 0; i < sizeof(formats) / sizeof(*formats); i++) {
		const char *out = written(formats[i]);

		check_log(out);
		lacks(out, "##[");
		lacks(out, "\033");
		lacks(out, "\007");
		lacks(out, "\r");
		lacks(out, "\xe2\x80\xae");
		lacks(out, "\xff");
		if (i == 3) {
			lacks(out, "<img");
			lacks(out, "`b`");
			lacks(out, "@user");
		}
	}
}
END_TEST

START_TEST(hostile_json)
{
	uint32_t id = files_add(&files, str_of(hostile[_i]), str_of(hostile[_i]));
	struct reading reading;
	const struct node *top;

	add_job(hostile[_i], id);
	add_finding((struct span){id, 0, 3}, hostile[_i]);
	reading = read_json(&arena, 1, str_of(written("json")));
	ck_assert_msg(!reading.trouble.n, "%.*s", STR_ARG(reading.trouble));
	top = reading.docs.at[0];
	ck_assert_uint_eq(reading.repeats.n, 0);
	ck_assert(str_is(node_path(top, STR("jobs[0].verdict"))->text, "exceeds"));
	ck_assert_uint_eq(node_path(top, STR("jobs"))->as.items.n, 1);
	if (!strstr(hostile[_i], "\xff"))
		ck_assert(str_is(node_path(top, STR("jobs[0].id"))->text, hostile[_i]));
	else
		ck_assert(str_is(node_path(top, STR("jobs[0].id"))->text,
				 "\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd"));
}
END_TEST

START_TEST(json)
{
	struct reading reading;
	const struct node *top;

	usual();
	reading = read_json(&arena, 2, str_of(written("json")));
	ck_assert(!reading.trouble.n);
	top = reading.docs.at[0];
	ck_assert(str_is(node_get(top, STR("schema"))->text, "gpumem-lint/1"));
	ck_assert_int_eq(
	    node_path(top, STR("jobs[0].settings.per_device_train_batch_size.value"))->as.i, 4);
	ck_assert_int_eq(
	    node_path(top, STR("jobs[0].settings.per_device_train_batch_size.line"))->as.i, 2);
	ck_assert_int_eq(
	    node_path(top, STR("jobs[0].settings.per_device_train_batch_size.column"))->as.i, 5);
	ck_assert(
	    str_is(node_path(top, STR("jobs[0].settings.lora_alpha.origin"))->text, "defaulted"));
	ck_assert_int_eq(node_path(top, STR("jobs[0].target.usable_bytes"))->as.i,
			 79 * (int64_t)GIB);
	ck_assert_int_eq(node_path(top, STR("jobs[0].estimate.needed.high"))->as.i,
			 95 * (int64_t)GIB);
	ck_assert(str_is(node_path(top, STR("jobs[0].estimate.terms[0].name"))->text, "weights"));
	ck_assert_int_eq(
	    node_path(top, STR("jobs[0].fixes[0].set.per_device_train_batch_size"))->as.i, 2);
	ck_assert_int_eq(node_path(top, STR("findings[0].end_column"))->as.i, 7);
	ck_assert(str_is(node_path(top, STR("findings[0].job"))->text, "a.yaml"));
	ck_assert_int_eq(node_path(top, STR("summary.errors"))->as.i, 1);
}
END_TEST

START_TEST(empty_result)
{
	has(written("text"), "0 jobs in 0 files: 0 errors, 0 warnings, 0 notices\n");
	ck_assert_str_eq(written("concise"), "");
	has(written("markdown"), "0 jobs");
	ck_assert(!read_json(&arena, 1, str_of(written("json"))).trouble.n);
	ck_assert(report_find(STR("nonsense")) == NULL);
}
END_TEST

START_TEST(long_lines)
{
	struct str line = STR("");
	const char *out;

	for (int i = 0; i < 300; i++)
		line = str_cat(&arena, line, STR("\xc3\xa4"));
	files_add(&files, STR("x"), line);
	findings_add(&result.findings, RULE_BAD_VALUE, (struct span){1, 300, 20}, "m");
	findings_add(&result.findings, RULE_BAD_VALUE, (struct span){1, 601, 20}, "behind the end");
	findings_add(&result.findings, RULE_BAD_VALUE, (struct span){0, 0, 0}, "nowhere");
	out = written("text");
	has(out, "1 | …");
	has(out, "^^^^^^^^^^\n");
	lacks(out, "\\x");
}
END_TEST

START_TEST(writing)
{
	ck_assert(!out_replace_file(&arena, STR("x"), "/dev/full"));
	ck_assert(!out_replace_file(&arena, STR("x"), "/no/such/folder/x"));
	ck_assert(!out_write(STR("x"), 99));
	ck_assert(out_replace_file(&arena, STR("x"), "build/check_report.out"));
	ck_assert(out_append_file(STR("y"), "build/check_report.out"));
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("report");
	TCase *tc = tcase_create("report");

	suite_add_tcase(suite, tc);
	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_add_test(tc, text);
	tcase_add_test(tc, table_is_cut_to_the_width);
	tcase_add_test(tc, table_names_the_smallest_card);
	tcase_add_test(tc, notices_are_gathered);
	tcase_add_test(tc, concise);
	tcase_add_test(tc, github);
	tcase_add_test(tc, github_shows_the_worst_ten);
	tcase_add_loop_test(tc, hostile_text, 0, NHOSTILE);
	tcase_add_loop_test(tc, hostile_json, 0, NHOSTILE);
	tcase_add_test(tc, json);
	tcase_add_test(tc, empty_result);
	tcase_add_test(tc, long_lines);
	tcase_add_test(tc, writing);
	return run_suite(suite);
}
