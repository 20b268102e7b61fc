/*
 * Functions that are called with the words of the command line as their arguments.
 */
#ifndef LINT_PYTHON_COMMANDLINE_CALLED_WITH_WORDS_H
#define LINT_PYTHON_COMMANDLINE_CALLED_WITH_WORDS_H

#include "lint/python/evaluator/evaluator.h"

/** Calls a function with "--name value" words as keywords, other words by position. */
struct node *cli_call_with_words(struct interp *py, struct node *function,
				 const struct node *words, struct site site);

#endif
