/*
 * Parameters of vision and audio towers, read from the public definitions in transformers and from
 * the models' own configurations. h: hidden size, f: width of the MLP, out: hidden size of the
 * language part that the projector leads to.
 */
#include "parameter_terms.h"

/* What varies between vision transformers' blocks. */
struct block {
	bool qkv_bias, o_bias, mlp_bias, gated;
	/** Vectors of each of the two norms. */
	double norm;
};

static double block(double h, double f, struct block b)
{
	double attention = 4 * h * h + (b.qkv_bias ? 3 * h : 0) + (b.o_bias ? h : 0);
	double mlp = (b.gated ? 3 : 2) * h * f + (b.mlp_bias ? (b.gated ? 2 : 1) * f + h : 0);

	return attention + mlp + 2 * b.norm * h;
}

double model_vit_block(double h, double f)
{
	return block(h, f, (struct block){true, true, true, false, 2});
}

double model_clip_tower(double h, double depth, double f, double positions, double patch)
{
	return h + 3 * patch * patch * h + positions * h + 2 * h + depth * model_vit_block(h, f) +
	       2 * h;
}

double model_whisper_encoder(double h, double layers, double f, double mel)
{
	double attention = 4 * h * h + 3 * h;
	double convolutions = mel * h * 3 + h + h * h * 3 + h;

	return convolutions + 1500 * h + layers * (attention + 2 * h * f + f + h + 4 * h) + 2 * h;
}

/* Meta's tower: 32 local and 8 global layers, tiles with gated position tables. */
double model_mllama_tower(double out)
{
	const double h = 1280, f = 5120, tiles = 4, positions = 1601, ratios = 9;
	double layer = 4 * h * h + 2 * h * f + f + h + 4 * h;
	double n = 3 * 14 * 14 * h + h;

	n += positions * h + 1 + ratios * tiles * positions * h;
	n += 2 * (ratios * tiles * h + 1);
	n += 2 * 2 * h;
	n += 32 * layer + 8 * (layer + 2);
	return n + 6 * h * out + out;
}

/* Patches of 14 × 14 over two frames; four patches are merged before the projector. */
static double qwen2vl(const struct model *m)
{
	const double h = 1280, merged = 4 * h, out = m->hidden;

	return 3 * 2 * 14 * 14 * h + 32 * model_vit_block(h, 5120) + 2 * h + merged * merged +
	       merged + merged * out + out;
}

static double qwen25vl(const struct model *m)
{
	const double h = 1280, merged = 4 * h, out = m->hidden;
	double f = model_term(m, MODEL_NOTE_V_FFN, 3420);

	return 3 * 2 * 14 * 14 * h + 32 * block(h, f, (struct block){true, true, true, true, 1}) +
	       h + merged * merged + merged + merged * out + out;
}

/* deepstack: projectors for features of earlier layers (Qwen3-VL 3, Qwen3.5 none). */
static double qwen3_tower(const struct model *m, double deepstack)
{
	const double patch = 16, positions = 2304, out = m->hidden;
	double h = model_term(m, MODEL_NOTE_V_HIDDEN, 1152);
	double depth = model_term(m, MODEL_NOTE_V_DEPTH, 27);
	double f = model_term(m, MODEL_NOTE_V_FFN, 4304);
	double merged = 4 * h;
	double merger = merged * merged + merged + merged * out + out;

	return 3 * 2 * patch * patch * h + h + positions * h + depth * model_vit_block(h, f) +
	       2 * h + merger + deepstack * (2 * merged + merger);
}

static double qwen3vl(const struct model *m)
{
	return qwen3_tower(m, 3);
}

static double qwen35(const struct model *m)
{
	return qwen3_tower(m, 0);
}

/* SigLIP-so400m without its pooling head. */
static double siglip(double positions)
{
	const double h = 1152, depth = 27, f = 4304, patch = 14;

	return 3 * patch * patch * h + h + positions * h + depth * model_vit_block(h, f) + 2 * h;
}

