/* The index of git, read without git, against what git says of it. */
#include "lint/os/os.h"
#include "tests/support/read_file.h"
#include "tests/support/run_suite.h"
#include "tests/support/scratch.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static struct arena arena;
static char folder[SCRATCH_PATH];

static void sh(const char *command)
{
	scratch_run(&arena, folder, command);
}

static void setup(void)
{
	scratch_make(folder, "index");
	sh("git init -q; git config user.name a; git config user.email a@b; mkdir -p a/b c; echo 1 > a/b/one.py; echo 2 > a/b/only.yaml;"
	   "echo 3 > 'c/with blank.py'; echo 4 > top.sh; echo 5 > a.txt; printf 6 > 'c/'$(printf 'x%.0s' $(seq 200)).py; git add .");
}

static void teardown(void)
{
	sh("rm -rf .git a c top.sh a.txt list");
	rmdir(folder);
	arena_free(&arena);
}

static struct str file(const char *name)
{
	return read_file(&arena, str_fmt(&arena, "%s/%s", folder, name).s);
}

static struct str joined(const struct fs_paths *paths)
{
	struct str all = STR("");

	for (size_t i = 0; i < paths->n; i++)
		all = str_fmt(&arena, "%.*s%.*s\n", STR_ARG(all), STR_ARG(paths->at[i]));
	return all;
}

/* What the index says is what git lists, each path once. */
static void same_as_git(void)
{
	struct fs_paths paths = {0};
	struct str want, have;

	ck_assert(git_index_paths(&arena, file(".git/index"), &paths));
	sh("git ls-files -z | tr '\\0' '\\n' | uniq > list");
	want = file("list");
	have = joined(&paths);
	ck_assert_msg(str_eq(have, want), "%.*s\ninstead of\n%.*s", STR_ARG(have), STR_ARG(want));
}

static bool is_read(struct str index)
{
	struct fs_paths paths = {0};

	return git_index_paths(&arena, index, &paths);
}

START_TEST(versions)
{
	same_as_git();
	sh("git update-index --index-version 4; echo 7 > a/b/zone.py; git add .");
	ck_assert_int_eq(file(".git/index").s[7], 4);
	same_as_git();
	/* Added by name alone: an entry with more flags. */
	sh("git update-index --index-version 2; echo 8 > c/later.py; git add -N c/later.py");
	ck_assert_int_eq(file(".git/index").s[7], 3);
	same_as_git();
	sh("git update-index --index-version 4; rm a/b/zone.py c/later.py");
	same_as_git();
}
END_TEST

START_TEST(conflicts)
{
	sh("git commit -qm 1; git checkout -q -b other; echo x > top.sh; git commit -qam 2; git checkout -q -; echo y > top.sh;"
	   "git commit -qam 3; git merge -q other || true; test $(git ls-files | grep -c top.sh) = 3");
	same_as_git();
}
END_TEST

START_TEST(what_only_git_reads)
{
	struct str index = file(".git/index");
	char *copy = arena_bytes(&arena, index.n, 1);

	memcpy(copy, index.s, index.n);
	ck_assert(is_read(index));
	copy[7] = 5;
	ck_assert(!is_read((struct str){copy, index.n}));
	sh("git update-index --split-index");
	ck_assert(!is_read(file(".git/index")));
}
END_TEST

/* Cut short anywhere, or with any byte changed: nothing is read beyond it, and what is read are paths. */
START_TEST(damaged)
{
	for (int version = 2; version <= 4; version += 2) {
		struct str index;

		sh(str_fmt(&arena, "git update-index --index-version %d", version).s);
		index = file(".git/index");
		for (size_t n = 0; n < index.n; n++) {
			/* A block of its own, for sanitizers. */
			char *cut = malloc(n + 1);

			ck_assert(cut != NULL);
			memcpy(cut, index.s, n);
			ck_assert(!is_read((struct str){cut, n}));
			free(cut);
		}
		for (size_t i = 0; i < index.n; i++) {
			char *copy = malloc(index.n);

			ck_assert(copy != NULL);
			memcpy(copy, index.s, index.n);
			copy[i] = (char)(copy[i] ^ 0xff);
			is_read((struct str){copy, index.n});
			free(copy);
		}
	}
}
END_TEST

START_TEST(configurations)
{
	ck_assert(git_config_is_usual(&arena, file(".git/config")));
	ck_assert(git_config_is_usual(&arena, STR("[remote \"origin\"]\n\turl = https://x/y\n")));
	ck_assert(!git_config_is_usual(&arena, STR("[core]\n\tworktree = ../other\n")));
	ck_assert(!git_config_is_usual(&arena, STR("[core]\n\tbare = true\n")));
	ck_assert(!git_config_is_usual(&arena, STR("[extensions]\n\tobjectFormat = sha256\n")));
	ck_assert(!git_config_is_usual(&arena, STR("[includeIf \"gitdir:/\"]\n\tpath = x\n")));
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("git_index");
	TCase *disk = tcase_create("disk");

	suite_add_tcase(suite, disk);
	tcase_add_checked_fixture(disk, setup, teardown);
	tcase_add_test(disk, versions);
	tcase_add_test(disk, conflicts);
	tcase_add_test(disk, what_only_git_reads);
	tcase_add_test(disk, damaged);
	tcase_add_test(disk, configurations);
	return run_suite(suite);
}
