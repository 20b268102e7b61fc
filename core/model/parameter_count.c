#include "parameter_count.h"

#include "core/base/base.h"
#include "parameter_terms.h"

#include <math.h>

/* What a family's block has beside the columns of the table. */
enum trait {
	TRAIT_MLP_BIAS = 1 << 0,
	/** A bias on lm_head. */
	TRAIT_HEAD_BIAS = 1 << 1,
	/** A norm behind the embedding. */
	TRAIT_EMBED_NORM = 1 << 2,
	TRAIT_ROUTER_BIAS = 1 << 3,
	TRAIT_EXPERT_BIAS = 1 << 4,
	/** One learned number per head (gpt-oss). */
	TRAIT_SINKS = 1 << 5,
	/** A gate before the shared expert. */
	TRAIT_SHARED_GATE = 1 << 6,
	/** DeepSeek's e_score_correction_bias: one number per expert. */
	TRAIT_ROUTER_CORRECTION = 1 << 7,
	/** Norms before o_proj and down_proj (BitNet). */
	TRAIT_INNER_NORMS = 1 << 8,
};

struct family {
	struct str name;
	/** Norms of a block; 0: the usual two. */
	unsigned norms;
	unsigned traits;
};

/* Families that differ from Llama's block. Source: the modelling files of transformers. */
static const struct family families[] = {
	{STR_INIT("bitnet"),	 2, TRAIT_INNER_NORMS				     },
	{STR_INIT("lfm2_moe"),	   2, TRAIT_ROUTER_CORRECTION			     },
	{STR_INIT("glm4"),	       4, 0						  },
	{STR_INIT("gemma2"),	 4, 0						  },
	{STR_INIT("gemma3_text"),   4, 0						  },
	{STR_INIT("gemma3"),	 4, 0						  },
	{STR_INIT("qwen2_moe"),	    2, TRAIT_SHARED_GATE					},
	{STR_INIT("phimoe"),	 2, TRAIT_HEAD_BIAS					   },
	{STR_INIT("gpt_oss"),	  2, TRAIT_ROUTER_BIAS | TRAIT_EXPERT_BIAS | TRAIT_SINKS},
	{STR_INIT("deepseek_v3"),   2, TRAIT_ROUTER_CORRECTION				},
	{STR_INIT("kimi_k2"),	  2, TRAIT_ROUTER_CORRECTION			    },
	{STR_INIT("glm4_moe"),	   2, TRAIT_ROUTER_CORRECTION			     },
	{STR_INIT("glm4_moe_lite"), 2, TRAIT_ROUTER_CORRECTION				  },
	{STR_INIT("ernie4_5_moe"),  2, TRAIT_ROUTER_CORRECTION				 },
	{STR_INIT("minimax_m2"),    2, TRAIT_ROUTER_CORRECTION			       },
	{STR_INIT("bailing_moe"),   2, TRAIT_ROUTER_CORRECTION				},
	{STR_INIT("gpt2"),	       2, TRAIT_MLP_BIAS					},
	{STR_INIT("gpt_neo"),	  2, TRAIT_MLP_BIAS					   },
	{STR_INIT("gpt_neox"),	   2, TRAIT_MLP_BIAS					    },
	{STR_INIT("opt"),	      2, TRAIT_MLP_BIAS				       },
	{STR_INIT("bloom"),		2, TRAIT_MLP_BIAS | TRAIT_EMBED_NORM		    },
	{STR_INIT("gptj"),	       1, TRAIT_MLP_BIAS | TRAIT_HEAD_BIAS			  },
	{STR_INIT("codegen"),	  1, TRAIT_MLP_BIAS | TRAIT_HEAD_BIAS		     },
	{STR_INIT("phi"),	      1, TRAIT_MLP_BIAS | TRAIT_HEAD_BIAS			 },
	{STR_INIT("gpt_bigcode"),   2, TRAIT_MLP_BIAS				       },
	{STR_INIT("starcoder2"),    2, TRAIT_MLP_BIAS				      },
	{STR_INIT("persimmon"),	    2, TRAIT_MLP_BIAS				     },
	{STR_INIT("falcon"),	 1, 0						  },
	{STR_INIT("cohere"),	 1, 0						  },
	{STR_INIT("cohere2"),	  1, 0						  },
};

static unsigned with(unsigned traits, enum trait trait, const struct model *m, enum model_note note)
{
	if (model_term(m, note, -1) < 0)
		return traits;
	return model_term(m, note, 0) > 0 ? traits | trait : traits & ~(unsigned)trait;
}

/* The family's row; what the model itself notes goes before it. */
static struct family family_of(const struct model *m)
{
	struct str name = m->text_family.n ? m->text_family : m->family;
	struct family f = {name, 2, 0};

