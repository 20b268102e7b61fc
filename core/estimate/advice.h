/*
 * Advice: what a job may grow to on its card, and which cards hold it.
 *
 * A job and the card's limits come in; the peak for each batch and length, the largest that fit, and a row for each
 * class of cards go out. Every number is an estimate of the job with those settings.
 */
#ifndef CORE_ESTIMATE_ADVICE_H
#define CORE_ESTIMATE_ADVICE_H

#include "card_limits.h"
#include "core/gpu/gpu.h"
#include "core/job/job.h"
#include "fixes.h"

enum { ADVICE_BATCHES_MAX = 8, ADVICE_LENGTHS_MAX = 8 };

struct advice_cell {
	uint64_t device_likely;
	enum verdict verdict;
};

/** A class of cards with the job as it is. */
struct advice_card {
	const struct gpu *gpu;
	/** What the job may use of it, and would need there. */
	uint64_t usable, device_likely;
	enum verdict verdict;
	/** How many of them hold the job when they share its state (ZeRO-3, or as the job shares it already); 0: unknown, or too many. */
	int64_t count;
};

struct advice {
	/** The card on which batches and lengths were tried: the job's own, or the smallest that holds it. NULL: given as a size. */
	const struct gpu *gpu;
	uint64_t usable;
	/** Rows of lengths, columns of batches; the setting that counts tokens, SETTING_NONE if no table can be made. */
	enum setting length_setting;
	int64_t batches[ADVICE_BATCHES_MAX], lengths[ADVICE_LENGTHS_MAX];
	size_t n_batches, n_lengths;
	struct advice_cell cells[ADVICE_LENGTHS_MAX][ADVICE_BATCHES_MAX];
	/** The largest with which the job fits, all else as it is; 0: not even the least does, or it has none. */
	int64_t batch, length, rank;
	/** The bounds of these searches. */
	bool batch_open, length_open, rank_open;
	struct advice_card cards[GPU_CLASSES_MAX];
	size_t n_cards;
};

/** The advice for a job with an estimate. limits as for fixes; usable 0 where no card is known. */
struct advice advice_of(struct arena *a, const struct job *job, const struct fix_limits *limits);

#endif
