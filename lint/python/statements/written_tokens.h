/*
 * Tokens that a loop of the repository's own writes one by one.
 */
#ifndef LINT_PYTHON_STATEMENTS_WRITTEN_TOKENS_H
#define LINT_PYTHON_STATEMENTS_WRITTEN_TOKENS_H

#include "lint/python/evaluator/evaluator.h"

/** A loop over a range that puts something behind ids in each round, as it is before it runs. */
struct py_writing {
	/** The name of the ids; empty: it is no such loop. */
	struct str ids;
	/** How many rounds it has, and what the ids were. */
	struct node *rounds, *before;
	/** The number of the next call to a library. */
	uint32_t inside;
};

/** Looks at a loop before it runs: for _ in range(n): ids = torch.cat([ids, next], dim=1). */
struct py_writing py_begin_writing(struct interpreter *py, const struct py_stmt *loop);
/**
 * Records behind the loop that it wrote: rows.written(max_new_tokens=rounds, input_ids=before, written=ids,
 * stops=whether it may end before its range does), of which "inside" is its first call.
 */
void py_note_written(struct interpreter *py, const struct py_writing *writing, const struct py_stmt *loop);

#endif
