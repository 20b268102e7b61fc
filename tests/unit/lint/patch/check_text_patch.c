#include "lint/patch/fix_patch.h"
#include "lint/patch/text_patch.h"
#include "tests/support/run_suite.h"

#include "core/base/base.h"

#include <check.h>
#include <string.h>

static struct arena arena;

static void teardown(void)
{
	arena_free(&arena);
}

static void same(struct str s, const char *want)
{
	ck_assert_msg(str_is(s, want), "\"%.*s\" instead of \"%s\"", STR_ARG(s), want);
}

static struct text_change change(size_t off, size_t len, const char *text)
{
	return (struct text_change){off, len, str_of(text)};
}

START_TEST(changes_in_any_order)
{
	const struct str text = STR("one 1\ntwo 2\nthree 3\n");
	struct text_patch p = {0};

	ck_assert(text_patch_add(&arena, &p, change(18, 1, "33")));
	ck_assert(text_patch_add(&arena, &p, change(4, 1, "")));
	ck_assert(text_patch_add(&arena, &p, change(11, 0, "\nmore")));
	same(text_patch_apply(&arena, &p, text), "one \ntwo 2\nmore\nthree 33\n");
	/* The very same once more is no other change; what overlaps one is refused. */
	ck_assert(text_patch_add(&arena, &p, change(4, 1, "")));
	ck_assert(!text_patch_add(&arena, &p, change(4, 1, "5")));
	ck_assert(!text_patch_add(&arena, &p, change(3, 4, "x")));
	same(text_patch_apply(&arena, &p, text), "one \ntwo 2\nmore\nthree 33\n");
}
END_TEST

/* Two hunks: what lies far apart is not joined, and lines that the first adds move the second. */
START_TEST(a_patch_as_diff_has_it)
{
	const struct str text = STR("a\nb\nc\nd\ne\nf\ng\nh\ni\nj\nk\nl");
	struct text_patch p = {0};
	struct out out = {.arena = &arena};

	ck_assert(text_patch_add(&arena, &p, change(3, 0, "\nB")));
	ck_assert(text_patch_add(&arena, &p, change(22, 1, "L")));
	text_patch_print(&out, &p, STR("x/y"), text);
	same(out_str(&out), "--- a/x/y\n+++ b/x/y\n@@ -1,5 +1,6 @@\n a\n-b\n+b\n+B\n c\n d\n e\n"
			    "@@ -9,4 +10,4 @@\n i\n j\n k\n-l\n\\ No newline at end of file\n+L\n\\ No newline at end of file\n");
}
END_TEST

/** What a fix of two settings, of which the second is a new key beside the first, makes of a file. */
static const struct {
	const char *path, *text, *old, *key, *want;
} beside[] = {
    {"a.yaml", "m: 8  # many\nn: 1\n", "8", "m", "m: 2  # many\nsteps: 4\nn: 1\n"},
    {"a.yaml", "t:\n  - m: 8\n    n: 1\n", "8", "m", "t:\n  - m: 2\n    steps: 4\n    n: 1\n"},
    {"a.yaml", "{m: 8, n: 1}\n", "8", "m", NULL},
    {"a.json", "{\"m\": 8, \"n\": 1}", "8", "m", "{\"m\": 2, \"steps\": 4, \"n\": 1}"},
    {"a.py", "f(x, m=8, n=1)\n", "8", "m", "f(x, m=2, steps=4, n=1)\n"},
    {"a.py", "f(\n    m=8,\n)\n", "8", "m", "f(\n    m=2, steps=4,\n)\n"},
    {"a.py", "m = 8\nf(m=m)\n", "8", "m", NULL},
    {"a.py", "p.add_argument('--m', default=8)\n", "8", "m", NULL},
    {"a.py", "c = {'m': 8}\n", "8", "m", "c = {'m': 2, \"steps\": 4}\n"},
    {"a.sh", "train --m 8 \\\n  --n 1\n", "8", "m", "train --m 2 --steps 4 \\\n  --n 1\n"},
    {"a.sh", "train --m=8\n", "8", "m", "train --m=2 --steps=4\n"},
    {"a.sh", "M=8 train\n", "8", "m", NULL},
};

START_TEST(a_key_beside_another)
{
	struct files files = {.arena = &arena};
	struct str text = str_of(beside[_i].text), why = {0};
	uint32_t id = files_add(&files, str_of(beside[_i].path), text);
	size_t at = str_find(text, str_of(beside[_i].old), 0);
	struct span place = {id, (uint32_t)at, 1};
	struct offered_fix fix = {.fix = {.n = 2},
				  .edits = {{.at = place, .kind = EDIT_REPLACE, .text = STR("2"), .key = str_of(beside[_i].key)},
					    {.at = place, .kind = EDIT_ADD, .key = STR("steps"), .value = STR("4")}}};
	struct fix_patch patch = {0};
	bool good = fix_patch_add(&arena, &files, &fix, &patch, &why);

	ck_assert_int_eq(good, beside[_i].want != NULL);
	if (good)
		same(text_patch_apply(&arena, &patch.files.at[0].patch, text), beside[_i].want);
	else
		ck_assert_uint_gt(why.n, 0);
	ck_assert_uint_eq(patch.files.n, good);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("text_patch");
	TCase *tc = tcase_create("text_patch");

	suite_add_tcase(suite, tc);
	tcase_add_checked_fixture(tc, NULL, teardown);
	tcase_add_test(tc, changes_in_any_order);
	tcase_add_test(tc, a_patch_as_diff_has_it);
	tcase_add_loop_test(tc, a_key_beside_another, 0, (int)(sizeof(beside) / sizeof(*beside)));
	return run_suite(suite);
}
