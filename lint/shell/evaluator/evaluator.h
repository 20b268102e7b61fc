/*
 * The abstract evaluator of shell code: its state, and what its parts offer one another.
 *
 * State that a branch or subshell may change (variables, functions, arguments, working directory,
 * captured output) is in slots with a journal, so that a branch is undone and joined at the price
 * of what it changed.
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

enum sh_flow { SH_NEXT, SH_BREAK, SH_CONTINUE, SH_RETURN, SH_EXIT };

enum sh_truth_value { SH_NO, SH_YES, SH_MAYBE };

/** An exit status: as far as it is certain, and with what nothing sets taken as empty. */
struct sh_truth {
	enum sh_truth_value now, assumed;
};

/** Changes of a branch that returned from the function while others go on. */
struct sh_deferred {
	struct sh_changes changes;
	const struct sh_fork *fork;
};

enum { SH_ASKED_MAX = 16 };

/** Variables of which is asked whether something reads them, each by a value that only it has. */
struct sh_asked {
	size_t slot[SH_ASKED_MAX];
	const struct sh_value *given[SH_ASKED_MAX];
	bool read[SH_ASKED_MAX];
	size_t n;
};

struct sh_eval;

/**
 * What is done with the commands that the code comes to. The evaluator knows none but functions, builtins and filters;
 * who starts it notes those that matter.
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

/** A file that the code writes by itself: cat > x.yaml <<EOF. */
struct sh_written_file {
	/** The word that names it; with is_known, name is its text, from the repository's root if rooted. */
	struct sh_field path;
	struct str name;
	bool is_known, rooted;
	/** The contents, and their place: the body of a here-document, or where the command begins that computes them. */
	struct sh_parts text;
	struct span at;
	/** The repository's file that it is made of, with other words put into it; 0: none. */
	uint32_t template;
	/** The number of commands noted before it. */
	size_t before;
	/** A command of the script runs it. */
	bool run;
};

struct sh_eval {
	struct arena *arena;
	const struct shell_world *world;
	struct files *files;
	/** Variables, alternatives that are taken, and the work that is left. */
	struct sh_state state;
	/** Filled by who starts the evaluation. */
	struct sh_commands commands;
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
	const struct node *guard;
	bool background;
	/** Status of the last command. */
	struct sh_truth truth;
	/** set -a */
	bool export_all;
	/** NULL: none are asked for. */
	struct sh_asked *asked;
	/** Standard input of a command in a pipeline of a substitution; NULL: unknown. */
	const struct sh_value *input;
	bool capturing;
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
	int calls, nesting;
	/** In a pass that only finds out what a loop changes. */
	int dry;
};

/* start.c */

/** The state at the start, by the world; NULL is a bare one. */
void sh_start(struct sh_eval *ev, struct arena *a, const struct shell_world *world, struct files *files,
	      struct sh_commands commands);
/** Runs code at the top level, unless it is longer than anybody's. */
void sh_run_source(struct sh_eval *ev, const struct sh_source *src);
/** MAP of the variables that are set, exported or not, but for the working directory. */
struct node *sh_variables(const struct sh_eval *ev);

/* expand.c, parameter.c, glob_pattern.c */

/** Expands a word of a command to any number of fields. */
void sh_fields(struct sh_eval *ev, const struct sh_word *word, struct sh_fields *out);
/** Expands a word without splitting. Known text is quoted where the word quotes it. */
struct sh_parts sh_scalar(struct sh_eval *ev, const struct sh_word *word);
/** An element of $@ or ${a[@]}: its text, and the element itself where it was not changed. */
struct sh_spliced {
	struct sh_parts parts;
	const struct sh_value *element;
};

/** The outcome of ${…}: a scalar, or several for $@ and ${a[@]}. */
struct sh_result {
	bool list, star, open;
	/** ${x:-word}: this word stands for it. */
	const struct sh_word *use;
	struct sh_parts parts;
	struct {
		VEC(struct sh_spliced);
	} items;
};

struct sh_result sh_parameter(struct sh_eval *ev, const struct sh_param *param, struct span at);
/** ${x#…}, ${x/…}, ${x:…} and the other operators that change text. */
struct sh_parts sh_transform(struct sh_eval *ev, const struct sh_param *param, struct sh_parts p,
			     struct span at);
/** The window of ${x:offset:length} in n things; false if a number is not known. */
bool sh_window(struct sh_eval *ev, const struct sh_param *param, int64_t n, int64_t *from,
	       int64_t *to);
/** Where bash counts characters, or bytes: beyond ASCII that is for the locale to say. */
bool sh_is_ascii(struct str s);
/** One part: unknown with a reason, or known text that stands nowhere exactly. */
struct sh_parts sh_parts_unknown(struct sh_eval *ev, struct str why, struct span at);
struct sh_parts sh_parts_text(struct sh_eval *ev, struct str s, struct span at);
/**
 * A pattern's match: the length of the text's start that matches, shortest or longest; SIZE_MAX: none,
 * or the work for it was not left.
 */
size_t sh_match(struct sh_eval *ev, struct str pattern, struct str text, bool longest);
/** Whether the whole text matches; false as well where the work for it was not left. */
bool sh_matches(struct sh_eval *ev, struct str pattern, struct str text);
/**
 * A word as a pattern: quoted bytes are escaped with a backslash; false if it is not known. In
 * pattern and text alike.
 */
bool sh_pattern(struct sh_eval *ev, const struct sh_word *word, struct str *out);

/* test.c */

