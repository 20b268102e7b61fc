/*
 * Copies out of an arena that is given back: what hangs on a node or a call is copied once, what lies elsewhere is shared.
 */
#include "lint/eval/eval.h"
#include "tests/support/run_suite.h"

#include <check.h>

static struct arena kept, passing;

static void teardown(void)
{
	arena_free(&kept);
	arena_free(&passing);
}

static const struct span nowhere;

static struct keeper begin(bool settings_only)
{
	return (struct keeper){.to = &kept, .from = &passing, .settings_only = settings_only};
}

/* The arena is given back and written over: a copy that needs it does not survive. */
static void give_back(struct keeper *k)
{
	keep_end(k);
	arena_reset(&passing);
	memset(arena_bytes(&passing, 60000, 16), 0xa5, 60000);
}

START_TEST(what_is_shared_stays_shared)
{
	struct keeper k = begin(false);
	struct node *value = node_int(&passing, 7, nowhere), *elsewhere = node_int(&kept, 8, nowhere);
	struct node *map = node_new(&passing, NODE_MAP, nowhere), *list = node_new(&passing, NODE_LIST, nowhere), *copy;

	value->how = str_dup(&passing, STR("how it came"));
	node_push(&passing, list, value);
	node_push(&passing, list, elsewhere);
	node_set(&passing, map, node_str(&passing, str_dup(&passing, STR("one")), nowhere), value);
	node_set(&passing, map, node_str(&passing, STR("all"), nowhere), list);
	node_set(&passing, map, node_str(&passing, STR("itself"), nowhere), map);
	copy = keep_node(&k, map);
	ck_assert(keep_node(&k, elsewhere) == elsewhere);
	ck_assert(keep_node(&k, NULL) == NULL);
	give_back(&k);
	value = node_get(copy, STR("one"));
	ck_assert_int_eq(value->as.i, 7);
	ck_assert(str_is(value->how, "how it came"));
	ck_assert(node_get(copy, STR("itself")) == copy);
	list = node_get(copy, STR("all"));
	ck_assert(list->as.items.at[0] == value && list->as.items.at[1] == elsewhere);
}
END_TEST

START_TEST(chains_of_any_length)
{
	struct keeper k = begin(false);
	const struct node *last = NULL;

	for (int i = 0; i < 200000; i++) {
		struct node *n = node_int(&passing, i, nowhere);

		n->from[0] = last;
		last = n;
	}
	last = keep_node(&k, last);
	give_back(&k);
	for (int i = 200000; i-- > 0; last = last->from[0])
		ck_assert_int_eq(last->as.i, i);
	ck_assert(!last);
}
END_TEST

START_TEST(conditions_ask_the_same)
{
	struct keeper k = begin(true);
	struct arms outer = arms_new(&passing, str_dup(&passing, STR("a")), nowhere, NULL);
	struct arms inner = arms_new(&passing, str_dup(&passing, STR("b")), nowhere, outer.yes);
	const struct node *yes = keep_node(&k, inner.yes), *no = keep_node(&k, inner.no), *other = keep_node(&k, outer.no);

	give_back(&k);
	ck_assert(str_is(yes->text, "b") && str_is(yes->from[0]->text, "a"));
	ck_assert(arms_same(yes, no) && arms_negative(no) && !arms_negative(yes));
	ck_assert(arms_exclude(yes, no) && arms_exclude(yes, other) && !arms_exclude(yes, yes->from[0]));
}
END_TEST

START_TEST(calls_and_what_they_made)
{
	struct keeper k = begin(true);
	struct trace *trace = arena_new(&passing, struct trace), *copy;
	struct call *call = arena_new(&passing, struct call);
	struct node *object = node_new(&passing, NODE_OBJECT, nowhere), *rows = node_new(&passing, NODE_LIST, nowhere);
	struct node *class = node_new(&passing, NODE_CLASS, nowhere), *derived = node_int(&passing, 2, nowhere);

	for (int i = 0; i < 5000; i++)
		node_push(&passing, rows, node_int(&passing, i, nowhere));
	node_push(&passing, rows, node_str(&passing, str_dup(&passing, STR("a.yaml")), nowhere));
	class->code = call;
	derived->from[0] = object;
	object->made = call;
	object->code = call;
	call->callee = str_dup(&passing, STR("trl.SFTConfig"));
	call->result = object;
	*vec_push(&passing, &call->args) = (struct arg){.name = STR("rows"), .value = rows};
	*vec_push(&passing, &call->args) = (struct arg){.name = STR("batch"), .value = derived};
	*vec_push(&passing, &call->args) = (struct arg){.name = STR("cls"), .value = class};
	*vec_push(&passing, trace) = call;
	*vec_push(&passing, &trace->configs) = object;
	trace->spent = str_dup(&passing, STR("200000 steps"));
	copy = keep_trace(&k, trace);
	give_back(&k);
	call = copy->at[0];
	ck_assert(str_is(call->callee, "trl.SFTConfig") && str_is(copy->spent, "200000 steps"));
	ck_assert(call->result->made == call && copy->configs.at[0] == call->result && !call->result->code);
	/* Data has its first rows and its texts; a value that was computed is one still; code is not known any more. */
	rows = call->args.at[0].value;
	ck_assert(rows->open && rows->as.items.n < 300);
	ck_assert(str_is(rows->as.items.at[rows->as.items.n - 1]->text, "a.yaml"));
	ck_assert(call->args.at[1].value->from[0] != NULL);
	ck_assert_int_eq(call->args.at[2].value->kind, NODE_UNKNOWN);
}
END_TEST

static bool is_of_a_trainer(const struct call *call)
{
	return str_is(call->method, "train");
}

static struct call *called(struct trace *trace, const char *method)
{
	struct call *call = arena_new(&passing, struct call);

	call->method = str_dup(&passing, str_of(method));
	call->result = node_new(&passing, NODE_OBJECT, nowhere);
	call->result->made = call;
	*vec_push(&passing, trace) = call;
	return call;
}

START_TEST(calls_that_nobody_asks_for_are_left)
{
	struct keeper k = begin(true);
	struct trace *trace = arena_new(&passing, struct trace);
	struct node *loss = called(trace, "mean")->result, *copy;
	struct trace *left;

	called(trace, "train");
	called(trace, "item");
	k.wanted = is_of_a_trainer;
	left = keep_trace(&k, trace);
	copy = keep_node(&k, loss);
	give_back(&k);
	ck_assert_uint_eq(left->n, 1);
	ck_assert(str_is(left->at[0]->method, "train") && left->at[0]->result->made == left->at[0]);
	ck_assert(copy->kind == NODE_OBJECT && !copy->made);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("kept_nodes");
	TCase *all = tcase_create("all");

	tcase_add_checked_fixture(all, NULL, teardown);
	tcase_add_test(all, what_is_shared_stays_shared);
	tcase_add_test(all, chains_of_any_length);
	tcase_add_test(all, conditions_ask_the_same);
	tcase_add_test(all, calls_and_what_they_made);
	tcase_add_test(all, calls_that_nobody_asks_for_are_left);
	suite_add_tcase(suite, all);
	return run_suite(suite);
}
