/*
 * Execution: lists, commands, branches and conditions. For the evaluator's own files.
 */
#ifndef LINT_SHELL_EVALUATOR_EXECUTION_H
#define LINT_SHELL_EVALUATOR_EXECUTION_H

#include "expansion.h"

/** Changes of a branch that returned from the function while others go on. */
struct sh_deferred {
	struct sh_changes changes;
	const struct sh_fork *fork;
};

enum { SH_ASKED_MAX = 16 };

/**
 * Variables of which is asked whether something reads them, each by a value that only it has; and the names of those that
 * are read and that nothing sets.
 */
struct sh_asked {
	size_t slot[SH_ASKED_MAX];
	const struct sh_value *given[SH_ASKED_MAX];
	bool read[SH_ASKED_MAX];
	size_t n;
	struct str unset[SH_ASKED_MAX];
	size_t n_unset;
};

/* condition.c */

/** [[ … ]] */
struct sh_truth sh_condition(struct sh_eval *ev, const struct sh_test *test);
/** [ … ] and test, over fields without the command's word and the closing bracket. */
struct sh_truth sh_bracket(struct sh_eval *ev, const struct sh_fields *fields, size_t from,
			   size_t to);
/** Certain. */
struct sh_truth sh_truth_known(bool yes);
/** The opposite (execute.c). */
struct sh_truth sh_truth_not(struct sh_truth t);

/** Notes that a variable that nothing sets is read. */
void sh_note_unset(struct sh_asked *asked, struct str name);

/* execute.c, branch.c, loop.c, assign.c, script.c, written_files.c, command.c */

/** Runs the commands of a list, up to the first that leaves it; NULL is an empty one. */
enum sh_flow sh_run(struct sh_eval *ev, const struct sh_list *list);
/** Runs one command, unless a budget is spent. */
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
 * nothing, and would not for certain with variables given that are empty or not set, these are unknown from then on,
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
/** NAME=…, as a command of its own or in front of one. */
void sh_assign(struct sh_eval *ev, const struct sh_assign *assign);
/** What a file holds that the script has written so far, or that the repository has: source is that one. */
bool sh_read_file(struct sh_eval *ev, const struct sh_field *field, struct sh_parts *out, uint32_t *source);
/** What "< file" gives a command to read; NULL: it is not known. */
const struct sh_value *sh_file_input(struct sh_eval *ev, const struct sh_redirect *from);
/** Notes the file that a command writes, if its contents are known: cat > x <<EOF, sed s/a/b/ x > y. */
void sh_written(struct sh_eval *ev, const struct sh_cmd *cmd, const struct sh_fields *fields);
/** The same for a command that prints, once it is known what. */
void sh_write_printed(struct sh_eval *ev, const struct sh_cmd *cmd, struct sh_parts text);
/**
 * Runs a command by run(), and notes the file that it prints to: that of data of a compound one, { …; } > x.yaml, and any of a
 * filter that fills in a template (sh_fills_in()).
 */
enum sh_flow sh_write_block(struct sh_eval *ev, const struct sh_cmd *cmd,
			    enum sh_flow (*run)(struct sh_eval *ev, const struct sh_cmd *cmd));
/** A call is not made, as too many are open: it costs 1,000 commands, since two in each function are 2^24. */
void sh_too_deep(struct sh_eval *ev);
/** Runs a file of the repository as source does; fields from `from` on are its arguments, if there are any. */
enum sh_flow sh_source_file(struct sh_eval *ev, uint32_t file, const struct sh_fields *args,
			    size_t from);

/** A field as an element of an array: a choice of one or none where the field is conditional. */
void sh_push_field(struct sh_eval *ev, struct sh_entries *to, int64_t index,
		   const struct sh_field *f);
/** Sets $1 … from fields. */
void sh_set_args(struct sh_eval *ev, const struct sh_fields *fields, size_t from);
/** A new local of the function that runs: hides the variable until it ends. */
void sh_local(struct sh_eval *ev, struct str name);

/* builtin.c, filter.c */

/** Whether the command was a builtin (or one that can be computed) and is done; sets *flow. */
bool sh_builtin(struct sh_eval *ev, struct str name, const struct sh_cmd *cmd,
		const struct sh_fields *fields, enum sh_flow *flow);
/** The same for commands that only print: basename, seq, tr, … */
bool sh_filter(struct sh_eval *ev, struct str name, const struct sh_fields *fields);
/** Whether a command is a filter that fills in the template which it reads: envsubst, and a shell without a script. */
bool sh_fills_in(const struct sh_cmd *cmd);
/** Whether a command reads what it makes other commands or words of: xargs, parallel, mapfile. */
bool sh_takes_arguments(const struct sh_cmd *cmd);

#endif
