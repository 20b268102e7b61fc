/*
 * Norms: bytes per token that one keeps, and that its backward needs.
 */
#ifndef CORE_STEP_NORM_H
#define CORE_STEP_NORM_H

#include "tensor_widths.h"

/** What a norm over width features keeps of an input of x bytes, its output excluded. */
double norm_saved(const struct widths *c, double width, double x);
/** Extra bytes at the worst moment of its backward; the output, of out bytes, has its gradient. */
double norm_backward(const struct widths *c, double width, double x, double out);

#endif
