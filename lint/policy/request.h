/*
 * What the user asked for, on the command line and in .gpumem-lint.yml: what the stages of a run are told.
 */
#ifndef LINT_POLICY_REQUEST_H
#define LINT_POLICY_REQUEST_H

#include "core/estimate/card_verdict.h"
#include "core/job/job.h"

struct policy;

/** A setting given by --set or by .gpumem-lint.yml: it wins over every file. */
struct given {
	enum setting setting;
	struct value value;
};

/** What the user asked for; made by options.c and policy.c. */
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
	/** Stop after discovery: --list-files. */
	bool list_files;
	/** Keep the evaluators' traces in the result: --show-trace. */
	bool show_trace;
};

#endif
