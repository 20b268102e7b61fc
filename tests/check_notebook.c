/*
 * Notebooks: which lines are Python, which are shell, and where each stands in the file.
 */
#include "../lint/notebook.h"

#include <check.h>

static const char text[] =
	"{\n"
	" \"cells\": [\n"
	"  {\"cell_type\": \"markdown\", \"source\": [\"model = 1\"]},\n"
	"  {\"cell_type\": \"code\", \"source\": [\n"
	"   \"!pip install -q trl==0.12 \\\\\\n\",\n"
	"   \"  peft\\n\",\n"
	"   \"%matplotlib inline\\n\",\n"
	"   \"name = \\\"gpt2\\\"\\n\",\n"
	"   \"if name:\\n\",\n"
	"   \"    !nvidia-smi\"]},\n"
	"  {\"cell_type\": \"code\", \"source\": \"%%bash\\ntorchrun train.py\\n\"},\n"
	"  {\"cell_type\": \"code\", \"source\": [\"%%html\\n\", \"<b>no code</b>\"]},\n"
	"  {\"cell_type\": \"code\", \"source\": [\"%%time\\n\", \"x = 2\"]}\n"
	" ],\n"
	" \"metadata\": {\"colab\": {\"gpuType\": \"A100\"}}\n"
	"}\n";

static struct arena arena;
static struct files files;

static void setup(void)
{
	arena = (struct arena){0};
	files = (struct files){.arena = &arena};
}

static void teardown(void)
{
	arena_free(&arena);
}

static struct notebook notebook_of(const char *json)
{
	struct notebook notebook = {0};
	uint32_t file = files_add(&files, STR("a.ipynb"), str_of(json));

	ck_assert(notebook_read(&arena, &files, file, &notebook));
	return notebook;
}

static void check_text(uint32_t file, const char *wanted)
{
	struct str got = files_at(&files, file)->text;

	ck_assert_msg(str_is(got, wanted), "%.*s", STR_ARG(got));
}

START_TEST(test_lines)
{
	struct notebook n = notebook_of(text);

	check_text(n.python, "pass\npass\nname = \"gpt2\"\nif name:\n    pass\npass\nx = 2\n");
	check_text(n.shell, "pip install -q trl==0.12 \\\n  peft\nnvidia-smi\ntorchrun train.py\n");
	ck_assert(n.metadata && node_path(n.metadata, STR("colab.gpuType")) != NULL);
}
END_TEST

START_TEST(test_places)
{
	struct notebook n = notebook_of(text);
	struct str python = files_at(&files, n.python)->text;
	struct str shell = files_at(&files, n.shell)->text;
	uint32_t name = (uint32_t)str_find(python, STR("name"), 0);
	uint32_t smi = (uint32_t)str_find(shell, STR("nvidia-smi"), 0);
	struct span at = {n.python, name, 4};

	ck_assert_uint_eq(files_place(&files, at).line, 8);
	ck_assert_uint_eq(files_place(&files, at).column, 5);
	ck_assert(str_is(files_text(&files, files_origin(&files, at)), "name"));
	ck_assert_uint_eq(files_place(&files, (struct span){n.shell, smi, 10}).line, 10);
	ck_assert(str_is(files_text(&files, files_origin(&files, (struct span){n.shell, smi, 10})), "nvidia-smi"));
	ck_assert(str_is(files_at(&files, n.python)->path, "a.ipynb"));
	ck_assert(str_has(files_line(&files, n.python, 8), STR("gpt2")));
}
END_TEST

START_TEST(test_not_a_notebook)
{
	struct notebook n;
	uint32_t file = files_add(&files, STR("b.ipynb"), STR("[1, 2"));

	ck_assert(!notebook_read(&arena, &files, file, &n));
	file = files_add(&files, STR("c.ipynb"), STR("{\"cells\": 3}"));
	ck_assert(!notebook_read(&arena, &files, file, &n));
	file = files_add(&files, STR("d.ipynb"), STR("{\"cells\": [1, {}, {\"cell_type\": \"code\", \"source\": []}]}"));
	ck_assert(notebook_read(&arena, &files, file, &n));
	ck_assert_uint_eq(files_at(&files, n.python)->text.n, 0);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("notebook");
	TCase *all = tcase_create("all");
	SRunner *runner;
	int failed;

	tcase_add_checked_fixture(all, setup, teardown);
	tcase_add_test(all, test_lines);
	tcase_add_test(all, test_places);
	tcase_add_test(all, test_not_a_notebook);
	suite_add_tcase(suite, all);
	runner = srunner_create(suite);
	srunner_run_all(runner, CK_NORMAL);
	failed = srunner_ntests_failed(runner) || srunner_ntests_run(runner) == 0;
	srunner_free(runner);
	return failed;
}
