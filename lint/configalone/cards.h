/*
 * Keys that name a card, and how many of them: "a100_40gb", "h100_quad", "rtx_4090", "24gb".
 */
#ifndef LINT_CONFIGALONE_CARDS_H
#define LINT_CONFIGALONE_CARDS_H

#include "core/gpu/gpu.h"

struct card_key {
	const struct gpu *gpu;
	/** The largest card that the key may mean ("a100"); NULL if it means one. */
	const struct gpu *larger;
	/** 0: the key does not say. */
	int64_t count;
};

/** Whether a key is the name of a card. */
bool card_of_key(struct arena *a, struct str key, struct card_key *out);
/** How well a key's card fits a target; 0: it is another one. card: NULL is none; count: 0 is not known. */
int card_fits(const struct card_key *key, const struct gpu *card, int64_t count);

#endif
