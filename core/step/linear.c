#include "linear.h"

#include <math.h>

/** Bytes of what A's matmul reads. */
static double low(const struct widths *c)
{
	return c->amp ? 2 : c->adb;
}

/** Bytes of the dtype that the LoRA branch sees: bnb's layers skip the cast under autocast. */
static double seen(const struct widths *c, double x)
{
	return c->quant && c->amp ? x : c->adb;
}

struct kept lora_kept(const struct widths *c, double x, double width)
{
	struct kept k = {.own = c->r * low(c)}; /* A(x), for the gradient of B */

	if (c->dropout)
		k.own += width + low(c) * width; /* 1-byte mask, dropped-out input */
	else if (seen(c, x) == x && x == low(c))
		k.share = true;
	else
		k.own += low(c) * width;
	return k;
}

static unsigned count_bits(linear_set set)
{
	return (unsigned)__builtin_popcount(set);
}

struct kept linear_kept(const struct widths *c, linear_set set, double x, double width)
{
	struct kept k = {0}, one;
	unsigned adapted = count_bits(set & c->targets);

	if (c->full) {
		/* Autocast casts a float32 input once per linear, without sharing. */
		if (c->amp && x == 4)
			k.own = 2 * width * count_bits(set);
		else
			k.share = set != 0;
		return k;
	}
	k.share = c->keep_input && set != 0;
	if (adapted > 0) {
		one = lora_kept(c, x, width);
		k.own = adapted * one.own;
		k.share = k.share || one.share;
	}
	return k;
}

double linear_saved(const struct widths *c, linear_set set, double x, double width)
{
	struct kept k = linear_kept(c, set, x, width);

	/* TransformerEngine transformer_engine/pytorch/module/linear.py: the quantised input, which no other shares. */
	if (c->full && c->s->fp8_inputs)
		return set ? width : 0;
	return k.own + (k.share ? x * width : 0);
}

double linear_only_int8(const struct widths *c, linear_set set, double x, double width)
{
	if (!c->q8 || (widths_has_lora(c, set) && lora_kept(c, x, width).share))
		return 0;
	return x * width;
}

double lora_in_forward(const struct widths *c, double x, double width)
{
	if (c->quant && c->amp)
		return (c->dropout ? (x + 1) * width : 0) + (x == 4 ? 2 * width : 0);
	return (c->adb != x ? c->adb * width : 0) + (c->dropout ? (c->adb + 1) * width : 0) +
	       (c->amp && c->adb == 4 ? 2 * width : 0);
}

double lora_out_forward(const struct widths *c, double o, double width)
{
	double lo = low(c);

	return fmax(fmax(o + 2 * lo, o + lo + fmax(o, lo)), c->q4 ? 2 * o : 0) * width;
}

double lora_in_backward(const struct widths *c, double x, double width)
{
	double lo = low(c), up = seen(c, x);
	double own = lora_kept(c, x, width).own - c->r * lo;
	double mask = c->dropout ? width : 0;
	double copy = own - mask;
	/* The base layer's dX: where a cast follows, 16 bit and then float32. */
	bool cast = x == 4 && (c->q4 || (c->amp && !c->quant));
	double base = cast ? 6 * width : x * width;
	double max = lo * width; /* dX of A's matmul */

	if (up != lo) /* cast back */
		max = fmax(max, (lo + up) * width - copy);
	if (c->dropout)
		max = fmax(max, 2 * up * width - copy);
	if (up != x) /* to the input's dtype */
		max = fmax(max, (up + x) * width - copy - mask);
	return fmax(max, x * width - own + base);
}

/*
 * peft tuners/lora/dora.py (0.19): (magnitude / norm - 1) * base + magnitude / norm * lora * scaling. Both
 * products keep what the magnitudes multiply. Held against two runs of PEFT's own comparison that
 * differ in DoRA alone: 2.09 GiB measured, 1.97 by this and 0.18 of merged_forward(). LoHa and LoKr keep the matrix
 * that F.linear() reads (0.20 tuners/loha/layer.py _get_delta_activations(), the same in lokr).
 */
double merged_saved(const struct widths *c, linear_set set)
{
	struct linear_size lin[LINEAR_COUNT];
	size_t n = c->s->dora || c->s->whole_delta ? shape_linears(c->a, lin) : 0;
	double bytes = 0;

	for (size_t i = 0; i < n; i++) {
		double matrix = lin[i].in * lin[i].out * low(c);

		if (!(c->targets & set & (linear_set)1 << lin[i].name))
			continue;
		bytes += c->s->dora ? c->N * lin[i].out * (c->o + low(c)) : 0;
		bytes += c->s->whole_delta || c->dropout ? matrix : 0;
	}
	return bytes;
}

double merged_forward(const struct widths *c)
{
	struct linear_size lin[LINEAR_COUNT];
	size_t n = c->s->dora || c->s->whole_delta ? shape_linears(c->a, lin) : 0;
	double most = 0;

	for (size_t i = 0; i < n; i++) {
		double in = lin[i].in, out = lin[i].out;

		/* DoRA: identity; product of the factors; weight; scaled product; their sum. Else two products, theirs, and scaled. */
		if (c->targets & (linear_set)1 << lin[i].name)
			most = fmax(most, ((c->s->dora ? in * in : 0) + 4 * in * out) * c->adb);
	}
	return most;
}
