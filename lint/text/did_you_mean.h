/*
 * "Did you mean": the known word nearest to a mistyped one.
 */
#ifndef LINT_TEXT_DID_YOU_MEAN_H
#define LINT_TEXT_DID_YOU_MEAN_H

#include "core/base/base.h"

struct similar {
	struct str word;
	/** The nearest so far, and its distance; empty if none is near enough. */
	struct str best;
	size_t distance;
};

/** Starts a search: a candidate may differ in a third of its letters. */
struct similar similar_to(struct str word);
/** Offers a known word. */
void similar_offer(struct similar *s, struct str known);
/** "", or ": did you mean \"word\"?". */
struct str similar_text(struct arena *a, const struct similar *s);

#endif
