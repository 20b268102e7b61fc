/*
 * Code points and bytes of a UTF-8 text: libyaml counts the one, spans the other.
 */
#ifndef LINT_TEXT_UTF8_H
#define LINT_TEXT_UTF8_H

#include "core/base/base.h"

/** A text and the place in it that was asked for last: questions come nearly in order. */
struct utf8_offsets {
	struct str text;
	bool ascii;
	/** The same place in both counts. */
	size_t point, byte;
};

/** Starts at the first code point behind a byte order mark. */
struct utf8_offsets utf8_offsets_of(struct str text);
/** The byte offset of a code point; the text's length if there are fewer. */
size_t utf8_offset_at(struct utf8_offsets *p, size_t point);
/** Length of the valid UTF-8 sequence at s.s[at], its code point in *point; 0 if there is none. */
size_t utf8_length(struct str s, size_t at, uint32_t *point);

#endif
