/*
 * Models that configs describe by sizes: each must count as many parameters as the model that is published, or as the
 * framework's own code makes.
 */
#include "core/model/model.h"
#include "lint/model/model.h"
#include "tests/support/run_suite.h"

#include <check.h>

static struct arena arena;

static void teardown(void)
{
	arena_free(&arena);
}

static struct node *sizes_of(struct str text)
{
	struct node *map = node_new(&arena, NODE_MAP, (struct span){0});
	struct str_cut cut = {.tail = text};

	while (cut.tail.n) {
		struct str_cut pair;

		cut = str_cut(cut.tail, ' ');
		pair = str_cut(cut.head, '=');
		node_set(&arena, map, node_str(&arena, pair.head, (struct span){0}), node_str(&arena, pair.tail, (struct span){0}));
	}
	return map;
}

static const struct {
	const char *sizes;
	/** The id that the shape goes by, and its parameters; 0: those of the table. */
	const char *id;
	uint64_t params;
	/** What is told of the vocabulary; NULL: nothing. */
	const char *how;
} models[] = {
	{"hidden=4096 layers=32 heads=32 kv_heads=8 ffn=14336 vocab=128256 gated=true rms=true", "meta-llama/Meta-Llama-3-8B", 0, NULL},
	/* Padded to a multiple of 128 for each of 2 parts. */
	{"hidden=4096 layers=32 heads=32 ffn=11008 vocab=32000 gated=true rms=true vocab_multiple=128 vocab_parts=2",
	 "huggyllama/llama-7b", 0, NULL},
	/* The GPT of Megatron-LM's examples/pretrain_gpt.sh: a table of 50,304 words, and one of 1,024 positions. */
	{"hidden=1024 layers=24 heads=16 positions=1024 tied=true bias=all learned_positions=true vocab_of=GPT2BPETokenizer "
	 "vocab_multiple=128",
	 "openai-community/gpt2-medium", 354871296, "GPT2BPE"},
	/* GPT-NeoX: 32768 / 3 rounded up to 256 is 11008. */
	{"hidden=4096 layers=32 heads=32 ffn=32768 ffn_gated=thirds ffn_multiple=256 gated=true rms=true vocab=32000",
	 "huggyllama/llama-7b", 0, NULL},
	/* OLMo: gate and up together. */
	{"hidden=4096 layers=32 heads=32 ffn=22016 ffn_gated=halves gated=true rms=true vocab=32000", "huggyllama/llama-7b", 0, NULL},
	/* Megatron-LM's width of a gated MLP that none is given for. */
	{"hidden=1024 layers=2 heads=16 gated=true rms=true vocab=1000", "2 layers of width 1024", 0, NULL},
	{"hidden=64 layers=2 heads=4 tied=true", "2 layers of width 64", 0, "GPT-2"},
};

START_TEST(test_counts)
{
	struct str how = STR(""), why = STR("");
	const struct model *m = model_of_sizes(&arena, sizes_of(str_of(models[_i].sizes)), &how, &why);
	const struct model *known;

	ck_assert_msg(m != NULL, "%.*s", STR_ARG(why));
	known = model_find(m->id);
	ck_assert_msg(str_is(m->id, models[_i].id) || (known && known == model_find(str_of(models[_i].id))), "%.*s", STR_ARG(m->id));
	if (models[_i].params)
		ck_assert_uint_eq(m->params, models[_i].params);
	else if (known)
		ck_assert_msg(m->params <= known->params + known->params / 200 && m->params >= known->params - known->params / 200, "%llu",
			      (unsigned long long)m->params);
	ck_assert_int_eq(how.n != 0, models[_i].how != NULL);
	if (models[_i].how)
		ck_assert(str_has(how, str_of(models[_i].how)));
}
END_TEST

/* Mixtral's 46.7 thousand million, DeepSeek-V2-Lite's 15.7. */
START_TEST(test_mixtures)
{
	static const struct {
		const char *sizes;
		double least, most;
	} rows[] = {
		{"hidden=4096 layers=32 heads=32 kv_heads=8 ffn=14336 experts=8 top_k=2 gated=true rms=true vocab=32000", 46.6e9, 46.8e9},
		{"hidden=2048 layers=27 heads=16 ffn=10944 experts=64 top_k=6 moe_ffn=1408 shared_experts=2 dense_first=1 mla=true "
		 "kv_lora=512 qk_nope=128 qk_rope=64 v_dim=128 gated=true rms=true vocab=102400",
		 15.6e9, 15.8e9},
		/* One expert is none (Megatron-DeepSpeed). */
		{"hidden=1024 layers=24 heads=16 experts=1 tied=true bias=all vocab=50304", 0.35e9, 0.36e9},
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		struct str how = STR(""), why = STR("");
		const struct model *m = model_of_sizes(&arena, sizes_of(str_of(rows[i].sizes)), &how, &why);

		ck_assert_ptr_nonnull(m);
		ck_assert_msg((double)m->params >= rows[i].least && (double)m->params <= rows[i].most, "%llu",
			      (unsigned long long)m->params);
	}
}
END_TEST

/* Half a shape, one that cannot be, and layers of another kind: none, with the reason. */
START_TEST(test_none)
{
	static const char *const rows[] = {
		"hidden=1024 heads=16",
		"hidden=1024 layers=24",
		"hidden=0 layers=24 heads=16",
		"hidden=-5 layers=24 heads=16",
		"hidden=99999999999999 layers=99999999 heads=1",
		"hidden=16000000 layers=16000000 heads=1",
		"hidden=64 layers=2 heads=128",
		"hidden=1024 layers=24 heads=16 layers_of=Mamba's",
		"hidden=nan layers=inf heads=1e3",
		"",
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		struct str how = STR(""), why = STR("");

		ck_assert_msg(!model_of_sizes(&arena, sizes_of(str_of(rows[i])), &how, &why), "%s", rows[i]);
		ck_assert_msg(why.n, "%s", rows[i]);
	}
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("model_sizes");
	TCase *all = tcase_create("all");

	tcase_add_checked_fixture(all, NULL, teardown);
	tcase_add_loop_test(all, test_counts, 0, (int)(sizeof(models) / sizeof(*models)));
	tcase_add_test(all, test_mixtures);
	tcase_add_test(all, test_none);
	suite_add_tcase(suite, all);
	return run_suite(suite);
}
