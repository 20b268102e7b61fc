/*
 * Loading: limits, what is kept of which files, and that the number of threads changes nothing.
 */
#include "lint/os/os.h"
#include "lint/repo/repo.h"
#include "tests/support/run_suite.h"
#include "tests/support/scratch.h"

#include <check.h>
#include <stdlib.h>
#include <unistd.h>

static struct arena arena;
static struct files files;
static struct findings findings;
static struct loader loader;
static struct candidates candidates;

static void setup(void)
{
	files = (struct files){.arena = &arena};
	findings_init(&findings, &arena);
	loader = (struct loader){.arena = &arena,
				 .fs = fs_memory(&arena),
				 .files = &files,
				 .findings = &findings,
				 .prefilter = prefilter_new(&arena)};
	candidates = (struct candidates){0};
}

static void teardown(void)
{
	arena_free(&arena);
}

static struct candidate *expect(const char *path)
{
	struct candidate *candidate = vec_push(&arena, &candidates);

	*candidate = (struct candidate){.path = str_of(path), .kind = file_kind_of(str_of(path))};
	return candidate;
}

static void put(const char *path, const char *text)
{
	expect(path);
	fs_memory_add(loader.fs, &arena, str_of(path), str_of(text));
}

START_TEST(what_matters_is_kept)
{
	const unsigned *marks;

	expect("gone.py")->listed = true;
	put("big.py", "# more than twenty bytes");
	put("notes.yaml", "a: 1");
	put("run", "#!/bin/sh\ntorchrun");
	loader.file_max = 20;
	load_start(&loader);
	marks = load_candidates(&loader, &candidates);
	ck_assert_uint_eq(candidates.n, 3);
	ck_assert_int_eq(candidates.at[2].kind, KIND_SHELL);
	ck_assert_uint_eq(files.n, 3);
	for (uint32_t id = 1; id <= 3; id++)
		ck_assert_int_eq(files_at(&files, id)->loaded, id == 3);
	ck_assert_uint_eq(marks[2], MARK_COMMAND);
	ck_assert_uint_eq(marks[0] | marks[1], 0);
	ck_assert_uint_eq(load_file(&loader, STR("notes.yaml")), 2);
	ck_assert_uint_eq(load_file(&loader, STR("run")), 3);
	ck_assert_uint_eq(load_file(&loader, STR("missing")), 0);
	load_end(&loader);
	ck_assert_uint_eq(findings.n, 1);
	ck_assert(str_is(findings.at[0].message, "is larger than the limit, so it was not read"));
}
END_TEST

/* Turtles go backward(), too: it takes a library to train. */
START_TEST(methods_train_where_a_library_is)
{
	static const struct {
		const char *path, *text;
		unsigned mark;
	} rows[] = {
	    {"other.py", "import os, turtles\n", 0},
	    {"lib.py", "from .torch import nn\nimport torches\n", 0},
	    {"uses.py", "def f():\n    from torch.nn import functional\n", MARK_SINK},
	    {"note.ipynb", "{\"cells\": []}", MARK_SINK},
	    {"trl.py", "trainer = SFTTrainer(model)\n", 0},
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		const unsigned *marks;

		setup();
		put("a.py", "t.backward(2)\n");
		put(rows[i].path, rows[i].text);
		load_start(&loader);
		marks = load_candidates(&loader, &candidates);
		ck_assert_msg(marks[0] == rows[i].mark, "%s", rows[i].path);
		/* A name that only a library has needs no import. */
		ck_assert_uint_eq(marks[1], i == 4 ? MARK_SINK : 0);
	}
}
END_TEST

/* What is known after loading, as a text: marks and sizes by file, imports. */
static struct str known(const unsigned *marks)
{
	struct str all = STR("");

	for (uint32_t id = 1; id <= files.n; id++)
		all = str_fmt(&arena, "%.*s%.*s %u %d %zu %d\n", STR_ARG(all),
			      STR_ARG(files_at(&files, id)->path), marks[id - 1],
			      files_at(&files, id)->loaded, files_at(&files, id)->text.n,
			      import_reach_imported(&loader.reach, &files, id));
	return str_fmt(&arena, "%.*s%zu bytes", STR_ARG(all), loader.total);
}

enum { MANY = 1200 };

/* Modules that import one another, of which every fifth trains; scripts and notes between. */
static struct str load_many(unsigned threads, size_t total_max)
{
	setup();
	for (int i = 0; i < MANY; i++) {
		const char *path = str_fmt(&arena, "p%04d/m%d.%s", i / 40, i,
					   i % 7   ? "py"
					   : i % 2 ? "sh"
						   : "yaml")
				       .s;
		const char *text = i % 5 ? "x = 1\n" : "loss.backward()\n";

		put(path, str_fmt(&arena, "import torch, m%d\nfrom p%04d import m%d\n%s", i * 7 % MANY,
				  i * 3 % 30, i * 11 % MANY, text)
			      .s);
	}
	loader.threads = threads;
	loader.total_max = total_max;
	load_start(&loader);
	return known(load_candidates(&loader, &candidates));
}

START_TEST(threads_change_nothing)
{
	struct str one = load_many(1, 0), few = load_many(1, 20000);

	ck_assert(str_has(one, STR("p0029/m1195.py")) && str_has(one, STR(" 1 1 ")));
	ck_assert(!str_eq(one, few));
	for (unsigned threads = 2; threads <= 8; threads += 3) {
		ck_assert(str_eq(one, load_many(threads, 0)));
		/* The files that are too many are the same, whoever has read more. */
		ck_assert(str_eq(few, load_many(threads, 20000)));
	}
	load_end(&loader);
	ck_assert_uint_eq(findings.n, 1);
	ck_assert(str_has(findings.at[0].message, STR("larger than the limit")));
}
END_TEST

static char folder[SCRATCH_PATH];

static void sh(const char *command)
{
	scratch_run(&arena, folder, command);
}

/* Every thread has its own open folders, and follows no link from any of them. */
START_TEST(threads_in_a_real_folder)
{
	struct discover what = {0};
	struct str message = STR("");
	struct str first = STR("");

	scratch_make(folder, "load");
	setup();
	sh("git init -q . && for p in a b/c d; do mkdir -p $p; for i in $(seq 1 200); do"
	   " echo 'loss.backward()' > $p/m$i.py; done; ln -s m1.py $p/link.py; done;"
	   " mkfifo d/pipe.py; ln -s b out; git add -A; rm a/m7.py; rm b/c/m9.py; mkfifo "
	   "b/c/m9.py");
	for (unsigned threads = 1; threads <= 8; threads *= 2) {
		struct str all;

		setup();
		loader.fs = fs_posix(&arena, folder, &message);
		loader.threads = threads;
		ck_assert(discover(&arena, loader.fs, &what, &findings, &candidates, &message));
		ck_assert_uint_eq(candidates.n, 604);
		load_start(&loader);
		all = known(load_candidates(&loader, &candidates));
		ck_assert_uint_eq(candidates.n, 598);
		ck_assert(!str_has(all, STR("link")) && !str_has(all, STR("a/m7.py")) &&
			  !str_has(all, STR("c/m9.py")));
		ck_assert(threads == 1 || str_eq(all, first));
		first = all;
	}
	sh("rm -rf .git a b d out");
	rmdir(folder);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("load");
	TCase *tc = tcase_create("load");

	suite_add_tcase(suite, tc);
	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_add_test(tc, what_matters_is_kept);
	tcase_add_test(tc, methods_train_where_a_library_is);
	tcase_add_test(tc, threads_change_nothing);
	tcase_add_test(tc, threads_in_a_real_folder);
	return run_suite(suite);
}
