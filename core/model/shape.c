#include "shape.h"

size_t shape_linears(const struct shape *s, struct linear_size out[LINEAR_COUNT])
{
	double h = s->hidden, q = s->heads * s->head_dim, kv = s->kv_heads * s->head_dim;
	double f = s->ffn, sf = s->shared_ffn;
	size_t n = 0;

	if (s->fused_qkv) {
		out[n++] = (struct linear_size){LINEAR_QKV, h, q + 2 * kv, s->qkv_bias};
	} else {
		out[n++] = (struct linear_size){LINEAR_Q, h, q, s->qkv_bias};
		out[n++] = (struct linear_size){LINEAR_K, h, kv, s->qkv_bias};
		out[n++] = (struct linear_size){LINEAR_V, h, kv, s->qkv_bias};
	}
	out[n++] = (struct linear_size){LINEAR_O, q, h, s->o_bias};
	switch (s->mlp) {
	case MLP_GATED:
		if (s->fused_gate_up) {
			out[n++] = (struct linear_size){LINEAR_GATE_UP, h, 2 * f, s->mlp_bias};
		} else {
			out[n++] = (struct linear_size){LINEAR_GATE, h, f, s->mlp_bias};
			out[n++] = (struct linear_size){LINEAR_UP, h, f, s->mlp_bias};
		}
		out[n++] = (struct linear_size){LINEAR_DOWN, f, h, s->mlp_bias};
		break;
	case MLP_PLAIN:
		out[n++] = (struct linear_size){LINEAR_FC1, h, f, s->mlp_bias};
		out[n++] = (struct linear_size){LINEAR_FC2, f, h, s->mlp_bias};
		break;
	case MLP_MOE:
		out[n++] = (struct linear_size){LINEAR_ROUTER, h, s->experts, false};
		if (sf > 0) {
			out[n++] = (struct linear_size){LINEAR_SHARED_GATE, h, sf, false};
			out[n++] = (struct linear_size){LINEAR_SHARED_UP, h, sf, false};
			out[n++] = (struct linear_size){LINEAR_SHARED_DOWN, sf, h, false};
			out[n++] = (struct linear_size){LINEAR_SHARED_ROUTER, h, 1, false};
		}
		break;
	}
	return n;
}

linear_set shape_has(const struct shape *s)
{
	struct linear_size lin[LINEAR_COUNT];
	size_t n = shape_linears(s, lin);
	linear_set has = s->mlp == MLP_MOE ? LINEAR(W1) | LINEAR(W2) | LINEAR(W3) : 0;

	for (size_t i = 0; i < n; i++)
		has |= (linear_set)1 << lin[i].name;
	return has;
}

linear_set shape_all_linear(const struct shape *s)
{
	return shape_has(s) & ~(LINEAR(ROUTER) | LINEAR(SHARED_ROUTER));
}
