#include "lint/read/node.h"
#include "tests/support/run_suite.h"

#include <check.h>
#include <math.h>

static struct arena arena;
static const struct span nowhere;

static void teardown(void)
{
	arena_free(&arena);
}

static struct node *text(const char *z)
{
	return node_str(&arena, str_of(z), nowhere);
}

static struct node *number(int64_t i)
{
	return node_int(&arena, i, nowhere);
}

static struct node *new (enum node_kind kind)
{
	return node_new(&arena, kind, nowhere);
}

START_TEST(members)
{
	struct node *map = new (NODE_MAP);

	node_set(&arena, map, text("a"), number(1));
	node_set(&arena, map, number(2), text("two"));
	node_set(&arena, map, text("a"), number(3));
	ck_assert_uint_eq(map->as.pairs.n, 2);
	ck_assert_int_eq(node_get(map, STR("a"))->as.i, 3);
	ck_assert(node_get(map, STR("2")) == NULL);
	ck_assert(node_pair(map, STR("a"))->key->kind == NODE_STR);
	ck_assert(node_get(NULL, STR("a")) == NULL);
	ck_assert(node_get(number(1), STR("a")) == NULL);
}
END_TEST

START_TEST(paths)
{
	struct node *map = new (NODE_MAP);
	struct node *inner = new (NODE_MAP);
	struct node *list = new (NODE_LIST);

	node_set(&arena, inner, text("b"), number(1));
	node_set(&arena, inner, text("c.d"), number(2));
	node_push(&arena, list, number(3));
	node_push(&arena, list, inner);
	node_set(&arena, map, text("a"), inner);
	node_set(&arena, map, text("x.y"), inner);
	node_set(&arena, map, text("l"), list);
	ck_assert_int_eq(node_path(map, STR("a.b"))->as.i, 1);
	ck_assert_int_eq(node_path(map, STR("a.c.d"))->as.i, 2);
	ck_assert_int_eq(node_path(map, STR("x.y.b"))->as.i, 1);
	ck_assert_int_eq(node_path(map, STR("l[0]"))->as.i, 3);
	ck_assert_int_eq(node_path(map, STR("l[1].b"))->as.i, 1);
	ck_assert(node_path(map, STR("l[2]")) == NULL);
	ck_assert(node_path(map, STR("l[-1]")) == NULL);
	ck_assert(node_path(map, STR("a.b.c")) == NULL);
	ck_assert(node_path(map, STR("")) == NULL);
	ck_assert(node_path(map, STR(".")) == NULL);
}
END_TEST

START_TEST(equality)
{
	struct node *a = new (NODE_MAP);
	struct node *b = new (NODE_MAP);
	struct node *unknown = node_unknown(&arena, STR("why"), nowhere);

	node_set(&arena, a, text("x"), number(1));
	node_set(&arena, a, text("y"), text("z"));
	node_set(&arena, b, text("y"), text("z"));
	ck_assert(!node_same(a, b));
	node_set(&arena, b, text("x"), number(1));
	ck_assert(node_same(a, b));
	b->open = true;
	ck_assert(!node_same(a, b));
	ck_assert(node_same(unknown, unknown));
	ck_assert(!node_same(unknown, node_unknown(&arena, STR("why"), nowhere)));
	ck_assert(!node_same(number(1), text("1")));
	ck_assert(!node_same(NULL, a));
}
END_TEST

/** A list of two references to a list of two references … n levels: 2^n paths. */
static struct node *bomb(int n)
{
	struct node *node = number(1);

	for (int i = 0; i < n; i++) {
		struct node *list = new (NODE_LIST);

		node_push(&arena, list, node);
		node_push(&arena, list, node);
		node = list;
	}
	return node;
}

START_TEST(bombs_and_cycles_end)
{
	struct node *cycle = new (NODE_LIST);

	ck_assert(!node_same(bomb(60), bomb(60)));
	ck_assert(!node_known(bomb(60)));
	ck_assert_uint_le(node_text(&arena, bomb(60), 100).n, 103);
	node_push(&arena, cycle, cycle);
	ck_assert(!node_known(cycle));
	ck_assert_uint_le(node_text(&arena, cycle, 1000).n, 1003);
	ck_assert(node_known(bomb(10)));
	ck_assert(node_same(bomb(10), bomb(10)));
}
END_TEST

START_TEST(knowledge)
{
	struct node *list = new (NODE_LIST);

	node_push(&arena, list, number(1));
	ck_assert(node_known(list));
	list->open = true;
	ck_assert(!node_known(list));
	list->open = false;
	node_push(&arena, list, new (NODE_EITHER));
	ck_assert(!node_known(list));
	ck_assert(!node_known(NULL));
}
END_TEST

START_TEST(repr)
{
	struct node *list = new (NODE_TUPLE);
	struct node *map = new (NODE_MAP);

	ck_assert(str_is(node_text(&arena, list, 99), "()"));
	node_push(&arena, list, node_real(&arena, 2e-5, nowhere));
	ck_assert(str_is(node_text(&arena, list, 99), "(2e-05,)"));
	node_push(&arena, list, node_real(&arena, 3, nowhere));
	node_push(&arena, list, node_bool(&arena, true, nowhere));
	node_push(&arena, list, new (NODE_NULL));
	node_push(&arena, list, text("it's\n\x1b"));
	node_push(&arena, list, node_real(&arena, NAN, nowhere));
	ck_assert(
	    str_is(node_text(&arena, list, 99), "(2e-05, 3.0, True, None, 'it\\'s\\n\\x1b', nan)"));
	node_set(&arena, map, text("k"), number(-1));
	map->open = true;
	ck_assert(str_is(node_text(&arena, map, 99), "{'k': -1, ...}"));
	ck_assert(str_is(node_text(&arena, text("abcdef"), 4), "'abc..."));
	/* Cut before, not inside, the two bytes of a letter. */
	ck_assert(str_is(node_text(&arena, text("ab\xc3\xa4"), 4), "'ab..."));
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("node");
	TCase *tc = tcase_create("node");

	suite_add_tcase(suite, tc);
	tcase_add_checked_fixture(tc, NULL, teardown);
	tcase_add_test(tc, members);
	tcase_add_test(tc, paths);
	tcase_add_test(tc, equality);
	tcase_add_test(tc, bombs_and_cycles_end);
	tcase_add_test(tc, knowledge);
	tcase_add_test(tc, repr);
	return run_suite(suite);
}
