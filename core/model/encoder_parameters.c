/*
 * Parameters of what is no plain decoder: encoders, encoder-decoders, state-space and hybrid
 * models, Gemma's newer stacks and the denoisers of diffusion models. Formulas follow the public
 * definitions in transformers and diffusers. d or h: hidden size, f: MLP width, v: vocabulary.
 */
#include "parameter_terms.h"

static double tables(const struct model *m)
{
	return (double)m->vocab * m->hidden * (m->tied_embeddings ? 1 : 2);
}

/* Grouped-query attention without biases. */
static double plain_attention(const struct model *m)
{
	return 2.0 * m->hidden * m->heads * m->head_dim +
	       2.0 * m->hidden * m->kv_heads * m->head_dim;
}

static struct model_terms terms(double total, double embedding)
{
	return (struct model_terms){
	    .total = total, .embedding = embedding, .linear = total - embedding, .active = total};
}

/* Relative positions are a table per stack; in umt5 per layer. */
static struct model_terms t5(const struct model *m)
{
	double d = m->hidden, encoder = m->encoder_layers, decoder = m->layers;
	double attention = 4 * d * m->heads * m->head_dim;
	double ff = (m->gated ? 3 : 2) * d * m->ffn;
	double positions = 32.0 * m->heads;
	double t = tables(m) + encoder * (attention + ff + 2 * d) + d + positions;

	if (decoder > 0)
		t += decoder * (2 * attention + ff + 3 * d) + d + positions;
	return terms(t, tables(m));
}

static struct model_terms bart(const struct model *m)
{
	double d = m->hidden, f = m->ffn;
	double attention = 4 * (d * d + d);
	double ff = 2 * d * f + f + d;
	double norm = 2 * d;
	double embedding = m->vocab * d + 2 * model_term(m, MODEL_NOTE_POS_EMB, 0) * d;
	double t = embedding + m->encoder_layers * (attention + ff + 2 * norm) +
		   m->layers * (2 * attention + ff + 3 * norm);

	t += 2 * norm * (model_term(m, MODEL_NOTE_EMBED_LN, 1) > 0);
	t += 2 * norm * (model_term(m, MODEL_NOTE_FINAL_LN, 0) > 0);
	return terms(t, embedding);
}

static struct model_terms whisper(const struct model *m)
{
	double d = m->hidden, f = m->ffn;
	double attention = 4 * d * d + 3 * d;
	double embedding = m->vocab * d + 448 * d;
	double encoder =
	    model_whisper_encoder(d, m->encoder_layers, f, model_term(m, MODEL_NOTE_MEL, 80));
	double decoder = embedding + m->layers * (2 * attention + 2 * d * f + f + 7 * d) + 2 * d;

	return terms(encoder + decoder, embedding);
}

/* The backbone (AutoModel) with its pooler where the class has one. ALBERT's layers share a block.
 */
static struct model_terms bert(const struct model *m)
{
	double d = m->hidden, f = m->ffn;
	double width = model_term(m, MODEL_NOTE_EMBED_DIM, d);
	double rows =
	    m->vocab + model_term(m, MODEL_NOTE_POS_EMB, 512) + model_term(m, MODEL_NOTE_TYPE_VOCAB, 2);
	double block = 4 * (d * d + d) + 2 * d * f + f + d + 4 * d;
	double t = rows * width + 2 * width;

	if (width < d || width > d)
		t += width * d + d;
	t += block * (str_is(m->family, "albert") ? 1 : m->layers);
	if (model_term(m, MODEL_NOTE_POOLER, 1) > 0)
		t += d * d + d;
	return terms(t + model_term(m, MODEL_NOTE_REL_PARAMS, 0), rows * width);
}

/* q, k, v in one matrix; biases of q and v; projections of relative positions for c2p and p2c. */
static struct model_terms deberta(const struct model *m)
{
	double d = m->hidden, f = m->ffn;
	double positions = 2 * model_term(m, MODEL_NOTE_REL_POS, 512);
	double attention = 3 * d * d + 2 * d + d * d + 2 * (d * d + d);
	double embedding = m->vocab * d + positions * d;

	return terms(embedding + 2 * d + m->layers * (attention + 2 * d * f + f + d + 4 * d),
		     embedding);
}

static struct model_terms nomic_bert(const struct model *m)
{
	double d = m->hidden;
	double embedding = (m->vocab + model_term(m, MODEL_NOTE_TYPE_VOCAB, 2)) * d;

	return terms(embedding + 2 * d + m->layers * (4 * d * d + 3 * d * m->ffn + 4 * d),
		     embedding);
}

