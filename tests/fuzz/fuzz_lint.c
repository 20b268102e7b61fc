/*
 * The whole program on a repository of the same bytes under several names, and its reports: it ends,
 * and no output gives an order to a terminal or to a runner.
 */
#include "lint/cli/run.h"
#include "lint/os/os.h"
#include "lint/policy/policy.h"
#include "lint/report/report.h"

#include "fuzz.h"

#include <string.h>

static const char *const names[] = {"a.yaml",  "b.json",   "c.py",     "d.sh",
				    "e.ipynb", "Makefile", "ds.slurm", ".gpumem-lint.yml"};

/* A line may begin with "::" only as an annotation; nothing but line feeds and tabs is a control character. */
static void check_lines(struct str s, bool annotations)
{
	static const char *const ours[] = {"::error ", "::warning ", "::notice ",
					   "::group::", "::endgroup::"};
	size_t start = 0;

	for (size_t i = 0; i < s.n; i++) {
		bool known = !annotations;

		fuzz_check((unsigned char)s.s[i] >= 0x20 || s.s[i] == '\n' || s.s[i] == '\t');
		fuzz_check(s.s[i] != 0x7f);
		if (i != start || s.s[i] == '\n') {
			start = s.s[i] == '\n' ? i + 1 : start;
			continue;
		}
		if (s.n - i < 2 || memcmp(s.s + i, "::", 2) != 0)
			continue;
		for (size_t k = 0; k < sizeof(ours) / sizeof(*ours); k++)
			known = known || (s.n - i >= strlen(ours[k]) &&
					  !memcmp(s.s + i, ours[k], strlen(ours[k])));
		fuzz_check(annotations && known);
	}
	fuzz_check(s.n == 0 || !memmem(s.s, s.n, "##[", 3));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct arena a = {0};
	struct files files = {.arena = &a};
	struct policy policy = {0};
	struct request request = {.policy = &policy, .gpu = STR("A100-40GB")};
	struct filesystem *fs = fs_memory(&a);
	struct result result = {0};
	struct str message;
	struct report report = {
	    .arena = &a, .result = &result, .version = "0", .verbose = true, .show_settings = true};

	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++)
		fs_memory_add(fs, &a, str_of(names[i]),
			      (struct str){(const char *)data, size});
	if (run_lint(&a, fs, &files, &request, &result, &message)) {
		for (size_t i = 0; i < report_formats_n; i++) {
			struct out out = {.arena = &a};

			report_formats[i].write(&out, &report);
			if (strcmp(report_formats[i].name, "json") == 0)
				fuzz_touch(out_str(&out));
			else
				check_lines(out_str(&out),
					    strcmp(report_formats[i].name, "github") == 0);
		}
	}
	arena_free(&a);
	return 0;
}
