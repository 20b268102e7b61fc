/*
 * Notebooks: which lines are Python, which are shell, and where each stands in the file.
 */
#include "lint/read/read.h"
#include "lint/target/target.h"
#include "tests/support/run_suite.h"

#include <check.h>
#include <string.h>

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

	ck_assert(notebook_read(&arena, &arena, &files, file, &notebook));
	return notebook;
}

static void check_text(uint32_t file, const char *wanted)
{
	struct str got = files_at(&files, file)->text;

	ck_assert_msg(str_is(got, wanted), "%.*s", STR_ARG(got));
}

/* Of the text between the code those cells are kept that show some, each line at its place. */
START_TEST(test_prose)
{
	static const char json[] =
	    "{\"cells\": [{\"cell_type\": \"markdown\", \"source\": [\"# Notes\\n\"]},\n"
	    " {\"cell_type\": \"markdown\", \"source\": [\"Run it:\\n\", \"```bash\\n\", \"python train.py\\n\", \"```\"]},\n"
	    " {\"cell_type\": \"raw\", \"source\": [\"```no\"]},\n"
	    " {\"cell_type\": \"code\", \"source\": [\"x = '```'\"]}]}";
	struct notebook n = notebook_of(json);
	struct span at = files_origin(&files, (struct span){n.prose, 16, 15});

	check_text(n.prose, "Run it:\n```bash\npython train.py\n```\n");
	check_text(n.python, "x = '```'\n");
	ck_assert_uint_eq(at.off, (size_t)(strstr(json, "python train") - json));
}
END_TEST

START_TEST(test_lines)
{
	struct notebook n = notebook_of(text);

	ck_assert_uint_eq(n.prose, 0);

	check_text(n.python, "pass\npass\nname = \"gpt2\"\nif name:\n    pass\npass\nx = 2\n");
	check_text(n.shell, "pip install -q trl==0.12 \\\n  peft\nnvidia-smi\ntorchrun train.py\n");
	ck_assert(n.metadata && node_path(n.metadata, STR("colab.gpuType")) != NULL);
}
END_TEST

/* Magics that do what a command of the same name does. */
static const char magics[] =
	"{\"cells\": [{\"cell_type\": \"code\", \"source\": [\n"
	"  \"%cd work\\n\", \"%pip install  -U \\\\\\n\", \"  \\\"trl==0.9.6\\\"\\n\", \"%uv pip install peft\\n\", \"%pip list\"]}]}";

START_TEST(test_magics)
{
	struct notebook n = notebook_of(magics);

	check_text(n.python, "pass\npass\npass\npass\n");
	check_text(n.shell, "cd work\npip install  -U \\\n  \"trl==0.9.6\"\nuv pip install peft\n");
}
END_TEST

/* Inside a string or a bracket no line is a magic's; the next cell is not inside what this one forgot to close. */
static const char opened[] =
	"{\"cells\": [{\"cell_type\": \"code\", \"source\": [\n"
	"  \"t = '''{% for m in\\n\", \"%}{{ m }}\\n\", \"!'''  # it's (\\n\",\n"
	"  \"s = ('%s [' '\\\\''\\n\", \"  % t)\\n\", \"%time f()\\n\", \"x = [1,\\n\"]},\n"
	" {\"cell_type\": \"code\", \"source\": [\"%matplotlib inline\\n\", \"y = '''\\n\"]},\n"
	" {\"cell_type\": \"code\", \"source\": [\"!ls\"]}]}";

START_TEST(test_open)
{
	struct notebook n = notebook_of(opened);

	check_text(n.python, "t = '''{% for m in\n%}{{ m }}\n!'''  # it's (\ns = ('%s [' '\\''\n  % t)\npass\nx = [1,\n"
			     "pass\ny = '''\npass\n");
	check_text(n.shell, "ls\n");
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

	ck_assert(!notebook_read(&arena, &arena, &files, file, &n));
	file = files_add(&files, STR("c.ipynb"), STR("{\"cells\": 3}"));
	ck_assert(!notebook_read(&arena, &arena, &files, file, &n));
	file = files_add(&files, STR("d.ipynb"), STR("{\"cells\": [1, {}, {\"cell_type\": \"code\", \"source\": []}]}"));
	ck_assert(notebook_read(&arena, &arena, &files, file, &n));
	ck_assert_uint_eq(files_at(&files, n.python)->text.n, 0);
}
END_TEST

