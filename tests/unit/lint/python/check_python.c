/*
 * The Python evaluator: sources and what they come to. A row's expectation is the value of the
 * global r (text as it is, other values as node_text() prints them), or, in the second table, lines of the trace.
 */
#include "lint/python/library_tables.h"
#include "lint/python/python.h"
#include "lint/python/script.h"
#include "tests/support/memory_world.h"
#include "tests/support/run_suite.h"

#include <check.h>

struct row {
	const char *source, *expect;
};

static const struct row values[] = {
#include "pyeval_values.h"
};

static const struct row traces[] = {
#include "pyeval_traces.h"
};

START_TEST(values_are_as_python_says)
{
	struct arena arena = {0};
	const struct row *row = &values[_i];
	struct memory_world memory = {0};
	struct eval_world world = memory_world(&memory, &arena, str_of(row->source));
	struct py_cache *cache = py_cache_new(&arena);

	/* Evaluations share a cache, and their memory is gone when the next one begins. */
	for (int again = 0; again < 2; again++) {
		struct arena run = {0};
		struct node *globals = py_globals(&run, &world, cache, 1, NULL);
		struct node *r = node_get(globals, STR("r"));
		struct str got = !r			  ? STR("(nothing)")
				 : r->kind == NODE_STR ? r->text
						       : node_text(&run, r, 400);

		ck_assert_msg(str_is(got, row->expect), "%s\ngives %.*s\nnot   %s\n%s", row->source,
			      STR_ARG(got), row->expect, again ? "the second time" : "");
		arena_free(&run);
	}
	py_cache_free(cache);
	arena_free(&arena);
}
END_TEST

/* "$ words" as the first line of a source is the command line; without it none is known. */
static struct node *launch_of(struct arena *a, struct str *source)
{
	struct str_cut line = str_cut(*source, '\n');
	struct node *words;
	struct str rest = line.head;

	if (!str_starts(rest, STR("$")))
		return NULL;
	*source = line.tail;
	words = node_new(a, NODE_LIST, (struct span){0});
	rest = str_sub(rest, 1, rest.n);
	while (rest.n) {
		struct str_cut word = str_cut(rest, ' ');

		if (word.head.n)
			node_push(a, words, node_str(a, word.head, (struct span){0}));
		rest = word.tail;
	}
	return words;
}

START_TEST(traces_hold_the_calls)
{
	struct arena arena = {0};
	const struct row *row = &traces[_i];
	struct memory_world memory = {0};
	struct str source = str_of(row->source);
	struct node *words = launch_of(&arena, &source);
	struct eval_world world = memory_world(&memory, &arena, source);
	struct py_cache *cache = py_cache_new(&arena);

	world.argv = words;
	for (int again = 0; again < 2; again++) {
		struct arena run = {0};
		struct str got = trace_text(&run, py_run(&run, &world, cache, 1), memory_place, &memory);

		ck_assert_msg(str_is(got, row->expect), "%s\ngives\n%.*s\nnot\n%s\n%s", row->source,
			      STR_ARG(got), row->expect, again ? "the second time" : "");
		arena_free(&run);
	}
	py_cache_free(cache);
	arena_free(&arena);
}
END_TEST

static struct str value_of(struct arena *run, const struct eval_world *world, struct py_cache *cache, uint32_t file)
{
	return node_text(run, node_get(py_globals(run, world, cache, file, NULL), STR("r")), 400);
}

/* What imports lead to is kept, but each script has folders of its own, and code writes files. */
START_TEST(imports_are_looked_for_by_each_script)
{
	struct arena arena = {0}, run = {0};
	struct memory_world memory = {0};
	struct eval_world world = memory_world(
	    &memory, &arena,
	    STR("import helper\nr = helper.n\n--- a/train.py\nfrom lib.common import n, m\nr = n, m\n"
		"--- b/train.py\nfrom lib.common import n, m\nr = n, m\n--- lib/common.py\nfrom conf import n\n"
		"from .more import m\n--- a/conf.py\nn = 1\n--- b/conf.py\nn = 2\n--- lib/more.py\nm = 3\n"
		"--- c/train.py\nimport sys\nfrom conf import n as lacks\nsys.path.insert(0, 'a')\nfrom lib.common import n\nr = n\n"));
	struct py_cache *cache = py_cache_new(&arena);

	for (int again = 0; again < 2; again++) {
		ck_assert(str_is(value_of(&run, &world, cache, 2), "(1, 3)"));
		ck_assert(str_is(value_of(&run, &world, cache, 3), "(2, 3)"));
		ck_assert(str_is(value_of(&run, &world, cache, 8), "1"));
	}
	ck_assert(!str_is(value_of(&run, &world, cache, 1), "4"));
	files_add(&memory.files, STR("helper.py"), STR("n = 4\n"));
	world.state++;
	ck_assert(str_is(value_of(&run, &world, cache, 1), "4"));
	py_cache_free(cache);
	arena_free(&run);
	arena_free(&arena);
}
END_TEST

