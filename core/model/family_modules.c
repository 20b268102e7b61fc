#include "family_modules.h"

#define LLAMA "q_proj|k_proj|v_proj|o_proj|gate_proj|up_proj|down_proj|embed_tokens|lm_head|score|norm"

/*
 * By model_type: the class of a layer, and the last parts of the paths of its linear layers and embeddings. Read in
 * transformers 4.57 src/transformers/models, the modeling file of each. Families whose code the hub brings along have several codes
 * under one name, and are left out.
 */
static const struct {
	const char *family, *layer, *names;
} rows[] = {
    {"llama", "LlamaDecoderLayer", LLAMA},
    {"mistral", "MistralDecoderLayer", LLAMA},
    {"qwen2", "Qwen2DecoderLayer", LLAMA},
    {"qwen3", "Qwen3DecoderLayer", LLAMA},
    {"gemma", "GemmaDecoderLayer", LLAMA},
    {"gemma2", "Gemma2DecoderLayer", LLAMA},
    {"phi3", "Phi3DecoderLayer", "qkv_proj|o_proj|gate_up_proj|down_proj|embed_tokens|lm_head|score"},
    {"phi", "PhiDecoderLayer", "q_proj|k_proj|v_proj|dense|fc1|fc2|embed_tokens|lm_head|score"},
    {"gpt2", "GPT2Block", "c_attn|q_attn|c_proj|c_fc|wte|wpe|lm_head|score"},
    {"gpt_neox", "GPTNeoXLayer", "query_key_value|dense|dense_h_to_4h|dense_4h_to_h|embed_in|embed_out|score"},
    {"gpt_neo", "GPTNeoBlock", "q_proj|k_proj|v_proj|out_proj|c_fc|c_proj|wte|wpe|lm_head|score"},
    {"gptj", "GPTJBlock", "q_proj|k_proj|v_proj|out_proj|fc_in|fc_out|wte|lm_head|score"},
    {"bloom", "BloomBlock", "query_key_value|dense|dense_h_to_4h|dense_4h_to_h|word_embeddings|lm_head|score"},
    {"opt", "OPTDecoderLayer",
     "q_proj|k_proj|v_proj|out_proj|fc1|fc2|project_in|project_out|embed_tokens|embed_positions|lm_head|score"},
    {"stablelm", "StableLmDecoderLayer", LLAMA},
    {"starcoder2", "Starcoder2DecoderLayer", "q_proj|k_proj|v_proj|o_proj|c_fc|c_proj|embed_tokens|lm_head|score"},
    {"mixtral", "MixtralDecoderLayer", NULL},
    {"falcon", "FalconDecoderLayer", NULL},
    {"mpt", "MptBlock", NULL},
    {"bert", "BertLayer", NULL},
    {"t5", "T5Block", NULL},
};

enum { ROWS_N = sizeof(rows) / sizeof(*rows) };

static size_t row_of(const struct model *m)
{
	size_t i = 0;

	while (i < ROWS_N && !str_is(m->family, rows[i].family))
		i++;
	return i;
}

/* A name or a path, and no pattern or word for many ("all-linear", ".*proj", "attn"). */
static bool is_name(struct str target)
{
	for (size_t i = 0; i < target.n; i++)
		if (!((target.s[i] >= 'a' && target.s[i] <= 'z') || (target.s[i] >= 'A' && target.s[i] <= 'Z') ||
		      (target.s[i] >= '0' && target.s[i] <= '9') || target.s[i] == '_' || target.s[i] == '.'))
			return false;
	return target.n > 0;
}

/* Whether any family calls one of its modules so: other words may be ours or a framework's. */
static bool is_module(struct str name)
{
	for (size_t i = 0; i < ROWS_N; i++)
		if (rows[i].names && str_among(name, str_of(rows[i].names)))
			return true;
	return false;
}

bool family_may_have_module(const struct model *m, struct str target)
{
	size_t i = row_of(m);
	struct str name = str_tail(target, '.');

	if (i == ROWS_N || !rows[i].names || m->traits || !is_name(target) || !is_module(name))
		return true;
	return str_among(name, str_of(rows[i].names));
}

bool family_lacks_layer(const struct model *m, struct str class_name)
{
	size_t own = row_of(m);

	if (own == ROWS_N || m->traits)
		return false;
	for (size_t i = 0; i < ROWS_N; i++)
		if (str_is(class_name, rows[i].layer))
			return i != own;
	return false;
}

const char *family_layer_class(const struct model *m)
{
	size_t i = row_of(m);

	return i < ROWS_N ? rows[i].layer : "";
}
