/*
 * Filters: commands whose output is computed. The table is in filter.c.
 */
#ifndef LINT_SHELL_EVALUATOR_FILTER_H
#define LINT_SHELL_EVALUATOR_FILTER_H

#include "execution.h"

struct sh_filter {
	struct sh_eval *ev;
	const struct sh_fields *fields;
	struct str text;
	/** The exit status, of those that are asked for it. */
	enum sh_truth_value found;
};

/** The text of word i, empty if it is not known. */
struct str sh_filter_word(const struct sh_filter *f, size_t i);
/** The text that word i names a file for, the last word, with its place there; or what comes in, where there is no such word. */
bool sh_filter_input(struct sh_filter *f, size_t i, struct sh_parts *out);
/** Prints a text and a newline; true. */
bool sh_filter_print(const struct sh_filter *f, struct str s);
/** Commands over paths: false if the output is not known. */
bool sh_basename(struct sh_filter *f);
bool sh_dirname(struct sh_filter *f);
bool sh_realpath(struct sh_filter *f);
bool sh_mktemp(struct sh_filter *f);
/** Commands over the lines of a file of the repository, or of what comes in: false if the output is not known. */
bool sh_cat(struct sh_filter *f);
bool sh_grep(struct sh_filter *f);
bool sh_xargs(struct sh_filter *f);
bool sh_awk(struct sh_filter *f);
/** head and tail of some lines. */
bool sh_head(struct sh_filter *f);
bool sh_tail(struct sh_filter *f);
/** sed and awk that print the line of a number, known or not: sed -n "${N}p", awk "NR==$N". */
bool sh_sed_line(struct sh_filter *f);
bool sh_awk_line(struct sh_filter *f);
bool sh_query(struct sh_filter *f);
/** envsubst: what comes in with the environment's variables put into it; false if it is not known. */
bool sh_envsubst(struct sh_filter *f);
/** bash alone: what the code that comes in prints; false if nobody asks for that, or the code is not known. */
bool sh_shell(struct sh_filter *f);

#endif
