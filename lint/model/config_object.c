#include "config_object.h"

#include "core/base/base.h"
#include "config_json.h"
#include "config_json_keys.h"
#include "tokenizer.h"

/*
 * Classes of configurations and the sizes that they have of themselves: transformers 4.47,
 * src/transformers/models/TYPE/configuration_TYPE.py, __init__.
 */
static const struct {
	const char *name, *type, *sizes;
} classes[] = {
#define HIDDEN(w, l, h, f, v)                                                                      \
	"hidden_size=" w ",num_hidden_layers=" l ",num_attention_heads=" h ",intermediate_size=" f \
	",vocab_size=" v
#define GQA(w, l, h, kv, f, v) HIDDEN(w, l, h, f, v) ",num_key_value_heads=" kv
    {"BertConfig", "bert",
     HIDDEN("768", "12", "12", "3072", "30522") ",max_position_embeddings=512"},
    {"BloomConfig", "bloom", "hidden_size=64,n_layer=2,n_head=8,vocab_size=250880"},
    {"GPT2Config", "gpt2", "n_embd=768,n_layer=12,n_head=12,vocab_size=50257,n_positions=1024"},
    {"GPTJConfig", "gptj", "n_embd=4096,n_layer=28,n_head=16,vocab_size=50400,n_positions=2048"},
    {"GPTNeoConfig", "gpt_neo",
     "hidden_size=2048,num_layers=24,num_heads=16,vocab_size=50257,max_position_embeddings=2048"},
    {"GPTNeoXConfig", "gpt_neox",
     HIDDEN("6144", "44", "64", "24576", "50432") ",max_position_embeddings=2048"},
    {"Gemma2Config", "gemma2",
     GQA("2304", "26", "8", "4", "9216", "256000") ",head_dim=256,tie_word_embeddings=1"},
    {"GemmaConfig", "gemma",
     GQA("3072", "28", "16", "16", "24576", "256000") ",head_dim=256,tie_word_embeddings=1"},
    {"LlamaConfig", "llama",
     HIDDEN("4096", "32", "32", "11008", "32000") ",max_position_embeddings=2048"},
    {"MistralConfig", "mistral", GQA("4096", "32", "32", "8", "14336", "32000")},
    {"MixtralConfig", "mixtral",
     GQA("4096", "32", "32", "8", "14336", "32000") ",num_local_experts=8,num_experts_per_tok=2"},
    {"OPTConfig", "opt",
     "hidden_size=768,num_hidden_layers=12,num_attention_heads=12,ffn_dim=3072,vocab_size=50272,"
     "max_position_embeddings=2048,tie_word_embeddings=1"},
    {"Phi3Config", "phi3", HIDDEN("3072", "32", "32", "8192", "32064")},
    {"PhiConfig", "phi", HIDDEN("2048", "24", "32", "8192", "51200")},
    {"Qwen2Config", "qwen2", GQA("4096", "32", "32", "32", "22016", "151936")},
    /* transformers 4.57 */
    {"Qwen3Config", "qwen3", GQA("4096", "32", "32", "32", "22016", "151936") ",head_dim=128"},
    {"RobertaConfig", "roberta",
     HIDDEN("768", "12", "12", "3072", "50265") ",max_position_embeddings=512"},
    {"StableLmConfig", "stablelm", GQA("2560", "32", "32", "32", "6912", "50304")},
#undef GQA
#undef HIDDEN
};
enum { CLASSES = sizeof(classes) / sizeof(*classes) };

static struct str last_part(struct str callee)
{
	size_t dot = str_rchr(callee, '.');

	return dot == SIZE_MAX ? callee : str_sub(callee, dot + 1, callee.n);
}

/* The class of the object that a call made; for_model("gpt2"), CONFIG_MAPPING["gpt2"]() say its type. */
static size_t class_of_call(const struct call *made)
{
	struct str name = last_part(made->callee);
	const struct arg *type =
	    str_is(name, "for_model") ? call_arg(made, STR("model_type"), 0) : NULL;

	for (size_t i = 0; i < CLASSES; i++)
		if (str_is(name, classes[i].name) ||
		    (type ? type->value->kind == NODE_STR &&
				str_is(type->value->text, classes[i].type)
			  : str_is(name, classes[i].type)))
			return i;
	return CLASSES;
}

static void put(struct arena *a, struct node *tree, struct str key, struct node *value)
{
	node_set(a, tree, node_str(a, key, value->at), value);
}