	for (size_t i = 0; i < sizeof(families) / sizeof(*families); i++)
		if (str_eq(families[i].name, name))
			f = families[i];
	f.norms = (unsigned)model_term(m, MODEL_NOTE_NORMS, f.norms);
	f.traits = with(f.traits, TRAIT_MLP_BIAS, m, MODEL_NOTE_MLP_BIAS);
	f.traits = with(f.traits, TRAIT_SHARED_GATE, m, MODEL_NOTE_SHARED_GATE);
	f.traits = with(f.traits, TRAIT_ROUTER_CORRECTION, m, MODEL_NOTE_ROUTER_CORR);
	return f;
}

/* Attention of one layer: all its parameters, and those in matrices. */
struct attention {
	double all, linear;
};

/* Multi-head latent attention: queries and keys-values through low-rank matrices with a norm each.
 */
static struct attention latent_attention(const struct model *m)
{
	double h = m->hidden, heads = m->heads, rank = m->mla_kv_lora_rank;
	double nope = model_term(m, MODEL_NOTE_QK_NOPE, 0);
	double rope = model_term(m, MODEL_NOTE_QK_ROPE, 0);
	double v = model_term(m, MODEL_NOTE_V_DIM, 0);
	double q_rank = model_term(m, MODEL_NOTE_Q_LORA, 0);
	double q = (q_rank > 0 ? q_rank : h) * heads * (nope + rope) + h * q_rank;
	double linear = q + h * (rank + rope) + rank * heads * (nope + v) + heads * v * h;

	return (struct attention){linear + q_rank + rank, linear};
}

static double bias_of(enum model_bias bias, double q, double kv, double h)
{
	switch (bias) {
	case MODEL_BIAS_QKV:
		return q + 2 * kv;
	case MODEL_BIAS_ALL:
		return q + 2 * kv + h;
	case MODEL_BIAS_O:
		return h;
	case MODEL_BIAS_QV_O:
		return q + kv + h;
	case MODEL_BIAS_NONE:
		break;
	}
	return 0;
}

static struct attention attention(const struct model *m, const struct family *f)
{
	double h = m->hidden;
	double q = (double)m->heads * m->head_dim;
	double kv = (double)m->kv_heads * m->head_dim;
	double linear = 2 * h * q + 2 * h * kv;
	double rest = bias_of(m->attention_bias, q, kv, h);

	if (m->mla_kv_lora_rank)
		return latent_attention(m);
	if (m->qk_norm == MODEL_QK_NORM_HEAD)
		rest += 2.0 * m->head_dim;
	else if (m->qk_norm == MODEL_QK_NORM_FULL)
		rest += q + kv;
	if (f->traits & TRAIT_SINKS)
		rest += m->heads;
	if (model_term(m, MODEL_NOTE_ATTN_GATE, 0) > 0)
		linear += h * q;
	return (struct attention){linear + rest, linear};
}

/* DeepSeek V3.2's sparse-attention indexer, all layers: queries, key, its norm, weights. */
static double indexer(const struct model *m)
{
	double heads = model_term(m, MODEL_NOTE_IDX_HEADS, 0);
	double dim = model_term(m, MODEL_NOTE_IDX_DIM, 0);
	double rank = model_term(m, MODEL_NOTE_Q_LORA, 0);
	double layers = model_term(m, MODEL_NOTE_IDX_LAYERS, m->layers);
	double h = m->hidden;

	if (!m->mla_kv_lora_rank || heads <= 0)
		return 0;
	return layers * (rank * heads * dim + h * dim + 2 * dim + h * heads);
}

/* An MLP of width f; its biases. */
static double mlp(const struct model *m, double f)
{
	return (m->gated ? 3 : 2) * (double)m->hidden * f;
}

static double mlp_bias(const struct model *m, double f)
{
	return (m->gated ? 2 : 1) * f + m->hidden;
}

/* MLPs of all layers, dense or of experts; adds to the active count what a token does not meet. */
static void count_mlps(const struct model *m, const struct family *f, struct model_terms *out)
{
	double h = m->hidden, n = m->experts;
	double layers = m->experts ? model_term(m, MODEL_NOTE_MOE_LAYERS,
						(double)m->layers - m->dense_layers_before_moe)
				   : 0;
	double dense = m->layers - layers;
	double expert = mlp(m, m->moe_ffn);
	double shared = mlp(m, m->shared_expert_ffn);
	double router = h * n + (f->traits & TRAIT_ROUTER_BIAS ? n : 0) +
			(f->traits & TRAIT_ROUTER_CORRECTION ? n : 0);
	double gate = f->traits & TRAIT_SHARED_GATE && m->shared_expert_ffn ? h : 0;
	double bias = f->traits & TRAIT_EXPERT_BIAS ? mlp_bias(m, m->moe_ffn) : 0;
	double widths = model_term(m, MODEL_NOTE_FFN_TOTAL, dense * m->ffn);

	out->linear += layers * (n * expert + shared) + mlp(m, widths);
	out->total += layers * (router + n * (expert + bias) + shared + gate) + mlp(m, widths) +
		      (f->traits & TRAIT_MLP_BIAS ? dense * mlp_bias(m, m->ffn) : 0);
	out->active -= layers * (n - m->experts_per_token) * (expert + bias);
}

