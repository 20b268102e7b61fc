/*
 * Launchers as rows: commands that run another program.
 */
#ifndef LINT_LAUNCH_LAUNCHER_TABLE_H
#define LINT_LAUNCH_LAUNCHER_TABLE_H

#include "core/base/base.h"

/** What stands behind a launcher's options. */
enum launcher_then {
	/** A command: its words are looked at further. */
	LAUNCHER_COMMAND,
	/** A Python script, or a module, or (with a switch) a command. */
	LAUNCHER_SCRIPT,
	/** The same, and a word that ends in no ".py" is a module's name. */
	LAUNCHER_SCRIPT_OR_MODULE,
	/** The rest, joined by blanks, is shell code. */
	LAUNCHER_SHELL,
	/** The same, and behind it the names of keys: tmux send-keys "python train.py" Enter. */
	LAUNCHER_KEYS,
	/** A shell script with arguments. */
	LAUNCHER_SHELL_SCRIPT,
	/** The launcher is the program itself (tune run); its options are the layer's alone. */
	LAUNCHER_ITSELF,
	/** What runs is named among the options: a module (module_name), or an image (master_image_uri). Its words stand behind "--". */
	LAUNCHER_NAMED,
	/** What runs, its words and its machine are in lists of options (worker_pool.c). */
	LAUNCHER_POOL,
	/** What runs and its machine are in a file, or behind the command (cloud_job.c). */
	LAUNCHER_CLOUD_JOB,
	/** A command that is run once for each argument of lists (parallel.c), or for what is read (argument_lists.c). */
	LAUNCHER_PARALLEL,
	LAUNCHER_XARGS,
};

/** Options that a row does not name. Rows say false and true for the first two. */
enum launcher_other {
	LAUNCHER_OTHER_SWITCH = false,
	LAUNCHER_OTHER_VALUED = true,
	/** The program's (click's ignore_unknown_options): and the launcher's may stand behind the program. */
	LAUNCHER_OTHER_PASSED,
};

struct launcher {
	/** What struct launch_layer calls it. */
	const char *name;
	/** The words that mean it; "-m x" stands behind python. NULL ends them. */
	const char *const *words;
	enum launcher_then then;
	/** Words between the options and what is launched: docker's image, ssh's host. */
	unsigned skip;
	/**
	 * Options that take a value, blanks between. "nodes" is --nodes; "N=nodes" is -N, known as nodes;
	 * a "+" behind it: two values. Names have '_' for '-'.
	 */
	const char *valued;
	/** Options that take none. "-m" and "-c" in front of a name: it says that a module or command follows. */
	const char *switches;
	/** What an option of neither list is. */
	enum launcher_other other;
	/** Where the row's options were read. */
	const char *source;
};

enum option_kind {
	OPTION_VALUE,
	OPTION_TWO_VALUES,
	OPTION_SWITCH,
	/** The program is a module; a command. */
	OPTION_MODULE,
	OPTION_PLAIN_COMMAND,
	OPTION_OTHER,
};

/** The table; ends at *n. */
const struct launcher *launcher_table(size_t *n);
/** What an option (without dashes, '_' for '-') of a launcher is; *name: its long name. */
enum option_kind launcher_option(const struct launcher *l, struct str option, struct str *name);
/** Whether a command cannot train: echo, git, pip. Its words are no launch. */
bool launcher_ignored(struct str command);

#endif