static struct node *tree_of_class(struct arena *a, size_t which, struct span at)
{
	struct node *tree = node_new(a, NODE_MAP, at);

	put(a, tree, STR("model_type"), node_str(a, str_of(classes[which].type), at));
	for (struct str_cut size = {.tail = str_of(classes[which].sizes)}; size.tail.n;) {
		struct str_cut pair;
		struct node *number = node_new(a, NODE_INT, at);

		size = str_cut(size.tail, ',');
		pair = str_cut(size.head, '=');
		str_to_int(pair.tail, &number->as.i);
		if (str_is(pair.head, "tie_word_embeddings")) {
			number->kind = NODE_BOOL;
			number->as.b = true;
		}
		put(a, tree, pair.head, number);
	}
	return tree;
}

static bool is_size(struct str key)
{
	for (size_t i = 0; i < model_size_keys_n; i++)
		if (str_among(key, str_of(model_size_keys[i].keys)))
			return true;
	return false;
}

/* One key of the configuration; false if it is a size that is not known. */
static bool take(struct arena *a, const struct trace *trace, struct node *tree, struct str key,
		 const struct node *value)
{
	struct node *number;

	if (!is_size(key) && !str_is(key, "tie_word_embeddings"))
		return true;
	if (value->kind == NODE_INT || value->kind == NODE_BOOL) {
		put(a, tree, key, (struct node *)(uintptr_t)value);
		return true;
	}
	if (value->kind == NODE_NULL)
		return true;
	number = node_new(a, NODE_INT, value->at);
	number->as.i = str_is(key, "vocab_size") ? tokenizer_vocabulary_of_trace(trace) : 0;
	put(a, tree, key, number);
	return number->as.i > 0;
}

static bool take_map(struct arena *a, const struct trace *trace, struct node *tree,
		     const struct node *map)
{
	if (map->kind != NODE_MAP || map->open)
		return false;
	for (size_t i = 0; i < map->as.pairs.n; i++)
		if (map->as.pairs.at[i].key->kind == NODE_STR &&
		    !take(a, trace, tree, map->as.pairs.at[i].key->text, map->as.pairs.at[i].value))
			return false;
	return true;
}

static bool take_args(struct arena *a, const struct trace *trace, struct suppose *suppose,
		      struct node *tree, const struct call *made)
{
	for (size_t i = 0; i < made->args.n; i++) {
		const struct arg *arg = &made->args.at[i];
		const struct node *value = suppose_value(suppose, arg->value);

		if (!arg->name.n ? i > 0 || !str_ends(made->callee, STR(".for_model"))
				 : str_is(arg->name, "*"))
			return false;
		if (str_is(arg->name, "**") ? !take_map(a, trace, tree, value)
					    : !take(a, trace, tree, arg->name, value))
			return false;
	}
	return true;
}

/* config.update({"n_layer": 6}) */
static bool take_updates(struct arena *a, const struct trace *trace, struct suppose *suppose,
			 struct node *tree, const struct node *config)
{
	for (size_t i = 0; trace && i < trace->n; i++) {
		const struct call *call = trace->at[i];

		if (call->self == config && str_is(call->method, "update") && call->args.n == 1 &&
		    suppose_guard(suppose, call->guard) &&
		    !take_map(a, trace, tree, suppose_value(suppose, call->args.at[0].value)))
			return false;
	}
	return true;
}

const struct model *model_of_config_object(struct arena *a, const struct trace *trace,
					   struct suppose *suppose, const struct node *config)
{
	size_t which =
	    config->kind == NODE_OBJECT && config->made ? class_of_call(config->made) : CLASSES;
	const struct model *found, *same;
	struct model *model;
	struct node *tree;

	if (which == CLASSES || config->code)
		return NULL;
	tree = tree_of_class(a, which, config->at);
	if (!take_args(a, trace, suppose, tree, config->made))
		return NULL;
	for (size_t i = 0; i < config->as.pairs.n; i++)
		if (!take(a, trace, tree, config->as.pairs.at[i].key->text,
			  suppose_value(suppose, config->as.pairs.at[i].value)))
			return NULL;
	if (!take_updates(a, trace, suppose, tree, config))
		return NULL;
	found = model_of_config(a, str_of(classes[which].name), tree);
	if (!found)
		return NULL;
	model = arena_new(a, struct model);
	*model = *found;
	same = model_known_shape(found);
	if (same)
		model->id = same->id;
	model->source = STR("a configuration in the code");
	return model;
}