/*
 * Layers that are not softmax attention: gated delta nets (Qwen3-Next) and short convolutions
 * (LFM2). Returns how many layers are left for attention.
 */
static double count_linear_attention(const struct model *m, struct model_terms *out)
{
	double h = m->hidden;
	double delta = model_term(m, MODEL_NOTE_GDN_LAYERS, 0);
	double convolutions = model_term(m, MODEL_NOTE_CONV_LAYERS, 0);
	double v_heads = model_term(m, MODEL_NOTE_GDN_V_HEADS, 0);
	double v_dim = model_term(m, MODEL_NOTE_GDN_V_DIM, 0);
	double k =
	    model_term(m, MODEL_NOTE_GDN_K_HEADS, 0) * model_term(m, MODEL_NOTE_GDN_K_DIM, 0);
	double v = v_heads * v_dim;
	double linear = h * (2 * k + 2 * v) + h * 2 * v_heads + v * h;

	out->linear += delta * linear + convolutions * 4 * h * h;
	out->total += delta * (linear + (2 * k + v) * 4 + 2 * v_heads + v_dim);
	out->total += convolutions * (4 * h * h + h * model_term(m, MODEL_NOTE_CONV_L, 3));
	if (delta > 0 || convolutions > 0)
		return m->layers - delta - convolutions;
	return model_term(m, MODEL_NOTE_ATTN_LAYERS, m->layers);
}

static void count_norms(const struct model *m, const struct family *f, struct model_terms *out)
{
	double norm = (double)m->norm_vectors * m->hidden;
	double vectors = model_term(m, MODEL_NOTE_NORM_VECTORS, (double)m->layers * f->norms);

	out->total += vectors * norm;
	if (model_term(m, MODEL_NOTE_NO_FINAL_NORM, 0) <= 0)
		out->total += norm;
	if (f->traits & TRAIT_EMBED_NORM)
		out->total += norm;
	if (f->traits & TRAIT_INNER_NORMS)
		out->total += m->layers * ((double)m->heads * m->head_dim + m->ffn);
}

/* Tables and head. OPT-350m's embedding is narrower than the model: a projection in and one out. */
static void count_tables(const struct model *m, const struct family *f, struct model_terms *out)
{
	double h = m->hidden, v = m->vocab;
	double width = model_term(m, MODEL_NOTE_EMBED_DIM, h);

	out->embedding = v * width + model_term(m, MODEL_NOTE_POS_EMB, 0) * h;
	if (!m->tied_embeddings)
		out->embedding += v * width;
	if (f->traits & TRAIT_HEAD_BIAS && !m->tied_embeddings)
		out->embedding += v;
	out->total += out->embedding;
	if (width < h || width > h)
		out->total += 2 * width * h;
}

static void count_decoder(const struct model *m, struct model_terms *out)
{
	struct family f = family_of(m);
	struct attention one = attention(m, &f);
	double layers;

	count_tables(m, &f, out);
	layers = count_linear_attention(m, out);
	out->linear += layers * one.linear;
	out->total += layers * one.all + indexer(m);
	count_norms(m, &f, out);
	count_mlps(m, &f, out);
	out->active += out->total;
}

struct model_count model_count(const struct model *m)
{
	struct model_terms terms = {0};
	double tower, active, linear;

	if (m->hidden == 0)
		return (struct model_count){0};
	if (!model_terms_other(m, &terms))
		count_decoder(m, &terms);
	tower = model_tower(m);
	active = m->experts ? terms.active : terms.total;
	/* extra_params is negative where the columns overstate low-rank or mixed attention. */
	linear = fmin(terms.linear, terms.total + tower - terms.embedding);
	return (struct model_count){
	    .total = bytes_of(terms.total + tower),
	    .embedding = bytes_of(terms.embedding),
	    .active = bytes_of(active + tower),
	    .tower = bytes_of(tower),
	    .linear = bytes_of(linear),
	    .layer = m->layers ? bytes_of((terms.total - terms.embedding) / m->layers) : 0,
	};
}

uint64_t model_params(const struct model *m)
{
	return model_count(m).total;
}
