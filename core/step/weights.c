#include "weights.h"

#include <math.h>

/** Parameters of the head beside the tied matrix. */
static double head_params(const struct widths *c)
{
	const struct shape *a = c->a;
	double h = c->h, V = c->V;

	switch (a->head) {
	case HEAD_LM:
		return (a->tied ? 0 : V * h) + (a->head_bias ? V : 0);
	case HEAD_MLM: /* decoder bias, transform, its LayerNorm */
		return V + h * h + 3 * h;
	case HEAD_CLASSIFIER: /* pooler, classifier */
		return h * h + h + a->n_labels * (h + 1);
	}
	return 0;
}

/** Bytes of n weights in quantised matrices: docs/formulas.md, "Weights and states". */
static double quantised_bytes(const struct widths *c, const struct layer *ly, double n)
{
	const struct step_spec *s = c->s;
	double bits = s->quant_bits / 8, g = s->quant_group, scales;

	switch (s->quant) {
	case QUANT_NONE:
		break;
	case QUANT_NF4:
	case QUANT_FP4: /* a float32 per 64 weights; double: 1 byte, and a float32 per 256 of these
			 */
		scales = s->double_quant ? 1.0 / 64 + 4.0 / 64 / 256 : 4.0 / 64;
		return n * (0.5 + scales) + c->L * ly->linears * (s->double_quant ? 2560 : 512);
	case QUANT_INT8: /* a float32 per output */
		return n + c->L * ly->scales;
	case QUANT_GPTQ: /* float16 scale and packed zero per group, int32 group index per row */
		return n * bits + (g > 0 ? n / g : c->L * ly->out_columns) * (2 + bits) +
		       4 * c->L * ly->in_rows;
	case QUANT_AWQ: /* the same without group indices */
	case QUANT_HQQ:
		return n * bits + (g > 0 ? n / g : c->L * ly->out_columns) * (2 + bits);
	case QUANT_FP8: /* a float32 per 128 x 128 block */
		return n + 4 * n / (128 * 128);
	case QUANT_MXFP4: /* a shared exponent byte per 32 */
		return n * (0.5 + 1.0 / 32);
	case QUANT_COUNT:
		break;
	}
	return n * c->wb;
}

struct weights weights_of(const struct widths *c, const struct layer *ly)
{
	const struct shape *a = c->a;
	double h = c->h, V = c->V, L = c->L;
	struct weights p = {.table = V * h};

	p.embeddings = p.table + a->type_vocab * h;
	if (a->learned_pos > 0)
		p.embeddings += fmax(a->learned_pos, c->S) * h;
	p.norms = L * ly->p_norm + h * (a->norm == NORM_LAYER ? 2 : 1);
	p.lm_head = a->head == HEAD_LM && !a->tied ? V * h : 0;
	p.total = L * ly->p_linear + p.norms + p.embeddings + head_params(c) + a->other_params;
	if (c->full) {
		p.total += c->s->extra_trained;
	} else {
		p.adapters = L * ly->lora + (c->s->lora_head ? c->r * (V + h) : 0) +
			     (c->s->lora_embed ? c->r * (V + h) : 0);
		p.whole = (c->s->train_embed ? V * h : 0) + (c->s->train_head ? V * h : 0) +
			  c->s->extra_trained;
	}
	p.bytes = p.total * c->wb;
	if (c->quant) {
		double n = L * ly->quantised * (1 - c->s->quant_skipped) +
			   (c->s->quant_head && !a->tied ? V * h : 0);
		double stored = quantised_bytes(c, ly, n);

		p.bytes = stored + (p.total - n) * c->E;
		if (c->norms32 && c->E == 2)
			p.bytes += 2 * p.norms;
		p.quantised = n;
		p.scale_bytes = fmax(0, stored - n * c->s->quant_bits / 8);
	}
	return p;
}

/** Adafactor works on one matrix at a time in float32; 16-bit gradients cost copies. */
static double adafactor_temp(const struct layer *ly, const struct weights *p, double width)
{
	double big = fmax(fmax(p->table, p->lm_head), ly->largest);
	double temp = (width == 2 ? 16 : 8) * big;

	if (big == p->lm_head) /* locals of the previous iteration */
		temp += 4 * ly->last_matrix;
	return temp;
}

