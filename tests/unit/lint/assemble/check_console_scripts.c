/*
 * Console scripts of pyproject.toml, setup.cfg and setup.py: texts, and what they declare.
 */
#include "lint/assemble/console_scripts.h"
#include "tests/support/run_suite.h"

#include <check.h>

struct row {
	const char *path, *text;
	/** "name=module:function;…" */
	const char *expect;
};

static const struct row rows[] = {
    {"pyproject.toml",
     "[project]\nname = \"x\"\n[project.scripts]\n# tune = \"no:no\"\n"
     "tune-llm = \"pkg.train:main\"  # comment with a:b\n'quoted' = 'pkg:App.start'\n\n[tool.x]\nk = \"a:b\"\n",
     "tune-llm=pkg.train:main;quoted=pkg:App.start;"},
    {"sub/pyproject.toml",
     "[tool.poetry.scripts]\ntrain = { reference = \"pkg.cli:go\", type = \"console\" }\n"
     "with-extra = \"pkg.cli:go[gpu]\"\nfile = {path = \"run.sh\", type = \"file\"}\n",
     "train=pkg.cli:go;with-extra=pkg.cli:go;"},
    {"setup.cfg",
     "[options]\npackages = find:\n[options.entry_points]\nconsole_scripts =\n    a = m.n:f\n\tb=m:g\n"
     "gui_scripts =\n    c = m:h\n",
     "a=m.n:f;b=m:g;"},
    {"setup.py",
     "setup(name='x', entry_points={'console_scripts': ['a = m.n:f', \"b=m:g\",\n 'broken', ]}, k=['c = m:h'])",
     "a=m.n:f;b=m:g;"},
    {"setup.py", "setup(entry_points={'console_scripts': names})", ""},
    {"setup.py", "console_scripts = ['a = m:f", ""},
    {"pyproject.toml", "[project.scripts]\nx = \"unfinished\ny\n= \"a:b\"\n", ""},
};

START_TEST(declared_scripts_are_read)
{
	const struct row *row = &rows[_i];
	struct arena arena = {0};
	struct files files = {.arena = &arena};
	struct consoles all = {0};
	struct str got = {0};
	uint32_t file = files_add(&files, str_of(row->path), str_of(row->text));

	ck_assert(console_file(str_of(row->path)));
	console_read(&arena, &files, file, &all);
	for (size_t i = 0; i < all.n; i++)
		got = str_fmt(&arena, "%.*s%.*s=%.*s:%.*s;", STR_ARG(got), STR_ARG(all.at[i].name),
			      STR_ARG(all.at[i].module), STR_ARG(all.at[i].function));
	ck_assert_msg(str_is(got, row->expect), "%s\ngives %.*s\nnot   %s", row->text, STR_ARG(got),
		      row->expect);
	ck_assert(all.n == 0 || console_find(&all, all.at[0].name) == &all.at[0]);
	ck_assert(!console_find(&all, STR("c")));
	arena_free(&arena);
}
END_TEST

START_TEST(other_files_declare_none)
{
	ck_assert(!console_file(STR("requirements.txt")));
	ck_assert(!console_file(STR("docs/my-pyproject.toml")));
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("console");
	TCase *all = tcase_create("all");

	tcase_add_loop_test(all, declared_scripts_are_read, 0, sizeof(rows) / sizeof(*rows));
	tcase_add_test(all, other_files_declare_none);
	suite_add_tcase(suite, all);
	return run_suite(suite);
}
