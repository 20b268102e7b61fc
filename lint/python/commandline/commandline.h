/*
 * Command lines: the libraries that turn words into a parsed object. Each has a file of its own with
 * its functions as rows of natives; argparse.h is the largest.
 */
#ifndef LINT_PYTHON_COMMANDLINE_COMMANDLINE_H
#define LINT_PYTHON_COMMANDLINE_COMMANDLINE_H

#include "lint/python/evaluator/evaluator.h"

/** A function that a decorator made a subcommand: @app.command(), @cli.command("train"). */
struct command_of {
	/** The group: the object or function that the decorator was taken from. */
	const struct node *group;
	/** What the name stands for: a function, or a group of Typer's in turn. */
	struct node *function;
	struct str name;
};

/**
 * A function whose decorators parse the command line (@hydra.main, @click.command, …) is called
 * without arguments: calls it with the parsed ones. False if it has no such decorator.
 */
bool cli_decorated(struct interp *py, const struct func *f, const struct args *args,
		   struct site site, struct node **result);
/** Runs a new function whose decorator does so in the script that is started (fastcore's call_parse). */
void cli_run_at_once(struct interp *py, struct node *function);
/** Notes a function that the decorator makes a subcommand of a group. */
void cli_note_command(struct interp *py, const struct node *decorator, struct node *function);
/** Runs the subcommand of a group that the words name; each in an arm of its own without words. */
struct node *cli_run_group(struct interp *py, const struct node *group, const struct node *words,
			   struct site site,
			   struct node *(*run)(struct interp *py, struct node *function,
					       const struct node *words, struct site site));

/**
 * Words as a MAP: "--a.b 4", "--a=4", "--flag", "--no-flag", "a.b=4"; dashes in names become
 * underscores, names with dots nest. Values are text, TRUE for a flag, a LIST for several words. Words
 * that belong to no flag are appended to rest (a LIST or NULL).
 */
struct node *cli_flags(struct interp *py, const struct node *words, struct node *rest);
/** Whether a word begins with dashes and is no negative number. */
bool cli_is_flag(const struct node *word);
/** "true", "1", "yes" and their kin are true, whatever the case; any other text is false. */
struct node *cli_bool(struct interp *py, struct str text, struct span at);
/** A default as a parameter's value: a copy that says so, unless it is shared or says where it is from. */
struct node *cli_default(struct interp *py, struct node *value, struct str name);
/** A value of the command line as an annotation (may be NULL) types it. */
struct node *cli_typed(struct interp *py, const struct module *m, const struct py_expr *annotation,
		       struct node *value);
/** The name that an annotation comes down to, Optional[] and subscripts taken off; empty: none. */
struct str cli_annotation_name(const struct py_expr *annotation);
/** What an annotation says of elements: X of list[X] and dict[str, X]; NULL if it is no such. */
const struct py_expr *cli_element_of(const struct py_expr *annotation);
/** The class that an annotation names in a module, Optional[] and the like taken off; or NULL. */
struct class *cli_class_of(struct interp *py, const struct module *m,
			   const struct py_expr *annotation);
/**
 * Makes what a type describes from a MAP of values: an object of a class (nested ones too), the result
 * of a function called with them, or a library's object made by a call with them as keywords. Members
 * that it does not take are left out of classes and functions.
 */
struct node *cli_build(struct interp *py, struct node *type, struct node *flags, struct site site);
/** The configuration in a file as a MAP; unknown if the path is none of the repository's. */
struct node *cli_config(struct interp *py, const struct node *path, struct span at);

/** @click.command and @click.group functions; NULL if the decorators are none of click's. */
struct node *click_run(struct interp *py, struct node *function, const struct node *words,
		       struct site site);
/** click.option(…) and click.argument(…), as what they declare in a parser. */
void click_option(struct interp *py, struct node *parser, const struct call *made);
void click_argument(struct interp *py, struct node *parser, const struct call *made);
/** A function whose own parameters are typer's command line, called with what words (may be NULL) give. */
struct node *typer_call(struct interp *py, struct node *function, const struct node *words,
			struct site site);
/** @hydra.main(config_path=…, config_name=…): the composed configuration. */
struct node *hydra_compose(struct interp *py, const struct call *made, const struct node *words,
			   struct site site);
/** What a configuration names by _target_, as hydra.utils.instantiate makes it; others as they are. */
struct node *target_build(struct interp *py, struct node *conf, struct site site);

#endif
