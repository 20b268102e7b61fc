/*
 * Elements of an array found by a hash of them: open addressing over their positions.
 *
 *	size_t slot = name_hash(name);
 *
 *	for (uint32_t at; (at = hash_index_next(&index, &slot));)
 *		if (str_eq(names.at[at - 1], name))
 *			return &names.at[at - 1];
 *	*vec_push(arena, &names) = name;
 *	hash_index_add(arena, &index, names.n, hash_of_name, &names);
 *
 * Invariants: half of the slots are free; elements are never taken out or moved to other positions; what is equal
 * is the caller's to say; nothing depends on the order of the slots.
 */
#ifndef CORE_BASE_HASH_INDEX_H
#define CORE_BASE_HASH_INDEX_H

#include "arena.h"

#include <stdint.h>

/** All zero is empty. */
struct hash_index {
	/** Positions + 1; 0 is free. */
	uint32_t *slots;
	/** Slots less one; they are a power of two. */
	size_t mask;
};

/**
 * The next element, its position + 1, that may have a hash; 0: there is no more. *slot is the hash to begin with.
 * Elements of other hashes come between.
 */
static inline uint32_t hash_index_next(const struct hash_index *index, size_t *slot)
{
	return index->slots ? index->slots[(*slot)++ & index->mask] : 0;
}

/** Makes room for the first elements of an empty index: slots, a power of two. */
void hash_index_reserve(struct arena *a, struct hash_index *index, size_t slots);
/** Adds the last of n elements. hash_of gives the hash of the one at a position of elements. */
void hash_index_add(struct arena *a, struct hash_index *index, size_t n,
		    size_t (*hash_of)(const void *elements, size_t at), const void *elements);

#endif
