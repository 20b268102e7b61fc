/*
 * Brace expansion: the words that a word with braces stands for.
 */
#ifndef LINT_SHELL_VALUES_BRACE_EXPANSION_H
#define LINT_SHELL_VALUES_BRACE_EXPANSION_H

#include "state.h"

/** The words of a brace expansion; false if the word has none, or is too long for one. */
struct sh_words {
	VEC(const struct sh_word *);
};
bool sh_braces(struct sh_state *st, const struct sh_word *word, struct sh_words *out);

#endif
