/* Models and cards of the team's own. */
#include "lint/text/text.h"
#include "policy_keys.h"

#include <stddef.h>

/* A model's shape: keys as in config.json, and the field of struct model that each one sets. */
static const struct {
	const char *name;
	size_t offset;
} shape_keys[] = {
    {"hidden_size", offsetof(struct model, hidden)},
    {"num_hidden_layers", offsetof(struct model, layers)},
    {"num_attention_heads", offsetof(struct model, heads)},
    {"num_key_value_heads", offsetof(struct model, kv_heads)},
    {"head_dim", offsetof(struct model, head_dim)},
    {"intermediate_size", offsetof(struct model, ffn)},
    {"vocab_size", offsetof(struct model, vocab)},
    {"max_position_embeddings", offsetof(struct model, max_position)},
    {"sliding_window", offsetof(struct model, sliding_window)},
    {"num_experts", offsetof(struct model, experts)},
    {"num_experts_per_tok", offsetof(struct model, experts_per_token)},
    {"moe_intermediate_size", offsetof(struct model, moe_ffn)},
};
enum { NSHAPE_KEYS = sizeof(shape_keys) / sizeof(*shape_keys) };

/** The shape in a mapping without like and config: a decoder with RMS norms and a gated MLP. */
static void take_shape(struct policy_reader *r, const struct node *map, struct policy_model *into)
{
	struct model *shape = arena_new(r->a, struct model);

	*shape = (struct model){.id = into->id,
				.family = STR("llama"),
				.gated = true,
				.norm = NORM_RMS,
				.norm_vectors = 1,
				.activation = STR("swiglu"),
				.source = STR(".gpumem-lint.yml")};
	for (size_t i = 0; i < map->as.pairs.n && !r->message.n; i++) {
		const struct pair *pair = &map->as.pairs.at[i];
		struct similar similar = similar_to(pair->key->text);
		size_t k = 0;

		while (k < NSHAPE_KEYS && !str_is(pair->key->text, shape_keys[k].name))
			similar_offer(&similar, str_of(shape_keys[k++].name));
		if (k < NSHAPE_KEYS)
			policy_take_count(r, pair->value, (char *)shape + shape_keys[k].offset);
		else if (str_is(pair->key->text, "tie_word_embeddings"))
			policy_take_bool(r, pair->value, &shape->tied_embeddings);
		else if (str_is(pair->key->text, "model_type"))
			policy_take_text(r, pair->value, &shape->family);
		else
			policy_broken(r, pair->key->at, "unknown key %.*s%.*s",
				      STR_ARG(node_text(r->a, pair->key, 60)),
				      STR_ARG(similar_text(r->a, &similar)));
	}
	if (!shape->hidden || !shape->layers || !shape->heads || !shape->ffn || !shape->vocab)
		policy_broken(r, map->at,
			      "hidden_size, num_hidden_layers, num_attention_heads, "
			      "intermediate_size and vocab_size are all needed");
	shape->kv_heads = shape->kv_heads ? shape->kv_heads : shape->heads;
	if (!shape->head_dim && shape->heads)
		shape->head_dim = shape->hidden / shape->heads;
	into->shape = shape;
}

static void take_model(struct policy_reader *r, const struct node *map, struct policy_model *into)
{
	const struct node *like = node_get(map, STR("like"));
	const struct node *config = node_get(map, STR("config"));

	if (!policy_expect(r, map, NODE_MAP, "a mapping with like, config, or a shape"))
		return;
	if ((like || config) && map->as.pairs.n > 1)
		policy_broken(r, map->at, "like, config and a shape exclude each other");
	else if (like)
		into->like = policy_scalar(r, like);
	else if (config)
		into->config = policy_scalar(r, config);
	else
		take_shape(r, map, into);
}

void policy_take_models(struct policy_reader *r, const struct node *value, void *into)
{
	struct policy *policy = into;
	struct policy_model *models;

	if (!policy_expect(r, value, NODE_MAP, "a mapping of model ids"))
		return;
	models = arena_news(r->a, struct policy_model, value->as.pairs.n);
	for (size_t i = 0; i < value->as.pairs.n; i++) {
		models[i].id = policy_scalar(r, value->as.pairs.at[i].key);
		models[i].at = value->as.pairs.at[i].key->at;
		take_model(r, value->as.pairs.at[i].value, &models[i]);
	}
	policy->models = models;
	policy->nmodels = value->as.pairs.n;
}

static void take_gpu_memory(struct policy_reader *r, const struct node *value, void *into)
{
	policy_take_bytes(r, value, &((struct policy_gpu *)into)->memory);
}

void policy_take_gpus(struct policy_reader *r, const struct node *value, void *into)
{
	static const struct policy_key keys[] = {{"memory", take_gpu_memory}};
	struct policy *policy = into;
	struct policy_gpu *gpus;

	if (!policy_expect(r, value, NODE_MAP, "a mapping of GPU names"))
		return;
	gpus = arena_news(r->a, struct policy_gpu, value->as.pairs.n);
	for (size_t i = 0; i < value->as.pairs.n; i++) {
		const struct pair *pair = &value->as.pairs.at[i];

		gpus[i].name = policy_scalar(r, pair->key);
		POLICY_KEYS(r, pair->value, keys, &gpus[i]);
		if (!gpus[i].memory)
			policy_broken(r, pair->key->at, "memory is needed");
	}
	policy->gpus = gpus;
	policy->ngpus = value->as.pairs.n;
}
