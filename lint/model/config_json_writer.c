#include "config_json_writer.h"

#include "config_json_keys.h"

/* What transformers' configuration_llama.py and its kin call the sizes of a dense decoder. */
#define DENSE                                                                                      \
	"hidden_size|num_hidden_layers|num_attention_heads|num_key_value_heads|head_dim|"          \
	"intermediate_size|vocab_size|max_position_embeddings"
#define GPT	      "n_embd|n_layer|n_head|n_positions|n_inner|vocab_size"
#define BIAS	      "|attention_bias"
#define WINDOW	      "|sliding_window"
#define EXPERTS	      "|num_experts|num_experts_per_tok"
#define LOCAL_EXPERTS "|num_local_experts|num_experts_per_tok"
#define ROUTED                                                                                     \
	"|n_routed_experts|num_experts_per_tok|moe_intermediate_size|n_shared_experts|first_k_"    \
	"dense_replace"
#define LATENT "|kv_lora_rank|q_lora_rank|qk_nope_head_dim|qk_rope_head_dim|v_head_dim"

/* Families that the columns of the table describe in full, and the keys of their config classes. */
static const struct {
	const char *family;
	const char *keys;
} families[] = {
    {"apertus", DENSE BIAS},
    {"arcee", DENSE BIAS},
    {"bloom", "hidden_size|n_layer|n_head|vocab_size"},
    {"cohere", DENSE BIAS "|use_qk_norm"},
    {"cohere2", DENSE BIAS WINDOW},
    {"deepseek_v2", DENSE BIAS ROUTED LATENT},
    {"deepseek_v3", DENSE BIAS ROUTED LATENT},
    {"ernie4_5", DENSE},
    {"exaone4", DENSE WINDOW},
    {"gemma", DENSE BIAS},
    {"gemma2", DENSE BIAS WINDOW},
    {"gemma3_text", DENSE BIAS WINDOW},
    {"glm", DENSE BIAS},
    {"glm4", DENSE BIAS},
    {"glm4_moe", DENSE BIAS ROUTED "|use_qk_norm"},
    {"gpt2", GPT},
    {"gpt_bigcode", GPT "|multi_query"},
    {"gpt_neox", DENSE BIAS},
    {"gpt_oss", DENSE BIAS WINDOW LOCAL_EXPERTS},
    {"gptj", GPT},
    {"granite", DENSE BIAS},
    {"granitemoe", DENSE BIAS LOCAL_EXPERTS},
    {"hunyuan_v1_dense", DENSE BIAS},
    {"llama", DENSE BIAS},
    {"ministral3", DENSE WINDOW},
    {"mistral", DENSE WINDOW},
    {"mixtral", DENSE WINDOW LOCAL_EXPERTS},
    {"mpt", "d_model|n_layers|n_heads|vocab_size|max_seq_len"},
    {"nemotron", DENSE BIAS},
    {"olmo", DENSE BIAS},
    {"olmo2", DENSE BIAS},
    {"olmo3", DENSE BIAS WINDOW},
    {"olmoe", DENSE BIAS EXPERTS},
    {"opt", "hidden_size|num_hidden_layers|num_attention_heads|ffn_dim|vocab_size|"
	    "max_position_embeddings|word_embed_proj_dim"},
    {"phi", DENSE},
    {"phi3", DENSE WINDOW},
    {"phimoe", DENSE BIAS WINDOW LOCAL_EXPERTS},
    {"qwen2", DENSE WINDOW "|use_sliding_window"},
    {"qwen2_moe", DENSE WINDOW
     "|use_sliding_window|moe_intermediate_size|shared_expert_intermediate_size" EXPERTS},
    {"qwen3", DENSE BIAS WINDOW "|use_sliding_window"},
    {"qwen3_moe", DENSE BIAS WINDOW "|use_sliding_window|moe_intermediate_size" EXPERTS},
    {"seed_oss", DENSE BIAS},
    {"smollm3", DENSE BIAS},
    {"stablelm", DENSE "|use_qkv_bias"},
    {"starcoder2", DENSE WINDOW},
};

