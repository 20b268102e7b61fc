/*
 * Command lines: the libraries that turn words into a parsed object (argparse and what is built on it, click, typer,
 * fire, absl, sacred, jsonargparse, LightningCLI, parsers over dataclasses), a table of C functions for each.
 *
 * In: the words of a launch (world->argv; NULL: no launch is known) and what a script declares. Out: namespaces,
 * objects, or the calls of the functions that the words are for. Uses lint/python/config and below, and rows of
 * lint/frameworks for the options of a library's dataclass.
 */
#ifndef LINT_PYTHON_COMMANDLINE_COMMANDLINE_H
#define LINT_PYTHON_COMMANDLINE_COMMANDLINE_H

#include "lint/python/config/config.h"

/** The tables of this room: natives_absl_flags, … */
#define COMMANDLINE_TABLES(X)                                                                      \
	X(absl_flags) X(argparse_methods) X(click) X(config_flags) X(dataclass_parser) X(fire)     \
	X(jsonargparse) X(lightning_cli) X(metaflow) X(sacred) X(typer) X(wandb)

COMMANDLINE_TABLES(NATIVES_DECLARE)

/**
 * A function whose decorators parse the command line (@hydra.main, @click.command, …) is called
 * without arguments: calls it with the parsed ones. False if it has no such decorator.
 */
bool cli_call_decorated(struct interpreter *py, const struct func *f, const struct args *args,
		   struct site site, struct node **result);
/** Runs a new function whose decorator does so in the script that is started (fastcore's call_parse, sacred's automain). */
void cli_run_at_once(struct interpreter *py, struct node *function);
/** What a function is called with: what gin-config or sacred configures beside what is given. */
const struct args *cli_configured(struct interpreter *py, const struct func *f, const struct args *args, struct site site);
/** Notes a function that the decorator makes a subcommand of a group. */
void cli_note_command(struct interpreter *py, const struct node *decorator, struct node *function);
/** Runs the steps of a flow when an object of its class is made. */
void metaflow_run(struct interpreter *py, struct class *c, struct node *object, struct site site);
/** A function whose own parameters are typer's command line, called with what words (may be NULL) give. */
struct node *typer_call(struct interpreter *py, struct node *function, const struct node *words,
			struct site site);

#endif
