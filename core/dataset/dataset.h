/*
 * Well-known training data: the name of a data set comes in, how long its rows are goes out.
 */
#ifndef CORE_DATASET_DATASET_H
#define CORE_DATASET_DATASET_H

#include "core/base/base.h"

/** Where the length of the longest row comes from. */
enum longest {
	/** All rows were counted, or a sample of them. */
	LONGEST_COUNTED,
	LONGEST_OF_SAMPLE,
	/** One and a half times the 99th percentile; four times the mean: the medians of sets of which both are known. */
	LONGEST_FROM_P99,
	LONGEST_FROM_MEAN,
};

struct dataset {
	/** Names, "|" between: ids of hubs and what frameworks call it. */
	const char *names;
	/** Tokens of a row in the mean, and of the longest. */
	uint32_t mean, longest;
	/** Rows among which that is the longest; 0: not known. */
	uint32_t rows;
	enum longest how;
	/** The file that was counted, at which commit; or the card that was read. */
	const char *source;
};

/**
 * The row of a name, whatever its case; of an id whose owner is not known that of its last part, since many hold a copy.
 * "#500" behind it (so many rows of it) and ":subset" are passed by. NULL: not known.
 */
const struct dataset *dataset_find(struct str name);
/** The 500 of "name#500"; 0: the name has none. */
uint32_t dataset_rows_named(struct str name);
/**
 * Tokens of the longest of so many rows that are taken at random: never more than the longest of all. Lengths are taken for
 * lognormal, with the mean and the longest that the row has; of 60 sets whose every row was counted the 99th percentile
 * that follows is 1.02 times the counted one in the median, 0.8 to 1.4 times it for four in five.
 */
uint32_t dataset_longest_of(const struct dataset *d, double rows);
/** All rows, for tests. */
const struct dataset *dataset_rows(size_t *n);

#endif
