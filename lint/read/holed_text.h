/*
 * Texts that a program writes and of which parts are not known: $BATCH in the here-document that becomes a config.
 *
 * A hole is a number in the text, as YAML, JSON and TOML take it anywhere that a value may stand; what is read of the
 * text is then filled: a value that the number is, or is in, is what is known of the hole.
 */
#ifndef LINT_READ_HOLED_TEXT_H
#define LINT_READ_HOLED_TEXT_H

#include "data_file.h"

struct holed_text {
	/** With a mark for each hole. */
	struct str text;
	/** The bytes behind text.s, where they are its own; 0: they are not. */
	size_t room;
	/** Where it is written, as a whole. */
	struct span at;
	/** Where its parts are, by offset. */
	struct {
		VEC(struct piece);
	} pieces;
	/** By number: UNKNOWN, or EITHER of texts. */
	struct {
		VEC(struct node *);
	} holes;
	/** A line of it is not known: more members are possible. */
	bool open;
	/** Nothing of it is known, and why; empty: what text says is. */
	struct str unknown;
};

/** A text without holes, at one place. */
struct holed_text *holed_text_of(struct arena *a, struct str text, struct span at);
/** Adds known text at a place. */
void holed_text_add(struct arena *a, struct holed_text *to, struct str text, struct span at);
/** Adds what is not known; the node is kept. */
void holed_text_add_hole(struct arena *a, struct holed_text *to, struct node *hole, struct span at);
/** At the end: lines of nothing but holes are emptied, and it is open then. */
void holed_text_finish(struct arena *a, struct holed_text *text);
/** Puts what is known of the holes in place of their numbers; without a map or list for a text that is not known. */
void holed_text_fill(struct arena *a, const struct holed_text *text, struct reading *reading);
/** Whether a text has the mark of a hole. */
bool holed_text_is(struct str text);

#endif
