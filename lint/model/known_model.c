#include "known_model.h"

#include "core/model/model.h"

/*
 * The classes by model_type: transformers 4.57, src/transformers/models/auto/modeling_auto.py, MODEL_FOR_CAUSAL_LM_MAPPING_NAMES and
 * MODEL_FOR_SEQ_TO_SEQ_CAUSAL_LM_MAPPING_NAMES. Behind the blank line, of code that comes with the weights: "auto_map" of the
 * config.json of THUDM/chatglm3-6b, internlm/internlm2-7b, baichuan-inc/Baichuan2-7B-Base, Qwen/Qwen-7B.
 */
static const struct {
	const char *type, *name;
} classes[] = {
    {"bart", "BartForConditionalGeneration"},
    {"bloom", "BloomForCausalLM"},
    {"cohere", "CohereForCausalLM"},
    {"cohere2", "Cohere2ForCausalLM"},
    {"deepseek_v2", "DeepseekV2ForCausalLM"},
    {"deepseek_v3", "DeepseekV3ForCausalLM"},
    {"falcon", "FalconForCausalLM"},
    {"gemma", "GemmaForCausalLM"},
    {"gemma2", "Gemma2ForCausalLM"},
    {"gemma3_text", "Gemma3ForCausalLM"},
    {"glm", "GlmForCausalLM"},
    {"glm4", "Glm4ForCausalLM"},
    {"gpt2", "GPT2LMHeadModel"},
    {"gpt_bigcode", "GPTBigCodeForCausalLM"},
    {"gpt_neo", "GPTNeoForCausalLM"},
    {"gpt_neox", "GPTNeoXForCausalLM"},
    {"gpt_oss", "GptOssForCausalLM"},
    {"gptj", "GPTJForCausalLM"},
    {"granite", "GraniteForCausalLM"},
    {"llama", "LlamaForCausalLM"},
    {"mbart", "MBartForConditionalGeneration"},
    {"mistral", "MistralForCausalLM"},
    {"mixtral", "MixtralForCausalLM"},
    {"mpt", "MptForCausalLM"},
    {"mt5", "MT5ForConditionalGeneration"},
    {"olmo", "OlmoForCausalLM"},
    {"olmo2", "Olmo2ForCausalLM"},
    {"opt", "OPTForCausalLM"},
    {"phi", "PhiForCausalLM"},
    {"phi3", "Phi3ForCausalLM"},
    {"qwen2", "Qwen2ForCausalLM"},
    {"qwen2_moe", "Qwen2MoeForCausalLM"},
    {"qwen3", "Qwen3ForCausalLM"},
    {"qwen3_moe", "Qwen3MoeForCausalLM"},
    {"smollm3", "SmolLM3ForCausalLM"},
    {"stablelm", "StableLmForCausalLM"},
    {"starcoder2", "Starcoder2ForCausalLM"},
    {"t5", "T5ForConditionalGeneration"},

    {"baichuan", "BaichuanForCausalLM"},
    {"chatglm", "ChatGLMForConditionalGeneration"},
    {"internlm2", "InternLM2ForCausalLM"},
    {"qwen", "QWenLMHeadModel"},
};

static void put(struct arena *a, struct node *map, const char *key, struct node *value)
{
	node_set(a, map, node_str(a, str_of(key), value->at), value);
}

struct node *known_model(struct arena *a, struct str id, struct span at)
{
	struct guess guess = model_guess(a, id);
	struct node *out, *list;

	/* From a size alone nothing follows about the code. */
	if (guess.rule == GUESS_NONE || guess.rule == GUESS_SIZE || !guess.model)
		return NULL;
	out = node_new(a, NODE_MAP, at);
	put(a, out, "model_type", node_str(a, guess.model->family, at));
	for (size_t i = 0; i < sizeof(classes) / sizeof(*classes); i++) {
		if (!str_is(guess.model->family, classes[i].type))
			continue;
		list = node_new(a, NODE_LIST, at);
		node_push(a, list, node_str(a, str_of(classes[i].name), at));
		put(a, out, "architectures", list);
	}
	return out;
}
