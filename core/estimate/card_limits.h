/*
 * What a job may use of a card, how much doubt is to count, and what the verdicts are.
 */
#ifndef CORE_ESTIMATE_CARD_LIMITS_H
#define CORE_ESTIMATE_CARD_LIMITS_H

#include <stdint.h>

/** Which number of the range must not exceed the card. */
enum fail_on { FAIL_ON_LIKELY, FAIL_ON_LOW, FAIL_ON_HIGH };

/** Bytes kept free on the card: a share of it, or a size. */
struct head_room {
	double share;
	uint64_t bytes;
};

/** NO_TARGET: there is a number, and no card to hold it against. NOT_ESTIMATED: there is no number. */
enum verdict { VERDICT_FITS, VERDICT_TIGHT, VERDICT_EXCEEDS, VERDICT_NO_TARGET, VERDICT_NOT_ESTIMATED };

#endif
