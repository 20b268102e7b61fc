/*
 * Command lines: the libraries that turn words into a parsed object. Each has a file of its own with
 * its functions as rows of natives.
 */
#ifndef LINT_PYTHON_CLI_H
#define LINT_PYTHON_CLI_H

#include "interp.h"

/**
 * A function whose decorators parse the command line (@hydra.main, @click.command, …) is called
 * without arguments: calls it with the parsed ones. False if it has no such decorator.
 */
bool cli_decorated(struct interp *py, const struct func *f, const struct args *args,
		   struct site site, struct node **result);

#endif
