/*
 * Import statements, and which files lead to others by them.
 */
#include "lint/repo/repo.h"
#include "tests/support/run_suite.h"

#include <check.h>

static const struct {
	/** A file's text, and the modules that it names, blanks between, in order. */
	const char *text, *modules;
} scans[] = {
	{"import a\nimport a.b as c, d\n", "a a.b d"},
	{"from a.b import c as x, d\nx = 1\n", "a.b a.b.c a.b.d"},
	{"from a import (  # why\n    b,\n    c as d,\n)\nimport e\n", "a a.b a.c e"},
	{"from .a import b\nfrom . import c\nfrom .. import d\n", "a a.b c d"},
	{"def f():\n\timport a\n    from b import c\n", "a b b.c"},
	{"from a import b, \\\n    c\r\n", "a a.b a.c"},
	{"important = 1\nfromage = 2\n# import x\ns = 'import y'\n", ""},
	{"from a import *\nimport", "a"},
	{"from a import (b", "a a.b"},
	/* Names that are computed, or that only a call says. */
	{"m = importlib.import_module('a.b').c\nd = __import__(\n    \"e\")\n", "a.b e"},
	{"m = import_module(f\"a.b.{name}\")\n", "a.b"},
	{"m = import_module('a.b.' + name)\nimport c\n", "a.b c"},
	{"m = import_module(f'.{name}', package='a.b')\nimport c\n", "a.b c"},
	{"m = import_module('.' + name, 'a')\nm = import_module('.' + name)\n", "a"},
	{"m = import_module(name)\nm = import_module(f'peft.{name}')\nm = import_module", ""},
	/* A library of the rows, wherever it lies; a file that is named like one. */
	{"import peft.tuners, a\nfrom trl import b\nfrom .trl import c\n", "a trl trl.c"},
	{"import fairseq.tasks, b\nfrom diffusers.utils import c\nimport fairseq_cli\n", "b fairseq_cli"},
};

static void note(struct import_reach *r, uint32_t file, const char *text)
{
	struct imported_names names = {0};

	import_reach_scan(r, r->arena, str_of(text), &names);
	import_reach_note(r, file, &names);
}

START_TEST(test_scan)
{
	struct arena arena = {0};
	struct import_reach r = {.arena = &arena};
	struct imported_names names = {0};
	struct str said = {0};

	import_reach_scan(&r, &arena, str_of(scans[_i].text), &names);
	for (size_t i = 0; i < names.n; i++)
		said = str_fmt(&arena, "%.*s%s%.*s", STR_ARG(said), i ? " " : "",
			       STR_ARG(names.at[i].module));
	ck_assert_msg(str_is(said, scans[_i].modules), "%s: %.*s", scans[_i].text, STR_ARG(said));
	arena_free(&arena);
}
END_TEST

static const struct {
	const char *path, *text;
	/** 1: it holds a sink; 2: it has to be found; 0: it must not be. */
	unsigned mark;
} tree[] = {
	{"src/pkg/trainer.py", "", 1},
	{"src/pkg/__init__.py", "from .trainer import run\n", 2},
	{"main.py", "from pkg import run\n", 2},
	{"scripts/go.py", "import src.pkg.trainer as t\n", 2},
	{"scripts/other.py", "import pkgs\nimport trainers\nfrom mypkg import trainer_x\n", 0},
	{"lib/far.py", "import main\n", 2},
	{"tool/chosen.py", "run = importlib.import_module(f'src.pkg.{which}').run\n", 2},
	{"tool/left.py", "run = importlib.import_module(f'pkgs.{which}').run\n", 0},
	{"utils.py", "", 0},
	{"lib/uses.py", "import utils\n", 0},
	{"cycle_a.py", "import cycle_b\n", 0},
	{"cycle_b.py", "import cycle_a\n", 0},
};

START_TEST(test_expected)
{
	struct arena arena = {0};
	struct import_reach r = {.arena = &arena};

	import_reach_expect(&r, STR("a/b.py"));
	import_reach_expect(&r, STR("a/__init__.py"));
	import_reach_expect(&r, STR("notes.txt"));
	note(&r, 1, "import os, a, x.b\nfrom a import b, c\nimport notes\n");
	ck_assert_uint_eq(r.imports.n, 4);
	arena_free(&arena);
}
END_TEST

START_TEST(test_find)
{
	struct arena arena = {0};
	struct files files = {.arena = &arena};
	struct import_reach r = {.arena = &arena};
	unsigned marks[sizeof(tree) / sizeof(*tree)] = {0};

	for (size_t i = 0; i < sizeof(tree) / sizeof(*tree); i++) {
		uint32_t file = files_add(&files, str_of(tree[i].path), str_of(tree[i].text));

		marks[i] = tree[i].mark == 1;
		note(&r, file, tree[i].text);
	}
	import_reach_find(&r, &files, marks, sizeof(marks) / sizeof(*marks), 1, 2);
	for (size_t i = 0; i < sizeof(tree) / sizeof(*tree); i++)
		ck_assert_msg(marks[i] == tree[i].mark, "%s: %u", tree[i].path, marks[i]);
	arena_free(&arena);
}
END_TEST

static const struct {
	const char *path, *importer, *text;
	bool imported;
} importers[] = {
	{"pkg/a.py", "pkg/b.py", "from . import a\n", true},
	{"pkg/a.py", "pkg/sub/b.py", "from ..a import f\n", true},
	{"pkg/a.py", "run.py", "from pkg.a import f\n", true},
	{"pkg/a.py", "pkg/b.py", "import a\n", true},
	{"src/pkg/__init__.py", "src/run.py", "import pkg\n", true},
	/* The same name in a project beside it, and the file itself. */
	{"one/a.py", "two/b.py", "import a\n", false},
	{"src/pkg/a.py", "tests/b.py", "from pkg import a\n", false},
	{"pkg/a.py", "pkg/a.py", "from . import a\n", false},
	{"pkg/a.py", "pkg/b.py", "import ab\n", false},
};

START_TEST(test_imported)
{
	struct arena arena = {0};
	struct files files = {.arena = &arena};
	struct import_reach r = {.arena = &arena};
	uint32_t file = files_add(&files, str_of(importers[_i].path), STR(""));
	uint32_t importer = files_add(&files, str_of(importers[_i].importer), STR(""));

	note(&r, importer, importers[_i].text);
	ck_assert_msg(import_reach_imported(&r, &files, file) == importers[_i].imported, "%s of %s", importers[_i].path,
		      importers[_i].importer);
	arena_free(&arena);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("reach");
	TCase *all = tcase_create("all");

	tcase_add_loop_test(all, test_scan, 0, (int)(sizeof(scans) / sizeof(*scans)));
	tcase_add_test(all, test_expected);
	tcase_add_test(all, test_find);
	tcase_add_loop_test(all, test_imported, 0, (int)(sizeof(importers) / sizeof(*importers)));
	suite_add_tcase(suite, all);
	return run_suite(suite);
}
