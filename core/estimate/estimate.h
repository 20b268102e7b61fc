/*
 * A job's peak GPU memory on its worst GPU: a job comes in, a range of bytes goes out, with its terms and what was assumed.
 *
 * The estimate is computed from a job alone: no I/O, nothing but libc and libm. What a job does not
 * say is assumed, the assumption named, and the range widened. Formulas and their sources stand in
 * the files of the terms; docs/estimate.md explains how the number is made, docs/formulas.md what it is.
 * card_verdict.h, the other door, holds the number against the card. Uses core/base, core/model, core/job and core/step.
 */
#ifndef CORE_ESTIMATE_ESTIMATE_H
#define CORE_ESTIMATE_ESTIMATE_H

#include "core/job/job.h"
#include "spread.h"

/** Bytes: low ≤ likely ≤ high. */
struct range {
	uint64_t low, likely, high;
};

/** One kind of tensor, in the phase that wins. */
struct estimate_term {
	/** "weights", "optimizer states", "activations", "logits and loss", … */
	const char *name;
	uint64_t bytes;
	/** The formula with its numbers put in, so that it can be redone on paper. */
	struct str formula;
	/** Settings that the formula read; ends at n_inputs. */
	const enum setting *inputs;
	size_t n_inputs;
};

/** A moment of the step, and its need. */
struct estimate_phase {
	/** "load", "forward", "loss", "backward", "optimizer step", "evaluation", "rollout", "save". */
	const char *name;
	uint64_t allocated;
};

/** Something taken for granted because the job does not say it. */
struct estimate_assumption {
	enum setting setting;
	struct str text;
	/** What the other choice would change, in bytes that are needed; 0 if not computed. */
	int64_t effect;
};

struct estimate {
	/** False if there is no number: missing says why ("model unknown"). */
	bool ok;
	struct str missing;
	/** Name of the phase that wins, and of the moment within it. */
	const char *phase;
	struct str moment;
	/** needed: what has to be there of the card. The verdict is on it: PyTorch flushes its pools before it gives up. */
	struct range allocated, reserved, needed;
	/** What nvidia-smi shows: needed, and what the pools keep without need, as far as the card has room for it. */
	struct range device;
	const struct estimate_term *terms;
	size_t n_terms;
	const struct estimate_phase *phases;
	size_t n_phases;
	const struct estimate_assumption *assumptions;
	size_t n_assumptions;
	/** Of needed: what the odds of an excess are computed from. Empty: from the range alone. */
	struct spread spread;
	/** likely rests on a guess: on an assumption about what the files do decide (job.open). */
	bool guessed;
};

/**
 * Makes a store for what the formulas give, empty; for the points of jobs that one thread estimates. It grows in its
 * arena, off which nothing may be popped. Without one each number is computed each time, and is the same.
 */
struct known_points *known_points_new(struct arena *a);

/*
 * What high promises: a job whose settings are as stated needs no more, and neither does one in
 * which any one of the assumptions is wrong. docs/accuracy.md counts how often that held.
 */

/**
 * The estimate of a job whose models were resolved. Never fails: an absurd job saturates, a job
 * without a model shape has ok false. Results live in the arena.
 */
struct estimate estimate_job(struct arena *a, const struct job *job);
/**
 * needed.likely of the same estimate alone, without ranges and texts: for searches over many
 * variants of a job. UINT64_MAX if there is no number.
 */
uint64_t estimate_likely(struct arena *a, const struct job *job);

#endif