static double siglip_gemma3(const struct model *m)
{
	return siglip(4096) + 1152.0 * m->hidden + 1152;
}

static double siglip_paligemma(const struct model *m)
{
	return siglip(model_term(m, MODEL_NOTE_V_POS, 256)) + 1152.0 * m->hidden + m->hidden;
}

/* CLIP-L/14-336 and a projector of two linears with biases. */
static double clip_llava(const struct model *m)
{
	const double out = m->hidden;

	return model_clip_tower(1024, 24, 4096, 577, 14) + 1024 * out + out + out * out + out;
}

/* The same, and a vector for the ends of image rows. */
static double clip_llavanext(const struct model *m)
{
	return clip_llava(m) + m->hidden;
}

/* SigLIP, pixels shuffled, one linear without bias. */
static double idefics3(const struct model *m)
{
	double h = model_term(m, MODEL_NOTE_V_HIDDEN, 1152);
	double patch = model_term(m, MODEL_NOTE_V_PATCH, 14);
	double scale = model_term(m, MODEL_NOTE_V_SCALE, 3);
	double depth = model_term(m, MODEL_NOTE_V_DEPTH, 27);
	double f = model_term(m, MODEL_NOTE_V_FFN, 4304);

	return 3 * patch * patch * h + h + model_term(m, MODEL_NOTE_V_POS, 729) * h +
	       depth * model_vit_block(h, f) + 2 * h + h * scale * scale * m->hidden;
}

/* Pixtral: RMSNorm, gated MLP, no biases; then a norm, 2 × 2 patches merged, two linears. */
static double pixtral_mistral3(const struct model *m)
{
	const double out = m->hidden;
	double h = model_term(m, MODEL_NOTE_V_HIDDEN, 1024);
	double depth = model_term(m, MODEL_NOTE_V_DEPTH, 24);
	double f = model_term(m, MODEL_NOTE_V_FFN, 4096);
	double patch = model_term(m, MODEL_NOTE_V_PATCH, 14);
	double tower = 3 * patch * patch * h + h +
		       depth * block(h, f, (struct block){false, false, false, true, 1});

	return tower + h + 4 * h * h + h * out + out * out;
}

/* Pixtral-12B as LLaVA: two linears with biases. */
static double pixtral_llava(const struct model *m)
{
	const double h = 1024, out = m->hidden;
	double tower =
	    3 * 16 * 16 * h + h + 24 * block(h, 4096, (struct block){false, false, false, true, 1});

	return tower + h * out + out + out * out + out;
}

/* InternViT-300M with layer scales; 2 × 2 patches, a norm, two linears with biases. */
static double internvit(const struct model *m)
{
	const double h = 1024, out = m->hidden;
	double tower = h + 3 * 14 * 14 * h + h + 1025 * h + 24 * (model_vit_block(h, 4096) + 2 * h);

	return tower + 2 * 4096 + 4096 * out + out + out * out + out;
}

/* InternViT-6B: RMSNorms, norms on q and k, no biases on q, k, v. */
static double internvit6b(const struct model *m)
{
	const double h = 3200, out = m->hidden;
	double layer = block(h, 12800, (struct block){false, true, true, false, 1}) + 2 * h + 2 * h;
	double tower = h + 3 * 14 * 14 * h + h + 1025 * h + 45 * layer;

	return tower + 2 * 12800 + 12800 * out + out + out * out + out;
}

static double mllama(const struct model *m)
{
	return model_mllama_tower(m->hidden);
}

/* MoonViT-SO-400M, a norm, two linears on 2 × 2 merged patches. */
static double moonvit(const struct model *m)
{
	const double merged = 4608, out = m->hidden;

	return siglip(4096) + 2 * 1152 + merged * merged + merged + merged * out + out;
}

