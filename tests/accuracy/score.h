/*
 * Scores: the estimate of every usable row against what was simulated or measured.
 */
#ifndef TESTS_SCORE_H
#define TESTS_SCORE_H

#include "measured.h"
#include "oracle.h"

/** One row that could be compared. */
struct score {
	struct str id;
	/** NULL for simulated steps. */
	const struct measured *row;
	struct step_spec spec;
	/** The estimate in the row's counter; the measured bytes. */
	struct band band;
	double bytes;
	/** likely / measured - 1. */
	double error;
	/** The moment that wins. */
	const char *phase, *moment;
	const struct measured_case *as;
};

/** A boundary row: the job died on a card, or ran on it. */
struct boundary {
	const struct measured *row;
	/** Bytes that the card offers, and what is needed. */
	double card;
	struct band needed;
	bool hit;
};

/** Rows left out by one rule. */
struct left_out {
	const char *why;
	size_t n;
};

struct scores {
	struct score *at;
	size_t n;
	struct boundary *bounds;
	size_t n_bounds;
	struct left_out left[24];
	size_t n_left;
};

/** Signed errors of a selection, and how they lie in their ranges. */
struct summary {
	size_t n;
	double median, absolute, p90, p99, worst;
	size_t inside, above;
};

/** Scores every row of a file; false if it cannot be read. Results live in the arena. */
bool score_oracle(struct arena *a, const char *path, struct scores *out);
bool score_measured(struct arena *a, const char *path, struct scores *out);
/** Summary of the scores for which pick is true. */
struct summary score_summary(struct arena *a, const struct scores *s,
			     bool (*pick)(const struct score *s));

/* Selections. */
bool pick_all(const struct score *s);
bool pick_one_gpu(const struct score *s);
bool pick_one_gpu_a(const struct score *s);
bool pick_many_gpus(const struct score *s);

#endif
