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

/** Most bytes of a file that the user names. */
enum { SESSION_READ_MAX = 1 << 20 };

/** What every run needs, made from the options. */
struct session {
	struct arena *arena;
	const struct options *options;
	struct root root;
	struct filesystem *fs;
	struct files files;
	struct policy policy;
	/** Its file; 0: there is none. */
	uint32_t policy_file;
	/** --config-from: the files of that revision, from the repository's top, and the root's place in them; else NULL. */
	struct filesystem *base;
	struct git_store *store;
	struct str below;
	/** The policy that would hold without it, and its file. */
	struct policy own_policy;
	uint32_t own_file;
	/** Of --baseline, or the one that --write-baseline writes anew; empty without either. */
	struct baseline baseline;
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
/**
 * The same over files that are given, all of them, in an arena of their own; the policy is theirs, or, if like is not
 * NULL, that of another session, which stays open.
 */
int session_open_over(struct session *s, const struct options *options, struct arena *a, struct filesystem *fs,
		      struct session *like);
/** Gives back what --config-from was read through; policy and baseline are gone with it. Nothing for one that was not opened. */
void session_close(struct session *s);
/** A session that is closed where its block ends. */
#define SESSION __attribute__((cleanup(session_close))) struct session
/** Reads a file that the user named, wherever it is (1 MiB at most); false with errno set. */
bool session_read(struct arena *a, struct str path, struct str *out);
/** Runs the linter over the session's request. */
int session_lint(struct session *s);
/** Writes the fixes that leave the training as it is into the files, or prints the patch (--diff); the exit code. */
int session_fix(struct session *s);
/** Writes every report that was asked for; the exit code of the program. */
int session_report(struct session *s);
/** Finds and reads the policy, or the one of --config-from; the exit code. */
int session_open_policy(struct session *s);
/** Takes a text for the policy. */
int session_take_policy(struct session *s, struct str path, struct str text);
/** Reads the baseline, if there is one. */
int session_open_baseline(struct session *s);
/** With --config-from: adds findings of what is softer here than there. */
void session_report_softer(struct session *s);
/** Writes the run's errors and warnings as a baseline (--write-baseline); the exit code. */
int session_write_baseline(struct session *s);
/** Writes a file of the user's: "-" is standard output. EXIT_NOTHING, or the code after a message. */
int session_write_file(struct session *s, struct str text, const char *path);
/** The report over the session's result, with the options' switches. */
struct report session_view(struct session *s);

/** The rows of command_rows: each does a command and returns the exit code. */
int command_check(const struct options *options);
int command_estimate(const struct options *options);
int command_explain(const struct options *options);
int command_advise(const struct options *options);
int command_plan(const struct options *options);
int command_rules(const struct options *options);
int command_gpus(const struct options *options);
int command_models(const struct options *options);
int command_frameworks(const struct options *options);
int command_schema(const struct options *options);
int command_calibrate(const struct options *options);
int command_diff(const struct options *options);
int command_completion(const struct options *options);

#endif
