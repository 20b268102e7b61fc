#include "tokenizer.h"

#include "core/model/model.h"
#include "lint/frameworks/frameworks.h"

/* Tokenizers of tiktoken, n_vocab: tiktoken 0.7 tiktoken_ext/openai_public.py. */
static const struct {
	const char *name;
	uint32_t tokens;
} encodings[] = {
    {"gpt2", 50257},	    {"r50k_base", 50257},   {"p50k_base", 50281},
    {"cl100k_base", 100277}, {"o200k_base", 200019},
};

/*
 * Vocabularies of models that are those of their tokenizers (tokenizer.json: GPT-2, Llama 2 and Mistral,
 * Llama 3, BERT uncased and cased, RoBERTa); others have rows that no token is for.
 */
static const uint32_t unpadded[] = {50257, 32000, 128256, 30522, 28996, 50265};

/* The model whose tokenizer a call loads; NULL if it loads none that is known. */
static const struct model *tokenizer_of(const struct call *call)
{
	const struct callable *row = call_row(call);
	const struct arg *id = row && row->effect == EFFECT_BOUND && !call->self
				   ? call_arg(call, STR("pretrained_model_name_or_path"), 0)
				   : NULL;

	if (!id || id->value->kind != NODE_STR || !str_ends(call->callee, STR(".from_pretrained")))
		return NULL;
	return model_find(id->value->text);
}

uint32_t tokenizer_vocabulary(const struct call *made)
{
	const struct model *model = tokenizer_of(made);
	const struct arg *name = str_is(made->callee, "tiktoken.get_encoding")
				     ? call_arg(made, STR("encoding_name"), 0)
				     : NULL;

	for (size_t i = 0; model && i < sizeof(unpadded) / sizeof(*unpadded); i++)
		if (model->vocab == unpadded[i])
			return model->vocab;
	for (size_t i = 0; name && i < sizeof(encodings) / sizeof(*encodings); i++)
		if (name->value->kind == NODE_STR && str_is(name->value->text, encodings[i].name))
			return encodings[i].tokens;
	return 0;
}

uint32_t tokenizer_vocabulary_of_trace(const struct trace *trace)
{
	uint32_t found = 0;

	for (size_t i = 0; trace && i < trace->n; i++) {
		const struct model *model = tokenizer_of(trace->at[i]);

		if (!model)
			continue;
		if (found && found != model->vocab)
			return 0;
		found = model->vocab;
	}
	return found;
}
