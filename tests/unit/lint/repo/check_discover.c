#include "lint/os/os.h"
#include "lint/repo/discover.h"
#include "tests/support/run_suite.h"
#include "tests/support/scratch.h"

#include <check.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static struct arena arena;
static struct findings findings;
static struct candidates found;
static struct str message;
static char folder[SCRATCH_PATH];

static void setup(void)
{
	findings_init(&findings, &arena);
	found = (struct candidates){0};
	message = STR("");
}

static void teardown(void)
{
	arena_free(&arena);
}

/** Runs a shell command in the scratch folder. */
static void sh(const char *command)
{
	scratch_run(&arena, folder, command);
}

static void setup_folder(void)
{
	setup();
	scratch_make(folder, "discover");
	sh("mkdir -p repo/sub outside; echo 'x: 1' > outside/x.yaml; cd repo; echo 'a: 1' > a.yaml;"
	   "echo 'b: 1' > sub/b.yaml; echo > notes.md; printf '#!/bin/sh\\n' > sub/run");
}

static void teardown_folder(void)
{
	sh("rm -rf repo outside");
	rmdir(folder);
	teardown();
}

static struct filesystem *real(void)
{
	struct filesystem *fs = fs_posix(&arena, str_fmt(&arena, "%s/repo", folder).s, &message);

	ck_assert_msg(fs != NULL, "%.*s", STR_ARG(message));
	return fs;
}

static bool run(struct filesystem *fs, const struct discover *what)
{
	return discover(&arena, fs, what, &findings, &found, &message);
}

/** The paths found, with blanks between; "~" before what is context. */
static const char *paths(void)
{
	struct str all = STR("");

	for (size_t i = 0; i < found.n; i++)
		all = str_fmt(&arena, "%s%s%s%.*s", all.s, i ? " " : "", found.at[i].context ? "~" : "",
			      STR_ARG(found.at[i].path));
	return all.s;
}

static bool has_finding(const char *text)
{
	for (size_t i = 0; i < findings.n; i++)
		if (str_has(findings.at[i].message, str_of(text)))
			return true;
	return false;
}

static struct filesystem *memory(const char *const *names)
{
	struct filesystem *fs = fs_memory(&arena);

	for (; *names; names++)
		fs_memory_add(fs, &arena, str_of(*names), STR("text"));
	return fs;
}

START_TEST(walks)
{
	static const char *const names[] = {"z.py",
					    "b/a.yaml",
					    "b/c/run.sh",
					    "b.json",
					    "readme.md",
					    "node_modules/x.py",
					    "b/.git/config.yaml",
					    "Makefile",
					    "bin/train",
					    "b/requirements-dev.txt",
					    NULL};
	static const struct str exclude[] = {STR_INIT("b/c")};
	struct filesystem *fs = memory(names);

	ck_assert(run(fs, &(struct discover){0}));
	ck_assert_str_eq(
	    paths(), "Makefile b.json b/a.yaml b/c/run.sh b/requirements-dev.txt bin/train readme.md z.py");
	ck_assert_int_eq(found.at[5].kind, KIND_MAYBE);
	setup();
	ck_assert(run(fs, &(struct discover){.exclude = exclude, .nexclude = 1}));
	ck_assert_str_eq(paths(), "Makefile b.json b/a.yaml b/requirements-dev.txt bin/train readme.md z.py");
}
END_TEST

START_TEST(named_paths)
{
	static const char *const names[] = {"a/x.py", "a/y.yaml", "c.txt", NULL};
	static const struct str given[] = {STR_INIT("./a//"), STR_INIT("a/b/../x.py"),
					   STR_INIT("c.txt")};
	static const struct str bad[] = {STR_INIT("nothing"), STR_INIT("../a"), STR_INIT("/etc"),
					 STR_INIT("a/../../b")};
	struct filesystem *fs = memory(names);

	ck_assert(run(fs, &(struct discover){.paths = given, .npaths = 3}));
	ck_assert_str_eq(paths(), "a/x.py a/y.yaml ~c.txt");
	ck_assert(found.at[0].named);
	ck_assert(has_finding("not a kind of file"));
	for (size_t i = 0; i < sizeof(bad) / sizeof(*bad); i++)
		ck_assert(!run(fs, &(struct discover){.paths = &bad[i], .npaths = 1}));
}
END_TEST

