/*
 * Expansion: from words to fields. For the evaluator's own files.
 */
#ifndef LINT_SHELL_EVALUATOR_EXPANSION_H
#define LINT_SHELL_EVALUATOR_EXPANSION_H

#include "evaluator.h"

/** Expands a word of a command to any number of fields. */
void sh_fields(struct sh_eval *ev, const struct sh_word *word, struct sh_fields *out);
/** Expands a word without splitting. Known text is quoted where the word quotes it. */
struct sh_parts sh_scalar(struct sh_eval *ev, const struct sh_word *word);
/** $(…): what it prints, without newlines at the end. Runs the commands. */
struct sh_parts sh_substitute(struct sh_eval *ev, const struct sh_list *list, struct span at);

/** An element of $@ or ${a[@]}: its text, and the element itself where it was not changed. */
struct sh_spliced {
	struct sh_parts parts;
	const struct sh_value *element;
};

/** The outcome of ${…}: a scalar, or several for $@ and ${a[@]}. */
struct sh_result {
	bool list, star, open;
	/** ${x:-word}: this word stands for it. */
	const struct sh_word *use;
	struct sh_parts parts;
	struct {
		VEC(struct sh_spliced);
	} items;
};

/** $x, ${x}, ${x:-y} and the other forms. */
struct sh_result sh_parameter(struct sh_eval *ev, const struct sh_param *param, struct span at);
/** ${x#…}, ${x/…}, ${x:…} and the other operators that change text. */
struct sh_parts sh_transform(struct sh_eval *ev, const struct sh_param *param, struct sh_parts p,
			     struct span at);
/** The window of ${x:offset:length} in n things; false if a number is not known. */
bool sh_window(struct sh_eval *ev, const struct sh_param *param, int64_t n, int64_t *from,
	       int64_t *to);
/** Where bash counts characters, or bytes: beyond ASCII that is for the locale to say. */
bool sh_is_ascii(struct str s);
/** What a process that is started finds under a name: nothing of a variable that is not exported. May set ev->state.need. */
struct sh_parts sh_environment(struct sh_eval *ev, struct str name, struct span at);
enum { SH_ONE_OF_MAX = 64 };

/**
 * One of n scalars (SH_ONE_OF_MAX at most) by an index that is not known: of equal indices the one beside it. labels say which
 * index each has, text how the script calls it.
 */
struct sh_parts sh_one_of(struct sh_eval *ev, const struct sh_value *const *values, const struct str *labels, size_t n, struct str index,
			  struct str text, struct span at);
/** What an index is not known by, as far as that tells two apart. */
struct str sh_index_text(struct sh_eval *ev, struct sh_parts key);
/** One part: unknown with a reason, or known text that stands nowhere exactly. */
struct sh_parts sh_parts_unknown(struct sh_eval *ev, struct str why, struct span at);
struct sh_parts sh_parts_text(struct sh_eval *ev, struct str s, struct span at);
/**
 * A pattern's match: the length of the text's start that matches, shortest or longest; SIZE_MAX: none,
 * or the work for it was not left.
 */
size_t sh_match(struct sh_eval *ev, struct str pattern, struct str text, bool longest);
/** Whether the whole text matches; false as well where the work for it was not left. */
bool sh_matches(struct sh_eval *ev, struct str pattern, struct str text);
/**
 * A word as a pattern: quoted bytes are escaped with a backslash; false if it is not known. In
 * pattern and text alike.
 */
bool sh_pattern(struct sh_eval *ev, const struct sh_word *word, struct str *out);

#endif
