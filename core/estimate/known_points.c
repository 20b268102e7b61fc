#include "known_points.h"

#include "estimate.h"

#include <string.h>

/* Of a thousand notebooks' points that are asked for half are found again in 512 or 1,024 slots, 57 in a hundred in 2,048. */
enum { SLOTS = 1 << 10 };

struct known_point {
	struct point_key key;
	struct tiers tiers;
};

struct known_points {
	struct arena *arena;
	struct known_point *slots[SLOTS];
};

struct known_points *known_points_new(struct arena *a)
{
	struct known_points *known = arena_new(a, struct known_points);

	known->arena = a;
	return known;
}

static struct str bytes_of_key(const struct point_key *key)
{
	return (struct str){(const char *)key, sizeof(*key)};
}

/* Eight bytes at a time: a key is some kilobytes, most of them zero. */
static size_t slot_of(const struct point_key *key)
{
	uint64_t hash = 0, word;

	for (size_t i = 0; i + sizeof(word) <= sizeof(*key); i += sizeof(word)) {
		memcpy(&word, (const char *)key + i, sizeof(word));
		hash = (hash ^ word) * UINT64_C(0x9E3779B97F4A7C15);
		hash ^= hash >> 32;
	}
	return hash % SLOTS;
}

const struct tiers *known_points_find(const struct known_points *known, const struct point_key *key)
{
	const struct known_point *point = known->slots[slot_of(key)];

	return point && str_eq(bytes_of_key(&point->key), bytes_of_key(key)) ? &point->tiers : NULL;
}

void known_points_keep(struct known_points *known, const struct point_key *key, const struct tiers *tiers)
{
	struct known_point **slot = &known->slots[slot_of(key)];

	if (!*slot)
		*slot = arena_new(known->arena, struct known_point);
	memcpy(&(*slot)->key, key, sizeof(*key));
	(*slot)->tiers = *tiers;
}
