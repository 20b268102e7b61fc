/*
 * The ways in which a job may turn out, and the odds that its peak passes a line.
 *
 * Rows may be short or long, an assumption may be wrong, the formulas have an error: each is a change of the device
 * tier in bytes. Lengths combine with one other way at a time; around each lies the error, a normal distribution with
 * a side of its own downwards and upwards.
 */
#ifndef CORE_ESTIMATE_SPREAD_H
#define CORE_ESTIMATE_SPREAD_H

#include "core/job/job.h"

enum { SPREAD_WAYS_MAX = 64 };

struct spread_way {
	/** How often; what all ways leave is the job as it was assumed. */
	double share;
	/** Bytes more, or less if negative. */
	double change;
};

struct spread {
	/** The job as it was assumed: likely, and between low and high nine runs of ten. */
	double low, likely, high;
	/** Changes by the length of rows, equally likely; n_lengths is at least 1. */
	double lengths[ROW_LENGTHS];
	size_t n_lengths;
	struct spread_way ways[SPREAD_WAYS_MAX];
	size_t n_ways;
	/** One of the ways is a model whose shape nobody knows: it may need next to nothing, whatever the range says. */
	bool open_model;
};

/** The odds, 0 to 1, that a job needs more than line bytes; of an empty spread 0. */
double spread_above(const struct spread *s, double line);

#endif
