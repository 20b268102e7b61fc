/*
 * Parameters of the denoisers of diffusion models (text encoders and VAE are models of their own), by the
 * public definitions in diffusers. h or d: hidden size, f: MLP width.
 */
#include "parameter_terms.h"

static struct model_terms terms(double total)
{
	return (struct model_terms){.total = total, .linear = total, .active = total};
}

static double linear(double in, double out)
{
	return in * out + out;
}

static struct model_terms flux(const struct model *m)
{
	double h = m->hidden, dim = m->head_dim;
	double t = linear(64, h) + linear(4096, h) + linear(256, h) + linear(h, h) +
		   linear(768, h) + linear(h, h);
	double both = 2 * linear(h, 6 * h) + 8 * linear(h, h) + 4 * dim +
		      2 * (linear(h, 4 * h) + linear(4 * h, h));
	double single =
	    linear(h, 3 * h) + 3 * linear(h, h) + 2 * dim + linear(h, 4 * h) + linear(5 * h, h);

	if (model_term(m, MODEL_NOTE_GUIDANCE, 0) > 0)
		t += linear(256, h) + linear(h, h);
	t += model_term(m, MODEL_NOTE_DOUBLE_BLOCKS, 0) * both +
	     model_term(m, MODEL_NOTE_SINGLE_BLOCKS, 0) * single + linear(h, 2 * h) + linear(h, 64);
	return terms(t);
}

/* Modulations are shared by all blocks: 6 + 6 + 3. */
static struct model_terms flux2(const struct model *m)
{
	double h = m->hidden, dim = m->head_dim;
	double embedders = model_term(m, MODEL_NOTE_GUIDANCE, 0) > 0 ? 2 : 1;
	double t = 128 * h + model_term(m, MODEL_NOTE_CTX_DIM, 0) * h + (256 * h + h * h) * embedders;

	t += 15 * h * h + model_term(m, MODEL_NOTE_DOUBLE_BLOCKS, 0) * (26 * h * h + 4 * dim) +
	     model_term(m, MODEL_NOTE_SINGLE_BLOCKS, 0) * (13 * h * h + 2 * dim);
	return terms(t + 2 * h * h + 128 * h);
}

static struct model_terms wan(const struct model *m)
{
	double d = m->hidden, f = m->ffn;
	double t = 4 * model_term(m, MODEL_NOTE_IN_CHANNELS, 16) * d + d + linear(256, d) +
		   linear(d, d) + linear(d, 6 * d) + linear(4096, d) + linear(d, d);
	double block = 6 * d + 8 * linear(d, d) + 4 * d + 2 * d + linear(d, f) + linear(f, d);

	t += m->layers * block + linear(d, 4 * model_term(m, MODEL_NOTE_OUT_CHANNELS, 16)) + 2 * d;
	return terms(t);
}

static struct model_terms qwen_image(const struct model *m)
{
	double d = m->hidden;
	double t = linear(64, d) + 3584 + linear(3584, d) + linear(256, d) + linear(d, d);
	double block = 2 * linear(d, 6 * d) + 8 * linear(d, d) + 4 * m->head_dim +
		       2 * (linear(d, 4 * d) + linear(4 * d, d));

	return terms(t + m->layers * block + linear(d, 2 * d) + linear(d, 64));
}

static struct model_terms z_image(const struct model *m)
{
	double d = m->hidden;
	double refiners = model_term(m, MODEL_NOTE_REFINER_LAYERS, 0);
	double caption = model_term(m, MODEL_NOTE_CAP_DIM, 0);
	double plain = 4 * d * d + 2 * m->head_dim + 3 * d * m->ffn + 4 * d;
	double modulated = plain + linear(256, 4 * d);
	double t = linear(64, d) + linear(d, 64) + linear(256, d) + linear(256, 1024) +
		   linear(1024, 256) + caption + linear(caption, d) + 2 * d;

	return terms(t + (m->layers + refiners) * modulated + refiners * plain);
}

enum { LEVELS_MAX = 8, LAYERS_PER_LEVEL = 2 };

