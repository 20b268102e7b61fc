#include "core/model/model.h"
#include "tests/support/run_suite.h"

#include <check.h>
#include <math.h>
#include <stdio.h>

START_TEST(every_row_has_its_counts)
{
	size_t rows, active = 0;
	const struct model *table = model_table(&rows);

	for (size_t i = 0; i < rows; i++) {
		const struct model *m = &table[i];
		struct model_count c = model_count(m);
		int64_t noted = model_number(m, MODEL_NOTE_ACTIVE_PARAMS, 0);

		ck_assert_msg(c.total == m->params, "%.*s: %lu, not %lu", STR_ARG(m->id), c.total,
			      m->params);
		ck_assert_msg(c.embedding == m->params_embedding, "%.*s: %lu, not %lu",
			      STR_ARG(m->id), c.embedding, m->params_embedding);
		ck_assert_uint_eq(c.total, model_params(m));
		ck_assert_uint_le(c.linear, c.total);
		ck_assert_uint_le(c.active, c.total);
		active += noted && c.active == (uint64_t)noted;
	}
	printf("  %zu rows recomputed, active parameters of %zu\n", rows, active);
	ck_assert_uint_ge(active, 70);
}
END_TEST

/* fixtures/accuracy/published-counts.csv: id, count, where it was published. */
START_TEST(counts_are_the_published_ones)
{
	FILE *f = fopen("fixtures/accuracy/published-counts.csv", "r");
	char line[256], id[128];
	unsigned long published;
	size_t exact = 0, near = 0;
	double worst = 0;

	ck_assert_ptr_nonnull(f);
	ck_assert_ptr_nonnull(fgets(line, sizeof(line), f));
	while (fgets(line, sizeof(line), f)) {
		const struct model *m;
		double off;

		ck_assert_int_eq(sscanf(line, "%127[^,],%lu,", id, &published), 2);
		m = model_find(str_of(id));
		ck_assert_msg(m != NULL, "%s", id);
		off = fabs((double)model_params(m) / (double)published - 1);
		exact += model_params(m) == published;
		near += model_params(m) != published;
		worst = off > worst ? off : worst;
		ck_assert_msg(off < 0.0033, "%s: %lu, published %lu", id, model_params(m),
			      published);
	}
	fclose(f);
	printf("  published counts: %zu exact, %zu near, the worst %.2f %% off\n", exact, near,
	       100 * worst);
	ck_assert_uint_ge(exact, 421);
	ck_assert_uint_ge(exact + near, 467);
}
END_TEST

/* Llama 3.1 8B by hand: 32 layers of 4096 with 32/8 heads of 128 and an MLP of 14336. */
START_TEST(parts_by_hand)
{
	struct model_count c = model_count(model_find(STR("meta-llama/Llama-3.1-8B")));
	uint64_t linear = 2 * 4096 * 4096 + 2 * 4096 * 1024 + 3 * 4096 * 14336;

	ck_assert_uint_eq(c.linear, 32 * linear);
	ck_assert_uint_eq(c.embedding, 2UL * 128256 * 4096);
	ck_assert_uint_eq(c.total, 32 * (linear + 2 * 4096) + 4096 + c.embedding);
	ck_assert_uint_eq(c.layer, linear + 2 * 4096 + 4096 / 32);
	ck_assert_uint_eq(c.active, c.total);
	ck_assert_uint_eq(c.tower, 0);
}
END_TEST

START_TEST(absurd_shapes_saturate)
{
	struct model m = {.hidden = UINT32_MAX,
			  .layers = UINT32_MAX,
			  .heads = UINT32_MAX,
			  .kv_heads = UINT32_MAX,
			  .head_dim = UINT32_MAX,
			  .ffn = UINT32_MAX,
			  .vocab = UINT32_MAX};

	ck_assert_uint_eq(model_params(&m), UINT64_MAX);
	m.experts = m.moe_ffn = UINT32_MAX;
	ck_assert_uint_eq(model_params(&m), UINT64_MAX);
	m = (struct model){0};
	ck_assert_uint_eq(model_params(&m), 0);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("model_count");
	TCase *tc = tcase_create("model_count");

	suite_add_tcase(suite, tc);
	tcase_add_test(tc, every_row_has_its_counts);
	tcase_add_test(tc, counts_are_the_published_ones);
	tcase_add_test(tc, parts_by_hand);
	tcase_add_test(tc, absurd_shapes_saturate);
	return run_suite(suite);
}
