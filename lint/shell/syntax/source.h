/*
 * Shell code that is read: its text, and where its bytes stand. Whoever has code puts it into these; the parser (ast.h)
 * and reports of places take it out. Uses core/base and lint/text.
 */
#ifndef LINT_SHELL_SYNTAX_SOURCE_H
#define LINT_SHELL_SYNTAX_SOURCE_H

#include "lint/text/text.h"

struct sh_part;

/** Where the bytes of a string stand in a file: from off on, as the bytes from at.off on. */
struct shell_segment {
	/** Offset in the string. */
	uint32_t off;
	/** Its place; len 0: these bytes stand nowhere, use the place itself. */
	struct span at;
};

/** An expansion that stands in a source made at run time (eval, bash -c): an unknown or a choice. */
struct sh_hole {
	uint32_t off;
	const struct sh_part *part;
};

/** Shell code and where its bytes stand. */
struct sh_source {
	struct str text;
	/** Without segments: the place of everything, or (verbatim) of text[0]. */
	struct span at;
	bool verbatim;
	const struct shell_segment *segments;
	size_t n_segments;
	/** Bytes SH_HOLE_BYTE of text that stand for a value, ordered by off. */
	const struct sh_hole *holes;
	size_t n_holes;
};

enum { SH_HOLE_BYTE = 1 };

/** The place of len bytes from off on. */
struct span sh_place(const struct sh_source *src, uint32_t off, uint32_t len);

/** How a command ends although its writer meant it to go on. */
enum sh_break_kind {
	/** A backslash, then blanks, then perhaps a comment. */
	SH_BREAK_BLANK,
	/** A comment in the middle of a continued command. */
	SH_BREAK_COMMENT,
	/** An empty line after a backslash, and flags below. */
	SH_BREAK_EMPTY,
	/** A backslash, a carriage return, a newline. */
	SH_BREAK_RETURN,
};

#endif
