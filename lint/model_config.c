#include "model_config.h"

#include "../core/model_count.h"

#include <stddef.h>

/* Names of one size in the configs of different families, in the order of preference. */
static const struct {
	size_t field;
	const char *keys;
} sizes[] = {
	{offsetof(struct model, hidden), "hidden_size|n_embd|d_model|dim|model_dim|hidden_dim"},
	{offsetof(struct model, layers), "num_hidden_layers|n_layer|num_layers|n_layers|decoder_layers"},
	{offsetof(struct model, heads),
	 "num_attention_heads|n_head|num_heads|n_heads|decoder_attention_heads"},
	{offsetof(struct model, kv_heads),
	 "num_key_value_heads|num_kv_heads|n_head_kv|n_kv_heads|multi_query_group_num"},
	{offsetof(struct model, head_dim), "head_dim|kv_channels|d_kv"},
	{offsetof(struct model, ffn),
	 "intermediate_size|n_inner|ffn_dim|d_ff|ffn_hidden_size|decoder_ffn_dim|inner_dim"},
	{offsetof(struct model, vocab), "vocab_size|padded_vocab_size|n_vocab"},
	{offsetof(struct model, max_position),
	 "max_position_embeddings|n_positions|max_seq_len|seq_length|max_sequence_length|n_ctx"},
	{offsetof(struct model, sliding_window), "sliding_window"},
	{offsetof(struct model, experts), "num_local_experts|num_experts|n_routed_experts|moe_num_experts"},
	{offsetof(struct model, experts_per_token),
	 "num_experts_per_tok|num_experts_per_token|moe_top_k|moe_k|top_k_experts"},
	{offsetof(struct model, moe_ffn), "moe_intermediate_size|expert_ffn_hidden_size"},
	{offsetof(struct model, shared_expert_ffn), "shared_expert_intermediate_size"},
	{offsetof(struct model, dense_layers_before_moe), "first_k_dense_replace|num_dense_layers"},
	{offsetof(struct model, mla_kv_lora_rank), "kv_lora_rank"},
	{offsetof(struct model, encoder_layers), "encoder_layers"},
};

/* Sizes that only some families have. */
static const struct {
	enum model_note note;
	const char *key;
} notes[] = {
	{MODEL_NOTE_Q_LORA, "q_lora_rank"},	 {MODEL_NOTE_QK_NOPE, "qk_nope_head_dim"},
	{MODEL_NOTE_QK_ROPE, "qk_rope_head_dim"}, {MODEL_NOTE_V_DIM, "v_head_dim"},
	{MODEL_NOTE_TYPE_VOCAB, "type_vocab_size"},
};

static bool whole_number(const struct node *n, uint32_t *out)
{
	if (!n || n->kind != NODE_INT || n->as.i < 0 || n->as.i > UINT32_MAX)
		return false;
	*out = (uint32_t)n->as.i;
	return true;
}

static void read_sizes(const struct node *tree, struct model *m)
{
	for (size_t i = 0; i < sizeof(sizes) / sizeof(*sizes); i++) {
		struct str keys = str_of(sizes[i].keys);
		uint32_t *field = (uint32_t *)(void *)((unsigned char *)m + sizes[i].field);

		while (keys.n) {
			struct str_cut cut = str_cut(keys, '|');

			if (whole_number(node_get(tree, cut.head), field))
				break;
			keys = cut.tail;
		}
	}
}

static void read_notes(struct arena *a, const struct node *tree, bool learned_positions, struct model *m)
{
	struct model_number *numbers =
		arena_news(a, struct model_number, sizeof(notes) / sizeof(*notes) + 1);

	for (size_t i = 0; i < sizeof(notes) / sizeof(*notes); i++) {
		uint32_t value;

		if (whole_number(node_get(tree, str_of(notes[i].key)), &value) && value)
			numbers[m->n_numbers++] = (struct model_number){notes[i].note, value};
	}
	if (learned_positions && m->max_position)
		numbers[m->n_numbers++] = (struct model_number){MODEL_NOTE_POS_EMB, m->max_position};
	m->numbers = numbers;
}