/* Where a parameter is mentioned is kept too: a script that does not import that module has it unread. */
START_TEST(parameters_are_read_by_each_script)
{
	struct arena arena = {0}, run = {0};
	struct memory_world memory = {0};
	struct eval_world world = memory_world(
	    &memory, &arena,
	    STR("import options, reads\noptions.parse()\n--- b.py\nimport options\noptions.parse()\n--- options.py\n"
		"import argparse\ndef parse():\n    p = argparse.ArgumentParser()\n    p.add_argument('--width', default=3)\n"
		"    return p.parse_args()\n--- reads.py\ndef f(a): return a.width\n"));
	struct py_cache *cache = py_cache_new(&arena);

	for (int again = 0; again < 2; again++) {
		ck_assert_uint_eq(py_run(&run, &world, cache, 1)->dead.n, 0);
		ck_assert_uint_eq(py_run(&run, &world, cache, 2)->dead.n, 1);
	}
	py_cache_free(cache);
	arena_free(&run);
	arena_free(&arena);
}
END_TEST

/* A launch is given to several runs, each with memory of its own. */
START_TEST(what_a_launch_gives_stays_as_it_was)
{
	struct arena arena = {0}, run = {0};
	struct memory_world memory = {0};
	struct eval_world world =
		memory_world(&memory, &arena, STR("import os, sys\nr = max([os.environ['A'], sys.argv[1]])\n"
						  "s = min([os.environ['A'], 'z'])\n"));
	struct py_cache *cache = py_cache_new(&arena);
	struct node *value = node_str(&arena, STR("b"), (struct span){0});
	struct node *word = node_str(&arena, STR("c"), (struct span){0});
	const struct node *globals;

	world.env = node_new(&arena, NODE_MAP, (struct span){0});
	world.argv = node_new(&arena, NODE_LIST, (struct span){0});
	node_set(&arena, world.env, node_str(&arena, STR("A"), (struct span){0}), value);
	node_push(&arena, world.argv, word);
	globals = py_run(&run, &world, cache, 1)->globals;
	ck_assert(str_is(node_get(globals, STR("r"))->text, "c"));
	ck_assert(str_is(node_get(globals, STR("s"))->text, "b"));
	ck_assert_ptr_null(value->from[0]);
	ck_assert_ptr_null(word->from[0]);
	py_cache_free(cache);
	arena_free(&run);
	arena_free(&arena);
}
END_TEST

static const struct {
	const char *text;
	bool runs;
} scripts[] = {
	{"\"\"\"Text\nmain()\n\"\"\"\nimport os\nX = {\n\t1: 2,\n}\n\n@a\ndef f():\n\tg()\n", false},
	{"\"\"\"Text\n\"\"\".format(f())\n", true},
	{"x = \"\"\"\n\"\"\"\nmain()\ny = \"\"\"a\"\"\"\n", true},
	{"import os; main()\n", true},
	{"x: int = 3\nx.y += f()\n@dataclass(frozen=True)\nclass C:\n\tf()\n", false},
	{"x == f()\n", false},
	{"x.f()\n", true},
	{"try:\n\tf()\nexcept E:\n\tpass\n", true},
	{"@app.function(gpu=1)\ndef f():\n\tpass\n", true},
	{"@app.function\ndef f():\n\tpass\n", false},
	{"import os\rmain()\r", true},
	{"import os\r\nX = 1\r\n", false},
	{"x = [\nmain()]\n", false},
	{"def f(): pass\nfor x in y: z()\n", true},
	{"await f()\n", true},
	{"", false},
};

START_TEST(scripts_are_told_from_modules)
{
	struct arena arena = {0};
	struct py_cache *cache = py_cache_new(&arena);

	ck_assert_msg(py_is_script(cache, 1, str_of(scripts[_i].text)) == scripts[_i].runs, "%s",
		      scripts[_i].text);
	py_cache_free(cache);
	arena_free(&arena);
}
END_TEST