static double step_temp(const struct widths *c, const struct layer *ly, const struct weights *p,
			double trained, double width)
{
	enum optim_temp temp = c->s->optim->temp;

	switch (temp == OPTIM_TEMP_FOREACH && c->s->foreach_copies < 1 ? OPTIM_TEMP_LOOP : temp) {
	case OPTIM_TEMP_NONE:
		break;
	case OPTIM_TEMP_FOREACH: /* tensors are taken in groups; norms are small ones */
		return c->s->foreach_copies * width * (trained - (c->full ? p->norms : 0));
	case OPTIM_TEMP_LOOP:
		return 2 * width * (c->full ? fmax(p->table, ly->p_mlp) : c->r * fmax(c->h, c->f));
	case OPTIM_TEMP_ADAFACTOR:
		return adafactor_temp(ly, p, width);
	}
	return 0;
}

/** Moments in the projected space: rank x the longer side, and the projection. */
static double low_rank_state(const struct widths *c, const struct weights *p, double trained,
			     double width)
{
	const struct optim *o = c->s->optim;
	struct linear_size lin[LINEAR_COUNT];
	size_t n = shape_linears(c->a, lin);
	double full = 0, projected = 0;

	for (size_t i = 0; i < n; i++) {
		double longer = fmax(lin[i].in, lin[i].out), shorter = fmin(lin[i].in, lin[i].out);

		full += lin[i].in * lin[i].out;
		projected += o->block * (o->states * longer + shorter);
	}
	if (p->total <= 0)
		return 0;
	return width * (projected * c->L + o->states * fmax(0, trained - full * c->L));
}

double weights_trained(const struct widths *c, const struct layer *ly, const struct weights *p)
{
	double frozen = c->s->frozen_tower ? c->a->tower : 0;
	double ends = (c->s->train_embed ? p->embeddings : 0) +
		      (c->s->train_head && !(c->a->tied && c->s->train_embed) ? p->table : 0);

	if (c->s->trained_layers < 0)
		return p->total - frozen;
	return fmin(c->L, c->s->trained_layers) * ly->params + ends + c->s->extra_trained;
}

struct optim_need optim_need_of(const struct widths *c, const struct layer *ly,
				const struct weights *p, double trained, double width, bool flat)
{
	const struct optim *o = c->s->optim;
	struct optim_need need = {.temp = step_temp(c, ly, p, trained, width)};
	double embed32 = 0, size = 0;

	switch (o->state) {
	case OPTIM_STATE_NONE:
		break;
	case OPTIM_STATE_GRAD:
		need.state = o->states * width * trained;
		break;
	case OPTIM_STATE_FLOAT32:
		need.state = o->paged ? 0 : 4 * o->states * trained;
		break;
	case OPTIM_STATE_INT8_EMBED32:
		embed32 = c->full && !flat ? p->embeddings : 0;
		size = 1;
		break;
	case OPTIM_STATE_INT8:
		size = 1;
		break;
	case OPTIM_STATE_INT4:
		size = 0.5;
		break;
	case OPTIM_STATE_FACTORED: /* flat shards cannot be factored: the second moment in full */
		need.state = flat ? 4 * trained : 0;
		break;
	case OPTIM_STATE_LOW_RANK:
		need.state = low_rank_state(c, p, trained, width);
		break;
	}
	if (size > 0) { /* paged values live outside the allocator, their scales inside */
		double values = o->paged ? 0 : size;

		need.state = o->states * (trained - embed32) * (values + 4 / o->block);
		need.state += o->paged ? 0 : 4 * o->states * embed32;
	}
	need.state += o->extra * trained;
	/* States on the host without a framework's help come to the card a tensor at a time, in float32. */
	if (c->s->parallel.offload_optim && !flat && o->state != OPTIM_STATE_NONE)
		need = (struct optim_need){.temp = 4 * (o->states + 1) * p->embeddings};
	return need;
}
