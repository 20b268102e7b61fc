/*
 * How many tokens code lets values have: (prompt + answer)[:longest], ids + [pad] * (longest - len(ids)).
 * They are followed back to the tokenizer's calls.
 */
#ifndef LINT_TRAINING_TOKEN_LENGTH_H
#define LINT_TRAINING_TOKEN_LENGTH_H

#include "batch_source.h"
#include "token_bounds.h"

/** A value that is followed to its tokens, and what was met on the way. */
struct token_search {
	const struct scan *s;
	/** The trainer's data, and where in the trace it is given them. */
	const struct training_data *data;
	uint32_t before;
	unsigned steps;
	/** What a model is shown: it is followed through loaders, so far. */
	bool shown;
	struct taking taking;
	/** Of a list each is a row, as torch.stack() takes them. */
	bool stacked;
	/** It is made of rows that were made before: a collator's. */
	bool again;
	/** The tokenizer's calls that were met. */
	struct {
		VEC(const struct call *);
	} parts;
};

/** How long what a value holds is; depth: 0 at first. */
struct token_length token_length_of(struct token_search *f, const struct node *n, int depth);
/** What a tokenizer's call gives. */
struct token_length token_length_by_tokenizer(struct token_search *f, const struct call *call);
/** At most how many tokens a row of ids has, as far as a tokenizer or the code cuts them; absent: not known. */
struct value row_tokens(const struct scan *s, const struct node *ids);
/**
 * At most how many tokens a row has that a model is shown, followed to a tokenizer's call or a slice; key: of a
 * mapping, that of its ids, else empty. Absent: not known.
 */
struct value shown_tokens(const struct scan *s, const struct node *ids, struct str key);
/** Whether a call leaves the rows of what it is made on as long as they are: ids.to("cuda"), ids.repeat(8, 1). */
bool keeps_length(const struct call *call);

#endif
