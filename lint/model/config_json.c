#include "config_json.h"

#include "core/model/model.h"
#include "config_json_keys.h"

#include <stddef.h>

/* Kinds of layers in the list layer_types, and the count that each is. */
static const struct {
	const char *kind;
	enum model_note note;
} layer_kinds[] = {
	{"linear_attention", MODEL_NOTE_GDN_LAYERS},
	{"conv", MODEL_NOTE_CONV_LAYERS},
	{"attention", MODEL_NOTE_ATTN_LAYERS},
};

/* What a config's number is not: Qwen's first MLP is half as wide as it says, for instance. */
static const struct {
	const char *family;
	size_t field;
	uint32_t divisor;
	/** Rows of the position table beside max_position_embeddings. */
	uint32_t positions;
} quirks[] = {
	/* Qwen/Qwen-7B modeling_qwen.py: ff_dim_in = intermediate_size // 2. */
	{"qwen", offsetof(struct model, ffn), 2, 0},
	/* transformers OPTLearnedPositionalEmbedding, BartLearnedPositionalEmbedding: offset 2. */
	{"opt", offsetof(struct model, ffn), 1, 2},
	{"bart", offsetof(struct model, ffn), 1, 2},
	{"mbart", offsetof(struct model, ffn), 1, 2},
};

enum { NUMBERS_MAX = 64 };

static bool whole_number(const struct node *n, uint32_t *out)
{
	/* Lists of equal numbers, one per layer (Gemma 3n). */
	if (n && n->kind == NODE_LIST && n->as.items.n)
		n = n->as.items.at[0];
	if (!n || n->kind != NODE_INT || n->as.i < 0 || n->as.i > UINT32_MAX)
		return false;
	*out = (uint32_t)n->as.i;
	return true;
}

/* The first of several keys that holds a number. */
static bool number_of(const struct node *tree, const char *names, uint32_t *out)
{
	struct str_cut cut = str_cut(str_of(names), '|');

	for (; cut.head.n; cut = str_cut(cut.tail, '|'))
		if (whole_number(node_path(tree, cut.head), out))
			return true;
	return false;
}

