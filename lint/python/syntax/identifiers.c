#include "identifiers.h"

#include <string.h>

enum { SLOTS_FIRST = 1 << 10 };

size_t identifier_hash(struct str name)
{
	uint64_t hash = name.n, part;

	if (name.n < 8) {
		for (size_t i = 0; i < name.n; i++)
			hash = hash << 8 | (unsigned char)name.s[i];
		return (size_t)(hash * UINT64_C(0x9E3779B97F4A7C15) >> 32);
	}
	for (size_t i = 0; i + 8 < name.n; i += 8) {
		memcpy(&part, name.s + i, 8);
		hash = (hash ^ part) * UINT64_C(0x9E3779B97F4A7C15);
		hash ^= hash >> 32;
	}
	memcpy(&part, name.s + name.n - 8, 8);
	return (size_t)((hash ^ part) * UINT64_C(0x9E3779B97F4A7C15) >> 32);
}

static size_t hash_of(const void *names, size_t at)
{
	return identifier_hash(((const struct identifiers *)names)->at[at]);
}

struct str identifiers_one(struct identifiers *names, struct str name)
{
	size_t slot = identifier_hash(name);

	if (!name.n)
		return name;
	for (uint32_t at; (at = hash_index_next(&names->index, &slot));)
		if (str_eq(names->at[at - 1], name))
			return names->at[at - 1];
	if (!names->n)
		hash_index_reserve(names->arena, &names->index, SLOTS_FIRST);
	*vec_push(names->arena, names) = str_dup(names->arena, name);
	hash_index_add(names->arena, &names->index, names->n, hash_of, names);
	return names->at[names->n - 1];
}
