/*
 * How many tokens code lets a row have: numbers it cuts to, sums of parts, and what they leave of a row.
 */
#ifndef LINT_TRAINING_TOKEN_BOUNDS_H
#define LINT_TRAINING_TOKEN_BOUNDS_H

#include "scan.h"

/** How long a row of tokens is, or a part of one. */
struct token_length {
	/** Tokens, at most so many; absent: nothing limits them. */
	struct value most;
	/** Where that is longest + 1, the longest; else absent. */
	struct value longest;
	/** Where that is (whole - n), with room for the n tokens that are put around a row: the whole; else absent. */
	struct value whole;
	/** They come from a tokenizer. */
	bool tokens;
	/** The code joins, pads or cuts them: it is not for the tokenizer's call to say. */
	bool made;
	/** Tokens of a tokenizer and others behind them. */
	bool joined;
	/** A part is as long as its text. */
	bool uncut;
	/** A part is cut to, or padded by, what the others leave of the row: most is that of the whole row. */
	bool filled;
};

/** A number of the code's as a length; absent: it is none. */
struct value token_bound(const struct scan *s, const struct node *n);
/** The longest of (longest + 1), of which inputs and labels are cut; absent for any other number. */
struct value token_bound_less_one(const struct scan *s, const struct node *n);
/** The whole of (whole - 2), whose 2 are the tokens around a row; absent for any other number. */
struct value token_bound_with_ends(const struct scan *s, const struct node *n);
/** The longest of what is left of a row: longest - len(prompt) - 1; absent for any other number. */
struct value token_bound_of_rest(const struct scan *s, const struct node *n);
/**
 * Whether a value is padding, [pad] * (longest - len(ids)): *to is what it fills the row up to, absent where
 * that is not known, as for the longest of a batch.
 */
bool is_padding(const struct scan *s, const struct node *n, struct value *to);
/** The longest of several; absent if one of them may be of any length. */
struct token_length token_length_longest(struct token_length a, struct token_length b);
/** That of two parts behind each other. */
struct token_length token_length_joined(const struct scan *s, struct token_length a, struct token_length b);

#endif
