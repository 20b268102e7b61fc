/*
 * The jobs of a trace, read on another thread before the walk comes to them (lint/ahead).
 *
 * What is read depends on the trace, on files of the repository and on which versions of libraries are known at that
 * moment. A reading ahead notes the versions that it assumes; it is taken only where these are the ones known when its
 * turn has come, and what it has found out of them, and its findings, are passed on then.
 */
#ifndef LINT_JOB_JOBS_AHEAD_H
#define LINT_JOB_JOBS_AHEAD_H

#include "draft.h"

#include "lint/training/training.h"

struct jobs_plan;
struct jobs_ahead;

/** Plans to read the jobs of a file as it is launched; in the context's arena. launch: NULL, there is none. */
const struct jobs_plan *jobs_plan(struct draft_context *c, uint32_t file, const struct launch *launch);
/**
 * Reads them, from the repository as the thread sees it, in its arena; the plan is only looked at. NULL: they depend on
 * what a thread cannot see.
 */
struct jobs_ahead *jobs_read_ahead(const struct jobs_plan *plan, struct arena *a, struct repository *repo,
				   const struct trace *trace);
/**
 * Passes on what was read, as if training_find() had read it for the reader, whose ctx is a struct draft_opener. to: the
 * arena that what was read belongs to by now. False: read is NULL, or the versions are others.
 */
bool jobs_take_ahead(struct jobs_ahead *read, const struct training_reader *reader, struct arena *to,
		     struct training_jobs *out);

#endif