/* The first layer has no norm before its attention; the final norm makes up for it. */
static struct model_terms modernbert(const struct model *m)
{
	double d = m->hidden;
	double embedding = m->vocab * d;

	return terms(embedding + d + m->layers * (4 * d * d + 3 * d * m->ffn + 2 * d), embedding);
}

static struct model_terms vit(const struct model *m)
{
	double d = m->hidden;
	double patch = model_term(m, MODEL_NOTE_PATCH, 16);
	double positions = model_term(m, MODEL_NOTE_POS_EMB, 197);
	double t = 3 * patch * patch * d + d + positions * d + d +
		   m->layers * model_vit_block(d, m->ffn) + 2 * d;

	if (model_term(m, MODEL_NOTE_POOLER, 1) > 0)
		t += d * d + d;
	if (model_term(m, MODEL_NOTE_LAYER_SCALE, 0) > 0)
		t += 2 * m->layers * d;
	if (model_term(m, MODEL_NOTE_MASK_TOKEN, 0) > 0)
		t += d;
	return terms(t, positions * d);
}

static struct model_terms clip(const struct model *m)
{
	double d = m->hidden;
	double vision = model_term(m, MODEL_NOTE_V_HIDDEN, 0);
	double embedding = m->vocab * d + 77 * d;
	double t = embedding + m->layers * model_vit_block(d, m->ffn) + 2 * d;

	t += model_clip_tower(vision, model_term(m, MODEL_NOTE_V_DEPTH, 0),
			      model_term(m, MODEL_NOTE_V_FFN, 0), model_term(m, MODEL_NOTE_V_POS, 0),
			      model_term(m, MODEL_NOTE_V_PATCH, 0));
	return terms(t + (d + vision) * model_term(m, MODEL_NOTE_PROJ, 0) + 1, embedding);
}

/* A Mamba-1 mixer: in_proj, convolution of 4, x_proj, dt_proj, A, D, out_proj. */
static double mamba1_mixer(double h, double inner, double state, double rank)
{
	return h * 2 * inner + inner * 4 + inner + inner * (rank + 2 * state) + rank * inner +
	       inner + inner * state + inner + inner * h;
}

static struct model_terms mamba1(const struct model *m)
{
	double h = m->hidden;
	double mixer =
	    mamba1_mixer(h, model_term(m, MODEL_NOTE_D_INNER, 2 * h), model_term(m, MODEL_NOTE_D_STATE, 16),
			 model_term(m, MODEL_NOTE_DT_RANK, h / 16));

	return terms(tables(m) + m->layers * (mixer + h) + h, tables(m));
}

/* A Mamba-2 mixer: in_proj, convolution of 4 with bias, A, D and dt bias, gated norm, out_proj. */
static double mamba2_mixer(const struct model *m)
{
	double h = m->hidden;
	double heads = model_term(m, MODEL_NOTE_M_HEADS, 0);
	double inner = heads * model_term(m, MODEL_NOTE_M_HEAD_DIM, 0);
	double conv =
	    inner + 2 * model_term(m, MODEL_NOTE_M_GROUPS, 1) * model_term(m, MODEL_NOTE_M_STATE, 128);

	return h * (inner + conv + heads) + 5 * conv + 3 * heads +
	       (model_term(m, MODEL_NOTE_M_NORM, 1) > 0 ? inner : 0) + inner * h;
}

/* One mixer per layer: Mamba-2, attention, MLP or experts (some behind a narrower latent). */
static struct model_terms nemotron_h(const struct model *m)
{
	double h = m->hidden, n = m->experts;
	double mixers = model_term(m, MODEL_NOTE_M_LAYERS, 0);
	double attentions = model_term(m, MODEL_NOTE_ATTN_LAYERS, 0);
	double mlps = model_term(m, MODEL_NOTE_MLP_LAYERS, 0);
	double moes = model_term(m, MODEL_NOTE_MOE_LAYERS, 0);
	double latent = model_term(m, MODEL_NOTE_MOE_LATENT, 0);
	double expert = 2 * (latent > 0 ? latent : h) * m->moe_ffn;
	double around = h * n + n + 2 * h * m->shared_expert_ffn + 2 * h * latent;
	struct model_terms t;

	t = terms(tables(m) + mixers * mamba2_mixer(m) + attentions * plain_attention(m) +
		      mlps * 2 * h * m->ffn + (mixers + attentions + mlps + moes) * h + h +
		      moes * (around + n * expert),
		  tables(m));
	t.active -= moes * (n - m->experts_per_token) * expert;
	return t;
}

