/*
 * The two sides of a diff, linted at the same time. Only files of this folder include it.
 */
#ifndef LINT_CLI_DIFF_SIDES_H
#define LINT_CLI_DIFF_SIDES_H

#include "session.h"

/** One side: its files, its run, and the memory that both live in. */
struct side {
	struct arena arena;
	struct options options;
	struct session session;
	struct filesystem *fs;
	struct str name;
	int code;
};

struct sides {
	struct side base, head;
	/** Of revisions; NULL if both sides are folders. */
	struct git_store *store;
	bool head_is_revision;
};

/**
 * Lints both sides, whose sessions are open: each on a thread of its own, or, where what differs between two revisions
 * has a part in no job, the head alone, whose result is then the base's as well. The first exit code that is no success.
 */
int diff_sides_lint(struct sides *s);

#endif
