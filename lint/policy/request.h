/*
 * What the user asked for, on the command line and in .gpumem-lint.yml: what the stages of a run are told.
 *
 * The options and the policy's file come in, joined by lint/cli/session.c; the stages only read it. Uses core/estimate,
 * core/job and policy.h, the other door.
 */
#ifndef LINT_POLICY_REQUEST_H
#define LINT_POLICY_REQUEST_H

#include "core/estimate/card_verdict.h"
#include "core/job/job.h"

struct baseline;
struct policy;
struct stats;

/** A setting given by --set or by .gpumem-lint.yml: it wins over every file. */
struct given {
	enum setting setting;
	struct value value;
};

struct request {
	/** Files and directories; none is ".". */
	const struct str *paths;
	size_t npaths;
	/** --gpu, or empty. */
	struct str gpu;
	const struct given *given;
	size_t ngiven;
	/** The shape of the model that is given (--model-config); NULL: its name tells. */
	const struct model *shape;
	/** Never NULL; an empty policy if there is no .gpumem-lint.yml. */
	const struct policy *policy;
	enum fail_on fail_on;
	/** not-estimated is an error. */
	bool strict;
	/** Findings that are known (--baseline); NULL: none. */
	const struct baseline *baseline;
	/** Nothing is taken for known: --no-ignore. */
	bool no_ignore;
	/** The day, counted from 1970, that expiry is held against. */
	int64_t today;
	/** Work out advice for each job: what it may grow to, and which cards hold it. */
	bool advise;
	/** What is found is compared and not shown: no fixes are looked for, and no card for jobs that name none. */
	bool numbers_only;
	/** Stop after discovery: --list-files. */
	bool list_files;
	/** Keep the evaluators' traces in the result: --show-trace. */
	bool show_trace;
	/** Threads that read and evaluate; 0: all processors read, and one evaluates. What is found is the same for any number. */
	unsigned threads;
	/** Told the path of each file that is read since something refers to it, on the run's own thread; NULL: nobody is. */
	void (*on_read)(void *context, struct str path);
	void *on_read_context;
	/** What is counted of the run (lint/stats); NULL: nothing. */
	struct stats *stats;
};

#endif