/* A notebook as Jupyter writes it: outputs before sources, a picture, a card, what widgets show. */
static const char printed[] =
	"{\"cells\": [\n"
	" {\"attachments\": {\"a.png\": {\"image/png\": \"iVBORw0KGgo=\"}}, \"cell_type\": \"markdown\",\n"
	"  \"source\": [\"get_device_name, a text that nobody evaluates\"]},\n"
	" {\"cell_type\": \"code\", \"metadata\": {\"id\": \"a long name of a cell\"}, \"outputs\": [\n"
	"  {\"data\": {\"image/png\": \"PICTURE\",\n"
	"    \"text/plain\": [\"<Figure of the NVIDIA A30>\"]}},\n"
	"  {\"text\": [\"Tesla T4, says a cell that asks for nothing\\n\"]},\n"
	"  {\"text\": [\"GPU 0: NVIDIA L4 (UUID: GPU-1)\\n\", \"a second line of it\\n\"]}],\n"
	"  \"source\": [\"a = 1\\n\", \"b = 2\"]},\n"
	" {\"cell_type\": \"code\", \"outputs\": [{\"data\": {\"text/plain\": [\"'NVIDIA A100-SXM4-40GB'\"]}}],\n"
	"  \"source\": [\"torch.cuda.get_device_name(0)\"]}],\n"
	" \"metadata\": {\"colab\": {\"gpuType\": \"A100\"}, \"widgets\": {\"x\": {\"state\": \"a bar that is full\"}}}}\n";

static const struct node *output_of(const struct notebook *n, size_t cell, size_t output)
{
	return node_get(n->cells->as.items.at[cell], STR("outputs"))->as.items.at[output];
}

START_TEST(test_left_out)
{
	struct notebook n = notebook_of(printed);
	struct span at;

	check_text(n.python, "a = 1\nb = 2\ntorch.cuda.get_device_name(0)\n");
	ck_assert(str_is(notebook_card(&n, &at), "NVIDIA A100-SXM4-40GB"));
	ck_assert(str_is(files_text(&files, at), "\"'NVIDIA A100-SXM4-40GB'\""));
	at = (struct span){n.python, 6, 1};
	ck_assert_uint_eq(files_place(&files, at).line, 9);
	ck_assert(str_is(files_text(&files, files_origin(&files, at)), "b"));
	at = output_of(&n, 1, 2)->at;
	ck_assert_uint_eq(files_place(&files, at).line, 8);
	ck_assert(str_ends(files_text(&files, at), STR("of it\\n\"]}")));
	ck_assert(str_is(files_text(&files, n.metadata->at),
			 "{\"colab\": {\"gpuType\": \"A100\"}, \"widgets\": {\"x\": {\"state\": \"a bar that is full\"}}}"));
	/* What is read stays, the rest is a number. */
	ck_assert_int_eq(node_get(output_of(&n, 1, 2), STR("text"))->kind, NODE_LIST);
	ck_assert_int_eq(node_get(output_of(&n, 1, 1), STR("text"))->kind, NODE_INT);
	ck_assert_int_eq(node_path(output_of(&n, 1, 0), STR("data.image/png"))->kind, NODE_STR);
	ck_assert_int_eq(node_path(output_of(&n, 1, 0), STR("data.text/plain"))->kind, NODE_INT);
	ck_assert_int_eq(node_get(n.cells->as.items.at[0], STR("source"))->kind, NODE_INT);
	ck_assert_int_eq(node_get(n.metadata, STR("widgets"))->kind, NODE_INT);
	ck_assert(node_path(n.metadata, STR("colab.gpuType")) != NULL);
}
END_TEST

