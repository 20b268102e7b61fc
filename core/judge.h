/*
 * The verdict: an estimate against what the card really offers.
 */
#ifndef CORE_JUDGE_H
#define CORE_JUDGE_H

#include "estimate.h"

enum verdict { VERDICT_FITS, VERDICT_TIGHT, VERDICT_EXCEEDS, VERDICT_NOT_ESTIMATED };

/** Which number of the range must not exceed the card. */
enum fail_on { FAIL_ON_LIKELY, FAIL_ON_LOW, FAIL_ON_HIGH };

/** Bytes kept free on the card: a share of it, or a size. */
struct head_room {
	double share;
	uint64_t bytes;
};

/** A change of one or two settings after which the job fits; re-estimated before it is offered. */
struct fix {
	enum setting setting[2];
	struct value value[2];
	size_t n;
	uint64_t device_likely;
	/** Bytes saved against the job as it is. */
	uint64_t saves;
	/** What it costs: "half the throughput", "none known". */
	const char *cost;
};

/** "fits", "tight", "exceeds", "not-estimated". */
const char *verdict_name(enum verdict v);
/** Bytes that the job may use on its card; 0 if the card is unknown. */
uint64_t judge_usable(const struct job *job, struct head_room head_room);
enum verdict judge(const struct estimate *e, uint64_t usable, enum fail_on fail_on);
/**
 * Up to max fixes that make the job fit usable bytes, the cheapest for the user first. Returns their
 * number; each was re-estimated.
 */
size_t judge_fixes(struct arena *a, const struct job *job, uint64_t usable, struct fix *out, size_t max);
/** The setting that helps most when reduced: the line to annotate. SETTING_NONE if none is stated. */
enum setting judge_blame(struct arena *a, const struct job *job, const struct estimate *e);

#endif
