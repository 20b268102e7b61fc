/*
 * The verdict: a job, its estimate and what is to be kept free come in; whether it fits what the card really offers
 * goes out, and (fixes.h) changes after which it does.
 *
 * Uses what estimate.h, the other door, uses, and core/gpu through the card that the job points to.
 */
#ifndef CORE_ESTIMATE_CARD_VERDICT_H
#define CORE_ESTIMATE_CARD_VERDICT_H

#include "estimate.h"
#include "fixes.h"

enum verdict { VERDICT_FITS, VERDICT_TIGHT, VERDICT_EXCEEDS, VERDICT_NOT_ESTIMATED };

/** Which number of the range must not exceed the card. */
enum fail_on { FAIL_ON_LIKELY, FAIL_ON_LOW, FAIL_ON_HIGH };

/** Bytes kept free on the card: a share of it, or a size. */
struct head_room {
	double share;
	uint64_t bytes;
};

/** "fits", "tight", "exceeds", "not-estimated". */
const char *verdict_name(enum verdict v);
/** Bytes that the job may use on its card; 0 if the card is unknown. */
uint64_t card_usable(const struct job *job, struct head_room head_room);
/** likely against usable, or what fail_on says; of an estimate that rests on a guess, only low fails. */
enum verdict card_verdict(const struct estimate *e, uint64_t usable, enum fail_on fail_on);
/** The setting that helps most when reduced: the line to annotate. SETTING_NONE if none is stated. */
enum setting card_verdict_blame(struct arena *a, const struct job *job, const struct estimate *e);

#endif