static struct str keys_of(struct str family)
{
	for (size_t i = 0; i < sizeof(families) / sizeof(*families); i++)
		if (str_is(family, families[i].family))
			return str_of(families[i].keys);
	return STR("");
}

static bool listed(struct str keys, struct str key)
{
	struct str_cut cut = str_cut(keys, '|');

	for (; cut.head.n; cut = str_cut(cut.tail, '|'))
		if (str_eq(cut.head, key))
			return true;
	return false;
}

/* The name that a family uses of several; empty if it has none. */
static struct str spelling(struct str keys, const char *names)
{
	struct str_cut cut = str_cut(str_of(names), '|');

	for (; cut.head.n; cut = str_cut(cut.tail, '|'))
		if (listed(keys, cut.head))
			return cut.head;
	return STR("");
}

bool model_has_config(const struct model *m)
{
	return keys_of(m->family).n && !m->tower.n && !m->text_family.n &&
	       !model_number(m, MODEL_NOTE_EXTRA_PARAMS, 0);
}

static void write_key(struct json_out *j, struct str key)
{
	json_key(j, str_dup(j->out->arena, key).s);
}

static void write_size(struct json_out *j, struct str key, int64_t value)
{
	write_key(j, key);
	json_int(j, value);
}

static void write_flag(struct json_out *j, struct str keys, const char *key, bool value)
{
	if (!listed(keys, str_of(key)))
		return;
	json_key(j, key);
	json_bool(j, value);
}

/* Sizes; a window is said where there is none too, for the config classes have one by default. */
static void write_sizes(struct json_out *j, struct str keys, const struct model *m)
{
	for (size_t i = 0; i < model_size_keys_n; i++) {
		const struct model_size_key *row = &model_size_keys[i];
		uint32_t value =
		    *(const uint32_t *)(const void *)((const unsigned char *)m + row->field);
		struct str key = spelling(keys, row->keys);

		if (!key.n)
			continue;
		if (value) {
			write_size(j, key, value);
		} else if (row->field == offsetof(struct model, sliding_window)) {
			write_key(j, key);
			json_null(j);
		}
	}
	for (size_t i = 0; i < model_note_keys_n; i++) {
		struct str key = spelling(keys, model_note_keys[i].keys);
		int64_t value = model_number(m, model_note_keys[i].note, -1);

		if (!key.n)
			continue;
		if (value >= 0) {
			write_size(j, key, value);
		} else if (model_note_keys[i].note == MODEL_NOTE_Q_LORA) {
			/* DeepSeek's config classes compress queries unless told otherwise. */
			write_key(j, key);
			json_null(j);
		}
	}
	if (listed(keys, STR("n_shared_experts")))
		write_size(j, STR("n_shared_experts"),
			   m->moe_ffn ? m->shared_expert_ffn / m->moe_ffn : 0);
}

void model_config_write(struct json_out *j, const struct model *m)
{
	struct str keys = keys_of(m->family);

	json_open(j, '{');
	json_key(j, "model_type");
	json_str(j, m->family);
	write_sizes(j, keys, m);
	json_key(j, "tie_word_embeddings");
	json_bool(j, m->tied_embeddings);
	write_flag(j, keys, "attention_bias", m->attention_bias != MODEL_BIAS_NONE);
	write_flag(j, keys, "use_qkv_bias", m->attention_bias != MODEL_BIAS_NONE);
	write_flag(j, keys, "use_qk_norm", m->qk_norm != MODEL_QK_NORM_NONE);
	write_flag(j, keys, "multi_query", m->kv_heads == 1);
	write_flag(j, keys, "use_sliding_window", m->sliding_window != 0);
	json_close(j, '}');
}
