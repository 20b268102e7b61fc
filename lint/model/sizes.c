#include "sizes.h"

#include "core/base/base.h"
#include "core/model/model.h"

#include <math.h>
#include <stddef.h>

/* Beyond these a number is a slip, or meant to harm. */
#define SIZE_MOST  ((double)(1u << 24))
#define MODEL_MOST 1e14

/* Numbers that struct model has as they are. */
static const struct {
	const char *name;
	size_t field;
} fields[] = {
    {"hidden", offsetof(struct model, hidden)},
    {"layers", offsetof(struct model, layers)},
    {"heads", offsetof(struct model, heads)},
    {"kv_heads", offsetof(struct model, kv_heads)},
    {"head_dim", offsetof(struct model, head_dim)},
    {"ffn", offsetof(struct model, ffn)},
    {"vocab", offsetof(struct model, vocab)},
    {"positions", offsetof(struct model, max_position)},
    {"experts", offsetof(struct model, experts)},
    {"top_k", offsetof(struct model, experts_per_token)},
    {"moe_ffn", offsetof(struct model, moe_ffn)},
    {"shared_ffn", offsetof(struct model, shared_expert_ffn)},
    {"dense_first", offsetof(struct model, dense_layers_before_moe)},
};
static const char *const others[] = {
    "ffn_ratio", "ffn_multiple", "ffn_gated",	   "shared_experts", "vocab_of", "vocab_multiple", "vocab_parts",
    "mla",	 "kv_lora",	 "q_lora",	   "qk_nope",	     "qk_rope",	 "v_dim",	   "tied",
    "gated",	 "rms",		 "bias",	   "qk_norm",	     "no_rope",	 "dropout",	   "learned_positions",
    "layers_of",
};

/*
 * Vocabularies by the kind of tokenizer, where that alone says it: megatron/core/tokenizers, gpt-neox
 * megatron/tokenizer/tokenizer.py. A name before those that it begins with.
 */
static const struct {
	const char *word;
	uint32_t tokens;
} tokenizers[] = {
    {"gpt-neox-20b", 50277}, {"20B_tokenizer", 50277}, {"GPT2BPE", 50257},	  {"gpt2", 50257},
    {"BertWordPieceLowerCase", 30522}, {"BertWordPieceCase", 28996}, {"Llama2Tokenizer", 32000}, {"Llama3", 128256},
    {"dolma2", 100278},	     {"TikTokenizer", 131072},
};

/* What a shape without any word of its vocabulary is taken to have: that of GPT-2. */
enum { VOCAB_TAKEN = 50257 };

bool model_size_known(struct str name)
{
	for (size_t i = 0; i < sizeof(fields) / sizeof(*fields); i++)
		if (str_is(name, fields[i].name))
			return true;
	for (size_t i = 0; i < sizeof(others) / sizeof(*others); i++)
		if (str_is(name, others[i]))
			return true;
	return false;
}

static struct str word(const struct node *sizes, const char *name)
{
	const struct node *n = node_get(sizes, str_of(name));

	return n && n->kind == NODE_STR ? n->text : STR("");
}

static bool yes(const struct node *sizes, const char *name)
{
	return str_is(word(sizes, name), "true");
}

/* A size, 0 if it is not given or none. */
static double number(const struct node *sizes, const char *name)
{
	double value;

	if (!str_to_real(word(sizes, name), &value) || !(value > 0) || value > SIZE_MOST)
		return 0;
	return value;
}

static uint32_t up_to_multiple(double value, double multiple)
{
	return (uint32_t)fmin(SIZE_MOST, multiple > 0 ? ceil(value / multiple) * multiple : value);
}

static void set_vocabulary(struct arena *a, const struct node *sizes, struct model *m, struct str *how)
{
	struct str of = word(sizes, "vocab_of");
	const struct model *known = of.n ? model_find(of) : NULL;
	double parts = fmax(1, number(sizes, "vocab_parts"));

	if (!m->vocab && known) {
		m->vocab = known->vocab;
		*how = str_fmt(a, "its vocabulary is that of %.*s", STR_ARG(known->id));
	}
	for (size_t i = 0; !m->vocab && i < sizeof(tokenizers) / sizeof(*tokenizers); i++)
		if (str_has_nocase(of, str_of(tokenizers[i].word))) {
			m->vocab = tokenizers[i].tokens;
			*how = str_fmt(a, "its vocabulary is that of %s", tokenizers[i].word);
		}
	if (!m->vocab) {
		m->vocab = VOCAB_TAKEN;
		*how = STR("nothing here says how large its vocabulary is: that of GPT-2 is taken");
	}
	m->vocab = up_to_multiple(m->vocab, number(sizes, "vocab_multiple") * parts);
}

static void set_mlp(const struct node *sizes, struct model *m)
{
	double ffn = m->ffn, hidden = m->hidden, multiple = number(sizes, "ffn_multiple");

	m->gated = yes(sizes, "gated");
	if (ffn <= 0)
		ffn = hidden * number(sizes, "ffn_ratio");
	if (ffn <= 0)
		ffn = m->gated ? floor(hidden * 8 / 3 / 64) * 64 : 4 * hidden;
	if (m->gated && str_is(word(sizes, "ffn_gated"), "thirds"))
		ffn = floor(ffn / 3);
	if (m->gated && str_is(word(sizes, "ffn_gated"), "halves"))
		ffn = floor(ffn / 2);
	m->ffn = up_to_multiple(ffn, multiple);
	if (m->experts <= 1)
		m->experts = m->experts_per_token = m->moe_ffn = m->shared_expert_ffn = m->dense_layers_before_moe = 0;
	if (m->experts && !m->moe_ffn)
		m->moe_ffn = m->ffn;
	if (m->experts && !m->shared_expert_ffn)
		m->shared_expert_ffn = up_to_multiple(number(sizes, "shared_experts") * m->moe_ffn, 0);
	if (m->experts && !m->experts_per_token)
		m->experts_per_token = 1;
}

