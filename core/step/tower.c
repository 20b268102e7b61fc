#include "tower.h"

/*
 * A block: two norms, the inputs of the linear of q, k and v and of the MLP's first, attention, the MLP. q and k are
 * turned in float32 and cast back; v is a view of the matrix of all three, which stays as a whole: 6 h with the output.
 * SDPA before transformers 4.47 is given a mask of all patches of a batch, and each block makes a bias of its own of it
 * (models/qwen2_vl/modeling_qwen2_vl.py VisionSdpaAttention, apply_rotary_pos_emb_vision, 4.45).
 */
static double block(const struct widths *c)
{
	const struct tower *t = &c->s->tower;
	double linear = c->amp ? 2 : c->E, norm = c->amp ? 4 : c->E;

	if (t->rms) /* the float32 input, and what its weight is multiplied by */
		norm = 4 + c->E;
	return t->patches * ((2 * norm + 8 * linear) * t->hidden + t->kept * linear * t->ffn) +
	       (t->masked ? linear * t->patches * t->patches : 0);
}

double tower_saved(const struct widths *c)
{
	const struct tower *t = &c->s->tower;

	return t->depth * (t->recomputed ? c->E * t->hidden * t->patches : block(c));
}

double tower_work(const struct widths *c)
{
	return c->s->tower.recomputed ? block(c) : 0;
}
