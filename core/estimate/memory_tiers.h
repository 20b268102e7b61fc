/*
 * From what tensors need to what the card shows: allocated, reserved, needed, device; each with its range.
 */
#ifndef CORE_ESTIMATE_MEMORY_TIERS_H
#define CORE_ESTIMATE_MEMORY_TIERS_H

#include "core/step/step.h"

/** CUDA context of a current driver with lazily loaded kernels, where the card is not known. */
#define TIERS_CONTEXT 0.5e9

/** Bytes: low ≤ likely ≤ high; before rounding. */
struct band {
	double low, likely, high;
};

struct tiers {
	/**
	 * What the step needs when the allocator has flushed what it can: tensors; these with the
	 * pools' rounding and fragmentation at constant shapes; that with context and libraries.
	 */
	struct band allocated, reserved, needed;
	/**
	 * What the pools hold, and nvidia-smi shows, on a roomy card: blocks that nobody needs stay,
	 * the more so if lengths vary from step to step. Never more than the card has, unless more is needed.
	 */
	struct band pool, device;
	/** Device, were the card without end: what the process takes if nothing makes the allocator flush. */
	struct band grown;
};

/** Facts about the run that no tensor size depends on. */
struct tier_facts {
	/** Bytes of the CUDA context; 0: not known. */
	double context;
	/** Bytes of the card; 0: not known. Pools cannot grow beyond it. */
	double card;
	/** The card's memory is the CPU's as well: see vary_pools() of assumption_range.c. */
	bool host_shared;
	/** Batches are neither packed nor padded to one size; over a few hundred steps only. */
	bool ragged, short_run;
	bool expandable_segments;
	/** The shapes are a guess from the model's name. */
	bool guessed;
	/** The libraries are from before mid-2024 (torch < 2.3, transformers < 4.40). */
	bool old_stack;
	/** How far published runs of the family are from the formulas: shares of the peak, bytes. */
	double family_less, family_more, family_bytes;
};

/** The tiers of a step of a spec. */
struct tiers tiers_of(const struct step_spec *s, const struct step *st, const struct tier_facts *facts);

#endif
