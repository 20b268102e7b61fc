/*
 * What evaluations of scripts have led to, so that the same one is done once.
 *
 * A repository is read twice where its jobs tell the versions of its libraries, and its scripts start
 * the same program hundreds of times. An evaluation is the same if all is that it can see: the script,
 * the words and variables of its launch, the target, the files that scripts have written. Where a value
 * stands counts only if somebody looks: for a job, a name of a file that is wanted, a command.
 */
#ifndef LINT_ASSEMBLE_EVALUATION_CACHE_H
#define LINT_ASSEMBLE_EVALUATION_CACHE_H

#include "script_jobs.h"

/** What an evaluation led to. */
struct evaluation {
	/** NULL: to no job. */
	const struct trace *trace;
	struct wants wants;
	struct subprocess_commands *commands;
	/** What it made of the config file that it was given. */
	enum look look;
	/** The ends of the program behind which it went on, for people; empty: none. */
	struct str behind;
	/** It used up its budget. */
	bool spent;
	/** What it took. */
	uint64_t steps, bytes;
};

/** The key of an evaluation that is about to be made; it lives as long as what the evaluation makes. */
struct evaluation_key evaluation_key(struct assembly *s, const struct run *run,
				   const struct eval_world *world);
/** What the same evaluation led to, or NULL. */
const struct evaluation *evaluation_find(const struct assembly *s, const struct evaluation_key *key);
/** Keeps what an evaluation led to; all in it lives as long as the assembly. */
void evaluation_keep(struct assembly *s, const struct evaluation_key *key,
		    const struct evaluation *done);

#endif
