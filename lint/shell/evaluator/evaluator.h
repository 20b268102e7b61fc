/*
 * The abstract evaluator of shell code: it runs a script, a string or words as bash would, without executing
 * anything, and hands each command that it does not know to whoever started it (struct sh_commands).
 *
 * Code and a world (world.h) come in; commands with their words go out, and files that the code writes. Whoever is
 * handed a command may read the state, and run other code in it.
 *
 * Uses core/base, lint/text, lint/read, lint/eval, lint/shell/syntax and lint/shell/values.
 */
#ifndef LINT_SHELL_EVALUATOR_EVALUATOR_H
#define LINT_SHELL_EVALUATOR_EVALUATOR_H

#include "lint/shell/values/values.h"
#include "world.h"

enum {
	SH_CALLS_MAX = 24,
	SH_LOOP_MAX = 64,
	/** Bytes of one script: nobody writes as many. */
	SH_SOURCE_MAX = 1 << 20,
};

/** How code ends: at its end, or by a builtin that leaves what is around it. */
enum sh_flow { SH_NEXT, SH_BREAK, SH_CONTINUE, SH_RETURN, SH_EXIT };

enum sh_truth_value { SH_NO, SH_YES, SH_MAYBE };

/** An exit status: as far as it is certain, and with what nothing sets taken as empty. */
struct sh_truth {
	enum sh_truth_value now, assumed;
};

struct sh_eval;
struct sh_deferred;
struct sh_asked;

/**
 * What is done with the commands that the code comes to. The evaluator knows none but functions, builtins and
 * filters; who starts it notes those that matter.
 */
struct sh_commands {
	/** The owner's. */
	void *data;
	/** Runs any other command. It sets ev->truth, and prints something while ev->capturing. */
	void (*run)(struct sh_eval *ev, const struct sh_cmd *cmd, const struct sh_fields *fields);
	/** How many commands were noted so far. */
	size_t (*noted)(const struct sh_eval *ev);
	/** Whether one of those noted since is a program for certain, and no other command. */
	bool (*has_program)(const struct sh_eval *ev, size_t since);
	/** Forgets those noted since. */
	void (*forget)(struct sh_eval *ev, size_t since);
};

/** Files that a script copies into folders elsewhere, of which words are looked for. */
enum { SH_COPIES_MAX = 256 };

/** A file that the code writes by itself: cat > x.yaml <<EOF. */
struct sh_written_file {
	/** Its path as sh_path_name() has it: empty if that is one of several. */
	struct str name;
	/** A path from the repository's root. Its ending says that it holds data, or nothing. */
	bool rooted, is_data;
	/** The contents, with their place: the body of a here-document, or where the command begins. */
	struct sh_parts text;
	struct span at;
	/** The repository's file that it is made of, with other words put into it; 0: none. */
	uint32_t template;
	/** It is a copy of that one as it is. */
	bool whole;
	/** The number of commands noted before it. */
	size_t before;
	/** A command of the script runs it. */
	bool run;
};

/** An index that is not known, and which element it means. */
struct sh_indexed {
	struct str index;
	const struct sh_fork *fork;
};

struct sh_eval {
	struct arena *arena;
	const struct shell_world *world;
	struct files *files;
	/** Variables, alternatives that are taken, and the work that is left. */
	struct sh_state state;
	/** Filled by who starts the evaluation. */
	struct sh_commands commands;
	/** A file was changed in place in a way that is not followed: what asks files has no sure answer any more. */
	bool edited;
	/** Files that the code wrote so far. */
	struct {
		VEC(struct sh_written_file);
	} written;
	/** Files that were sourced or run as scripts. */
	struct {
		VEC(uint32_t);
	} called;
	/** The file that is evaluated. */
	uint32_t file;
	/** Files that are being run, each by the one before it: none runs within itself. */
	struct {
		VEC(uint32_t);
	} running;
	/** Path from the root of the script as $0 and BASH_SOURCE give it. */
	struct str script;
	/** The undecided conditions under which the code runs, innermost first: from[0] is the next outer one. */
	const struct node *guard;
	/** A loop over what nobody knows was taken to run no round, although its rounds change something. */
	bool skipped;
	/** The last command that ended a script behind such a loop; whether the code that is run ended by it. */
	struct span stop;
	bool exited;
	/** Run with '&'. */
	bool background;
	/** An argument was asked for that the script was not given, and for which it has no default. */
	bool wants_arguments;
	/** One was asked for that has a default. */
	bool takes_arguments;
	/** Status of the last command. */
	struct sh_truth truth;
	/** set -a */
	bool export_all;
	/** NULL: none are asked for. */
	struct sh_asked *asked;
	/** Standard input of a command in a pipeline of a substitution; NULL: unknown. */
	const struct sh_value *input;
	/** What commands print is asked for: $(…). */
	bool capturing;
	/** Changes of branches that returned early. */
	struct {
		VEC(struct sh_deferred);
	} deferred;
	/** What `local` hid, to be put back when its function ends. */
	struct {
		VEC(struct sh_undo);
	} locals;
	/** An undecided branch left the loop that is run, or its function, while another went on. */
	bool left;
	/** Loops around whose rounds are not known. */
	int loops;
	/** Loops that break and continue still have to leave. */
	int64_t levels;
	/** Functions, files and strings that run within one another; commands within one another. */
	int calls, nesting;
	/** Indices that are not known, by which elements were asked for. */
	struct {
		VEC(struct sh_indexed);
	} indexed;
	/** In a pass that only finds out what a loop changes. */
	int dry;
};

