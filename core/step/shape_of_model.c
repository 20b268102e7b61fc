#include "shape_of_model.h"

#include "core/model/model.h"
#include "weights.h"

#include <math.h>

/**
 * Experts of an average layer: where only some layers have them, fewer, and fewer choices a token;
 * tokens per expert stay the same.
 */
static void set_experts(struct shape *s, const struct model *m)
{
	double layers = (double)model_number(m, MODEL_NOTE_MOE_LAYERS,
					     (int64_t)m->layers - m->dense_layers_before_moe);
	double share = m->layers > 0 ? fmin(1, fmax(0, layers / m->layers)) : 1;

	if (m->experts == 0 || share <= 0)
		return;
	s->mlp = MLP_MOE;
	s->experts = m->experts * share;
	s->top_k = m->experts_per_token * share;
	s->moe_ffn = m->moe_ffn;
	s->shared_ffn = m->shared_expert_ffn * share;
}

static void set_family(struct shape *s, const struct family *f, const struct model *m)
{
	s->fused_qkv = f->fused_qkv;
	s->fused_gate_up = f->fused_gate_up;
	s->parallel_residual = f->parallel_residual;
	s->rope = !f->no_rope;
	s->rope_share = f->rope_percent > 0 ? f->rope_percent / 100.0 : 1;
	s->post_norms = f->post_norms;
	s->attn_softcap = f->attn_softcap;
	s->final_softcap = f->final_softcap;
	s->resid_dropout = s->embd_dropout = f->dropout;
	s->attn_dropout = f->dropout && !f->no_attention_dropout;
	s->clamps_scores = f->clamps_scores;
	s->composed_act = f->composed_act;
	s->eager_upcast = !f->no_upcast;
	s->head_bias = f->head_bias;
	s->composed_attention = f->composed_attention;
	s->stacked_experts = f->stacked_experts;
	s->quantised_experts = f->quantised_experts;
	s->plain_loss = f->plain_loss;
	s->sliding_every = f->global_every > 0 ? f->global_every : 1;
	s->norm = f->composed_norm ? NORM_RMS : m->norm;
	if (f->kind == FAMILY_ENCODER) {
		s->head = HEAD_CLASSIFIER;
		s->post_ln = f->no_rope && f->dropout;
		s->n_labels = 2;
	}
}

/* What a repository's own code does, where it is known. */
static void set_traits(struct shape *s, const struct model_traits *t)
{
	s->fused_qkv = t->fused_qkv;
	s->fused_gate_up = t->fused_gate_up;
	s->rope = !t->no_rope;
	s->resid_dropout = s->attn_dropout = t->dropout;
	s->embd_dropout = t->embedding_dropout;
	s->composed_act = t->composed_act;
	s->recomputes_act = t->recomputes_act;
	s->eager_upcast = !t->no_upcast;
}

/**
 * The model's own count minus the formulas': tables (per-layer embeddings, factored ones) and towers
 * are outside the layers, the rest is in them.
 */
static void set_rest(struct shape *s, const struct model *m)
{
	struct step_spec spec = step_spec_default();
	struct model_count count = model_count(m);
	struct widths c;
	struct layer ly;
	struct weights w;
	double total = (double)(m->params > 0 ? m->params : count.total);

	if (s->layers <= 0 || s->hidden <= 0)
		return;
	spec.shape = *s;
	spec.seq_len = 1;
	c = widths_of(&spec);
	ly = layer_of(&c);
	w = weights_of(&c, &ly);
	s->tower = (double)count.tower;
	s->other_params = s->tower + (double)count.embedding - w.embeddings - w.lm_head;
	s->layer_extra = (total - w.total - s->other_params) / s->layers;
	if (s->layer_extra < 0 && ly.p_experts > 0) { /* experts narrower than three matrices */
		s->expert_matrices = fmax(0.1, 3 * (1 + s->layer_extra / ly.p_experts));
		s->layer_extra = 0;
	}
	/* However wrong the columns are, a layer has parameters. */
	s->layer_extra = fmax(s->layer_extra, -0.9 * ly.p_linear);
}

struct shape shape_of_model(const struct model *m)
{
	const struct family *f = family_of_model(m);
	struct shape s = {
	    .hidden = m->hidden,
	    .layers = m->layers,
	    .heads = m->heads,
	    /* Latent attention expands keys and values to every head. */
	    .kv_heads = m->mla_kv_lora_rank > 0 || m->kv_heads == 0 ? m->heads : m->kv_heads,
	    .head_dim = m->head_dim > 0 || m->heads == 0 ? m->head_dim : m->hidden / m->heads,
	    .ffn = m->ffn,
	    .vocab = m->vocab,
	    .mlp = m->gated ? MLP_GATED : MLP_PLAIN,
	    .qkv_bias = m->attention_bias != MODEL_BIAS_NONE && m->attention_bias != MODEL_BIAS_O,
	    .o_bias = m->attention_bias != MODEL_BIAS_NONE && m->attention_bias != MODEL_BIAS_QKV,
	    .qk_norm = m->qk_norm != MODEL_QK_NORM_NONE,
	    .tied = m->tied_embeddings,
	    .learned_pos = (double)model_number(m, MODEL_NOTE_POS_EMB, 0),
	    .type_vocab = (double)model_number(m, MODEL_NOTE_TYPE_VOCAB, 0),
	    .sliding_window = m->sliding_window,
	};

	if (m->ffn == 0) /* a state-space layer is between two matrices, as an MLP is */
		s.ffn = (double)model_number(m, MODEL_NOTE_D_INNER, 0);
	s.mlp_bias = !m->gated && m->attention_bias == MODEL_BIAS_ALL;
	set_experts(&s, m);
	set_family(&s, f, m);
	if (m->traits)
		set_traits(&s, m->traits);
	if (f->kind == FAMILY_SEQ2SEQ)
		s.layers += m->encoder_layers;
	set_rest(&s, m);
	return s;
}
