/*
 * What the files of this room share and nobody else needs; argparse.h has what is about parsers.
 */
#ifndef LINT_PYTHON_COMMANDLINE_COMMANDLINE_PARTS_H
#define LINT_PYTHON_COMMANDLINE_COMMANDLINE_PARTS_H

#include "commandline.h"

/** A function that a decorator made a subcommand: @app.command(), @cli.command("train"). */
struct command_of {
	/** The group: the object or function that the decorator was taken from. */
	const struct node *group;
	/** What the name stands for: a function, or a group of Typer's in turn. */
	struct node *function;
	struct str name;
};

/**
 * Words as a MAP: "--a.b 4", "--a=4", "--flag", "--no-flag", "a.b=4"; dashes in names become
 * underscores, names with dots nest. Values are text, TRUE for a flag, a LIST for several words. Words
 * that belong to no flag are appended to rest (a LIST or NULL).
 */
struct node *cli_flags(struct interpreter *py, const struct node *words, struct node *rest);
/** Whether a word begins with dashes and is no negative number. */
bool cli_is_flag(const struct node *word);
/**
 * Ends the program for an option that its parser requires and did not get, as argparse and click do: where the words are
 * those of a launch, all of them known, and nothing undecided stands around the call. False where that is not so sure.
 */
bool cli_refuses(struct interpreter *py, const struct node *words, struct str option, struct span at);
/** Calls a function with "--name value" words as keywords, other words by position. */
struct node *cli_call_with_words(struct interpreter *py, struct node *function, const struct node *words,
				 struct site site);
/** Runs the subcommand of a group that the words name; each in an arm of its own without words. */
struct node *cli_run_group(struct interpreter *py, const struct node *group, const struct node *words,
			   struct site site,
			   struct node *(*run)(struct interpreter *py, struct node *function,
					       const struct node *words, struct site site));
/** @click.command and @click.group functions; NULL if the decorators are none of click's. */
struct node *click_run(struct interpreter *py, struct node *function, const struct node *words,
		       struct site site);
/** click.option(…) and click.argument(…), as what they declare in a parser. */
void click_option(struct interpreter *py, struct node *parser, const struct call *made);
void click_argument(struct interpreter *py, struct node *parser, const struct call *made);
/** Notes a function that a decorator makes part of an experiment of sacred's; nothing for other decorators. */
void sacred_note(struct interpreter *py, const struct node *decorator, struct node *function);
/** What a function of an experiment's is called with: what its configuration has of what no caller gives. */
const struct args *sacred_configured(struct interpreter *py, const struct func *f, const struct args *args, struct site site);
/** Runs an experiment whose main function was just decorated in the script that is started (@ex.automain). */
void sacred_run_at_once(struct interpreter *py, struct node *function);
/** A flag of absl as FLAGS.name; standard: what it is when no word gives it. Gives a holder of the value, as definitions do. */
struct node *absl_publish(struct interpreter *py, const struct native_call *c, struct node *name, struct node *standard,
			  struct node *value);
/** The text behind "--name" or "-name" at the i-th word of a command line, or behind "=" in it; NULL for other words. */
struct node *absl_value_at(struct interpreter *py, const struct node *argv, size_t i, struct str name);

#endif
