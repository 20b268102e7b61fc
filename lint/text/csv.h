/*
 * Comma-separated values (RFC 4180): quoted fields may hold commas, quotes and line ends.
 */
#ifndef LINT_TEXT_CSV_H
#define LINT_TEXT_CSV_H

#include "core/base/base.h"

/** The fields of one record. */
struct csv_record {
	VEC(struct str);
	/** Offset of the record's first byte. */
	size_t off;
};

struct csv {
	/** Column names: the first record. */
	struct csv_record header;
	struct {
		VEC(struct csv_record);
	} records;
};

/** Reads a text with a header; blank lines are left out. Fields point into the text or the arena. */
struct csv csv_read(struct arena *a, struct str text);
/** A field of a record by column name; empty if the column or the field is missing. */
struct str csv_field(const struct csv *csv, const struct csv_record *record, const char *column);
/** Text as a field: quoted if it needs to be. */
struct str csv_quote(struct arena *a, struct str s);

#endif