/** Where git tracks nothing, a file that is named has the rest of its project as context, and of no other one. */
START_TEST(around_without_git)
{
	static const char *const names[] = {"p/.git/config", "p/conf/a.yaml", "p/train.py", "q/README.md", "q/run/README.md", "q/run/go.sh",
					    "q/sft.yaml", "z.py", NULL};
	static const struct str inside[] = {STR_INIT("p/conf/a.yaml")}, script[] = {STR_INIT("q/run/go.sh")};
	static const struct str top[] = {STR_INIT("z.py")};
	struct filesystem *fs = memory(names);

	ck_assert(run(fs, &(struct discover){.paths = inside, .npaths = 1}));
	ck_assert_str_eq(paths(), "p/conf/a.yaml ~p/train.py");
	setup();
	ck_assert(run(fs, &(struct discover){.paths = script, .npaths = 1}));
	ck_assert_str_eq(paths(), "~q/README.md ~q/run/README.md q/run/go.sh ~q/sft.yaml");
	setup();
	ck_assert(run(fs, &(struct discover){.paths = top, .npaths = 1, .entries_max = 100}));
	ck_assert_str_eq(paths(), "~p/conf/a.yaml ~p/train.py ~q/README.md ~q/run/README.md ~q/run/go.sh ~q/sft.yaml z.py");
	ck_assert_uint_eq(findings.n, 0);
}
END_TEST

START_TEST(limits_are_findings)
{
	static const char *const names[] = {"a/b/c/d.py", "e.py", "f.py", "g.py", NULL};
	struct filesystem *fs = memory(names);

	ck_assert(run(fs, &(struct discover){.files_max = 2}));
	ck_assert_uint_eq(found.n, 2);
	ck_assert(has_finding("more than 2 files:"));
	setup();
	ck_assert(run(fs, &(struct discover){.depth_max = 3}));
	ck_assert_str_eq(paths(), "e.py f.py g.py");
	ck_assert(has_finding("more than 3 folders"));
	setup();
	ck_assert(run(fs, &(struct discover){.entries_max = 2}));
	ck_assert(has_finding("more than 2 files and folders"));
}
END_TEST

START_TEST(real_folder_without_git)
{
	sh("cd repo; ln -s ../outside out; ln -s a.yaml link.yaml; ln -s . loop; mkfifo pipe.yaml;"
	   "ln -s /etc/passwd passwd.yaml");
	ck_assert(run(real(), &(struct discover){0}));
	ck_assert_str_eq(paths(), "a.yaml notes.md sub/b.yaml sub/run");
}
END_TEST

START_TEST(links_and_special_files_are_not_read)
{
	static const char *const names[] = {"link.yaml", "out/x.yaml", "pipe.yaml",
					    "sub",	 "nothing",    "zero"};
	static const enum fs_status expected[] = {FS_NOT_A_FILE, FS_NOT_A_FILE,
						     FS_NOT_A_FILE, FS_NOT_A_FILE,
						     FS_MISSING,    FS_NOT_A_FILE};
	struct filesystem *fs;
	struct str text;

	sh("cd repo; ln -s ../outside out; ln -s a.yaml link.yaml; mkfifo pipe.yaml; ln -s "
	   "/dev/zero zero");
	fs = real();
	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++)
		ck_assert_int_eq(fs->read(fs->context, &arena, str_of(names[i]), 99, &text),
				 expected[i]);
	ck_assert_int_eq(fs->read(fs->context, &arena, STR("../outside/x.yaml"), 99, &text),
			 FS_NOT_A_FILE);
	ck_assert_int_eq(fs->read(fs->context, &arena, STR("a.yaml"), 4, &text),
			 FS_TOO_LARGE);
	ck_assert_int_eq(fs->read(fs->context, &arena, STR("sub/b.yaml"), 5, &text),
			 FS_OK);
	ck_assert(str_is(text, "b: 1\n"));
}
END_TEST

START_TEST(tracked_files_only)
{
	static const struct str given[] = {STR_INIT("new")};

	sh("cd repo; git init -q; git add a.yaml sub; mkdir new; echo > new/c.yaml; echo > d.yaml;"
	   "ln -s a.yaml l.yaml; git add l.yaml");
	ck_assert(run(real(), &(struct discover){0}));
	/* Links are listed, too: they are refused when they are read. */
	ck_assert_str_eq(paths(), "a.yaml l.yaml sub/b.yaml sub/run");
	for (size_t i = 0; i < found.n; i++)
		ck_assert(found.at[i].listed);
	/* A folder with nothing tracked is new work, not nothing. */
	setup();
	ck_assert(run(real(), &(struct discover){.paths = given, .npaths = 1}));
	ck_assert_str_eq(paths(), "~a.yaml ~l.yaml new/c.yaml ~sub/b.yaml ~sub/run");
}
END_TEST

START_TEST(another_owner)
{
	if (getuid() != 0)
		return;
	sh("cd repo; git init -q; git add a.yaml sub; echo > d.yaml; chown -R 12345 .");
	ck_assert(run(real(), &(struct discover){0}));
	ck_assert_str_eq(paths(), "a.yaml sub/b.yaml sub/run");
}
END_TEST