/** [[ … ]] */
struct sh_truth sh_condition(struct sh_eval *ev, const struct sh_test *test);
/** [ … ] and test, over fields without the command's word and the closing bracket. */
struct sh_truth sh_bracket(struct sh_eval *ev, const struct sh_fields *fields, size_t from,
			   size_t to);
struct sh_truth sh_truth_known(bool yes);
struct sh_truth sh_truth_not(struct sh_truth t);
extern const struct sh_truth sh_truth_maybe;

/* execute.c, branch.c, needed_variables.c, command.c */

enum sh_flow sh_run(struct sh_eval *ev, const struct sh_list *list);
enum sh_flow sh_exec(struct sh_eval *ev, const struct sh_cmd *cmd);
/** while, until and for ((…)); for and select. */
enum sh_flow sh_while(struct sh_eval *ev, const struct sh_cmd *cmd);
enum sh_flow sh_for(struct sh_eval *ev, const struct sh_cmd *cmd);
/** A simple command. */
enum sh_flow sh_exec_simple(struct sh_eval *ev, const struct sh_cmd *cmd);
/** A branch: its commands (one of list and cmd, or neither), and its condition. */
struct sh_branch {
	const struct sh_list *list;
	const struct sh_cmd *cmd;
	const struct node *when;
};
/**
 * Evaluates each branch from the same state and joins. preferred (or SIZE_MAX) is the branch that
 * runs by our assumptions: its state is kept unless it ends the script.
 */
enum sh_flow sh_branches(struct sh_eval *ev, const struct sh_branch *branches, size_t n,
			 size_t preferred);
/**
 * Runs the branch of a condition that had this outcome for certain. If the script ends in it, launching
 * nothing, and would not for certain with variables given that are empty, these are unknown from then on,
 * the branch is undone, and *needed is set: the condition is to be taken as undecided. Only of a script whose
 * arguments nobody knows.
 */
enum sh_flow sh_run_decided(struct sh_eval *ev, const struct sh_branch *branch, enum sh_truth_value outcome,
			    const struct sh_branch *condition, bool *needed);
/** A guard node for a condition. */
const struct node *sh_guard(struct sh_eval *ev, struct span at, bool negated);
/** Runs commands so that nothing but launches remains of them. */
enum sh_flow sh_subshell(struct sh_eval *ev, const struct sh_list *list);
/** Calls a function: SH_EXIT if that ends the script. */
enum sh_flow sh_call(struct sh_eval *ev, const struct sh_value *function, const struct sh_fields *fields);
void sh_assign(struct sh_eval *ev, const struct sh_assign *assign);
/** $(…): what it prints, without newlines at the end. */
struct sh_parts sh_substitute(struct sh_eval *ev, const struct sh_list *list, struct span at);
/** Notes the file that a command writes, if its contents are known: cat > x <<EOF, sed s/a/b/ x > y. */
void sh_written(struct sh_eval *ev, const struct sh_cmd *cmd, const struct sh_fields *fields);
/** Adds to the captured output. */
void sh_print(struct sh_eval *ev, struct sh_parts parts);
/** A call is not made, as too many are open: it costs 1,000 commands, since two in each function are 2^24. */
void sh_too_deep(struct sh_eval *ev);
/** Runs shell text held in fields from `from` on, joined by blanks (eval, ssh); in a subshell or not. */
enum sh_flow sh_eval_fields(struct sh_eval *ev, const struct sh_fields *fields, size_t from,
			    size_t to, bool subshell);
/** A file of the repository at a path, as the working directory has it; 0 if there is none. */
uint32_t sh_find(struct sh_eval *ev, struct sh_parts path);
/** Runs a function, builtin or other command, given its words. */
enum sh_flow sh_run_words(struct sh_eval *ev, const struct sh_cmd *cmd,
			  const struct sh_fields *fields);
/** Hides variables that are not exported, as a new process does; undone with the caller's mark. */
bool sh_hide(struct sh_eval *ev);
/** Runs a file of the repository: as source does, or as a script with arguments of its own. */
enum sh_flow sh_source_file(struct sh_eval *ev, uint32_t file, const struct sh_fields *args,
			    size_t from);
void sh_run_script(struct sh_eval *ev, uint32_t file, const struct sh_fields *args, size_t from);

/** A field as an element of an array: a choice of one or none where the field is conditional. */
void sh_push_field(struct sh_eval *ev, struct sh_entries *to, int64_t index,
		   const struct sh_field *f);
/** Sets $1 … from fields. */
void sh_set_args(struct sh_eval *ev, const struct sh_fields *fields, size_t from);
/** A new local of the function that runs: hides the variable until it ends. */
void sh_local(struct sh_eval *ev, struct str name);
/** A string of the file as shell code. */
enum sh_flow sh_run_text(struct sh_eval *ev, const struct sh_source *src);

/* builtin.c */

/** Whether the command was a builtin (or one that can be computed) and is done; sets *flow. */
bool sh_builtin(struct sh_eval *ev, struct str name, const struct sh_cmd *cmd,
		const struct sh_fields *fields, enum sh_flow *flow);
/** The same for commands that only print: basename, seq, tr, … */
bool sh_filter(struct sh_eval *ev, struct str name, const struct sh_fields *fields);

/** Changes the working directory. */
void sh_chdir(struct sh_eval *ev, struct sh_parts path);
/** Text of a field if it is known. */
bool sh_field_text(struct sh_eval *ev, const struct sh_field *field, struct str *out);

#endif
