/*
 * Shapes of language models.
 *
 * Sizes are numbers of elements, 0 where a shape has none. Rows come from core/tables/models.csv,
 * whose last column names the source of each; a repository's own config.json makes one too
 * (lint/model/config_json.h), and core/model/guess.h makes one from a name.
 */
#ifndef CORE_MODEL_CATALOG_H
#define CORE_MODEL_CATALOG_H

#include "core/base/base.h"

enum norm { NORM_RMS, NORM_LAYER, NORM_GEMMA };

/** Linear layers of attention that have a bias. */
enum model_bias {
	MODEL_BIAS_NONE,
	MODEL_BIAS_QKV,
	/** q, k, v and o. */
	MODEL_BIAS_ALL,
	MODEL_BIAS_O,
	/** Whisper: all but k. */
	MODEL_BIAS_QV_O,
};

/** Norms on queries and keys. */
enum model_qk_norm {
	MODEL_QK_NORM_NONE,
	/** Over each head: two vectors of head_dim. */
	MODEL_QK_NORM_HEAD,
	/** Over all heads together: vectors as wide as q and k. */
	MODEL_QK_NORM_FULL,
};

/*
 * Numbers that only some families have. The name is the key in the column notes of models.csv;
 * core/model/parameter_count.c and the files *_parameters.c beside it say what each means in the formula that reads it.
 */
