#include "tensor_widths.h"

#include <math.h>

bool widths_flash(const struct widths *c)
{
	return c->s->attention == ATTENTION_FLASH || c->s->attention == ATTENTION_FLASH_PADDED;
}

/*
 * Under Megatron's sequence parallelism the ranks of a tensor-parallel group bring each its part of the rows to the experts, and
 * those are whole (expert_tensor_parallel_size 1) or rows are gathered and experts cut: as much either way.
 */
double widths_choices(const struct widths *c)
{
	const struct parallel *p = &c->s->parallel;

	return p->layout == LAYOUT_MEGATRON && p->ep > 1 && p->tp > 1 && p->sequence_parallel ? c->a->top_k / p->tp : c->a->top_k;
}

static bool is_fsdp(const struct step_spec *s)
{
	return s->parallel.layout == LAYOUT_FSDP1 || s->parallel.layout == LAYOUT_FSDP2;
}

static void set_sizes(struct widths *c)
{
	const struct step_spec *s = c->s;
	const struct shape *a = c->a;

	/* DPO runs the chosen and the rejected answer in one pass. */
	c->B = s->micro_batch * (s->loss == LOSS_DPO ? 2 : 1);
	c->S = s->seq_len;
	c->N = c->B * c->S;
	c->h = a->hidden;
	c->f = a->ffn;
	c->V = a->vocab;
	c->L = a->layers;
	c->H = a->heads;
	c->Hk = a->kv_heads;
	c->d = a->head_dim;
	c->q = c->H * c->d;
	c->kv = c->Hk * c->d;
}

/*
 * The bytes of each kind of tensor: docs/formulas.md, "Widths". What decides them, in the order of the
 * code: embeddings in float32 make the whole residual stream float32; under autocast a LayerNorm
 * returns float32; a bitsandbytes linear returns its input's dtype; RoPE's cos and sin take the
 * stream's dtype and promote q and k.
 */
static void set_widths(struct widths *c)
{
	const struct step_spec *s = c->s;
	bool layer_norm = c->a->norm == NORM_LAYER;

	c->wb = is_fsdp(s) && c->amp ? 2 : dtype_bytes(s->weights);
	c->adb = dtype_bytes(s->adapter);
	c->norms32 = c->quant && s->kbit == KBIT_NORMS;
	c->E = c->quant && s->kbit == KBIT_ALL ? 4 : c->wb;
	c->R = c->E == 4 || c->norms32 ? 4 : 2;
	if (c->amp && (c->a->post_ln || (layer_norm && c->quant)))
		c->R = 4;
	c->n = layer_norm && c->amp ? (s->kernels == KERNELS_LOW_NORM ? 2 : 4) : c->R;
	c->o = c->quant ? c->n : c->amp ? 2 : c->wb;
	c->qb = c->a->rope && c->R == 4 ? 4 : c->o;
	c->ab = c->amp || widths_flash(c) ? 2 : c->qb;
}

struct widths widths_of(const struct step_spec *s)
{
	struct widths c = {.s = s, .a = &s->shape};
	bool layer_norm = s->shape.norm == NORM_LAYER;

	c.amp = s->autocast;
	c.full = s->method == METHOD_FULL;
	c.quant = s->quant != QUANT_NONE;
	c.q8 = s->quant == QUANT_INT8;
	c.q4 = c.quant && !c.q8;
	c.ckpt = s->checkpoint == CHECKPOINT_REENTRANT || s->checkpoint == CHECKPOINT_NONREENTRANT;
	c.nonre = s->checkpoint == CHECKPOINT_NONREENTRANT;
	c.liger = s->kernels == KERNELS_LIGER && !layer_norm;
	c.fused_norm = c.liger || (s->kernels == KERNELS_FUSED_NORM && !layer_norm);
	c.keep_input = c.q8 || (c.q4 && s->bnb_old);
	set_sizes(&c);
	set_widths(&c);
	c.back =
	    c.full && s->trained_layers >= 0 && !s->any_layers ? fmin(c.L, s->trained_layers) : c.L;
	c.training = c.full && s->any_layers ? fmin(1, s->trained_layers / fmax(1, c.L)) : 1;
	c.head_trains = (c.full && s->trained_layers < 0) || s->train_head;
	c.embed_trains = (c.full && s->trained_layers < 0) || s->train_embed;
	if (!c.full) {
		c.r = s->lora_r;
		c.dropout = s->lora_dropout;
		c.targets = s->lora_targets;
	}
	return c;
}
