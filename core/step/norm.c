#include "norm.h"

/*
 * RMSNorm keeps a float32 copy of its input (the input itself if it is float32), the normalised
 * tensor if its weight trains (Gemma's in float32), and one float32 statistic per row. LayerNorm
 * keeps its input, under autocast as what it returns, and two statistics. Fused kernels keep the input.
 */
double norm_saved(const struct widths *c, double width, double x)
{
	double normalised = c->a->norm == NORM_GEMMA ? 4 : x;

	if (c->a->norm == NORM_LAYER)
		return (c->amp ? c->n : x) * width + 8;
	if (c->fused_norm)
		return x * width + 4;
	return 4 * width + (c->full ? normalised * width : 0) + 4;
}

double norm_backward(const struct widths *c, double width, double x, double out)
{
	double released = 0;

	if (c->a->norm == NORM_LAYER)
		return (c->amp ? c->n : x) * width;
	if (c->fused_norm)
		return c->a->norm == NORM_GEMMA ? x * width : 0;
	if (c->full)
		released = c->a->norm == NORM_GEMMA ? 4 : x;
	return (20 - out - released) * width; /* five float32 buffers, minus what is released */
}
