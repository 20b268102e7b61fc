/*
 * The command line: a table of options, from which the help is printed too.
 */
#ifndef LINT_CLI_OPTIONS_H
#define LINT_CLI_OPTIONS_H

#include "lint/diff/diff.h"
#include "lint/policy/request.h"
#include "lint/report/report.h"

enum color { COLOR_AUTO, COLOR_ALWAYS, COLOR_NEVER };

/** --output FORMAT=FILE. */
struct output {
	const struct report_format *format;
	/** "-" is standard output. */
	const char *path;
};

struct option_row;

struct options {
	struct arena *arena;
	/** What is to be done; the first word that is no option, or "check". */
	const struct command_row *command;
	/** The other words that are no options, as given. */
	struct {
		VEC(struct str);
	} words;
	struct str gpu;
	/** --model and --count of plan; empty and 0: not given. */
	struct str model;
	int64_t count;
	/** NULL: not given. */
	const struct report_format *format;
	struct {
		VEC(struct output);
	} outputs;
	struct {
		VEC(struct given);
	} given;
	struct {
		VEC(struct str);
	} exclude;
	/** --config, --root, --stdin-filename, --model-config; empty: not given. */
	struct str config, root, stdin_filename, model_config;
	/** --config-from; empty: not given. */
	struct str config_from;
	/** --baseline, --write-baseline; empty: not given. */
	struct str baseline, write_baseline;
	/** --repository, --commit: where the files are from; empty: not given. */
	struct str repository, commit;
	enum color color;
	/** --jobs; 0: as many as there are processors, but few. */
	unsigned jobs;
	bool has_fail_on;
	enum fail_on fail_on;
	bool no_ignore;
	/** schema: --policy. */
	bool policy;
	/** diff: --only-changed, --fail-on-increase. */
	bool only_changed;
	struct diff_limit fail_on_increase;
	bool no_config, quiet, verbose, strict, exit_zero, check, fix, diff, list_files, show_settings, show_trace, stats, stats_json;
	bool help, version;
	/** The options that were given, in that order. */
	struct {
		VEC(const struct option_row *);
	} used;
	/** What is wrong; empty so far. */
	struct str message;
};

/** A word of the command line that says what is to be done. */
struct command_row {
	const char *name;
	/** "[PATH…]", for the help. */
	const char *operands;
	const char *help;
	/** Does it; returns the exit code. */
	int (*run)(const struct options *options);
};

/** An option: an argument is taken if its name is not NULL. */
struct option_row {
	const char *name;
	/** One letter, or 0. */
	char letter;
	/** What people read for it: "FILE", "low|likely|high". */
	const char *argument;
	/** Takes the argument (or sets the switch at offset if NULL); false if it is wrong. */
	bool (*take)(struct options *o, const char *text);
	size_t offset;
	const char *help;
};

/** Every option, *n of them, for who describes them. */
const struct option_row *options_rows(size_t *n);

/** Every command, the default one first; in lint/cli/cli.c. */
extern const struct command_row command_rows[];
extern const size_t command_rows_n;

/** Reads the command line (argv[0] is skipped). False if it is wrong: message says how. */
bool options_parse(struct arena *a, int argc, char *const *argv, struct options *out);
/** The text of --help. */
void options_help(struct out *out);

#endif
