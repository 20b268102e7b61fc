/*
 * Tables for people: cells in columns, cut to the width of the terminal. Only files of this folder include it.
 */
#ifndef LINT_REPORT_COLUMNS_H
#define LINT_REPORT_COLUMNS_H

#include "text.h"

enum { COLUMNS_MAX = 10 };

enum column_kind {
	/** As wide as its widest cell, to the left or to the right. */
	COLUMN_LEFT,
	COLUMN_RIGHT,
	/** May be cut where the table is too wide: at its end, or at its start where the end tells more (paths). */
	COLUMN_CUT_END,
	COLUMN_CUT_START,
};

struct column {
	const char *title;
	enum column_kind kind;
};

/** What a column does where its table is too wide. */
struct column_room {
	/** To what it may be cut; 0: to ten. */
	size_t least;
	/** Left out where cutting is not enough, the lowest number first; 0: never. */
	unsigned spared;
};

struct row {
	/** Safe to print. NULL texts are empty. */
	struct str cells[COLUMNS_MAX];
	/** Of the first cell. */
	enum style style;
	/** Instead of the cells from this one on: the last cell given, over all the columns that are left. 0: none. */
	size_t joined_from;
	/** Not empty: a line of its own over all columns, instead of cells. */
	struct str heading;
};

struct columns {
	struct arena *arena;
	const struct column *columns;
	size_t ncolumns;
	/** One a column, or NULL: all are cut to ten at most, and none is left out. */
	const struct column_room *room;
	struct {
		VEC(struct row);
	} rows;
};

/** The table with its titles, two blanks before each line; no line is wider than the report's width if cutting can do it. */
void columns_print(struct out *out, const struct report *r, const struct columns *t);
/** The natural width of the widest cell of a column, its title included. */
size_t columns_natural(const struct columns *t, size_t column);

#endif
