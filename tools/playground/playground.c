/*
 * The linter for a page: files in memory come in, a report goes out. What the page calls; everything else is the program.
 *
 *	allocate(n)			room for n bytes of the page's; valid until clear()
 *	clear()				forgets all files
 *	add(path, n, text, m)		a file
 *	run(gpu, n, format, m)		lints what was added: 1, or 0 for trouble (the output says which)
 *	output(), output_size()		the report of the last run
 */
#include "core/base/base.h"
#include "lint/cli/run.h"
#include "lint/os/os.h"
#include "lint/policy/policy.h"
#include "lint/report/report.h"

#define EXPORT(name) __attribute__((export_name(name)))

/* The module is one page's. */
static struct arena arena;
static struct filesystem *fs;
static struct str output;

EXPORT("allocate") void *playground_allocate(size_t n)
{
	return arena_alloc(&arena, n + 1, 1);
}

EXPORT("clear") void playground_clear(void)
{
	arena_reset(&arena);
	fs = fs_memory(&arena);
	output = STR("");
}

EXPORT("add") void playground_add(const char *path, size_t n, const char *text, size_t m)
{
	fs_memory_add(fs, &arena, (struct str){path, n}, (struct str){text, m});
}

EXPORT("run") int playground_run(const char *gpu, size_t n, const char *format, size_t m)
{
	const struct report_format *f = report_find((struct str){format, m});
	struct files *files = arena_new(&arena, struct files);
	struct policy *policy = arena_new(&arena, struct policy);
	struct result *result = arena_new(&arena, struct result);
	const struct request request = {.gpu = {gpu, n}, .policy = policy};
	struct str message = STR("");
	struct report report = {.arena = &arena, .result = result, .version = "playground"};
	struct out out = {.arena = &arena};

	files->arena = &arena;
	if (!f || !run_lint(&arena, fs, files, &request, result, &message)) {
		output = f ? message : STR("no such format");
		return 0;
	}
	f->write(&out, &report);
	output = out_str(&out);
	return 1;
}

EXPORT("output") const char *playground_output(void)
{
	return output.s;
}

EXPORT("output_size") size_t playground_output_size(void)
{
	return output.n;
}
