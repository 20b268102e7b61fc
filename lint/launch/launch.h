/*
 * What shell code launches: the commands that may train, with their words, options and environment.
 *
 * Scripts, strings and words come in (other files that start programs: lint/launch/files), with a world that they may ask
 * (lint/shell/evaluator/world.h); launches go out, and the files that the code writes.
 *
 * Scripts are evaluated in the abstract and nothing is executed (lint/shell/evaluator): variables, arrays,
 * functions, branches and loops as bash has them; what cannot be known is NODE_UNKNOWN with the reason. Launchers
 * are stripped off a command one by one (srun, docker run, uv run, accelerate launch, …) until the program is
 * found: strip_launchers.c. A new launcher, and an option of one that takes a value, is a row of
 * launcher_table.c; scheduler_directives.c reads #SBATCH and its kin.
 *
 * What is assumed, and holds unless the world says otherwise:
 *   - a script is run without arguments: "$@" is nothing, ${1:-8} is 8, and $1 alone is unknown;
 *   - variables that no file sets are not set: ${X:-8} is 8, and $X alone is unknown;
 *   - commands succeed; of a condition that only the two assumptions above decide, both branches
 *     are read, and the variables are those of the branch that runs then;
 *   - the script is started in the root of the repository; $0, BASH_SOURCE and $(pwd) give rooted
 *     words (see struct launch_word).
 *
 * Uses core/base, lint/text, lint/read, lint/eval and the rooms of lint/shell.
 */
#ifndef LINT_LAUNCH_LAUNCH_H
#define LINT_LAUNCH_LAUNCH_H

#include "partial_commands.h"
#include "sweep.h"

#include "lint/shell/evaluator/world.h"
#include "lint/shell/syntax/source.h"

struct holed_text;

struct launch_word {
	/**
	 * STR, UNKNOWN (text: why), or EITHER of those. at is the word where it stands: in the command,
	 * or in the array or string that an expansion spliced in. If the value comes from a variable,
	 * how is "$NAME" and from[0] the value assigned, with the place of the assignment.
	 */
	struct node *value;
	/**
	 * UNKNOWN: the known text before the first and after the last unknown part: "--lr=", "/train.py".
	 * STR: both are the text. EITHER: both are empty.
	 */
	struct str head, tail;
	/** The word is there only under this condition (as a guard of struct launch); NULL: surely. */
	const struct node *when;
	/** UNKNOWN and not quoted: any number of words, none included. */
	bool many;
	/** A path from the root of the repository, whatever the working directory is. */
	bool rooted;
	/** Written behind a broken continuation: meant for this command, but bash does not pass it on. */
	bool lost;
};

/** One launcher that was stripped off: "srun", "accelerate launch", "docker run". */
struct launch_layer {
	/** The row's name: "torchrun" also for python -m torch.distributed.run. */
	struct str name;
	struct span at;
	/**
	 * MAP: option → value. Keys are long names without dashes in front and with '_' for '-':
	 * "num_processes", "gpus_per_node"; short options have their long name where the row knows it.
	 * A switch has BOOL true. A repeated option has its last value; docker's and env's variables go
	 * to the environment. The key's at is the option as written.
	 */
	struct node *options;
};

enum launch_kind {
	/** python train.py: program is the path. */
	LAUNCH_SCRIPT,
	/** python -m pkg.train: program is the dotted name. */
	LAUNCH_MODULE,
	/** python -c '…', python - <<EOF: program is the code. */
	LAUNCH_CODE,
	/** A console command ("axolotl", "llamafactory-cli", "swift"): program is its word. */
	LAUNCH_COMMAND,
};

struct launch {
	enum launch_kind kind;
	/** The whole command, from its first word (or environment prefix) to its last. */
	struct span at;
	/** The file in which the command stands. */
	uint32_t file;
	/** The scripts that run one another up to that file, the outermost first; it is not among them. */
	struct {
		VEC(uint32_t);
	} through;
	struct launch_word program;
	/** The program's arguments, in order; the program itself is not among them. */
	struct {
		VEC(struct launch_word);
	} args;
	/** Outermost first; empty for a bare python. */
	struct {
		VEC(struct launch_layer);
	} layers;
	/** MAP: exported variables and the command's own prefix; an unset one is absent. Shared: do not change. */
	const struct node *env;
	/** Working directory. Rooted, or unknown; "" is the root. */
	struct launch_word cwd;
	/**
	 * The undecided conditions under which the command runs, innermost first: text is the condition
	 * as written ("not" before it for an else branch), at its place, from[0] the next outer one.
	 * NULL: it surely runs. Commands with several readings (a conditional launcher) appear once for
	 * each, with the same at.
	 */
	const struct node *guard;
	/** Batch directives of the file: MAP of the system ("SBATCH") → MAP as in layers; NULL if none. */
	const struct node *batch;
	/** Run with '&'. */
	bool background;
	/** In a loop whose rounds are not known: it stands for any number of such commands. */
	bool loop;
	/** The script's own arguments are passed on ("$@"): more flags are possible. */
	bool open;
	/** The block of a document that tells people to run it; of no file if code runs it. */
	struct span told;
};