#define MODEL_NOTES(X)                                                                            \
	/* Parameters that a token meets in a mixture of experts. */                              \
	X(ACTIVE_PARAMS, "active_params")                                                         \
	/* Parameters that no column places: towers known by their size alone. May be < 0. */     \
	X(EXTRA_PARAMS, "extra_params")                                                           \
	/* 1: they are vision or audio towers, and what joins or follows these. */                \
	X(TOWERS, "towers")                                                                       \
	X(POS_EMB, "pos_emb")                                                                     \
	X(TYPE_VOCAB, "type_vocab")                                                               \
	X(EMBED_DIM, "embed_dim")                                                                 \
	X(POOLER, "pooler")                                                                       \
	X(NORMS, "norms")                                                                         \
	X(MLP_BIAS, "mlp_bias")                                                                   \
	X(NO_FINAL_NORM, "no_final_norm")                                                         \
	X(NORM_VECTORS, "norm_vectors")                                                           \
	X(FFN_TOTAL, "ffn_total")                                                                 \
	X(SHARED_GATE, "shared_gate")                                                             \
	X(ROUTER_CORR, "router_corr")                                                             \
	X(MOE_LATENT, "moe_latent")                                                               \
	X(ATTN_GATE, "attn_gate")                                                                 \
	X(ATTN_LAYERS, "attn_layers")                                                             \
	X(MLP_LAYERS, "mlp_layers")                                                               \
	X(MOE_LAYERS, "moe_layers")                                                               \
	X(M_LAYERS, "m_layers")                                                                   \
	X(M_HEADS, "m_heads")                                                                     \
	X(M_HEAD_DIM, "m_head_dim")                                                               \
	X(M_GROUPS, "m_groups")                                                                   \
	X(M_STATE, "m_state")                                                                     \
	X(M_NORM, "m_norm")                                                                       \
	X(D_INNER, "d_inner")                                                                     \
	X(D_STATE, "d_state")                                                                     \
	X(DT_RANK, "dt_rank")                                                                     \
	X(Q_LORA, "q_lora")                                                                       \
	X(QK_NOPE, "qk_nope")                                                                     \
	X(QK_ROPE, "qk_rope")                                                                     \
	X(V_DIM, "v_dim")                                                                         \
	X(KV_LORA, "kv_lora")                                                                     \
	X(IDX_HEADS, "idx_heads")                                                                 \
	X(IDX_DIM, "idx_dim")                                                                     \
	X(IDX_LAYERS, "idx_layers")                                                               \
	X(INDEX_HEADS, "index_heads")                                                             \
	X(O_LORA, "o_lora")                                                                       \
	X(O_GROUPS, "o_groups")                                                                   \
	X(HC_MULT, "hc_mult")                                                                     \
	X(KDA_LAYERS, "kda_layers")                                                               \
	X(KDA_HEADS, "kda_heads")                                                                 \
	X(KDA_HEAD_DIM, "kda_head_dim")                                                           \
	X(MLA_LAYERS, "mla_layers")                                                               \
	X(SWA_LAYERS, "swa_layers")                                                               \
	X(SWA_HEADS, "swa_heads")                                                                 \
	X(SWA_KV, "swa_kv")                                                                       \
	X(GDN_LAYERS, "gdn_layers")                                                               \
	X(GDN_K_HEADS, "gdn_k_heads")                                                             \
	X(GDN_V_HEADS, "gdn_v_heads")                                                             \
	X(GDN_K_DIM, "gdn_k_dim")                                                                 \
	X(GDN_V_DIM, "gdn_v_dim")                                                                 \
	X(CONV_LAYERS, "conv_layers")                                                             \
	X(CONV_L, "conv_L")                                                                       \
	X(CROSS_LAYERS, "cross_layers")                                                           \
	X(GLOBAL_HEAD_DIM, "global_head_dim")                                                     \
	X(GLOBAL_LAYERS, "global_layers")                                                         \
	X(GLOBAL_KV, "global_kv")                                                                 \
	X(K_EQ_V, "k_eq_v")                                                                       \
	X(KV_SHARED_LAYERS, "kv_shared_layers")                                                   \
	X(KV_SHARED_GLOBAL, "kv_shared_global")                                                   \
	X(DOUBLE_WIDE_LAYERS, "double_wide_layers")                                               \
	X(PLE_DIM, "ple_dim")                                                                     \
	X(PLE_VOCAB, "ple_vocab")                                                                 \
	X(LAUREL_RANK, "laurel_rank")                                                             \
	X(ALTUP, "altup")                                                                         \
	X(MEL, "mel")                                                                             \
	X(EMBED_LN, "embed_ln")                                                                   \
	X(FINAL_LN, "final_ln")                                                                   \
	X(REL_POS, "rel_pos")                                                                     \
	X(REL_PARAMS, "rel_params")                                                               \
	X(PATCH, "patch")                                                                         \
	X(LAYER_SCALE, "layer_scale")                                                             \
	X(MASK_TOKEN, "mask_token")                                                               \
	X(PROJ, "proj")                                                                           \
	X(SCALE, "scale")                                                                         \
	X(AUDIO, "audio")                                                                         \
	X(VISION_EXPERT_FFN, "vision_expert_ffn")                                                 \
	X(V_HIDDEN, "v_hidden")                                                                   \
	X(V_DEPTH, "v_depth")                                                                     \
	X(V_FFN, "v_ffn")                                                                         \
	X(V_POS, "v_pos")                                                                         \
	X(V_PATCH, "v_patch")                                                                     \
	X(V_SCALE, "v_scale")                                                                     \
	X(V_HEAD_DIM, "v_head_dim")                                                               \
	X(V_CTX, "v_ctx")                                                                         \
	/* Diffusion denoisers. */                                                                \
	X(DOUBLE_BLOCKS, "double_blocks")                                                         \
	X(SINGLE_BLOCKS, "single_blocks")                                                         \
	X(REFINER_LAYERS, "refiner_layers")                                                       \
	X(GUIDANCE, "guidance")                                                                   \
	X(IN_CHANNELS, "in_channels")                                                             \
	X(OUT_CHANNELS, "out_channels")                                                           \
	X(CTX_DIM, "ctx_dim")                                                                     \
	X(CAP_DIM, "cap_dim")                                                                     \
	X(CROSS_DIM, "cross_dim")                                                                 \
	X(ADD_EMBED, "add_embed")                                                                 \
	X(MID_TRANSFORMER, "mid_transformer")                                                     \
	/* Several numbers each, one per level of the UNet. */                                    \
	X(CHANNELS, "channels")                                                                   \
	X(TRANSFORMER_BLOCKS, "transformer_blocks")

enum model_note {
#define MODEL_NOTE_ENUM(id, name) MODEL_NOTE_##id,
	MODEL_NOTES(MODEL_NOTE_ENUM)
#undef MODEL_NOTE_ENUM
		MODEL_NOTE_COUNT
};

