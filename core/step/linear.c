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
 * differ in DoRA alone: 2.09 GiB measured, 1.97 by this and 0.18 of dora_forward().
 */
double dora_saved(const struct widths *c, linear_set set)
{
	struct linear_size lin[LINEAR_COUNT];
	size_t n = shape_linears(c->a, lin);
	double bytes = 0;

	if (!c->s->dora)
		return 0;
	for (size_t i = 0; i < n; i++) {
		if (!(c->targets & set & (linear_set)1 << lin[i].name))
			continue;
		bytes += c->N * lin[i].out * (c->o + low(c));
		bytes += c->dropout ? lin[i].in * lin[i].out * low(c) : 0;
	}
	return bytes;
}

double delta_saved(const struct widths *c, linear_set set)
{
	struct linear_size lin[LINEAR_COUNT];
	size_t n = shape_linears(c->a, lin);
	double bytes = 0;

	for (size_t i = 0; c->s->whole_delta && i < n; i++)
		if (c->targets & set & (linear_set)1 << lin[i].name)
			bytes += lin[i].in * lin[i].out * low(c);
	return bytes;
}

double delta_forward(const struct widths *c)
{
	struct linear_size lin[LINEAR_COUNT];
	size_t n = shape_linears(c->a, lin);
	double most = 0;

	/* Two products, theirs, and scaled. */
	for (size_t i = 0; c->s->whole_delta && i < n; i++)
		if (c->targets & (linear_set)1 << lin[i].name)
			most = fmax(most, 4 * lin[i].in * lin[i].out * c->adb);
	return most;
}

double dora_forward(const struct widths *c)
{
	struct linear_size lin[LINEAR_COUNT];
	size_t n = shape_linears(c->a, lin);
	double most = 0;

	if (!c->s->dora)
		return 0;
	for (size_t i = 0; i < n; i++) {
		double in = lin[i].in, out = lin[i].out;

		/* Identity; product of the factors; weight; scaled product; their sum. */
		if (c->targets & (linear_set)1 << lin[i].name)
			most = fmax(most, (in * in + 4 * in * out) * c->adb);
	}
	return most;
}