/* Whisper-large-v3's encoder, four frames stacked, two linears without biases. */
static double voxtral(const struct model *m)
{
	const double out = m->hidden;

	return model_whisper_encoder(1280, 32, 5120, 128) + 5120 * out + out * out;
}

static double qwen2audio(const struct model *m)
{
	const double out = m->hidden;

	return model_whisper_encoder(1280, 32, 5120, 128) + 1280 * out + out;
}

static double glm4v(const struct model *m)
{
	const double h = 1536, patch = 14, out = m->hidden;
	double context = model_term(m, MODEL_NOTE_V_CTX, 13696);
	double n = 3 * 2 * patch * patch * h + h + 576 * h;

	n += 24 * (4 * h * h + 3 * h * out + 2 * h);
	n += 2 * h;
	n += 4 * h * out + out;
	return n + out * out + 2 * out + 3 * out * context;
}

/* Gemma 4's conformer: convolutions, then 12 layers of two feed-forwards, attention, convolution.
 */
static double gemma4_audio(double out)
{
	const double h = 1024, depth = 12, kernel = 5, projected = 1536, heads = 8;
	double feed_forward = 8 * h * h + 2 * h;
	double attention = 5 * h * h + h / heads;
	double convolution = 3 * h * h + kernel * h + 2 * h;
	double n = 9 * 128 + 128 + 9 * 128 * 32 + 32 + 1024 * h;

	n += depth * (2 * feed_forward + attention + convolution + 3 * h);
	return n + h * projected + projected + projected * out;
}

static double gemma4(const struct model *m)
{
	const double patch = 16, positions = 10240, out = m->hidden;
	double h = model_term(m, MODEL_NOTE_V_HIDDEN, 1152);
	double depth = model_term(m, MODEL_NOTE_V_DEPTH, 27);
	double f = model_term(m, MODEL_NOTE_V_FFN, 4304);
	double head = model_term(m, MODEL_NOTE_V_HEAD_DIM, 72);
	double layer = 4 * h * h + 3 * h * f + 4 * h + 2 * head;

	return 3 * patch * patch * h + 2 * positions * h + depth * layer + h * out +
	       (model_number(m, MODEL_NOTE_AUDIO, 0) ? gemma4_audio(out) : 0);
}

static const struct {
	struct str name;
	double (*count)(const struct model *m);
} towers[] = {
	{STR_INIT("qwen2vl"),	  qwen2vl	 },
	{STR_INIT("qwen25vl"),	   qwen25vl	   },
	{STR_INIT("qwen3vl"),	  qwen3vl	 },
	{STR_INIT("qwen35"),		 qwen35	       },
	{STR_INIT("siglip_gemma3"),	siglip_gemma3   },
	{STR_INIT("siglip_paligemma"), siglip_paligemma},
	{STR_INIT("clip_llava"),	     clip_llava      },
	{STR_INIT("clip_llavanext"),	 clip_llavanext  },
	{STR_INIT("idefics3"),	   idefics3	   },
	{STR_INIT("pixtral_llava"),	pixtral_llava   },
	{STR_INIT("pixtral_mistral3"), pixtral_mistral3},
	{STR_INIT("internvit"),	    internvit	     },
	{STR_INIT("internvit6b"),      internvit6b	 },
	{STR_INIT("mllama"),		 mllama	       },
	{STR_INIT("gemma4"),		 gemma4	       },
	{STR_INIT("moonvit"),	  moonvit	 },
	{STR_INIT("voxtral"),	  voxtral	 },
	{STR_INIT("qwen2audio"),	     qwen2audio      },
	{STR_INIT("glm4v"),		glm4v	     },
};

double model_tower(const struct model *m)
{
	double extra = model_term(m, MODEL_NOTE_EXTRA_PARAMS, 0);

	for (size_t i = 0; i < sizeof(towers) / sizeof(*towers); i++)
		if (str_eq(m->tower, towers[i].name))
			return extra + towers[i].count(m);
	return extra;
}
