/*
 * Brace expansion: the words that a word with braces stands for.
 */
#ifndef LINT_SHELL_VALUES_BRACE_EXPANSION_H
#define LINT_SHELL_VALUES_BRACE_EXPANSION_H

#include "state.h"

/** Words as a command has them, before expansion. */
struct sh_words {
	VEC(const struct sh_word *);
};
/** The words that a word with braces stands for; false if it has none, or they are too many. */
bool sh_braces(struct sh_state *st, const struct sh_word *word, struct sh_words *out);

#endif
