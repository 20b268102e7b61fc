/*
 * The run's files: their paths, their bytes, and places in them.
 *
 * Invariants:
 *   - a file's id is its position in the list, from 1; 0 is "no file";
 *   - path and text live as long as the list; offsets are bytes of text, lines and columns those of the file on disk,
 *     also where a part of it is left out of the text;
 *   - lines end at '\n' only; line and column count from 1, columns in bytes (UTF-8).
 */
#ifndef LINT_TEXT_FILES_H
#define LINT_TEXT_FILES_H

#include "core/base/base.h"
#include "dict.h"

/** Bytes of a derived file and where they stand in the file that they were taken from. */
struct piece {
	uint32_t off;
	struct span at;
};

/** Where bytes of a file as it is on disk are left out of its text. */
struct left_out {
	/** Where they would stand in the text. */
	uint32_t off;
	/** Lines that end in them and in all that is left out before. */
	uint32_t lines;
	/** Bytes in front of off, on the line of the file. */
	uint32_t column;
};

struct left_outs {
	VEC(struct left_out);
};

struct file {
	/** Relative to the root of the run, '/' between parts, "./" in front left out. */
	struct str path;
	/** The bytes; empty until the file was read. */
	struct str text;
	bool loaded;
	/** Offsets of line starts, made on demand; NULL before. */
	uint32_t *lines;
	size_t nlines;
	/** By off: lines and columns are those of the file as it is on disk. */
	struct left_outs left_outs;
	/**
	 * A derived file (the Python of a notebook): the file that its places are in, and its pieces by
	 * off. 0: the file is one of its own.
	 */
	uint32_t parent;
	const struct piece *pieces;
	size_t npieces;
};

struct files {
	struct arena *arena;
	VEC(struct file);
	/** Path to id. */
	struct dict index;
};

struct line_column {
	uint32_t line, column;
};

/**
 * Adds a file (path is copied, text is not) and returns its id. A path already there returns its id,
 * and takes text if it has none yet. Text of NULL means "not read yet".
 */
uint32_t files_add(struct files *files, struct str path, struct str text);
/** Says what is left out of a file's text (not copied), before any place in it is asked for. */
void files_leave_out(struct files *files, uint32_t id, struct left_outs left_outs);
/**
 * Another path of a file (copied), in place of one that it was of another; none that a file has of itself. id 0:
 * the path is no file's again. The path as it is kept; empty: nothing is changed.
 */
struct str files_link(struct files *files, struct str path, uint32_t id);
/** From now on the path of a file means another one (derived); with its own id, the file itself again. */
void files_stand_in(struct files *files, uint32_t id, uint32_t by);
/** The id of a path, or 0. */
uint32_t files_find(const struct files *files, struct str path);
/** The file of an id, valid until the next file is added; NULL of 0 and of an id that is none. */
struct file *files_at(struct files *files, uint32_t id);
/**
 * Adds text that was taken out of a file, with that file's path: places in it are shown as places of
 * the parent. pieces are ordered by off and live as long as the list; what stands before the first
 * one has the parent's first byte as its place.
 */
uint32_t files_derive(struct files *files, uint32_t parent, struct str text, const struct piece *pieces,
		      size_t npieces);
/** The file of its own that an id belongs to: the parent of a derived file, else the id itself. */
uint32_t files_parent(struct files *files, uint32_t id);
/** The place in a file of its own that a span means; a span of such a file is returned as it is. */
struct span files_origin(struct files *files, struct span at);
/** Line and column of a span's first byte, in the file of its own. */
struct line_column files_place(struct files *files, struct span at);
/** Line and column just behind a span's last byte, for end_line and end_column. */
struct line_column files_end(struct files *files, struct span at);
/** A whole line of a file (of its own) without its end and what is left out, by number from 1; empty if there is none. */
struct str files_line(struct files *files, uint32_t id, uint32_t line);
/** Where a span's first byte stands in what files_line() gives of its line: its column, but for what is left out. */
size_t files_line_index(struct files *files, struct span at);
/** "path:line" of a span's first byte. */
struct str files_where(struct arena *a, struct files *files, struct span at);
/** The bytes of a span. */
struct str files_text(struct files *files, struct span at);

#endif