/* diffusers' UNet2DConditionModel. */
struct unet {
	/** Channels, and transformer blocks per level. */
	double channels[LEVELS_MAX], blocks[LEVELS_MAX];
	size_t levels;
	double time, context;
};

static double conv(double in, double out, double kernel)
{
	return in * out * kernel * kernel + out;
}

static double unet_resnet(const struct unet *u, double in, double out)
{
	return 2 * in + conv(in, out, 3) + linear(u->time, out) + 2 * out + conv(out, out, 3) +
	       (in < out || in > out ? conv(in, out, 1) : 0);
}

static double unet_transformer(const struct unet *u, double c, double blocks)
{
	double block = 3 * 2 * c + 3 * c * c + linear(c, c) + c * c + 2 * u->context * c +
		       linear(c, c) + linear(c, 8 * c) + linear(4 * c, c);

	return blocks > 0 ? 2 * c + 2 * linear(c, c) + blocks * block : 0;
}

static size_t levels_of(const struct model *m, enum model_note note, double out[LEVELS_MAX])
{
	size_t n = 0;

	for (size_t i = 0; i < m->n_numbers; i++)
		if (m->numbers[i].note == note && n < LEVELS_MAX)
			out[n++] = (double)m->numbers[i].value;
	return n;
}

static struct model_terms unet(const struct model *m)
{
	struct unet u = {.context = model_term(m, MODEL_NOTE_CROSS_DIM, 0)};
	double skips[LEVELS_MAX * (LAYERS_PER_LEVEL + 1) + 1];
	size_t n = 0;
	double add = model_term(m, MODEL_NOTE_ADD_EMBED, 0);
	double c, t, first;

	u.levels = levels_of(m, MODEL_NOTE_CHANNELS, u.channels);
	if (levels_of(m, MODEL_NOTE_TRANSFORMER_BLOCKS, u.blocks) != u.levels || !u.levels)
		return terms(0);
	first = c = u.channels[0];
	u.time = 4 * c;
	t = conv(4, c, 3) + linear(c, u.time) + linear(u.time, u.time);
	if (add > 0)
		t += linear(add, u.time) + linear(u.time, u.time);
	skips[n++] = c;
	for (size_t i = 0; i < u.levels; i++) {
		for (int k = 0; k < LAYERS_PER_LEVEL; k++) {
			t += unet_resnet(&u, c, u.channels[i]) +
			     unet_transformer(&u, u.channels[i], u.blocks[i]);
			skips[n++] = c = u.channels[i];
		}
		if (i + 1 < u.levels) {
			t += conv(c, c, 3);
			skips[n++] = c;
		}
	}
	t += 2 * unet_resnet(&u, c, c) +
	     unet_transformer(&u, c, model_term(m, MODEL_NOTE_MID_TRANSFORMER, u.blocks[u.levels - 1]));
	for (size_t i = u.levels; i-- > 0;) {
		for (int k = 0; k < LAYERS_PER_LEVEL + 1; k++) {
			t += unet_resnet(&u, c + skips[--n], u.channels[i]) +
			     unet_transformer(&u, u.channels[i], u.blocks[i]);
			c = u.channels[i];
		}
		if (i > 0)
			t += conv(c, c, 3);
	}
	return terms(t + 2 * first + conv(first, 4, 3));
}

static const struct {
	struct str family;
	struct model_terms (*count)(const struct model *m);
} counts[] = {
	{STR_INIT("flux"), flux},	    {STR_INIT("flux2"), flux2},
	{STR_INIT("wan"), wan},	    {STR_INIT("qwen_image"), qwen_image},
	{STR_INIT("z_image"), z_image}, {STR_INIT("unet"), unet},
};

bool model_terms_denoiser(const struct model *m, struct model_terms *out)
{
	for (size_t i = 0; i < sizeof(counts) / sizeof(*counts); i++)
		if (str_eq(counts[i].family, m->family)) {
			*out = counts[i].count(m);
			return true;
		}
	return false;
}
