/*
 * A run: paths come in, jobs and findings go out. The one place that sees every stage of the pipeline but the
 * last: session.c, which knows the options, writes the reports.
 *
 *	discover → read → evaluate → extract → assemble → resolve → estimate → judge
 *
 * Uses lint/policy for what is asked, lint/job for what is found, and the stages between.
 */
#ifndef LINT_CLI_RUN_H
#define LINT_CLI_RUN_H

#include "lint/job/result.h"
#include "lint/policy/request.h"

struct filesystem;

/**
 * Lints what the request names. The result lives in the arena. Returns false only for trouble that
 * is not the repository's (a path that does not exist, no memory): message says what.
 */
bool run_lint(struct arena *a, struct filesystem *fs, struct files *files, const struct request *request,
	      struct result *out, struct str *message);
/** Puts findings that came later in order, and counts all. */
void run_settle(struct arena *a, struct result *result);
/** One job from settings alone (estimate --set …): resolves names, estimates, judges; no file is read. */
void run_estimate(struct arena *a, struct files *files, const struct request *request, struct result *out);

#endif