static void note(struct model *m, struct model_number *numbers, enum model_note which, double value)
{
	numbers[m->n_numbers++] = (struct model_number){which, (int64_t)value};
}

static void set_attention(const struct node *sizes, struct model *m, struct model_number *numbers)
{
	struct str bias = word(sizes, "bias"), norm = word(sizes, "qk_norm");

	if (!m->kv_heads || m->kv_heads > m->heads)
		m->kv_heads = m->heads;
	if (!m->head_dim)
		m->head_dim = m->hidden / m->heads;
	m->attention_bias = str_is(bias, "all") ? MODEL_BIAS_ALL : str_is(bias, "qkv") ? MODEL_BIAS_QKV : MODEL_BIAS_NONE;
	m->qk_norm = str_is(norm, "head") ? MODEL_QK_NORM_HEAD : str_is(norm, "full") ? MODEL_QK_NORM_FULL : MODEL_QK_NORM_NONE;
	if (m->attention_bias == MODEL_BIAS_ALL)
		note(m, numbers, MODEL_NOTE_MLP_BIAS, 1);
	if (yes(sizes, "learned_positions") && m->max_position)
		note(m, numbers, MODEL_NOTE_POS_EMB, m->max_position);
	if (!yes(sizes, "mla"))
		return;
	m->mla_kv_lora_rank = (uint32_t)number(sizes, "kv_lora");
	note(m, numbers, MODEL_NOTE_Q_LORA, number(sizes, "q_lora"));
	note(m, numbers, MODEL_NOTE_QK_NOPE, number(sizes, "qk_nope"));
	note(m, numbers, MODEL_NOTE_QK_ROPE, number(sizes, "qk_rope"));
	note(m, numbers, MODEL_NOTE_V_DIM, number(sizes, "v_dim"));
	m->head_dim = (uint32_t)(number(sizes, "qk_nope") + number(sizes, "qk_rope"));
}

static void set_traits(struct arena *a, const struct node *sizes, struct model *m)
{
	struct model_traits *traits = arena_new(a, struct model_traits);
	bool drops = yes(sizes, "dropout");

	m->norm = yes(sizes, "rms") ? NORM_RMS : NORM_LAYER;
	m->norm_vectors = m->norm == NORM_RMS ? 1 : 2;
	m->tied_embeddings = yes(sizes, "tied");
	m->activation = m->gated ? STR("swiglu") : STR("gelu");
	*traits = (struct model_traits){.fused_qkv = true,
					.fused_gate_up = true,
					.no_rope = yes(sizes, "learned_positions") || yes(sizes, "no_rope"),
					.dropout = drops,
					.embedding_dropout = drops,
					.no_upcast = true};
	m->traits = traits;
}

/* The first known model that has the same parameters, whatever the vocabulary is padded to. */
static const struct model *known_of(const struct model *m)
{
	size_t n;
	const struct model *rows = model_table(&n);

	for (size_t i = 0; i < n; i++) {
		const struct model *r = &rows[i];
		uint64_t padding = (uint64_t)(m->vocab - r->vocab) * m->hidden * (m->tied_embeddings ? 1 : 2);

		if (r->hidden == m->hidden && r->layers == m->layers && r->heads == m->heads && r->kv_heads == m->kv_heads &&
		    r->ffn == m->ffn && r->gated == m->gated && r->experts == m->experts && r->moe_ffn == m->moe_ffn &&
		    r->mla_kv_lora_rank == m->mla_kv_lora_rank && r->tied_embeddings == m->tied_embeddings && !r->tower.n &&
		    !r->encoder_layers && r->vocab <= m->vocab && m->vocab - r->vocab < 1024 && m->params == r->params + padding)
			return r;
	}
	return NULL;
}

const struct model *model_of_sizes(struct arena *a, const struct node *sizes, struct str *how, struct str *why)
{
	enum { NUMBERS = 6 };
	struct model *m = arena_new(a, struct model);
	struct model_number *numbers = arena_news(a, struct model_number, NUMBERS);
	const struct model *known;
	struct model_count count;

	for (size_t i = 0; i < sizeof(fields) / sizeof(*fields); i++)
		*(uint32_t *)(void *)((unsigned char *)m + fields[i].field) = (uint32_t)number(sizes, fields[i].name);
	m->numbers = numbers;
	if (word(sizes, "layers_of").n) {
		*why = str_fmt(a, "its layers are %.*s", STR_ARG(word(sizes, "layers_of")));
		return NULL;
	}
	if (!m->hidden || !m->layers || !m->heads || m->heads > m->hidden) {
		*why = STR("nothing that is here says how wide and deep its model is");
		return NULL;
	}
	set_mlp(sizes, m);
	set_attention(sizes, m, numbers);
	set_traits(a, sizes, m);
	set_vocabulary(a, sizes, m, how);
	m->source = STR("sizes in a training config");
	count = model_count(m);
	if ((double)count.total > MODEL_MOST) {
		*why = STR("its sizes make no model that there could be");
		return NULL;
	}
	m->params = count.total;
	m->params_embedding = count.embedding;
	known = known_of(m);
	m->id = known ? known->id : str_fmt(a, "%u layers of width %u", m->layers, m->hidden);
	return m;
}
