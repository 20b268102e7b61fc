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

/* The slot of a name, or the free one where it belongs. */
static struct str *slot_of(const struct identifiers *names, struct str name)
{
	size_t i = identifier_hash(name) & (names->room - 1);

	while (names->slots[i].s && !str_eq(names->slots[i], name))
		i = (i + 1) & (names->room - 1);
	return &names->slots[i];
}

static void grow(struct identifiers *names)
{
	struct identifiers old = *names;

	names->room = old.room ? old.room * 2 : SLOTS_FIRST;
	names->slots = arena_news(names->arena, struct str, names->room);
	for (size_t i = 0; i < old.room; i++)
		if (old.slots[i].s)
			*slot_of(names, old.slots[i]) = old.slots[i];
}

struct str identifiers_one(struct identifiers *names, struct str name)
{
	struct str *slot;

	if (!name.n)
		return name;
	if ((names->n + 1) * 2 > names->room)
		grow(names);
	slot = slot_of(names, name);
	if (!slot->s) {
		*slot = str_dup(names->arena, name);
		names->n++;
	}
	return *slot;
}
