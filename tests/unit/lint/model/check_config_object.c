/*
 * Shapes from configurations that code makes: each class must count as many parameters as the published model whose sizes
 * it is given, and what cannot be counted must have none.
 */
#include "core/model/model.h"
#include "lint/model/model.h"
#include "lint/read/read.h"
#include "tests/support/run_suite.h"

#include <check.h>

static struct arena arena;

static void teardown(void)
{
	arena_free(&arena);
}

/* transformers.NAME(**arguments), the arguments as JSON. */
static struct node *made(const char *callee, const char *arguments)
{
	struct reading r = read_json(&arena, 1, str_of(arguments));
	struct call *call = arena_new(&arena, struct call);

	ck_assert_uint_eq(r.docs.n, 1);
	call->callee = str_of(callee);
	call->result = node_new(&arena, NODE_OBJECT, r.docs.at[0]->at);
	call->result->made = call;
	for (size_t i = 0; i < r.docs.at[0]->as.pairs.n; i++)
		*vec_push(&arena, &call->args) =
		    (struct arg){.name = r.docs.at[0]->as.pairs.at[i].key->text, .value = r.docs.at[0]->as.pairs.at[i].value};
	return call->result;
}

static const struct model *model_made(const char *callee, const char *arguments)
{
	struct suppose suppose = {.arena = &arena};

	return model_of_config_object(&arena, NULL, &suppose, made(callee, arguments));
}

/* Published counts: of backbones for encoders, with the head for what writes. */
static const struct {
	const char *name, *arguments;
	unsigned long long params;
} counts[] = {
    {"AlbertConfig", "{}", 222595584},
    {"AlbertConfig", "{\"hidden_size\": 768, \"num_attention_heads\": 12, \"intermediate_size\": 3072}", 11683584},
    {"BartConfig", "{}", 406291456},
    {"BartConfig",
     "{\"d_model\": 768, \"encoder_layers\": 6, \"decoder_layers\": 6, \"encoder_ffn_dim\": 3072, \"decoder_ffn_dim\": 3072, "
     "\"encoder_attention_heads\": 12, \"decoder_attention_heads\": 12}",
     139420416},
    {"BertConfig", "{}", 109482240},
    {"CamembertConfig", "{\"vocab_size\": 32005, \"max_position_embeddings\": 514, \"type_vocab_size\": 1}", 110621952},
    {"CohereConfig", "{}", 34980831232},
    {"DeepseekV2Config",
     "{\"vocab_size\": 102400, \"hidden_size\": 2048, \"intermediate_size\": 10944, \"moe_intermediate_size\": 1408, "
     "\"num_hidden_layers\": 27, \"num_attention_heads\": 16, \"num_key_value_heads\": 16, \"first_k_dense_replace\": 1, "
     "\"num_experts_per_tok\": 6, \"q_lora_rank\": null}",
     15706484224},
    {"DeepseekV3Config", "{}", 671026419200},
    {"DistilBertConfig", "{}", 66362880},
    {"ElectraConfig", "{}", 13483008},
    {"ElectraConfig",
     "{\"embedding_size\": 768, \"hidden_size\": 768, \"num_attention_heads\": 12, \"intermediate_size\": 3072}", 108891648},
    /* A table of 128 columns, which its class has where nothing else is said. */
    {"ElectraConfig", "{\"hidden_size\": 768, \"num_attention_heads\": 12, \"intermediate_size\": 3072}", 89126400},
    {"FalconConfig", "{}", 6921720704},
    {"GPT2Config", "{}", 124439808},
    {"GPTBigCodeConfig", "{\"multi_query\": false}", 124439808},
    {"GPTBigCodeConfig",
     "{\"n_embd\": 2048, \"n_layer\": 24, \"n_head\": 16, \"n_positions\": 2048, \"vocab_size\": 49280}", 1124886528},
    {"Gemma3TextConfig",
     "{\"hidden_size\": 1152, \"intermediate_size\": 6912, \"num_attention_heads\": 4, \"num_key_value_heads\": 1, "
     "\"vocab_size\": 262144, \"sliding_window\": 512}",
     999885952},
    {"GlmConfig", "{}", 9399951360},
    {"GptOssConfig", "{}", 116829156672},
    {"GraniteConfig", "{}", 6738415616},
    {"LlamaConfig", "{}", 6738415616},
    {"MBartConfig", "{\"vocab_size\": 250054}", 610879488},
    {"MPNetConfig", "{\"max_position_embeddings\": 514}", 109486464},
    {"MambaConfig", "{\"num_hidden_layers\": 24}", 129135360},
    {"MambaConfig", "{\"hidden_size\": 1024, \"num_hidden_layers\": 48, \"time_step_rank\": \"auto\"}", 371516416},
    {"MistralConfig", "{}", 7241732096},
    {"ModernBertConfig", "{}", 149014272},
    {"ModernBertConfig",
     "{\"hidden_size\": 1024, \"num_hidden_layers\": 28, \"num_attention_heads\": 16, \"intermediate_size\": 2624}", 394781696},
    {"MptConfig", "{\"d_model\": 4096, \"n_heads\": 32, \"n_layers\": 32, \"vocab_size\": 50432}", 6649286656},
    {"Olmo2Config", "{\"vocab_size\": 100352}", 7298617344},
    {"OlmoConfig", "{}", 6888095744},
    {"Qwen2MoeConfig", "{}", 14315784192},
    {"Qwen3MoeConfig", "{\"num_hidden_layers\": 48, \"head_dim\": 128}", 30532122624},
    {"RobertaConfig", "{\"max_position_embeddings\": 514, \"type_vocab_size\": 1}", 124645632},
    {"SmolLM3Config", "{}", 3075098624},
    {"Starcoder2Config", "{}", 3030371328},
    {"T5Config", "{}", 60506624},
    {"T5Config", "{\"d_model\": 768, \"d_ff\": 3072, \"num_layers\": 12, \"num_heads\": 12}", 222903552},
    {"T5Config",
     "{\"d_model\": 768, \"d_ff\": 2048, \"num_layers\": 12, \"num_heads\": 12, \"feed_forward_proj\": \"gated-gelu\", "
     "\"tie_word_embeddings\": false}",
     247577856},
    {"XLMRobertaConfig", "{\"vocab_size\": 250002, \"max_position_embeddings\": 514, \"type_vocab_size\": 1}", 278043648},
};

