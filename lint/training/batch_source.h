/*
 * What a loop shows its model, followed back to what the program's data set or collator gave the loader.
 */
#ifndef LINT_TRAINING_BATCH_SOURCE_H
#define LINT_TRAINING_BATCH_SOURCE_H

#include "scan.h"

/** How far a value was followed already: each level is entered once. */
struct taking {
	enum { TAKEN_NOTHING, TAKEN_BATCH, TAKEN_ROW } level;
	const struct call *loader;
};

/**
 * What a data set's __getitem__ or a collator gave for what a loop took from a loader, or for what the collator
 * was given of the data set's rows; NULL: not known. from: zero at first.
 */
const struct node *loader_gave(const struct scan *s, const struct node *n, struct taking *from);
/**
 * Reads the batch of DataLoader(rows, batch_size=None): what the data set gives are batches already, of as many rows as
 * the number of such a name that it holds says.
 */
void loader_hands_on(const struct scan *s, const struct call *loader, struct training_job *job);
/**
 * Notes how long the rows are that the trained model is called with before a backward pass, where they are
 * followed to a tokenizer's call or a slice. own: what belongs to the trained model.
 */
void loop_shown_length(const struct scan *s, const struct call *backward, const struct origins *own,
		       struct training_job *job);
/** The rows of a batch, where the sampler of a loader that is made before a step fills it up to so many tokens. */
void loop_token_batches(const struct scan *s, const struct call *step, struct training_job *job);

#endif
