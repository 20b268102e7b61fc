/*
 * Which names of models are those of what the repository writes.
 */
#include "lint/job/saved_models.h"
#include "tests/support/run_suite.h"

#include <check.h>

static const struct {
	const char *path, *plain;
} paths[] = {
    {"./out/sft/", "out/sft"}, {"../../out/sft", "out/sft"}, {" out\\sft ", "out/sft"},
    {"/repository/out", "out"}, {"/data/out//", "/data/out"}, {"/", "/"}, {"", ""},
};

START_TEST(test_path)
{
	struct arena arena = {0};
	struct str plain = saved_model_path(&arena, str_of(paths[_i].path));

	ck_assert_msg(str_is(plain, paths[_i].plain), "%s: %.*s", paths[_i].path, STR_ARG(plain));
	arena_free(&arena);
}
END_TEST

static const struct {
	const char *written;
	bool hub;
	const char *wanted;
	bool found;
} fits[] = {
    {"out/sft", false, "out/sft", true},
    {"out/sft", false, "/home/me/project/out/sft", true},
    {"/home/me/project/out/sft", false, "out/sft", true},
    {"out/sft", false, "out/sft/checkpoint-500", true},
    {"out/sft", false, "out/sft/merged/final", true},
    {"out/sft", false, "out/sft-merged", true},
    {"out/sft", false, "out/sft_merged_16bit", true},
    {"out/sft", false, "out/sft2", false},
    {"out/sft", false, "out/dpo", false},
    {"out/sft", false, "out/sft/other", false},
    {"sft", false, "/models/sft", false},
    {"out/sft", false, "me/sft", false},
    {"zephyr-mine", true, "me/zephyr-mine", true},
    {"me/zephyr-mine", true, "me/zephyr-mine", true},
    {"you/zephyr-mine", true, "me/zephyr-mine", false},
    {"final", true, "me/final", false},
};

START_TEST(test_fit)
{
	struct arena arena = {0};
	struct saved_models saved = {0};
	const struct model *model = model_find(STR("Qwen/Qwen2.5-7B"));

	*vec_push(&arena, &saved) =
	    (struct saved_model){.path = str_of(fits[_i].written), .hub = fits[_i].hub, .model = model};
	ck_assert_ptr_nonnull(model);
	ck_assert_msg(saved_model_shape(&saved, str_of(fits[_i].wanted)) == (fits[_i].found ? model : NULL),
		      "%s for %s", fits[_i].written, fits[_i].wanted);
	arena_free(&arena);
}
END_TEST

/* Two that write to one place must agree; the nearer name wins over the others. */
START_TEST(test_several)
{
	struct arena arena = {0};
	struct saved_models saved = {0};
	const struct model *small = model_find(STR("Qwen/Qwen2.5-0.5B"));
	const struct model *large = model_find(STR("Qwen/Qwen2.5-7B"));

	*vec_push(&arena, &saved) = (struct saved_model){.path = STR("out/a"), .model = small};
	*vec_push(&arena, &saved) = (struct saved_model){.path = STR("out/a"), .model = large};
	*vec_push(&arena, &saved) = (struct saved_model){.path = STR("out/a/final"), .model = large};
	*vec_push(&arena, &saved) = (struct saved_model){.path = STR("out/b"), .model = small};
	*vec_push(&arena, &saved) =
	    (struct saved_model){.path = STR("out/b"), .model = model_find(STR("Qwen/Qwen2.5-0.5B-Instruct"))};
	ck_assert_ptr_null(saved_model_shape(&saved, STR("out/a")));
	ck_assert_ptr_null(saved_model_shape(&saved, STR("out/a/checkpoint-1")));
	ck_assert_ptr_eq(saved_model_shape(&saved, STR("out/a/final")), large);
	ck_assert_ptr_eq(saved_model_shape(&saved, STR("out/b")), small);
	arena_free(&arena);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("saved_models");
	TCase *tc = tcase_create("saved_models");

	tcase_add_loop_test(tc, test_path, 0, sizeof(paths) / sizeof(*paths));
	tcase_add_loop_test(tc, test_fit, 0, sizeof(fits) / sizeof(*fits));
	tcase_add_test(tc, test_several);
	suite_add_tcase(suite, tc);
	return run_suite(suite);
}
