/*
 * Shapes from config.json: each must count as many parameters as the row of the table.
 */
#include "core/model/model.h"
#include "lint/model/model.h"
#include "lint/read/read.h"
#include "tests/support/run_suite.h"

#include <check.h>

/* What the models' own files say, "vocab_size" apart: the test puts it in, and another one. */
static const struct {
	const char *id;
	unsigned vocab;
	const char *json;
} configs[] = {
	{"meta-llama/Llama-3.2-1B", 128256,
	 "\"model_type\": \"llama\", \"hidden_size\": 2048, \"intermediate_size\": 8192, "
	 "\"num_hidden_layers\": 16, \"num_attention_heads\": 32, "
	 "\"num_key_value_heads\": 8, \"head_dim\": 64, \"attention_bias\": false, "
	 "\"mlp_bias\": false, \"tie_word_embeddings\": true"},
	{"Qwen/Qwen2.5-7B-Instruct", 152064,
	 "\"model_type\": \"qwen2\", \"hidden_size\": 3584, \"intermediate_size\": 18944, "
	 "\"num_hidden_layers\": 28, \"num_attention_heads\": 28, "
	 "\"num_key_value_heads\": 4, \"tie_word_embeddings\": false, "
	 "\"use_sliding_window\": false, \"sliding_window\": 131072"},
	{"Qwen/Qwen-7B", 151936,
	 "\"model_type\": \"qwen\", \"hidden_size\": 4096, \"intermediate_size\": 22016, "
	 "\"num_hidden_layers\": 32, \"num_attention_heads\": 32, \"kv_channels\": 128, "
	 "\"seq_length\": 8192, \"tie_word_embeddings\": false"},
	{"openai-community/gpt2", 50257,
	 "\"model_type\": \"gpt2\", \"n_embd\": 768, \"n_layer\": 12, \"n_head\": 12, "
	 "\"n_positions\": 1024, \"n_inner\": null"},
	{"mistralai/Mixtral-8x7B-v0.1", 32000,
	 "\"model_type\": \"mixtral\", \"hidden_size\": 4096, "
	 "\"intermediate_size\": 14336, \"num_hidden_layers\": 32, "
	 "\"num_attention_heads\": 32, \"num_key_value_heads\": 8, "
	 "\"num_local_experts\": 8, \"num_experts_per_tok\": 2, "
	 "\"sliding_window\": null, \"tie_word_embeddings\": false"},
	{"Qwen/Qwen3-8B", 151936,
	 "\"model_type\": \"qwen3\", \"hidden_size\": 4096, \"intermediate_size\": 12288, "
	 "\"num_hidden_layers\": 36, \"num_attention_heads\": 32, "
	 "\"num_key_value_heads\": 8, \"head_dim\": 128, \"attention_bias\": false, "
	 "\"tie_word_embeddings\": false"},
	{"Qwen/Qwen3-30B-A3B", 151936,
	 "\"model_type\": \"qwen3_moe\", \"hidden_size\": 2048, "
	 "\"intermediate_size\": 6144, \"moe_intermediate_size\": 768, "
	 "\"num_hidden_layers\": 48, \"num_attention_heads\": 32, "
	 "\"num_key_value_heads\": 4, \"head_dim\": 128, \"num_experts\": 128, "
	 "\"num_experts_per_tok\": 8, \"tie_word_embeddings\": false"},
	{"Qwen/Qwen1.5-MoE-A2.7B", 151936,
	 "\"model_type\": \"qwen2_moe\", \"hidden_size\": 2048, "
	 "\"intermediate_size\": 5632, \"moe_intermediate_size\": 1408, "
	 "\"shared_expert_intermediate_size\": 5632, \"num_hidden_layers\": 24, "
	 "\"num_attention_heads\": 16, \"num_key_value_heads\": 16, "
	 "\"num_experts\": 60, \"num_experts_per_tok\": 4, "
	 "\"tie_word_embeddings\": false"},
	{"EleutherAI/pythia-1.4b", 50304,
	 "\"model_type\": \"gpt_neox\", \"hidden_size\": 2048, "
	 "\"intermediate_size\": 8192, \"num_hidden_layers\": 24, "
	 "\"num_attention_heads\": 16, \"tie_word_embeddings\": false"},
	{"tiiuae/falcon-7b", 65024,
	 "\"model_type\": \"falcon\", \"hidden_size\": 4544, \"num_hidden_layers\": 32, "
	 "\"num_attention_heads\": 71, \"num_kv_heads\": 71, \"multi_query\": true, "
	 "\"new_decoder_architecture\": false, \"bias\": false"},
	{"deepseek-ai/DeepSeek-V3", 129280,
	 "\"model_type\": \"deepseek_v3\", \"hidden_size\": 7168, "
	 "\"intermediate_size\": 18432, \"moe_intermediate_size\": 2048, "
	 "\"num_hidden_layers\": 61, \"num_attention_heads\": 128, "
	 "\"num_key_value_heads\": 128, \"n_shared_experts\": 1, "
	 "\"n_routed_experts\": 256, \"num_experts_per_tok\": 8, "
	 "\"first_k_dense_replace\": 3, \"q_lora_rank\": 1536, \"kv_lora_rank\": 512, "
	 "\"qk_nope_head_dim\": 128, \"qk_rope_head_dim\": 64, \"v_head_dim\": 128, "
	 "\"attention_bias\": false, \"tie_word_embeddings\": false"},
	{"deepseek-ai/DeepSeek-V2-Lite", 102400,
	 "\"model_type\": \"deepseek_v2\", \"hidden_size\": 2048, "
	 "\"intermediate_size\": 10944, \"moe_intermediate_size\": 1408, "
	 "\"num_hidden_layers\": 27, \"num_attention_heads\": 16, "
	 "\"num_key_value_heads\": 16, \"n_shared_experts\": 2, "
	 "\"n_routed_experts\": 64, \"num_experts_per_tok\": 6, "
	 "\"first_k_dense_replace\": 1, \"q_lora_rank\": null, \"kv_lora_rank\": 512, "
	 "\"qk_nope_head_dim\": 128, \"qk_rope_head_dim\": 64, \"v_head_dim\": 128, "
	 "\"tie_word_embeddings\": false"},
	{"openai/gpt-oss-20b", 201088,
	 "\"model_type\": \"gpt_oss\", \"hidden_size\": 2880, "
	 "\"intermediate_size\": 2880, \"num_hidden_layers\": 24, "
	 "\"num_attention_heads\": 64, \"num_key_value_heads\": 8, \"head_dim\": 64, "
	 "\"num_local_experts\": 32, \"num_experts_per_tok\": 4, "
	 "\"experts_per_token\": 4, \"sliding_window\": 128, \"attention_bias\": true, "
	 "\"tie_word_embeddings\": false"},
	{"google/gemma-2-9b", 256000,
	 "\"model_type\": \"gemma2\", \"hidden_size\": 3584, "
	 "\"intermediate_size\": 14336, \"num_hidden_layers\": 42, "
	 "\"num_attention_heads\": 16, \"num_key_value_heads\": 8, \"head_dim\": 256, "
	 "\"sliding_window\": 4096, \"attention_bias\": false"},
	{"microsoft/phi-2", 51200,
	 "\"model_type\": \"phi\", \"hidden_size\": 2560, \"intermediate_size\": 10240, "
	 "\"num_hidden_layers\": 32, \"num_attention_heads\": 32, "
	 "\"num_key_value_heads\": 32, \"qk_layernorm\": false, "
	 "\"tie_word_embeddings\": false"},
	{"bigscience/bloom-560m", 250880,
	 "\"model_type\": \"bloom\", \"hidden_size\": 1024, \"n_layer\": 24, \"n_head\": 16"},
	{"facebook/opt-350m", 50272,
	 "\"model_type\": \"opt\", \"hidden_size\": 1024, \"ffn_dim\": 4096, "
	 "\"num_hidden_layers\": 24, \"num_attention_heads\": 16, "
	 "\"word_embed_proj_dim\": 512, \"max_position_embeddings\": 2048"},
	{"facebook/opt-1.3b", 50272,
	 "\"model_type\": \"opt\", \"hidden_size\": 2048, \"ffn_dim\": 8192, "
	 "\"num_hidden_layers\": 24, \"num_attention_heads\": 32, "
	 "\"word_embed_proj_dim\": 2048, \"max_position_embeddings\": 2048"},
	{"bigcode/starcoder", 49152,
	 "\"model_type\": \"gpt_bigcode\", \"n_embd\": 6144, \"n_inner\": 24576, "
	 "\"n_layer\": 40, \"n_head\": 48, \"n_positions\": 8192, \"multi_query\": true"},
	{"THUDM/chatglm3-6b", 65024,
	 "\"model_type\": \"chatglm\", \"hidden_size\": 4096, \"ffn_hidden_size\": 13696, "
	 "\"num_layers\": 28, \"num_attention_heads\": 32, \"kv_channels\": 128, "
	 "\"multi_query_attention\": true, \"multi_query_group_num\": 2, "
	 "\"add_qkv_bias\": true, \"seq_length\": 8192, \"tie_word_embeddings\": false"},
	{"google-t5/t5-base", 32128,
	 "\"model_type\": \"t5\", \"d_model\": 768, \"d_ff\": 3072, \"d_kv\": 64, "
	 "\"num_layers\": 12, \"num_decoder_layers\": 12, \"num_heads\": 12, "
	 "\"feed_forward_proj\": \"relu\""},
	{"google/flan-t5-xl", 32128,
	 "\"model_type\": \"t5\", \"d_model\": 2048, \"d_ff\": 5120, \"d_kv\": 64, "
	 "\"num_layers\": 24, \"num_decoder_layers\": 24, \"num_heads\": 32, "
	 "\"feed_forward_proj\": \"gated-gelu\", \"tie_word_embeddings\": false"},
	{"openai/whisper-small", 51865,
	 "\"model_type\": \"whisper\", \"d_model\": 768, \"decoder_layers\": 12, "
	 "\"encoder_layers\": 12, \"decoder_attention_heads\": 12, "
	 "\"decoder_ffn_dim\": 3072, \"num_mel_bins\": 80, \"max_target_positions\": 448"},
	{"google-bert/bert-base-uncased", 30522,
	 "\"model_type\": \"bert\", \"hidden_size\": 768, \"intermediate_size\": 3072, "
	 "\"num_hidden_layers\": 12, \"num_attention_heads\": 12, "
	 "\"max_position_embeddings\": 512, \"type_vocab_size\": 2"},
	{"state-spaces/mamba-130m-hf", 50280,
	 "\"model_type\": \"mamba\", \"hidden_size\": 768, \"intermediate_size\": 1536, "
	 "\"num_hidden_layers\": 24, \"state_size\": 16, \"time_step_rank\": 48"},
	{"Qwen/Qwen2.5-VL-7B-Instruct", 152064,
	 "\"model_type\": \"qwen2_5_vl\", \"hidden_size\": 3584, "
	 "\"intermediate_size\": 18944, \"num_hidden_layers\": 28, "
	 "\"num_attention_heads\": 28, \"num_key_value_heads\": 4, "
	 "\"use_sliding_window\": false, \"tie_word_embeddings\": false, "
	 "\"vision_config\": {\"depth\": 32, \"hidden_size\": 1280, "
	 "\"intermediate_size\": 3420, \"patch_size\": 14}"},
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

static const struct model *model_with_vocab(const char *json, unsigned vocab)
{
	return model_of_text(str_fmt(&arena, "{%s, \"vocab_size\": %u}", json, vocab).s);
}

START_TEST(test_counts)
{
	const struct model *row = model_find(str_of(configs[_i].id));
	const struct model *m = model_with_vocab(configs[_i].json, configs[_i].vocab);

	ck_assert_msg(row != NULL, "%s: no row", configs[_i].id);
	ck_assert_msg(m != NULL, "%s: no model", configs[_i].id);
	ck_assert_msg(m->params == row->params, "%s: %llu, the table says %llu", configs[_i].id,
		      (unsigned long long)m->params, (unsigned long long)row->params);
	ck_assert(str_is(m->id, "local") && str_starts(m->source, STR("config.json")));
}
END_TEST

/* A vocabulary that no row has: everything must come from the config. */
START_TEST(test_other_shapes)
{
	const struct model *row = model_find(str_of(configs[_i].id));
	const struct model *m = model_with_vocab(configs[_i].json, configs[_i].vocab + 64);
	struct model other = *row;

	other.vocab += 64;
	ck_assert_msg(m != NULL, "%s: no model", configs[_i].id);
	ck_assert_uint_eq(m->vocab, row->vocab + 64);
	ck_assert_msg(m->params == model_params(&other), "%s: %llu, not %llu", configs[_i].id,
		      (unsigned long long)m->params, (unsigned long long)model_params(&other));
	ck_assert_uint_eq(m->kv_heads, row->kv_heads);
	ck_assert_uint_eq(m->head_dim, row->head_dim);
	ck_assert_uint_eq(m->experts, row->experts);
	ck_assert_uint_eq(m->experts_per_token, row->experts_per_token);
	ck_assert_uint_eq(m->sliding_window, row->sliding_window);
	ck_assert(str_eq(m->tower, row->tower));
	ck_assert(!m->guessed);
}
END_TEST

START_TEST(test_text_config)
{
	const struct model *m = model_of_text(
	    "{\"model_type\": \"gemma3\", \"text_config\": {\"model_type\": \"gemma3_text\", "
	    "\"hidden_size\": 2560, \"intermediate_size\": 10240, \"num_hidden_layers\": 34, "
	    "\"num_attention_heads\": 8, \"num_key_value_heads\": 4, \"head_dim\": 256, "
	    "\"vocab_size\": 262208, \"sliding_window\": 1024}}");
	const struct model *row = model_find(STR("google/gemma-3-4b-it"));

	ck_assert(m && row);
	ck_assert(str_is(m->family, "gemma3"));
	ck_assert_uint_eq(m->params, row->params);
	/* Two levels, and a family of no row: a Llama's block. */
	m = model_of_text("{\"model_type\": \"own\", \"thinker_config\": {\"text_config\": "
			  "{\"model_type\": \"own_text\", \"hidden_size\": 256, "
			  "\"intermediate_size\": 512, \"num_hidden_layers\": 2, "
			  "\"num_attention_heads\": 4, \"vocab_size\": 1000}}}");
	ck_assert(m != NULL);
	ck_assert_uint_eq(m->params,
			  2 * 1000 * 256 + 256 + 2 * (4 * 256 * 256 + 3 * 256 * 512 + 2 * 256));
}
END_TEST

START_TEST(test_layer_types)
{
	const struct model *m = model_of_text(
	    "{\"model_type\": \"qwen3_next\", \"hidden_size\": 2048, \"num_hidden_layers\": 4, "
	    "\"num_attention_heads\": 16, \"num_key_value_heads\": 2, \"head_dim\": 256, "
	    "\"vocab_size\": 1000, \"num_experts\": 8, \"moe_intermediate_size\": 512, "
	    "\"linear_num_key_heads\": 16, \"layer_types\": [\"linear_attention\", "
	    "\"linear_attention\", \"linear_attention\", \"full_attention\"]}");

	ck_assert(m != NULL);
	ck_assert_int_eq(model_number(m, MODEL_NOTE_GDN_LAYERS, 0), 3);
	ck_assert_int_eq(model_number(m, MODEL_NOTE_GDN_K_HEADS, 0), 16);
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

/* The row with another vocabulary, so that no row of the table can lend what its config leaves out. */
static const struct model *there_and_back(const struct model *row, struct model *other)
{
	struct out text = {.arena = &arena};
	struct json_out json = {.out = &text};

	*other = *row;
	other->vocab += 61;
	model_config_write(&json, other);
	return model_of_text(str_dup(&arena, out_str(&text)).s);
}

START_TEST(test_written_configs)
{
	size_t n, written = 0;
	const struct model *rows = model_table(&n);

	for (size_t i = 0; i < n; i++) {
		struct model row;
		const struct model *m;

		if (!model_has_config(&rows[i]))
			continue;
		m = there_and_back(&rows[i], &row);
		ck_assert_msg(m != NULL, "%.*s: no model", STR_ARG(row.id));
		ck_assert_msg(m->params == model_params(&row), "%.*s: %llu, not %llu", STR_ARG(row.id),
			      (unsigned long long)m->params, (unsigned long long)model_params(&row));
		ck_assert_msg(model_same_shape(m, &row), "%.*s", STR_ARG(row.id));
		ck_assert_uint_eq(m->head_dim, row.head_dim);
		ck_assert_uint_eq(m->sliding_window, row.sliding_window);
		ck_assert_uint_eq(m->experts_per_token, row.experts_per_token);
		ck_assert_uint_eq(m->moe_ffn, row.moe_ffn);
		ck_assert_uint_eq(m->shared_expert_ffn, row.shared_expert_ffn);
		ck_assert_uint_eq(m->dense_layers_before_moe, row.dense_layers_before_moe);
		ck_assert(m->tied_embeddings == row.tied_embeddings);
		written++;
	}
	ck_assert_uint_gt(written, 200);
}
END_TEST

/* Half a config would build another model: none is better. */
START_TEST(test_no_config)
{
	static const char *const ids[] = {"google-bert/bert-base-uncased", "google-t5/t5-base",
					  "Qwen/Qwen2.5-VL-7B-Instruct", "state-spaces/mamba-130m-hf",
					  "THUDM/chatglm3-6b"};

	for (size_t i = 0; i < sizeof(ids) / sizeof(*ids); i++)
		ck_assert_msg(!model_has_config(model_find(str_of(ids[i]))), "%s", ids[i]);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("model_config");
	TCase *all = tcase_create("all");

	tcase_add_checked_fixture(all, NULL, teardown);
	tcase_add_loop_test(all, test_counts, 0, (int)(sizeof(configs) / sizeof(*configs)));
	tcase_add_loop_test(all, test_other_shapes, 0, (int)(sizeof(configs) / sizeof(*configs)));
	tcase_add_test(all, test_text_config);
	tcase_add_test(all, test_layer_types);
	tcase_add_test(all, test_no_model);
	tcase_add_test(all, test_written_configs);
	tcase_add_test(all, test_no_config);
	suite_add_tcase(suite, all);
	return run_suite(suite);
}
