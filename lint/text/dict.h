/*
 * A hash table from strings to numbers, for names met while reading.
 *
 *	uint32_t *id = dict_put(arena, &dict, name);
 *	if (!*id)
 *		*id = new_id();
 *
 * Invariants: keys are not copied and must outlive the table; a value of 0 means "not there"; nothing
 * depends on the order of the slots.
 */
#ifndef LINT_TEXT_DICT_H
#define LINT_TEXT_DICT_H

#include "core/base/base.h"

struct dict_slot {
	struct str key;
	uint32_t value;
};

/** All zero is an empty table. */
struct dict {
	struct dict_slot *slots;
	/** Used slots; slots in all, a power of two or 0. */
	size_t n, room;
};

/** The place of a key's value, made with value 0 if new; valid until the next dict_put(). */
uint32_t *dict_put(struct arena *a, struct dict *dict, struct str key);
/** The value of a key, or 0. */
uint32_t dict_get(const struct dict *dict, struct str key);

#endif