/* Attention and Mamba-2 side by side in every layer. */
static struct model_terms falcon_h1(const struct model *m)
{
	double h = m->hidden;
	double layer = mamba2_mixer(m) + plain_attention(m) + 3 * h * m->ffn + 2 * h;

	return terms(tables(m) + m->layers * layer + h, tables(m));
}

/* Some layers attention, the others Mamba-2; an MLP (the shared expert's width, if any) in each. */
static struct model_terms mamba2_hybrid(const struct model *m)
{
	double h = m->hidden, n = m->experts;
	double attentions = model_term(m, MODEL_NOTE_ATTN_LAYERS, 0);
	double width = m->shared_expert_ffn ? m->shared_expert_ffn : m->ffn;
	double expert = 3 * h * m->moe_ffn;
	struct model_terms t;

	t = terms(tables(m) + (m->layers - attentions) * mamba2_mixer(m) +
		      attentions * plain_attention(m) +
		      m->layers * (3 * h * width + 2 * h + h * n + n * expert) + h,
		  tables(m));
	t.active -= m->layers * (n - m->experts_per_token) * expert;
	return t;
}

/* Mamba-1 with norms on dt, B and C; attention every 8th layer, experts every second. */
static struct model_terms jamba(const struct model *m)
{
	double h = m->hidden, n = m->experts, f = m->ffn;
	double state = model_term(m, MODEL_NOTE_D_STATE, 16);
	double rank = model_term(m, MODEL_NOTE_DT_RANK, 256);
	double attentions = model_term(m, MODEL_NOTE_ATTN_LAYERS, 0);
	double moes = model_term(m, MODEL_NOTE_MOE_LAYERS, 0);
	double mixer = mamba1_mixer(h, 2 * h, state, rank) + rank + 2 * state;
	struct model_terms t;

	t = terms(tables(m) + attentions * plain_attention(m) + (m->layers - attentions) * mixer +
		      moes * (h * n + n * 3 * h * f) + (m->layers - moes) * 3 * h * f +
		      2 * m->layers * h + h,
		  tables(m));
	t.active -= moes * (n - m->experts_per_token) * 3 * h * f;
	return t;
}

/* Llama 3.2 Vision: some layers attend to the image instead, with gates and norms on q and k. */
static struct model_terms mllama(const struct model *m)
{
	double h = m->hidden;
	double crosses = model_term(m, MODEL_NOTE_CROSS_LAYERS, 0);
	double layer = plain_attention(m) + 3 * h * m->ffn + 2 * h;
	double embedding = (m->vocab + 8) * h + m->vocab * h;

	return terms(embedding + m->layers * layer + crosses * (2 * m->head_dim + 2) + h +
			 model_mllama_tower(h),
		     embedding);
}

/* Dense and expert layers mixed, with a tower of 34 layers and its two-step projector. */
static struct model_terms llama4(const struct model *m)
{
	const double vision = 1408, depth = 34, width = 5632;
	double h = m->hidden, n = m->experts, expert = 3 * h * m->moe_ffn;
	double moes = model_term(m, MODEL_NOTE_MOE_LAYERS, 0);
	double embedding = 2.0 * m->vocab * h;
	double tower = 3 * 14 * 14 * vision + vision + 577 * vision + 4 * vision +
		       depth * model_vit_block(vision, width) + width * 4096 + 4096 * 4096 +
		       4096 * h;
	struct model_terms t;

	t = terms(embedding + m->layers * (plain_attention(m) + 2 * h) + h +
		      (m->layers - moes) * 3 * h * m->ffn +
		      moes * (h * n + 3 * h * m->shared_expert_ffn + n * expert) + tower,
		  embedding);
	t.active -= moes * (n - m->experts_per_token) * expert;
	return t;
}

/* Gemma 3n: per-layer embeddings, AltUp's parallel streams, low-rank LAuReL residuals. */
static struct model_terms gemma3n(const struct model *m)
{
	double h = m->hidden, layers = m->layers;
	double ple = model_term(m, MODEL_NOTE_PLE_DIM, 0);
	double rank = model_term(m, MODEL_NOTE_LAUREL_RANK, 0);
	double streams = model_term(m, MODEL_NOTE_ALTUP, 0);
	double embedding = m->vocab * h + model_term(m, MODEL_NOTE_PLE_VOCAB, 0) * layers * ple;
	double attention = plain_attention(m) + 2 * m->head_dim;
	double laurel = 2 * h * rank + h;
	double altup = h + streams * streams + streams * streams * streams + h * streams + h;
	double layer = attention + 3 * h * m->ffn + laurel + altup + 4 * h + 2 * h * ple + h;

