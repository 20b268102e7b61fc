/*
 * The index of callables' names: generated at build time by tools/callables.c, sorted bytewise.
 */
#ifndef LINT_FRAMEWORKS_CALLABLE_INDEX_H
#define LINT_FRAMEWORKS_CALLABLE_INDEX_H

#include <stddef.h>
#include <stdint.h>

struct callable_name {
	/** One name of a row; may hold "*" at the start of a part. */
	const char *name;
	/** The row: frameworks[framework]->callables[row]. */
	size_t framework, row;
};

extern const struct callable_name callable_names[];
extern const size_t callable_names_n;
/** Positions in callable_names + 1 by callable_hash() & callable_mask, with linear probing; 0: free. */
extern const uint16_t callable_slots[];
/** The first name of each library, by the hash of its first part; of the same size. */
extern const uint16_t callable_roots[];
/** The names by the hash of their last part, those with "*" in it left out; of the same size. */
extern const uint16_t callable_lasts[];
extern const size_t callable_mask;

static inline uint64_t callable_hash(const char *s, size_t n)
{
	uint64_t hash = 5381;

	for (size_t i = 0; i < n; i++)
		hash = hash * 33 + (unsigned char)s[i];
	return hash ^ hash >> 15;
}

#endif