/** Appends an entry of a git index, version 2, with an arbitrary path. */
static void index_entry(FILE *index, const char *path)
{
	size_t n = strlen(path);
	size_t written = 62 + n;

	for (int i = 0; i < 24; i++)
		fputc(0, index);
	fwrite("\0\0\x81\xa4", 1, 4, index);
	for (int i = 0; i < 12 + 20; i++)
		fputc(1, index);
	fputc(0, index);
	fputc((int)n, index);
	fwrite(path, 1, n, index);
	do
		fputc(0, index);
	while (++written % 8);
}

START_TEST(hostile_repository)
{
	FILE *index;

	sh("cd repo; git init -q; git config core.fsmonitor \"touch $PWD/../outside/canary; "
	   "false\";"
	   "mkdir bin; printf '#!/bin/sh\\ntouch %s/../outside/canary\\n' $PWD > bin/git;"
	   "chmod +x bin/git");
	index = fopen(str_fmt(&arena, "%s/repo/.git/index", folder).s, "wb");
	ck_assert(index != NULL);
	fwrite("DIRC\0\0\0\2\0\0\0\5", 1, 12, index);
	index_entry(index, "../outside/x.yaml");
	index_entry(index, "/etc/passwd.yaml");
	index_entry(index, "a.yaml");
	index_entry(index, "sub/../../outside/x.yaml");
	index_entry(index, "sub/b.yaml");
	for (int i = 0; i < 20; i++)
		fputc(0, index);
	fclose(index);
	setenv("PATH", str_fmt(&arena, "bin:%s/repo/bin:%s", folder, getenv("PATH")).s, 1);
	ck_assert(run(real(), &(struct discover){0}));
	ck_assert_str_eq(paths(), "a.yaml sub/b.yaml");
	ck_assert(has_finding("../outside/x.yaml"));
	ck_assert(has_finding("/etc/passwd.yaml"));
	sh("test ! -e outside/canary");
	/* The trap works: plain git would have run it. */
	sh("cd repo; /usr/bin/git ls-files; test -e ../outside/canary || /usr/bin/git status;"
	   "test -e ../outside/canary");
}
END_TEST

START_TEST(globs)
{
	static const struct {
		const char *glob, *path;
		bool match;
	} rows[] = {
	    {"a.py", "a.py", true},
	    {"a.py", "b/a.py", false},
	    {"*.py", "a.py", true},
	    {"*.py", "b/a.py", false},
	    {"**/*.py", "b/c/a.py", true},
	    {"**/*.py", "a.py", true},
	    {"a/**", "a/b/c", true},
	    {"a/**", "a", false},
	    {"a/**/z", "a/z", true},
	    {"a/**/z", "a/b/c/z", true},
	    {"a/**/z", "a/b/cz", false},
	    {"a?c", "abc", true},
	    {"a?c", "a/c", false},
	    {"a*c", "abbbc", true},
	    {"a*c", "ab/c", false},
	    {"*a*b*", "xxaxxbxx", true},
	    {"", "", true},
	    {"", "a", false},
	    {"**", "a/b", true},
	    {"a/", "a/b", true},
	    {"configs/a100/**", "configs/a100/x.yaml", true},
	    {"**/x/*.yaml", "a/x/b/x/c.yaml", true},
	};
	char many[1001];

	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++)
		ck_assert_msg(path_glob_match(str_of(rows[i].glob), str_of(rows[i].path)) ==
				  rows[i].match,
			      "%s against %s", rows[i].glob, rows[i].path);
	memset(many, 'a', 1000);
	many[1000] = '\0';
	ck_assert(!path_glob_match(STR("**a**a**a**a**a**a*a*a*a*a*b"), str_of(many)));
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("discover");
	TCase *pure = tcase_create("memory");
	TCase *disk = tcase_create("disk");

	suite_add_tcase(suite, pure);
	tcase_add_checked_fixture(pure, setup, teardown);
	tcase_add_test(pure, walks);
	tcase_add_test(pure, named_paths);
	tcase_add_test(pure, around_without_git);
	tcase_add_test(pure, limits_are_findings);
	tcase_add_test(pure, globs);
	suite_add_tcase(suite, disk);
	tcase_add_checked_fixture(disk, setup_folder, teardown_folder);
	tcase_add_test(disk, real_folder_without_git);
	tcase_add_test(disk, links_and_special_files_are_not_read);
	tcase_add_test(disk, tracked_files_only);
	tcase_add_test(disk, another_owner);
	tcase_add_test(disk, hostile_repository);
	return run_suite(suite);
}