/* What would take a multiple with each level, and the steps that it may take. */
static const struct {
	const char *source;
	uint64_t steps;
} bounded[] = {
	/* A walk through what is not known that goes on at eight places, with a loop in it. */
	{"def convert(m, how):\n"
	 "    for i in range(60):\n        j = i\n"
	 "    if m.kind == 'a':\n        convert(m.a, how)\n        convert(m.b, how)\n"
	 "    elif m.kind == 'b':\n        convert(m.a, how)\n        convert(m.b, how)\n"
	 "    elif m.kind == 'c':\n        convert(m.a, how)\n        convert(m.b, how)\n"
	 "    elif m.kind == 'd':\n        convert(m.a, how)\n        convert(m.b, how)\n"
	 "import torch\nconvert(torch.load('x'), 'fp4')\n"
	 "import sys\nconvert(sys.argv[1], 'fp4')\n",
	 12000},
	/* The same of a value that is known: eight levels. */
	{"def walk(depth, x):\n"
	 "    for i in range(60):\n        j = i\n"
	 "    if x.a:\n        walk(depth + 1, x.a)\n"
	 "    if x.b:\n        walk(depth + 1, x.b)\n"
	 "    if x.c:\n        walk(depth + 1, x.c)\n"
	 "import sys\nwalk(0, sys.argv[1])\n",
	 60000},
};

/* A program that is run alone, without words. */
static const struct trace *trace_of(struct arena *arena, const char *source)
{
	struct memory_world memory = {0};
	struct eval_world world = memory_world(&memory, arena, str_of(source));
	struct py_cache *cache = py_cache_new(arena);
	const struct trace *trace = py_run(arena, &world, cache, 1);

	py_cache_free(cache);
	return trace;
}

START_TEST(steps_are_bounded)
{
	struct arena arena = {0};
	const struct trace *trace = trace_of(&arena, bounded[_i].source);

	ck_assert_msg(trace->steps < bounded[_i].steps && !trace->spent.n, "%s\ntakes %llu steps (%.*s)",
		      bounded[_i].source, (unsigned long long)trace->steps, STR_ARG(trace->spent));
	arena_free(&arena);
}
END_TEST

/* What costs more than its statements, and the steps that it must be charged. */
static const struct {
	const char *source;
	uint64_t steps;
} charged[] = {
	/* Each branch joins a list of 8,000 elements: 32 for a step. */
	{"import sys\nl = [0] * 8000\n"
	 "if sys.argv[1]:\n    l[0] = 1\nif sys.argv[2]:\n    l[1] = 1\nif sys.argv[3]:\n    l[2] = 1\n",
	 1600},
	/* Branches in branches join the same variables at each level. */
	{"import sys\nx = sys.argv\n"
	 "if x[1]:\n if x[2]:\n  if x[3]:\n   if x[4]:\n    if x[5]:\n     if x[6]:\n"
	 "      a = b = c = d = e = f = g = h = i = j = k = l = m = n = o = p = q = r = s = t = 1\n",
	 60},
};

START_TEST(joins_are_charged)
{
	struct arena arena = {0};
	const struct trace *trace = trace_of(&arena, charged[_i].source);

	ck_assert_msg(trace->steps > charged[_i].steps && trace->steps < 3 * charged[_i].steps, "%s\ntakes %llu steps",
		      charged[_i].source, (unsigned long long)trace->steps);
	arena_free(&arena);
}
END_TEST

START_TEST(tables_are_sorted)
{
	const char *unsorted = "";

	ck_assert_msg(library_tables_sorted(&unsorted), "%s is not in its place", unsorted);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("pyeval");
	TCase *all = tcase_create("all");

	tcase_add_loop_test(all, values_are_as_python_says, 0, sizeof(values) / sizeof(*values));
	tcase_add_loop_test(all, traces_hold_the_calls, 0, sizeof(traces) / sizeof(*traces));
	tcase_add_test(all, imports_are_looked_for_by_each_script);
	tcase_add_test(all, parameters_are_read_by_each_script);
	tcase_add_test(all, what_a_launch_gives_stays_as_it_was);
	tcase_add_loop_test(all, scripts_are_told_from_modules, 0, sizeof(scripts) / sizeof(*scripts));
	tcase_add_loop_test(all, steps_are_bounded, 0, sizeof(bounded) / sizeof(*bounded));
	tcase_add_loop_test(all, joins_are_charged, 0, sizeof(charged) / sizeof(*charged));
	tcase_add_test(all, tables_are_sorted);
	suite_add_tcase(suite, all);
	return run_suite(suite);
}
