/*
 * Which job before a change is which one after it. Only this folder includes it.
 */
#ifndef LINT_DIFF_MATCH_H
#define LINT_DIFF_MATCH_H

#include "lint/job/result.h"

struct match {
	/** By position after: the position before, or SIZE_MAX. */
	size_t *of_after;
	/** By position before: it is somebody's. */
	bool *taken;
};

/**
 * Matches jobs by file, launch, model and name, then by fewer and fewer of these, and last jobs with the very same
 * settings in a file that was moved. Each is matched once.
 */
struct match match_jobs(struct arena *a, const struct result *before, const struct result *after);

#endif
