/*
 * Branches that cannot be decided: both arms are run from the same state and joined.
 */
#ifndef LINT_PYTHON_STATEMENTS_BRANCH_H
#define LINT_PYTHON_STATEMENTS_BRANCH_H

#include "lint/python/evaluator/evaluator.h"

/** The two pieces of code of an undecided branch. */
struct undecided {
	/** The condition as written, and its text where it is not that. */
	struct span at;
	struct str text;
	/** For narrowing its variable in each arm; NULL: no narrowing. */
	const struct py_expr *test;
	/** The first runs if the condition holds. */
	enum flow (*run[2])(struct interpreter *py, void *context);
	/** The first adds what a config says that the repository does not have: left out unless something ends or trains in it. */
	bool extra;
	void *context;
};

/**
 * Runs both arms. If one of them leaves the block (return, break, continue), the statements of rest
 * from the given one on belong to the other: they are run in it and *took_rest says so.
 */
enum flow py_undecided(struct interpreter *py, const struct undecided *u, const struct py_block *rest,
		       size_t from, bool *took_rest);

#endif