/* The same with a picture of some size: what is kept has the lines and columns of the file, and nothing of the picture. */
START_TEST(test_copy)
{
	static const char piece[] = "\\n/9j/4AAQSkZJRgABAQAAAQAB\\\"";
	struct str head = str_of(printed), picture = STR("");
	size_t hole = str_find(head, STR("PICTURE"), 0);
	struct arena scratch = {0};
	struct left_outs left_outs;
	struct notebook n, m;
	struct str whole, copy;
	uint32_t file;

	while (picture.n < 20000)
		picture = str_cat(&arena, picture, str_of(piece));
	whole = str_cat(&arena, str_cat(&arena, str_sub(head, 0, hole), picture), str_sub(head, hole + 7, head.n));
	copy = notebook_copy(&arena, &scratch, whole, &left_outs);
	arena_free(&scratch);
	ck_assert_uint_lt(copy.n, head.n);
	n = notebook_of(whole.s);
	file = files_add(&files, STR("b.ipynb"), copy);
	files_leave_out(&files, file, left_outs);
	ck_assert(notebook_read(&arena, &scratch, &files, file, &m));
	check_text(m.python, files_at(&files, n.python)->text.s);
	for (uint32_t off = 0; off < files_at(&files, m.python)->text.n; off++) {
		struct span at = {m.python, off, 1}, there = {n.python, off, 1};
		struct line_column place = files_place(&files, at);

		ck_assert_uint_eq(place.line, files_place(&files, there).line);
		ck_assert_uint_eq(place.column, files_place(&files, there).column);
		ck_assert(str_eq(files_line(&files, file, place.line), files_line(&files, n.python, place.line)));
		ck_assert_uint_eq(files_line_index(&files, at), place.column - 1);
	}
	arena_free(&scratch);
}
END_TEST

/* All on one line: a picture is left out, columns are those of the file. */
START_TEST(test_copy_line)
{
	struct str picture = STR("x"), line;
	struct arena scratch = {0};
	struct left_outs left_outs;
	struct notebook n;
	struct str copy;
	struct span at;
	uint32_t file;

	while (picture.n < 20000)
		picture = str_cat(&arena, picture, picture);
	line = str_fmt(&arena,
		       "{\"cells\": [{\"cell_type\": \"code\", \"outputs\": [{\"data\": {\"image/png\": \"%.*s\"}}], "
		       "\"source\": [\"a = 1\"]}]}",
		       STR_ARG(picture));
	copy = notebook_copy(&arena, &scratch, line, &left_outs);
	ck_assert_uint_lt(copy.n, 200);
	file = files_add(&files, STR("b.ipynb"), copy);
	files_leave_out(&files, file, left_outs);
	ck_assert(notebook_read(&arena, &scratch, &files, file, &n));
	at = (struct span){n.python, 4, 1};
	ck_assert_uint_eq(files_place(&files, at).line, 1);
	ck_assert_uint_eq(files_place(&files, at).column, str_find(line, STR("a = 1"), 0) + 5);
	ck_assert_uint_eq(files_line_index(&files, at), str_find(copy, STR("a = 1"), 0) + 4);
	ck_assert(str_eq(files_line(&files, file, 1), copy));
	arena_free(&scratch);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("notebook");
	TCase *all = tcase_create("all");

	tcase_add_checked_fixture(all, setup, teardown);
	tcase_add_test(all, test_prose);
	tcase_add_test(all, test_lines);
	tcase_add_test(all, test_magics);
	tcase_add_test(all, test_open);
	tcase_add_test(all, test_places);
	tcase_add_test(all, test_not_a_notebook);
	tcase_add_test(all, test_left_out);
	tcase_add_test(all, test_copy);
	tcase_add_test(all, test_copy_line);
	suite_add_tcase(suite, all);
	return run_suite(suite);
}