/** Nothing is known of the status. */
extern const struct sh_truth sh_truth_maybe;

/** The state at the start, by the world; NULL is a bare one. */
void sh_start(struct sh_eval *ev, struct arena *a, const struct shell_world *world, struct files *files,
	      struct sh_commands commands);
/** Runs code at the top level, unless it is longer than anybody's. */
void sh_run_source(struct sh_eval *ev, const struct sh_source *src);
/** MAP of the variables that are set, exported or not, but for the working directory. */
struct node *sh_variables(const struct sh_eval *ev);

/** Runs a function, builtin or other command, given its words. */
enum sh_flow sh_run_words(struct sh_eval *ev, const struct sh_cmd *cmd,
			  const struct sh_fields *fields);
/** A string of the file as shell code. */
enum sh_flow sh_run_text(struct sh_eval *ev, const struct sh_source *src);
/** Runs shell text held in fields from `from` on, joined by blanks (eval, ssh); in a subshell or not. */
enum sh_flow sh_eval_fields(struct sh_eval *ev, const struct sh_fields *fields, size_t from,
			    size_t to, bool subshell);
/**
 * Runs shell text with arguments of its own, in a new process: fields from `args` on, and the one before them as
 * $0, if there is one.
 */
void sh_run_process(struct sh_eval *ev, const struct sh_field *text, const struct sh_fields *fields, size_t args);
/** Runs a file of the repository as a script of its own; fields from `from` on are its arguments. */
void sh_run_script(struct sh_eval *ev, uint32_t file, const struct sh_fields *args, size_t from);
/** What a file holds that the script has written so far, or that the repository has, with its places there. */
bool sh_read_placed(struct sh_eval *ev, const struct sh_field *field, struct sh_parts *out);
/** A file of the repository at a path, as the working directory has it; 0 if there is none. */
uint32_t sh_find(struct sh_eval *ev, struct sh_parts path);
/**
 * The same of a file that another machine may have elsewhere, /home/me/project/scripts/x.sh: else the only one that the
 * longest end of the path names, two names at least.
 */
uint32_t sh_find_elsewhere(struct sh_eval *ev, struct sh_parts path);
/** Changes the working directory. */
void sh_chdir(struct sh_eval *ev, struct sh_parts path);
/** Adds to the captured output. */
void sh_print(struct sh_eval *ev, struct sh_parts parts);
/**
 * A path, in which parts that are not known are named as the script has them: "run_${SLURM_JOB_ID}.yaml". Equal
 * names are the same file to one script. Empty for one of several.
 */
struct str sh_path_name(struct sh_eval *ev, struct sh_parts path, bool *rooted);
/**
 * The word ("--config=" in front of the path or not) as the name of a file that the script wrote, where it is not
 * known otherwise; false if it is none.
 */
bool sh_written_word(struct sh_eval *ev, struct sh_parts word, struct str *out, bool *rooted);
/** The repository's file of which a word names a copy that the script has put into a folder elsewhere; 0: none. */
uint32_t sh_copied_word(struct sh_eval *ev, struct sh_parts word);
/** The file of a name that the script has written, the last one; NULL: none. */
struct sh_written_file *sh_find_written(struct sh_eval *ev, struct str name, bool rooted);
/** Text of a field if it is known. */
bool sh_field_text(struct sh_eval *ev, const struct sh_field *field, struct str *out);

#endif
