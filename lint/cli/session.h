/*
 * A run of the linter from its options: what the commands share. Only files of this folder include it.
 */
#ifndef LINT_CLI_SESSION_H
#define LINT_CLI_SESSION_H

#include "lint/os/os.h"
#include "lint/policy/policy.h"
#include "lint/stats/stats.h"
#include "cli.h"
#include "options.h"
#include "run.h"

/** What every run needs, made from the options. */
struct session {
	struct arena *arena;
	const struct options *options;
	struct root root;
	struct filesystem *fs;
	struct files files;
	struct policy policy;
	struct request request;
	/** Counted into if the options want it. */
	struct stats stats;
	struct result result;
};

/** Prints "gpumem-lint: MESSAGE" on standard error; returns code. */
int cli_fail(struct arena *a, struct str message, enum exit_code code);
/** Writes text to standard output; EXIT_NOTHING, or EXIT_TROUBLE if it cannot be written. */
int cli_print(struct arena *a, struct str text);
/** Prepares a run over the options' paths; anything but EXIT_NOTHING is the code to exit with. */
int session_open(struct session *s, const struct options *options, const struct str *paths,
		 size_t npaths);
/** Reads a file that the user named, wherever it is (1 MiB at most); false with errno set. */
bool session_read(struct arena *a, struct str path, struct str *out);
/** Runs the linter over the session's request. */
int session_lint(struct session *s);
/** Writes every report that was asked for; the exit code of the program. */
int session_report(struct session *s);
/** The report over the session's result, with the options' switches. */
struct report session_view(struct session *s);

/** The rows of command_rows: each does a command and returns the exit code. */
int command_check(const struct options *options);
int command_estimate(const struct options *options);
int command_explain(const struct options *options);
int command_rules(const struct options *options);
int command_gpus(const struct options *options);
int command_models(const struct options *options);
int command_frameworks(const struct options *options);
int command_schema(const struct options *options);
int command_calibrate(const struct options *options);

#endif