START_TEST(test_counts)
{
	const struct model *m =
	    model_made(str_fmt(&arena, "transformers.%s", counts[_i].name).s, counts[_i].arguments);

	ck_assert_msg(m != NULL, "%s(%s): no model", counts[_i].name, counts[_i].arguments);
	ck_assert_msg(m->params == counts[_i].params, "%s(%s): %llu, not %llu", counts[_i].name, counts[_i].arguments,
		      (unsigned long long)m->params, counts[_i].params);
	ck_assert(str_is(m->source, "a configuration in the code"));
}
END_TEST

/* Sizes and traits of no row of the table: nothing may come from the rows that are near. */
START_TEST(test_own_sizes)
{
	const struct model *m = model_made("transformers.LlamaConfig",
					   "{\"hidden_size\": 576, \"num_hidden_layers\": 2, \"num_attention_heads\": 9, "
					   "\"intermediate_size\": 1024, \"vocab_size\": 1000}");

	ck_assert(m && str_is(m->id, "LlamaConfig"));
	ck_assert(!m->tied_embeddings);
	ck_assert_uint_eq(m->params, 2 * 1000 * 576 + 576 + 2 * (4 * 576 * 576 + 3 * 576 * 1024 + 2 * 576));
	m = model_made("transformers.LlamaConfig", "{\"hidden_size\": 576, \"num_hidden_layers\": 2, \"num_attention_heads\": 9, "
						   "\"intermediate_size\": 1024, \"vocab_size\": 1000, \"attention_bias\": true}");
	ck_assert_uint_eq(m->params, 2 * 1000 * 576 + 576 + 2 * (4 * 576 * 576 + 4 * 576 + 3 * 576 * 1024 + 2 * 576));
	m = model_made("transformers.DistilBertConfig", "{\"dim\": 256, \"n_layers\": 2, \"n_heads\": 4, \"hidden_dim\": 512}");
	ck_assert(m && m->hidden == 256 && m->ffn == 512);
	/* d_inner is twice the width, the rank of dt a sixteenth. */
	m = model_made("transformers.MambaConfig", "{\"hidden_size\": 512, \"num_hidden_layers\": 1, \"vocab_size\": 1000}");
	ck_assert(m != NULL);
	ck_assert_uint_eq(m->params, 1000 * 512 + 2 * 512 + 512 * 2048 + 1024 * 5 + 1024 * (32 + 2 * 16) + 32 * 1024 + 1024 +
					 1024 * 16 + 1024 + 1024 * 512);
	/* None puts away what the class has. */
	m = model_made("transformers.MistralConfig", "{\"num_key_value_heads\": null}");
	ck_assert(m && m->kv_heads == 32);
}
END_TEST

static const struct {
	const char *callee, *arguments;
} uncounted[] = {
    {"transformers.LongformerConfig", "{}"},
    {"transformers.AlbertConfig", "{\"num_hidden_groups\": 2}"},
    {"transformers.BartConfig", "{\"encoder_ffn_dim\": 1024}"},
    {"transformers.MptConfig", "{\"expansion_ratio\": 2}"},
    {"transformers.MambaConfig", "{\"expand\": 4}"},
    {"transformers.LlamaConfig", "{\"hidden_size\": \"wide\"}"},
    {"transformers.T5Config", "{\"feed_forward_proj\": [1]}"},
};

START_TEST(test_uncounted)
{
	const char *callee = uncounted[_i].callee;

	ck_assert_msg(!model_made(callee, uncounted[_i].arguments), "%s(%s)", callee, uncounted[_i].arguments);
	ck_assert(str_eq(model_config_unread(&arena, made(callee, "{}")),
			 str_fmt(&arena, "the sizes of its %s are not known", callee + strlen("transformers."))));
}
END_TEST

static const char *const others[] = {
    "transformers.ViTConfig",		   "transformers.MobileViTConfig",
    "transformers.CLIPVisionConfig",	   "transformers.ResNetConfig",
    "transformers.WhisperConfig",	   "transformers.Qwen2AudioEncoderConfig",
    "transformers.PatchTSTConfig",	   "transformers.TimeSeriesTransformerConfig",
    "transformers.AutoModel.from_config", "own.LongformerConfig",
};

START_TEST(test_other)
{
	ck_assert_msg(!model_config_unread(&arena, made(others[_i], "{}")).n, "%s", others[_i]);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("config_object");
	TCase *all = tcase_create("all");

	tcase_add_checked_fixture(all, NULL, teardown);
	tcase_add_loop_test(all, test_counts, 0, (int)(sizeof(counts) / sizeof(*counts)));
	tcase_add_test(all, test_own_sizes);
	tcase_add_loop_test(all, test_uncounted, 0, (int)(sizeof(uncounted) / sizeof(*uncounted)));
	tcase_add_loop_test(all, test_other, 0, (int)(sizeof(others) / sizeof(*others)));
	suite_add_tcase(suite, all);
	return run_suite(suite);
}
