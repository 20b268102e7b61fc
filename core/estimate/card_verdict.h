/*
 * The verdict: a job, its estimate and what is to be kept free come in; whether it fits what the card really offers, and
 * changes after which it does, go out.
 *
 * Uses what estimate.h, the other door, uses, and core/gpu through the card that the job points to.
 */
#ifndef CORE_ESTIMATE_CARD_VERDICT_H
#define CORE_ESTIMATE_CARD_VERDICT_H

#include "estimate.h"

enum verdict { VERDICT_FITS, VERDICT_TIGHT, VERDICT_EXCEEDS, VERDICT_NOT_ESTIMATED };

/** Which number of the range must not exceed the card. */
enum fail_on { FAIL_ON_LIKELY, FAIL_ON_LOW, FAIL_ON_HIGH };

/** Bytes kept free on the card: a share of it, or a size. */
struct head_room {
	double share;
	uint64_t bytes;
};

enum { FIX_SETTINGS_MAX = 4 };

/**
 * A change after which the job fits; re-estimated before it is offered. One change may need two
 * settings (half the batch, twice the accumulation); two changes are combined if none helps alone.
 */
struct fix {
	enum setting setting[FIX_SETTINGS_MAX];
	struct value value[FIX_SETTINGS_MAX];
	size_t n;
	uint64_t device_likely;
	/** Bytes saved against the job as it is. */
	uint64_t saves;
	/** What it costs: "a quarter more time per step", "none known". */
	const char *cost;
};

/** "fits", "tight", "exceeds", "not-estimated". */
const char *verdict_name(enum verdict v);
/** Bytes that the job may use on its card; 0 if the card is unknown. */
uint64_t judge_usable(const struct job *job, struct head_room head_room);
/** likely against usable, or what fail_on says; of an estimate that rests on a guess, only low fails. */
enum verdict judge(const struct estimate *e, uint64_t usable, enum fail_on fail_on);
/**
 * Up to max fixes that make the job fit usable bytes, the cheapest for the user first. Returns their
 * number; each was re-estimated.
 */
size_t judge_fixes(struct arena *a, const struct job *job, uint64_t usable, struct fix *out,
		   size_t max);
/**
 * The largest value of a whole-number setting (batch size, length) with which the job fits usable
 * bytes, at most limit; 0 if not even 1 does. Found by bisection.
 */
int64_t judge_largest(struct arena *a, const struct job *job, enum setting s, int64_t limit,
		      uint64_t usable);
/** The setting that helps most when reduced: the line to annotate. SETTING_NONE if none is stated. */
enum setting judge_blame(struct arena *a, const struct job *job, const struct estimate *e);

#endif
