/*
 * Commands that documents tell people to run. Launches are written as their program and words, "?" for one that is not
 * known, "+" behind a command that leaves words out, ";" between.
 */
#include "lint/launch/files/launch_files.h"
#include "tests/support/run_suite.h"

#include <check.h>

static struct arena arena;

static void setup(void)
{
	arena = (struct arena){0};
}

static void teardown(void)
{
	arena_free(&arena);
}

static struct str word_of(const struct launch_word *w)
{
	return w->value->kind == NODE_STR ? w->value->text : str_fmt(&arena, "%.*s?%.*s", STR_ARG(w->head), STR_ARG(w->tail));
}

static const char *read(const char *path, const char *text, bool head)
{
	struct files files = {.arena = &arena};
	uint32_t file = files_add(&files, str_of(path), str_of(text));
	struct launches *all = (head ? document_read_head : document_read)(&arena, NULL, &files, file);
	struct str out = {0};

	for (size_t i = 0; i < all->n; i++) {
		const struct launch *l = &all->at[i];

		ck_assert_uint_eq(l->told.file, file);
		out = str_fmt(&arena, "%.*s%s%.*s", STR_ARG(out), i ? "; " : "", STR_ARG(word_of(&l->program)));
		for (size_t k = 0; k < l->args.n; k++)
			out = str_fmt(&arena, "%.*s %.*s", STR_ARG(out), STR_ARG(word_of(&l->args.at[k])));
		out = str_fmt(&arena, "%.*s%s", STR_ARG(out), l->open ? " +" : "");
	}
	return str_fmt(&arena, "%.*s", STR_ARG(out)).s;
}

static const struct {
	const char *path, *text, *launches;
	bool head;
} cases[] = {
	{"a.md", "python a.py\n\n```bash\npython b.py --x 1\n```\n", "b.py --x 1", false},
	{"a.md", "```python\nb = 1\npython b.py\n```\n~~~sh\npython c.py\n~~~\n", "c.py", false},
	/* Commands, called Python for their colours. */
	{"a.md", "```python\n# first\n\npython b.py --x 1\n```\n```yaml\npython c.py\n```\n", "b.py --x 1", false},
	/* A page that lost its fences. */
	{"a.md", "Run:\n\nX=1 python b.py --x 1\n\nThen:\n\npython is fine.\n\npython c.py\n\nSo:\n\npython d.py.\n", "b.py --x 1", false},
	{"a.md", "Run:\n\npython b.py\nor not\n\nRun:\n\n  python c.py\n", "", false},
	/* A fence inside a longer one, in a list, without an end. */
	{"a.md", "````\n```\npython b.py\n```\n````\n", "b.py", false},
	{"a.md", "- do\n\n  ```sh\n  python b.py \\\n    --x 2\n  ```\n", "b.py --x 2", false},
	{"a.md", "```sh\npython b.py\n", "", false},
	/* A session: what is printed is no command. */
	{"a.md", "```\n$ python b.py \\\n    --x 1\npython c.py runs\n$ python d.py\n```", "b.py --x 1; d.py", false},
	/* What the reader fills in. */
	{"a.md", "```\npython b.py --m <your model> --d path/to/d --e=/path/to/e --f 1\n```", "b.py --m ? --d ? --e=? --f 1", false},
	{"a.md", "```\npython b.py --c conf/{a,b}.yaml --d ${HOME}/x --j '{\"a\": 1}'\n```", "b.py --c conf/?.yaml --d ?/x --j {\"a\": 1}", false},
	{"a.md", "```\npython b.py [model_name] --n [num] [--seed N] --l [a,b] --k=[c] x[d] [0]\nif [ a = b ]; then\npython c.py\nfi\n```",
	 "b.py ? --n ? --l [a,b] --k=[c] x[d] [0]", false},
	{"a.md", "```\npython b.py --m ... --f 1 ...\n```", "b.py --m ? --f 1 +", false},
	{"a.md", "```\npython b.py < input.txt\n```", "b.py", false},
	/* A list of files, and a script that goes on from the line before. */
	{"a.md", "```text\nscripts/\n  train.py   # the entry point\nscripts/eval.py\n./run.py\npython \\\n  b.py\n```", "./run.py; b.py", false},
	{"a.rst", "Run::\n\n    python b.py\n\npython c.py\n\n.. code-block:: python\n\n   python d.py\n", "b.py", false},
	{"a.rst", ".. code:: bash\n   :linenos:\n\n   python b.py --x 1\n", "b.py --x 1", false},
	{"a.py", "\"\"\"Tunes.\n\nUsage: python a.py --x 1 \\\n   --y 2\npython is needed\n\"\"\"\npython b.py\n", "a.py --x 1 --y 2; is needed", true},
	{"a.yaml", "# one card:\n#   torchrun a.py --config a.yaml\nx: 1\n# python c.py\n", "a.py --config a.yaml", true},
	{"a.md", "", "", false},
	{"a.md", "```", "", false},
	{"a.rst", "::", "", false},
	{"a.py", "\"\"\"", "", true},
};

START_TEST(test_document)
{
	ck_assert_str_eq(read(cases[_i].path, cases[_i].text, cases[_i].head), cases[_i].launches);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("document");
	TCase *all = tcase_create("all");

	tcase_add_checked_fixture(all, setup, teardown);
	tcase_add_loop_test(all, test_document, 0, (int)(sizeof(cases) / sizeof(*cases)));
	suite_add_tcase(suite, all);
	return run_suite(suite);
}