/** One number of a family's own. */
struct model_number {
	enum model_note note;
	int64_t value;
};

/** What the code of a model that no family's is does: it has no row in core/model/family.c. */
struct model_traits {
	bool fused_qkv, fused_gate_up, no_rope;
	/** Dropout with p > 0 in the blocks, and behind the embedding. */
	bool dropout, embedding_dropout;
	/** The activation is composed of elementary operations. */
	bool composed_act;
	/** A gated MLP of one kernel: see struct shape. */
	bool recomputes_act;
	/** Attention's softmax is not cast to float32. */
	bool no_upcast;
};

struct model {
	/** Hugging Face id of the row, or the id that was asked for. */
	struct str id;
	/** "llama", "qwen2", "gemma3", …: config.json's model_type. */
	struct str family;
	/** Of a model with a vision or audio tower: the model_type of its language part; else empty. */
	struct str text_family;
	/** Kind of that tower ("qwen25vl", "siglip_gemma3"); empty: none, or known by its size alone. */
	struct str tower;
	/** The product line: "llama-3", "qwen2.5", "qwen2-5-vl". */
	struct str series;
	/** Published or counted parameters, the tied head not counted twice; 0 if not known. */
	uint64_t params;
	/** Of them in tables and untied head: embeddings, positions, token types, lm_head. */
	uint64_t params_embedding;
	uint32_t hidden, layers, heads, kv_heads, head_dim, ffn, vocab;
	uint32_t max_position;
	/** 0: none. */
	uint32_t sliding_window;
	uint32_t experts, experts_per_token, moe_ffn, shared_expert_ffn, dense_layers_before_moe;
	/** Multi-head latent attention (DeepSeek): rank of the compressed keys and values; 0: none. */
	uint32_t mla_kv_lora_rank;
	/** Depth of an encoder beside the decoder (T5, Whisper), or of the vision tower. */
	uint32_t encoder_layers;
	bool tied_embeddings;
	/** The MLP has three matrices (gate, up, down): SwiGLU, GeGLU, ReGLU. */
	bool gated;
	enum model_bias attention_bias;
	enum model_qk_norm qk_norm;
	enum norm norm;
	/** Vectors that a norm holds: 1 weight, 2 weight and bias, 0 neither (OLMo). */
	uint32_t norm_vectors;
	/** "swiglu", "geglu", "gelu", "relu2", …. */
	struct str activation;
	/** The family's own numbers, in the order of models.csv. */
	const struct model_number *numbers;
	size_t n_numbers;
	/** What else is to be said about the row, for people; may be empty. */
	struct str remark;
	/** Where the shape comes from; for guesses, the rule. */
	struct str source;
	/** A guess from the name by the rules of core/model/guess.h, not a known row. */
	bool guessed;
	/** Of a model that a repository writes itself; NULL: its family's. */
	const struct model_traits *traits;
};

/**
 * The row of an id or alias, or NULL. Case does not matter; "@revision", a "/" at the end, "hf://"
 * and "https://huggingface.co/" are left out. A name without organisation finds the row that all
 * ids of that name share; none if they differ.
 */
const struct model *model_find(struct str id);
/**
 * The row that every id of this name, whatever its organisation, belongs to, else that of the id of which it is the folder
 * ("hfl-chinese-bert-wwm-ext"); NULL if they differ.
 */
const struct model *model_find_name(struct str name);
/** Whether a part of a path is a folder's name ("results", "final") that says nothing of a model. */
bool model_is_folder(struct str name);
/** An id without white space, scheme, host, "@revision" and "/" at the end, as in the table. */
struct str model_bare_id(struct str id);
/** Whether two models have the same family and sizes: siblings, fine-tunes. */
bool model_same_shape(const struct model *a, const struct model *b);
/** The table, for listing: rows and their number. */
const struct model *model_table(size_t *n);
/** The ids of a row of the table beside its own, ";" between; empty for a model of another make. */
struct str model_aliases(const struct model *m);
/** A number of the family's own, or fallback. */
int64_t model_number(const struct model *m, enum model_note note, int64_t fallback);

#endif
