/*
 * Assembly: from the files of a repository to its training jobs.
 *
 *	launch script → launcher options and accelerate YAML → config file or entry script with its
 *	arguments → imported modules, DeepSpeed JSON → one job
 *
 * In come the files with what the prefilter saw in them; out go drafts (lint/job/job.h), complete and each once.
 * It uses the evaluators of Python and shell code, training, and what lint/job completes a draft by.
 *
 * Precedence is flag > file > the script's default > the library's default. A job is reported once:
 * a script that something launches is not a job of its own, nor is a config that a command names.
 */
#ifndef LINT_ASSEMBLE_ASSEMBLE_H
#define LINT_ASSEMBLE_ASSEMBLE_H

#include "lint/job/job.h"
#include "lint/job/result.h"

/** What is known of the files before any of them is followed. */
struct assemble_files {
	/** How files of the root are read, for other threads; NULL: those that are not loaded are empty there. */
	const struct loader *loader;
	/** By file id - 1: what the prefilter saw in the file (enum mark). */
	const unsigned *marks;
	/** What Python files import; NULL: not known. */
	const struct import_reach *reach;
	/** By file id - 1: the file is context, not what was asked for (discover.h); NULL: all was. */
	const bool *context;
};

/** What was learned on the way; drafts and their traces hang on it. */
struct assembly;

/** Finds the jobs of a repository and adds them to the context's drafts; to be freed when these are done with. */
struct assembly *assemble(struct draft_context *c, const struct assemble_files *files);
/**
 * Appends to the result the scripts that led to no job, where the request keeps traces, and those that it names
 * and that were not evaluated at all.
 */
void assemble_jobless(const struct assembly *s, struct result *out);
/** Gives back what was learned on the way; drafts and their traces are not to be looked at behind it. */
void assemble_free(struct assembly *s);

#endif
