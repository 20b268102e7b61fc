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
 * At most how many tokens a row has that a model is shown, followed to a tokenizer's call or a slice; key: of a
 * mapping, that of its ids, else empty. Absent: not known.
 */
struct value shown_tokens(const struct scan *s, const struct node *ids, struct str key);
/** Whether a call leaves the rows of what it is made on as long as they are: ids.to("cuda"), ids.repeat(8, 1). */
bool keeps_length(const struct call *call);
/**
 * Notes how long the rows are that the trained model is called with before a backward pass, where they are
 * followed to a tokenizer's call or a slice. own: what belongs to the trained model.
 */
void loop_shown_length(const struct scan *s, const struct call *backward, const struct origins *own,
		       struct training_job *job);

#endif
