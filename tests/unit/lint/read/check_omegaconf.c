/*
 * Composed configurations: interpolation, words over a file's keys, names of components.
 */
#include "core/base/base.h"
#include "lint/read/read.h"
#include "tests/support/run_suite.h"

#include <check.h>

static struct arena arena;

static void teardown(void)
{
	arena_free(&arena);
}

static struct node *tree_of(const char *yaml)
{
	struct reading reading = read_yaml(&arena, 1, str_of(yaml));

	ck_assert_uint_eq(reading.docs.n, 1);
	return reading.docs.at[0];
}

static const struct {
	const char *yaml, *printed;
} interpolations[] = {
    {"a: 4\nb: ${a}\nc: {d: '${b}'}\n", "{'a': 4, 'b': 4, 'c': {'d': 4}}"},
    {"a: x\nb: ${a}/y/${a}\n", "{'a': 'x', 'b': 'x/y/x'}"},
    {"a: {b: /m}\nc: ['${a.b}/1', 2]\n", "{'a': {'b': '/m'}, 'c': ['/m/1', 2]}"},
    {"a: [1, 2]\nb: ${a}\n", "{'a': [1, 2], 'b': [1, 2]}"},
    /* Left as they are: what is not there, a resolver's, a number inside text, an open brace. */
    {"a: ${b}\n", "{'a': '${b}'}"},
    {"a: ${oc.env:HOME}\n", "{'a': '${oc.env:HOME}'}"},
    {"a: 1\nb: x${a}\n", "{'a': 1, 'b': 'x${a}'}"},
    {"a: 1\nb: ${a\n", "{'a': 1, 'b': '${a'}"},
    /* Themselves, each other, and a mapping inside itself. */
    {"a: ${a}\n", "{'a': '${a}'}"},
    {"a: x${b}\nb: y${a}\n", "{'a': 'x${b}', 'b': 'y${a}'}"},
    {"a: {b: '${a}'}\n", "{'a': {'b': '${a}'}}"},
};

START_TEST(interpolated)
{
	const struct node *tree = tree_of(interpolations[_i].yaml);
	struct str printed = node_text(&arena, conf_interpolated(&arena, tree), 200);

	ck_assert_msg(str_is(printed, interpolations[_i].printed), "%.*s", STR_ARG(printed));
}
END_TEST

/* Texts that double each other end, and no interpolation means no copy. */
START_TEST(bounded)
{
	const struct node *plain = tree_of("a: {b: [1, x]}\n");
	struct str yaml = STR("a0: xxxxxxxx\n");

	ck_assert(conf_interpolated(&arena, plain) == plain);
	for (int i = 1; i < 40; i++)
		yaml = str_fmt(&arena, "%.*sa%d: ${a%d}${a%d}\n", STR_ARG(yaml), i, i - 1, i - 1);
	conf_interpolated(&arena, tree_of(str_dup(&arena, yaml).s));
}
END_TEST

/* Aliases that multiply each other. */
START_TEST(large)
{
	struct str yaml = STR("a0: &a0 [x, x, '${b}']\n");
	struct node *tree, *copy;

	for (int i = 1; i < 12; i++)
		yaml = str_fmt(&arena, "%.*sa%d: &a%d [*a%d, *a%d, *a%d, *a%d]\n", STR_ARG(yaml), i, i, i - 1,
			       i - 1, i - 1, i - 1);
	tree = tree_of(str_dup(&arena, yaml).s);
	copy = conf_copy(&arena, tree);
	ck_assert(copy->kind == NODE_MAP && copy->open && copy->as.pairs.n == 0);
	ck_assert(conf_interpolated(&arena, tree) == tree);
}
END_TEST

static const struct {
	const char *key, *value, *printed;
} words[] = {
    {"n", "8", "{'n': 8, 'm': {'_c_': 'lib.f', 'r': 4}}"},
    {"m.r", "16", "{'n': 2, 'm': {'_c_': 'lib.f', 'r': 16}}"},
    {"m.q.z", "True", "{'n': 2, 'm': {'_c_': 'lib.f', 'r': 4, 'q': {'z': True}}}"},
    {"m", "lib.g", "{'n': 2, 'm': {'_c_': 'lib.g', 'r': 4}}"},
    {"m", "None", "{'n': 2, 'm': None}"},
    {"n", "[a,b]", "{'n': ['a', 'b'], 'm': {'_c_': 'lib.f', 'r': 4}}"},
    {"n", "\"8\"", "{'n': '8', 'm': {'_c_': 'lib.f', 'r': 4}}"},
    {"n", "'a b'", "{'n': 'a b', 'm': {'_c_': 'lib.f', 'r': 4}}"},
    {"n", "'a' 'b'", "{'n': '\\'a\\' \\'b\\'', 'm': {'_c_': 'lib.f', 'r': 4}}"},
    {"n", "[a", "{'n': '[a', 'm': {'_c_': 'lib.f', 'r': 4}}"},
};

START_TEST(replaced)
{
	struct node *tree = conf_copy(&arena, tree_of("n: 2\nm: {_c_: lib.f, r: 4}\n"));
	struct node *value = node_str(&arena, str_of(words[_i].value), (struct span){0});
	struct str printed;

	conf_put(&arena, tree, str_of(words[_i].key), conf_word(&arena, value), "_c_");
	printed = node_text(&arena, tree, 200);
	ck_assert_msg(str_is(printed, words[_i].printed), "%.*s", STR_ARG(printed));
}
END_TEST

START_TEST(dropped)
{
	struct node *file = tree_of("n: 2\nm: {a: 1, r: 4}\n"), *tree = conf_copy(&arena, file);

	conf_drop(tree, STR("m.a"));
	conf_drop(tree, STR("n"));
	conf_drop(tree, STR("n.x"));
	conf_drop(tree, STR("m.r.x"));
	ck_assert(str_is(node_text(&arena, tree, 99), "{'m': {'r': 4}}"));
	ck_assert(str_is(node_text(&arena, file, 99), "{'n': 2, 'm': {'a': 1, 'r': 4}}"));
}
END_TEST

int main(void)
{
	Suite *s = suite_create("conf");
	TCase *t = tcase_create("conf");

	tcase_add_checked_fixture(t, NULL, teardown);
	tcase_add_loop_test(t, interpolated, 0,
			    (int)(sizeof(interpolations) / sizeof(*interpolations)));
	tcase_add_test(t, bounded);
	tcase_add_test(t, large);
	tcase_add_loop_test(t, replaced, 0, (int)(sizeof(words) / sizeof(*words)));
	tcase_add_test(t, dropped);
	suite_add_tcase(s, t);
	return run_suite(s);
}