	return terms(embedding + h * layers * ple + ple + 2 * (streams - 1) * h * h +
			 layers * layer + h,
		     embedding);
}

/* Attention of one of Gemma 4's kinds of layers: n of them, shared of which reuse keys and values.
 */
static double gemma4_attention(const struct model *m, double n, double shared, double dim,
			       double kv, bool one_matrix)
{
	double h = m->hidden;
	double qo = 2 * h * m->heads * dim + dim;
	double keys = h * kv * dim * (one_matrix ? 1 : 2) + dim;

	return n * qo + (n - shared) * keys;
}

/* Gemma 4: sliding and global layers of different heads, per-layer embeddings, experts in some. */
static struct model_terms gemma4(const struct model *m)
{
	double h = m->hidden, layers = m->layers, n = m->experts;
	double globals = model_term(m, MODEL_NOTE_GLOBAL_LAYERS, 0);
	double shared = model_term(m, MODEL_NOTE_KV_SHARED_LAYERS, 0);
	double shared_globals = model_term(m, MODEL_NOTE_KV_SHARED_GLOBAL, 0);
	double ple = model_term(m, MODEL_NOTE_PLE_DIM, 0);
	double expert = 3 * h * m->moe_ffn;
	double embedding = m->vocab * h + m->vocab * layers * ple;
	double t = embedding + h * layers * ple + ple;
	struct model_terms out;

	t += gemma4_attention(m, layers - globals, shared - shared_globals, m->head_dim,
			      m->kv_heads, false);
	t += gemma4_attention(
	    m, globals, shared_globals, model_term(m, MODEL_NOTE_GLOBAL_HEAD_DIM, m->head_dim),
	    model_term(m, MODEL_NOTE_GLOBAL_KV, m->kv_heads), model_term(m, MODEL_NOTE_K_EQ_V, 0) > 0);
	t += (layers + model_term(m, MODEL_NOTE_DOUBLE_WIDE_LAYERS, 0)) * 3 * h * m->ffn;
	t += layers * (n > 0 ? 7 : 4) * h + h;
	if (n > 0)
		t += layers * (h * n + h + n + n * expert);
	if (ple > 0)
		t += layers * (2 * h * ple + h);
	out = terms(t, embedding);
	out.active -= layers * (n - m->experts_per_token) * expert;
	return out;
}

static const struct {
	struct str family;
	struct model_terms (*count)(const struct model *m);
} counts[] = {
	{STR_INIT("t5"), t5},
	{STR_INIT("mt5"), t5},
	{STR_INIT("longt5"), t5},
	{STR_INIT("bart"), bart},
	{STR_INIT("mbart"), bart},
	{STR_INIT("pegasus"), bart},
	{STR_INIT("marian"), bart},
	{STR_INIT("whisper"), whisper},
	{STR_INIT("bert"), bert},
	{STR_INIT("roberta"), bert},
	{STR_INIT("xlm-roberta"), bert},
	{STR_INIT("electra"), bert},
	{STR_INIT("distilbert"), bert},
	{STR_INIT("mpnet"), bert},
	{STR_INIT("albert"), bert},
	{STR_INIT("deberta-v2"), bert},
	{STR_INIT("camembert"), bert},
	{STR_INIT("deberta"), deberta},
	{STR_INIT("nomic_bert"), nomic_bert},
	{STR_INIT("modernbert"), modernbert},
	{STR_INIT("vit"), vit},
	{STR_INIT("dinov2"), vit},
	{STR_INIT("deit"), vit},
	{STR_INIT("clip"), clip},
	{STR_INIT("mamba"), mamba1},
	{STR_INIT("falcon_mamba"), mamba1},
	{STR_INIT("nemotron_h"), nemotron_h},
	{STR_INIT("falcon_h1"), falcon_h1},
	{STR_INIT("granitemoehybrid"), mamba2_hybrid},
	{STR_INIT("bamba"), mamba2_hybrid},
	{STR_INIT("jamba"), jamba},
	{STR_INIT("mllama"), mllama},
	{STR_INIT("llama4"), llama4},
	{STR_INIT("gemma3n"), gemma3n},
	{STR_INIT("gemma4"), gemma4},
};

bool model_terms_other(const struct model *m, struct model_terms *out)
{
	for (size_t i = 0; i < sizeof(counts) / sizeof(*counts); i++)
		if (str_eq(counts[i].family, m->family)) {
			*out = counts[i].count(m);
			return true;
		}
	return model_terms_denoiser(m, out);
}