/* What a family's code fixes and its config does not say, from any row of the family. */
static struct model of_family(struct str family, bool *learned_positions)
{
	size_t n;
	const struct model *rows = model_table(&n);
	struct model m = {.gated = true, .norm = NORM_RMS, .norm_vectors = 1, .activation = STR("swiglu")};

	*learned_positions = false;
	for (size_t i = 0; i < n; i++) {
		if (!str_eq(rows[i].family, family) && !str_eq(rows[i].text_family, family))
			continue;
		m.gated = rows[i].gated;
		m.attention_bias = rows[i].attention_bias;
		m.qk_norm = rows[i].qk_norm;
		m.norm = rows[i].norm;
		m.norm_vectors = rows[i].norm_vectors;
		m.activation = rows[i].activation;
		m.tied_embeddings = rows[i].tied_embeddings;
		*learned_positions = model_number(&rows[i], MODEL_NOTE_POS_EMB, 0) > 0;
		break;
	}
	return m;
}

static bool flag(const struct node *tree, const char *key, bool fallback)
{
	const struct node *n = node_get(tree, str_of(key));

	return n && n->kind == NODE_BOOL ? n->as.b : fallback;
}

static struct str text(const struct node *tree, const char *key)
{
	const struct node *n = node_get(tree, str_of(key));

	return n && n->kind == NODE_STR ? n->text : STR("");
}

/* Sizes that follow from others when a config leaves them out. */
static void complete(const struct node *tree, struct model *m)
{
	const struct node *experts = node_get(tree, STR("n_shared_experts"));
	uint32_t shared;

	if (!m->kv_heads)
		m->kv_heads = flag(tree, "multi_query", false) ? 1 : m->heads;
	if (!m->head_dim && m->heads)
		m->head_dim = m->hidden / m->heads;
	if (!m->ffn && !m->gated && m->hidden <= UINT32_MAX / 4)
		m->ffn = 4 * m->hidden;
	if (m->experts && !m->moe_ffn)
		m->moe_ffn = m->ffn;
	if (!m->shared_expert_ffn && whole_number(experts, &shared) && m->moe_ffn &&
	    shared <= UINT32_MAX / m->moe_ffn)
		m->shared_expert_ffn = shared * m->moe_ffn;
	if (!flag(tree, "use_sliding_window", true))
		m->sliding_window = 0;
}

const struct model *model_of_config(struct arena *a, struct str id, const struct node *tree)
{
	const struct node *inner = node_get(tree, STR("text_config"));
	struct str family = text(tree, "model_type");
	struct model *m = arena_new(a, struct model);
	bool learned_positions;

	if (!inner)
		inner = node_get(tree, STR("llm_config"));
	if (inner && inner->kind == NODE_MAP && node_get(inner, STR("hidden_size"))) {
		/* The outer level says whether the tables are tied, if it says it at all. */
		bool tied = flag(inner, "tie_word_embeddings", flag(tree, "tie_word_embeddings", false));

		if (text(inner, "model_type").n)
			family = text(inner, "model_type");
		*m = of_family(family, &learned_positions);
		m->tied_embeddings = tied;
		tree = inner;
	} else {
		*m = of_family(family, &learned_positions);
		m->tied_embeddings = flag(tree, "tie_word_embeddings", m->tied_embeddings);
	}
	m->id = str_dup(a, id);
	m->family = str_dup(a, family);
	read_sizes(tree, m);
	read_notes(a, tree, learned_positions, m);
	complete(tree, m);
	if (flag(tree, "attention_bias", false))
		m->attention_bias = MODEL_BIAS_ALL;
	m->source = STR("config.json");
	if (!m->hidden || !m->layers || !m->vocab || !m->heads)
		return NULL;
	m->params = model_params(m);
	return m;
}
