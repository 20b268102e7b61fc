/*
 * Notebooks: the Python and the shell lines of an .ipynb file's code cells, and what the text between them shows.
 */
#ifndef LINT_READ_NOTEBOOK_H
#define LINT_READ_NOTEBOOK_H

#include "lint/text/text.h"
#include "node.h"

struct notebook {
	/** Derived files (lint/text/files.h): the cells' Python, one after the other, and their shell lines. */
	uint32_t python, shell;
	/** The same of the text between the code, those cells that show code: Markdown. 0: none does. */
	uint32_t prose;
	/** The notebook's metadata (a MAP), or NULL: Colab and Kaggle name the GPU there. In the scratch memory. */
	const struct node *metadata;
	/** Its cells (a LIST), outputs included; NULL: it is an export. In the scratch memory. */
	const struct node *cells;
};

/**
 * Whether a Python file's text is that of a notebook, as Databricks keeps them and as people write them out: with "# MAGIC"
 * lines, or with shell lines of IPython's (!deepspeed train.py), which are no Python.
 */
bool notebook_is_export(struct str text);

/**
 * Takes a loaded notebook apart. In the Python, magics and shell lines are "pass" at their own
 * indentation; cells of another language are left out. False if the file is no notebook, nor an export of one.
 * Its tree is left behind in scratch memory.
 */
bool notebook_read(struct arena *a, struct arena *scratch, struct files *files, uint32_t file, struct notebook *out);
/**
 * The tree of a notebook's text, or NULL, without the values that nobody reads: those are 0. Its strings point
 * into the arena or the text.
 */
struct node *notebook_tree(struct arena *a, uint32_t file, struct str text);
/**
 * A notebook's text without the values that nobody reads: those are 0. What is left out goes with it into the list of
 * files (files_leave_out()). Scratch memory is left behind.
 */
struct str notebook_copy(struct arena *a, struct arena *scratch, struct str text, struct left_outs *left_outs);

#endif