/** A place where a launcher's command ends although flags of it follow. */
struct launch_break {
	enum sh_break_kind kind;
	/** The backslash with what stands behind it, or the comment. */
	struct span at;
	/** The lost words, as written, over one or more lines. */
	struct span lost;
	/** The launch that loses them: index in struct launches. */
	size_t launch;
};

/** A file that the code writes by itself: cat > x.yaml <<EOF. */
struct launch_file {
	/** Where it is written; a part that is not known is named as the script has it: "run_${SLURM_JOB_ID}.yaml". */
	struct str path;
	/** The contents, with a hole for each part that is not known. */
	const struct holed_text *text;
	/** The repository's file that it is made of, with other words put into it; 0: none. */
	uint32_t template;
	/** The number of launches before it, and (launches_keep()) before the next one of its name; SIZE_MAX: none follows. */
	size_t before, until;
};

struct launches {
	VEC(struct launch);
	struct {
		VEC(struct launch_break);
	} breaks;
	struct {
		VEC(struct launch_file);
	} written;
	/** Files sourced or run as scripts from here: ids, so that they need not be entry points again. */
	struct {
		VEC(uint32_t);
	} called;
	/** MAP: every variable at the end, exported or not; for `.env`-like files and debugging. */
	const struct node *variables;
	/** Commands run and work of expansions, within the budget that was given. */
	uint64_t steps, work;
	/** Budgets that were spent, as a phrase; empty if none. */
	struct str spent;
	/** Of a script: it asks for arguments, which nobody gave it here. */
	bool wants_arguments;
	/** It has defaults for some of them. */
	bool takes_arguments;
};

/**
 * A copy in an arena that needs nothing of the one in which the script was evaluated; it notes which of the script's files
 * a later one of the same name replaces.
 */
struct launches *launches_keep(struct arena *a, const struct arena *from, const struct launches *launches);
/**
 * Evaluates a shell script (bash, sh, Slurm and other batch scripts). Never fails: what does not
 * parse is left out up to the next line. Results live in the arena.
 */
struct launches *shell_read(struct arena *a, const struct shell_world *world, struct files *files,
			    uint32_t file);
/**
 * Evaluates a command string of another file (Kubernetes args, workflow run, subprocess strings,
 * notebook lines). segments, ordered by off, give exact places; with n_segments 0 every span is at.
 * A YAML block scalar has one segment per line.
 */
struct launches *shell_read_string(struct arena *a, const struct shell_world *world,
				   struct files *files, struct str code, struct span at,
				   const struct shell_segment *segments, size_t n_segments);
/**
 * Strips the launchers off a command that is already split into words (exec form of Docker and Kubernetes,
 * subprocess lists): a LIST of STR and UNKNOWN; of a word that is known in part a TUPLE of both. No expansion takes
 * place, but bash -c strings are evaluated.
 */
struct launches *shell_read_words(struct arena *a, const struct shell_world *world,
				  struct files *files, const struct node *words);

/** The option of the innermost layer that has it ("num_processes"), or NULL. */
const struct node *launch_option(const struct launch *launch, struct str option);
/** The layer of a name, or NULL. */
const struct launch_layer *launch_layer(const struct launch *launch, struct str name);
/**
 * Takes "--flag=value" or "key=value" apart: name without "=", value with its own span. False for a
 * word without "=" in its known head.
 */
bool launch_split(struct arena *a, const struct launch_word *word, struct str *name,
		  struct node **value);
/**
 * Entries of CUDA_VISIBLE_DEVICES (and its kin) in the launch's environment: their number, -1 if it is
 * not set, -2 if it is set to something unknown. 0 is a CPU job.
 */
int launch_visible_devices(const struct launch *launch);
/** The same of an environment as a mapping; NULL is one where it is not set. */
int visible_devices(const struct node *env);

/**
 * The switch that keeps a launcher, by its row's name, from giving each process its --local_rank; NULL: it gives none
 * (it sets the environment).
 */
const char *launcher_rank_switch(struct str name);
/** Why what a launcher starts, by its row's name, trains where nothing is estimated; NULL: it may be estimated. */
const char *launcher_no_job(struct str name);

#endif
