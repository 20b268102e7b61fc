/*
 * The tables of advice, for a terminal and for Markdown alike. Only files of this folder include it.
 */
#ifndef LINT_REPORT_ADVICE_TABLES_H
#define LINT_REPORT_ADVICE_TABLES_H

#include "columns.h"

enum { ADVICE_COLUMNS_MAX = ADVICE_BATCHES_MAX + 1 };

/** Lengths × batches; titles has room for ADVICE_COLUMNS_MAX. False if there is none. */
bool advice_grid(const struct report *r, const struct advice *v, struct column *titles, struct columns *out);
/** A row for each class of cards. False if there is none. */
bool advice_cards(const struct report *r, const struct advice *v, struct columns *out);
/** "batch 4, max_seq_length 3,072, rank 256": the largest of each that fits, all else as it is; empty if none is known. */
struct str advice_largest(const struct report *r, const struct advice *v);

#endif
