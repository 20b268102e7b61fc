/*
 * How a job's framework is told a setting: the way back from a value to the words that the rows of its keymaps read.
 */
#ifndef LINT_JUDGE_FIX_EDITS_H
#define LINT_JUDGE_FIX_EDITS_H

#include "lint/job/job.h"
#include "lint/job/result.h"

/** A job, and what was read for it. */
struct fix_source {
	struct arena *arena;
	struct files *files;
	const struct draft *draft;
	const struct extract *extract;
	const struct job *job;
};

/**
 * How a setting would be given a value: by another literal where it stands, by a key of a map that was read for the
 * job (in the version at hand), or in code. False if nothing of the job's framework takes it.
 */
bool fix_edit_of(const struct fix_source *source, enum setting s, const struct value *v, struct fix_edit *out);

#endif
