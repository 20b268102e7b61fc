/*
 * Shapes from config.json: each must count as many parameters as the row of the table.
 */
#include "../lint/model_config.h"
#include "../lint/read.h"

#include <check.h>
#include <stdlib.h>

static const struct {
	const char *id, *json;
} configs[] = {
	{"meta-llama/Llama-3.2-1B",
	 "{\"model_type\": \"llama\", \"vocab_size\": 128256, \"hidden_size\": 2048, \"intermediate_size\": 8192,"
	 " \"num_hidden_layers\": 16, \"num_attention_heads\": 32, \"num_key_value_heads\": 8, \"head_dim\": 64,"
	 " \"tie_word_embeddings\": true}"},
	{"Qwen/Qwen2.5-7B-Instruct",
	 "{\"model_type\": \"qwen2\", \"vocab_size\": 152064, \"hidden_size\": 3584, \"intermediate_size\": 18944,"
	 " \"num_hidden_layers\": 28, \"num_attention_heads\": 28, \"num_key_value_heads\": 4,"
	 " \"tie_word_embeddings\": false, \"use_sliding_window\": false, \"sliding_window\": 131072}"},
	{"openai-community/gpt2",
	 "{\"model_type\": \"gpt2\", \"vocab_size\": 50257, \"n_embd\": 768, \"n_layer\": 12, \"n_head\": 12,"
	 " \"n_positions\": 1024}"},
	{"mistralai/Mixtral-8x7B-v0.1",
	 "{\"model_type\": \"mixtral\", \"vocab_size\": 32000, \"hidden_size\": 4096, \"intermediate_size\": 14336,"
	 " \"num_hidden_layers\": 32, \"num_attention_heads\": 32, \"num_key_value_heads\": 8,"
	 " \"num_local_experts\": 8, \"num_experts_per_tok\": 2, \"sliding_window\": null}"},
	{"Qwen/Qwen3-8B",
	 "{\"model_type\": \"qwen3\", \"vocab_size\": 151936, \"hidden_size\": 4096, \"intermediate_size\": 12288,"
	 " \"num_hidden_layers\": 36, \"num_attention_heads\": 32, \"num_key_value_heads\": 8, \"head_dim\": 128,"
	 " \"attention_bias\": false, \"tie_word_embeddings\": false}"},
	{"EleutherAI/pythia-1.4b",
	 "{\"model_type\": \"gpt_neox\", \"vocab_size\": 50304, \"hidden_size\": 2048, \"intermediate_size\": 8192,"
	 " \"num_hidden_layers\": 24, \"num_attention_heads\": 16, \"tie_word_embeddings\": false}"},
};

static struct arena arena;

static void teardown(void)
{
	arena_free(&arena);
}

static const struct model *model_of_text(const char *json)
{
	struct reading r = read_json(&arena, 1, str_of(json));

	ck_assert_uint_eq(r.docs.n, 1);
	return model_of_config(&arena, STR("local"), r.docs.at[0]);
}

START_TEST(test_counts)
{
	const struct model *row = model_find(str_of(configs[_i].id));
	const struct model *m = model_of_text(configs[_i].json);

	ck_assert_msg(row != NULL, "%s: no row", configs[_i].id);
	ck_assert_msg(m != NULL, "%s: no model", configs[_i].id);
	ck_assert_msg(m->params == row->params, "%s: %llu, the table says %llu", configs[_i].id,
		      (unsigned long long)m->params, (unsigned long long)row->params);
	ck_assert_uint_eq(m->kv_heads, row->kv_heads);
	ck_assert_uint_eq(m->experts, row->experts);
	ck_assert_uint_eq(m->sliding_window, row->sliding_window);
}
END_TEST

START_TEST(test_text_config)
{
	const struct model *m = model_of_text(
		"{\"model_type\": \"gemma3\", \"text_config\": {\"model_type\": \"gemma3_text\", \"hidden_size\": 2560,"
		" \"intermediate_size\": 10240, \"num_hidden_layers\": 34, \"num_attention_heads\": 8,"
		" \"num_key_value_heads\": 4, \"head_dim\": 256, \"vocab_size\": 262208}}");

	ck_assert(m != NULL);
	ck_assert_uint_eq(m->hidden, 2560);
	ck_assert(str_is(m->family, "gemma3_text"));
}
END_TEST

START_TEST(test_no_model)
{
	ck_assert(model_of_text("{\"model_type\": \"llama\", \"hidden_size\": 64}") == NULL);
	ck_assert(model_of_text("{}") == NULL);
	ck_assert(model_of_text("{\"hidden_size\": -1, \"num_hidden_layers\": 99999999999999,"
				" \"vocab_size\": \"x\", \"num_attention_heads\": 0}") == NULL);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("model_config");
	TCase *all = tcase_create("all");
	SRunner *runner;
	int failed;

	tcase_add_checked_fixture(all, NULL, teardown);
	tcase_add_loop_test(all, test_counts, 0, (int)(sizeof(configs) / sizeof(*configs)));
	tcase_add_test(all, test_text_config);
	tcase_add_test(all, test_no_model);
	suite_add_tcase(suite, all);
	runner = srunner_create(suite);
	srunner_run_all(runner, CK_NORMAL);
	failed = srunner_ntests_failed(runner) || srunner_ntests_run(runner) == 0;
	srunner_free(runner);
	return failed;
}
