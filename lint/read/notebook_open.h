/*
 * What is still open at the end of a line of Python: a string over several lines, or a bracket. IPython knows magics and
 * shell lines at the beginning of a statement only; "%}" in a chat template and "% name" behind a text are neither.
 */
#ifndef LINT_READ_NOTEBOOK_OPEN_H
#define LINT_READ_NOTEBOOK_OPEN_H

#include "core/base/base.h"

struct notebook_open {
	/** The sign of a string of three quotes that goes on: '"' or '\''; 0: none does. */
	char quote;
	/** Brackets that are open. */
	unsigned brackets;
};

/** Takes what a line of Python opens and closes. */
void notebook_open_line(struct notebook_open *o, struct str line);

#endif
