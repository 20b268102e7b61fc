/*
 * What evaluations of scripts have led to, so that the same one is done once.
 *
 * A repository is read twice where its jobs tell the versions of its libraries, and its scripts start
 * the same program hundreds of times. An evaluation is the same if all is that it can see: the script,
 * the words and variables of its launch, the target, the files that scripts have written. Where a value
 * stands counts only if somebody looks: for a job, a name of a file that is wanted, a command.
 *
 * An evaluation that leads to jobs is kept, and with it the trees of all code, as long as that is little. Beyond, its
 * jobs are copied out of it, and memory is used again.
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

/** The trees of code for an evaluation that is about to be made, while no other one is looked at. */
struct py_cache *evaluation_trees(struct assembly *s);
/**
 * Ends the evaluation at hand: what it made is kept, or its drafts, from a number on, get copies of what they need of
 * it. False if it was not kept.
 */
bool evaluation_end(struct assembly *s, size_t drafts);
void evaluation_free(struct assembly *s);

#endif