static uint32_t *field_at(struct model *m, size_t offset)
{
	return (uint32_t *)(void *)((unsigned char *)m + offset);
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

static bool is_none(const struct node *tree, const char *key)
{
	const struct node *n = node_get(tree, str_of(key));

	return n && n->kind == NODE_NULL;
}

static uint32_t difference(uint32_t a, uint32_t b)
{
	return a > b ? a - b : b - a;
}

/*
 * A row of the family, of the nearest width: what the family's code fixes stands there. A family that
 * is only the language part of others has the traits of those.
 */
static const struct model *row_of(struct str family, uint32_t hidden)
{
	const struct model *best = NULL;
	size_t n;
	const struct model *rows = model_table(&n);

	for (int part = 0; part < 2 && !best; part++)
		for (size_t i = 0; i < n; i++) {
			struct str name = part ? rows[i].text_family : rows[i].family;

			if (str_eq(name, family) && (!best || difference(rows[i].hidden, hidden) <
								  difference(best->hidden, hidden)))
				best = &rows[i];
		}
	return best;
}

static void read_sizes(const struct node *tree, struct model *m)
{
	for (size_t i = 0; i < model_size_keys_n; i++)
		number_of(tree, model_size_keys[i].keys, field_at(m, model_size_keys[i].field));
	for (size_t i = 0; i < sizeof(quirks) / sizeof(*quirks); i++)
		if (str_is(m->family, quirks[i].family))
			*field_at(m, quirks[i].field) /= quirks[i].divisor;
}

static void set_number(struct model *m, struct model_number *numbers, enum model_note note,
		       int64_t value)
{
	size_t i = 0;

	while (i < m->n_numbers && numbers[i].note != note)
		i++;
	if (i == NUMBERS_MAX)
		return;
	numbers[i] = (struct model_number){note, value};
	m->n_numbers += i == m->n_numbers;
}

/* How many layers of each kind there are, where a config lists them one by one. */
static void count_layers(const struct node *tree, struct model *m, struct model_number *numbers)
{
	const struct node *list = node_get(tree, STR("layer_types"));

	if (!list || list->kind != NODE_LIST)
		return;
	for (size_t k = 0; k < sizeof(layer_kinds) / sizeof(*layer_kinds); k++) {
		int64_t n = 0;

		for (size_t i = 0; i < list->as.items.n; i++) {
			const struct node *item = list->as.items.at[i];

			n += item->kind == NODE_STR && str_is(item->text, layer_kinds[k].kind);
		}
		if (n)
			set_number(m, numbers, layer_kinds[k].note, n);
	}
}

/* Whether a number of a row is one of its family's models, and not of that model or of its width alone. */
static bool is_of_family(const struct model *row, const struct model *m, enum model_note note)
{
	if (note == MODEL_NOTE_D_INNER || note == MODEL_NOTE_DT_RANK)
		return row->hidden == m->hidden;
	return note != MODEL_NOTE_ACTIVE_PARAMS && note != MODEL_NOTE_EXTRA_PARAMS;
}

/*
 * The family's own numbers: those of the row, then what the config says. outer holds the vision tower's,
 * tree the language part's.
 */
static void read_numbers(struct arena *a, const struct node *outer, const struct node *tree,
			 const struct model *row, struct model *m)
{
	struct model_number *numbers = arena_news(a, struct model_number, NUMBERS_MAX);
	uint32_t value;
	uint32_t extra = 0;

	for (size_t i = 0; row && i < row->n_numbers; i++)
		if (is_of_family(row, m, row->numbers[i].note))
			set_number(m, numbers, row->numbers[i].note, row->numbers[i].value);
	m->numbers = numbers;
	for (size_t i = 0; i < model_note_keys_n; i++) {
		const struct model_note_key *key = &model_note_keys[i];

		if (key->known && model_number(m, key->note, -1) < 0)
			continue;
		if (number_of(tree, key->keys, &value) || number_of(outer, key->keys, &value))
			set_number(m, numbers, key->note, value);
	}
	/* DeepSeek-V2-Lite: queries without a low rank. */
	if (is_none(tree, "q_lora_rank"))
		set_number(m, numbers, MODEL_NOTE_Q_LORA, 0);
	count_layers(tree, m, numbers);
	for (size_t i = 0; i < sizeof(quirks) / sizeof(*quirks); i++)
		if (str_is(m->family, quirks[i].family))
			extra = quirks[i].positions;
	if (model_number(m, MODEL_NOTE_POS_EMB, 0) > 0 && m->max_position)
		set_number(m, numbers, MODEL_NOTE_POS_EMB, (int64_t)m->max_position + extra);
	if (flag(tree, "mlp_bias", false))
		set_number(m, numbers, MODEL_NOTE_MLP_BIAS, 1);
}

/* Sizes that follow from others when a config leaves them out. */
static void complete(const struct node *tree, struct model *m)
{
	uint32_t shared;

	/* Falcon's first generation: one key and value head, whatever num_kv_heads says. */
	if (flag(tree, "multi_query", false) && !flag(tree, "new_decoder_architecture", false))
		m->kv_heads = 1;
	if (!m->kv_heads)
		m->kv_heads = m->heads;
	if (m->mla_kv_lora_rank)
		m->head_dim = (uint32_t)(model_number(m, MODEL_NOTE_QK_NOPE, 0) +
					 model_number(m, MODEL_NOTE_QK_ROPE, 0));
	if (!m->head_dim && m->heads)
		m->head_dim = m->hidden / m->heads;
	/* DistilBERT's names of the width and of its MLP's. */
	if (!m->ffn && node_get(tree, STR("dim")))
		number_of(tree, "hidden_dim", &m->ffn);
	if (!m->ffn && !m->gated && m->hidden <= UINT32_MAX / 4)
		m->ffn = 4 * m->hidden;
	if (m->experts && !m->moe_ffn)
		m->moe_ffn = m->ffn;
	if (!m->shared_expert_ffn &&
	    number_of(tree, "n_shared_experts|num_shared_experts", &shared) && m->moe_ffn &&
	    shared <= UINT32_MAX / m->moe_ffn)
		m->shared_expert_ffn = shared * m->moe_ffn;
	if (!flag(tree, "use_sliding_window", true))
		m->sliding_window = 0;
	/* T5: one number for both stacks unless the decoder has its own. */
	if (m->family.n && node_get(tree, STR("num_layers")) && node_get(tree, STR("d_kv")))
		number_of(tree, "num_layers", &m->encoder_layers);
}

/* What the family's code fixes and a config may switch. */
static void read_traits(const struct node *tree, const struct model *row, struct model *m)
{
	const struct node *bias = node_get(tree, STR("attention_bias"));
	struct str feed_forward = text(tree, "feed_forward_proj");

	m->gated = row ? row->gated : true;
	m->norm = row ? row->norm : NORM_RMS;
	m->norm_vectors = row ? row->norm_vectors : 1;
	m->activation = row ? row->activation : STR("swiglu");
	m->attention_bias = row ? row->attention_bias : MODEL_BIAS_NONE;
	m->qk_norm = row ? row->qk_norm : MODEL_QK_NORM_NONE;
	if (bias && bias->kind == NODE_BOOL) {
		if (!bias->as.b)
			m->attention_bias = MODEL_BIAS_NONE;
		else if (m->attention_bias == MODEL_BIAS_NONE)
			m->attention_bias = MODEL_BIAS_ALL;
	}
	if (flag(tree, "qkv_bias", false) || flag(tree, "add_qkv_bias", false))
		m->attention_bias =
		    m->attention_bias == MODEL_BIAS_ALL ? MODEL_BIAS_ALL : MODEL_BIAS_QKV;
	if (flag(tree, "use_qk_norm", false) && m->qk_norm == MODEL_QK_NORM_NONE)
		m->qk_norm = MODEL_QK_NORM_HEAD;
	/* T5's "gated-gelu" against "relu". */
	if (feed_forward.n) {
		m->gated = str_starts(feed_forward, STR("gated"));
		m->activation = m->gated ? STR("geglu") : STR("relu");
	}
}

/* The language part of a model of several: text_config and its like, two levels deep at most. */
static const struct node *language_part(const struct node *tree)
{
	static const char *const names[] = {"text_config", "llm_config", "language_config",
					    "thinker_config", "llm"};

	for (int depth = 0; depth < 2; depth++) {
		const struct node *inner = NULL;

		for (size_t i = 0; !inner && i < sizeof(names) / sizeof(*names); i++)
			inner = node_get(tree, str_of(names[i]));
		if (!inner || inner->kind != NODE_MAP)
			break;
		tree = inner;
	}
	return tree;
}

static int64_t table_width(const struct model *m)
{
	return model_number(m, MODEL_NOTE_EMBED_DIM, m->hidden);
}

/* A row with the same sizes says more than its config: towers, odd layers, parameters of no column. */
const struct model *model_known_shape(const struct model *m)
{
	size_t n;
	const struct model *rows = model_table(&n);

	for (size_t i = 0; i < n; i++) {
		const struct model *r = &rows[i];

		if ((str_eq(r->family, m->family) || str_eq(r->text_family, m->family)) &&
		    str_eq(r->text_family, m->text_family) && r->hidden == m->hidden &&
		    r->layers == m->layers && r->heads == m->heads && r->kv_heads == m->kv_heads &&
		    r->ffn == m->ffn && r->vocab == m->vocab && r->experts == m->experts &&
		    r->moe_ffn == m->moe_ffn && r->tied_embeddings == m->tied_embeddings &&
		    table_width(r) == table_width(m))
			return r;
	}
	return NULL;
}

const struct model *model_of_config(struct arena *a, struct str id, const struct node *outer)
{
	const struct node *tree = language_part(outer);
	struct str family = text(outer, "model_type"), inner = text(tree, "model_type");
	struct model *m = arena_new(a, struct model);
	const struct model *row, *same;

	number_of(tree, model_size_keys[0].keys, &m->hidden);
	row = row_of(family, m->hidden);
	if (row && str_eq(row->family, family) &&
	    (tree != outer || node_get(outer, STR("vision_config")))) {
		m->text_family = row->text_family;
		m->tower = row->tower;
	} else if (inner.n) {
		family = inner;
		row = row_of(family, m->hidden);
	}
	m->id = str_dup(a, id);
	m->family = str_dup(a, family);
	m->source = STR("config.json");
	/* The inner level says whether the tables are tied if it says it at all. */
	m->tied_embeddings = flag(tree, "tie_word_embeddings",
				  flag(outer, "tie_word_embeddings", row && row->tied_embeddings));
	read_traits(tree, row, m);
	read_sizes(tree, m);
	read_numbers(a, outer, tree, row, m);
	complete(tree, m);
	if (!m->hidden || !m->layers || !m->vocab || (!m->heads && !(row && !row->heads)))
		return NULL;
	same = model_known_shape(m);
	if (same) {
		struct str source = str_fmt(a, "config.json, the shape of %.*s", STR_ARG(same->id));
		struct str name = m->id;
		uint32_t position = m->max_position, window = m->sliding_window;

		*m = *same;
		m->id = name;
		m->source = source;
		m->max_position = position;
		m->sliding_window = window;
	} else {
		struct model_count count = model_count(m);

		m->params = count.total;
		m->params_embedding = count.embedding;
	}
	return m;
}
