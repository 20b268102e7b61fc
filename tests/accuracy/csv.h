/*
 * CSV files with a header line, RFC 4180 quoting: what the accuracy tables are kept in.
 */
#ifndef TESTS_CSV_H
#define TESTS_CSV_H

#include "core/base/base.h"

struct csv {
	/** Columns, and rows behind the header; cell (r, c) is cells[r * columns + c]. */
	size_t columns, rows;
	const struct str *header, *cells;
};

/** Reads a file; the cells live in the arena. False, with a message on stderr, if it cannot. */
bool csv_read(struct arena *a, const char *path, struct csv *out);
/** A cell by its column's name; the empty str if there is no such column. */
struct str csv_at(const struct csv *csv, size_t row, const char *column);
/** The cell as a number, or fallback if it is none. */
double csv_number(const struct csv *csv, size_t row, const char *column, double fallback);

#endif
