#include "rank.h"

#include <math.h>

bool rank_is_fsdp(const struct rank *r)
{
	enum layout l = r->s.parallel.layout;

	return l == LAYOUT_FSDP1 || l == LAYOUT_FSDP2;
}

static bool is_zero(enum layout l)
{
	return l == LAYOUT_ZERO1 || l == LAYOUT_ZERO2 || l == LAYOUT_ZERO3;
}

bool rank_is_zero(const struct rank *r)
{
	return is_zero(r->s.parallel.layout);
}

/* Tensor parallelism splits heads, MLP and vocabulary; expert parallelism deals out whole experts. */
static void split_shape(struct step_spec *s)
{
	const struct parallel *p = &s->parallel;
	struct shape *a = &s->shape;

	if (p->tp > 1) {
		a->heads = floor(a->heads / p->tp);
		a->kv_heads = fmax(1, floor(a->kv_heads / p->tp));
		a->ffn = floor(a->ffn / p->tp);
		a->vocab = ceil(a->vocab / p->tp);
		a->shared_ffn = floor(a->shared_ffn / p->tp);
		if (a->experts > 0 && p->ep <= 1)
			a->moe_ffn = floor(a->moe_ffn / p->tp);
		a->layer_extra /= p->tp;
	}
	if (a->experts > 0)
		a->experts = fmax(1, floor(a->experts / p->ep));
	s->seq_len = ceil(s->seq_len / p->cp);
}

/*
 * DeepSpeed and Megatron cast the model themselves: no autocast, 16-bit adapters. Without a precision to train
 * in, DeepSpeed leaves the model as it was loaded (deepspeed/runtime/engine.py _configure_distributed_model).
 * TRL leaves 4-bit weights alone when they are sharded (is_sharded_qlora): no float32 norms, embeddings or stream.
 */
static void adjust_regime(struct step_spec *s)
{
	bool prepared = s->quant == QUANT_INT8;
	bool single = is_zero(s->parallel.layout) && !s->autocast && s->weights == DTYPE_FLOAT32 && s->quant == QUANT_NONE;

	switch (s->parallel.layout) {
	case LAYOUT_ZERO3:
		s->kbit = prepared ? s->kbit : KBIT_NONE;
		/* fallthrough */
	case LAYOUT_ZERO1:
	case LAYOUT_ZERO2:
	case LAYOUT_MEGATRON:
		s->autocast = false;
		s->weights = s->adapter = single ? DTYPE_FLOAT32 : DTYPE_BFLOAT16;
		break;
	case LAYOUT_FSDP1:
	case LAYOUT_FSDP2:
		s->kbit = prepared ? s->kbit : KBIT_NONE;
		break;
	case LAYOUT_NONE:
	case LAYOUT_DDP:
	case LAYOUT_DEVICE_MAP:
		break;
	}
}

/* Micro-batches that the first stage holds: 1F1B, or interleaved with several chunks per stage. */
static double micro_batches_in_flight(const struct parallel *p)
{
	double m = p->microbatches > 0 ? p->microbatches : 1e9;

	if (p->chunks <= 1)
		return fmin(m, p->pp);
	return fmin(m, (2 * (p->pp - 1) + (p->chunks - 1) * p->pp + 1) / p->chunks);
}

/* A size of which the part that scales with hidden is divided; one: the same size at hidden 1. */
static double divide_hidden(const struct rank *r, double all, double one)
{
	double h = r->c.h;

	return h > 1 ? all - (all - one) * h / (h - 1) * (1 - 1 / r->s.parallel.tp) : all;
}

/* Sequence parallelism: norms and all else that is h wide holds 1/t of the tokens. */
static void split_sequence(struct rank *r)
{
	struct step_spec narrow = r->s;
	struct widths c;
	struct layer ly;
	struct section one[LAYER_SECTIONS_MAX];

	narrow.shape.hidden = 1;
	c = widths_of(&narrow);
	ly = layer_of(&c);
	layer_sections(&ly, one);
	for (size_t i = 0; i < r->n_sections; i++) {
		struct section *at = &r->sections[i];

		at->released = divide_hidden(r, at->released, one[i].released);
		at->extra = divide_hidden(r, at->extra, one[i].extra);
	}
	r->saved = divide_hidden(r, r->saved, ly.saved);
	r->work = divide_hidden(r, r->work, layer_forward(&ly, true));
	/* The all-gathered input of the column-parallel matmuls. */
	r->gathered = r->residual;
	r->residual /= r->s.parallel.tp;
}

static void set_params(struct rank *r)
{
	const struct widths *c = &r->c;
	const struct layer *ly = &r->ly;
	double stored = c->q4 ? r->s.quant_bits / 8 : 1;

	r->params = r->count.total;
	r->layer_params = ly->params + (c->full ? 0 : ly->lora);
	r->root_params = r->params - r->s.shape.layers * ly->params;
	r->trained = c->full ? weights_trained(c, ly, &r->count)
			     : r->count.adapters + r->count.whole;
	r->layer_trained = c->full ? c->training * ly->params : ly->lora;
	r->root_frozen = c->full && r->s.frozen_tower ? r->s.shape.tower : 0;
	r->layer_bytes = ly->params * c->wb;
	if (c->quant)
		r->layer_bytes = (ly->params - ly->quantised) * c->E + ly->quantised * stored;
	r->root_bytes = r->root_params * c->E;
	r->bytes = r->count.bytes;
	r->experts = c->full ? r->layers * ly->p_experts : 0;
	if (c->quant)
		r->scale_bytes =
		    fmax(0, r->bytes - r->s.shape.layers * r->layer_bytes - r->root_bytes);
	/* What trains whole is gathered with what it copies. */
	r->root_bytes += r->count.whole * c->E;
}

/* A stage of a pipeline has its layers, and the embedding (first) or norm and head (last). */
static void take_stage(struct rank *r, int stage)
{
	double embedding = r->c.V * r->c.h, ends = embedding, share;

	if (stage && !r->s.shape.tied)
		ends = r->root_params - embedding;
	share = (r->layers * r->ly.params + ends) / fmax(1, r->params);
	r->params *= share;
	r->bytes *= share;
	r->trained *= share;
	r->root_params = ends;
	r->root_frozen = 0;
	r->root_bytes = ends * r->c.E;
}

struct step_spec rank_spec(const struct step_spec *s)
{
	struct step_spec one = *s;

	split_shape(&one);
	adjust_regime(&one);
	return one;
}

void rank_init(struct rank *r, const struct step_spec *s, int stage)
{
	const struct parallel *p;

	*r = (struct rank){.s = rank_spec(s), .in_flight = 1};
	p = &r->s.parallel;
	r->c = widths_of(&r->s);
	r->ly = layer_of(&r->c);
	r->hd = head_of(&r->c);
	r->count = weights_of(&r->c, &r->ly);
	r->layers = floor(r->s.shape.layers / p->pp);
	if (p->pp > 1 && stage == 0)
		r->in_flight = micro_batches_in_flight(p);
	r->n_sections = layer_sections(&r->ly, r->sections);
	r->saved = r->ly.saved;
	r->work = layer_forward(&r->ly, true);
	r->residual = r->c.R * r->c.N * r->c.h;
	if (p->tp > 1 && p->sequence_parallel)
		split_sequence(r);
	set_params(r);
	if (p->pp > 1)
		take_stage(r, stage);
}
