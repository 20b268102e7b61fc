#include "hash_index.h"

enum { SLOTS_FIRST = 16 };

void hash_index_reserve(struct arena *a, struct hash_index *index, size_t slots)
{
	index->slots = arena_news(a, uint32_t, slots);
	index->mask = slots - 1;
}

static void place(struct hash_index *index, size_t hash, size_t at)
{
	while (index->slots[hash & index->mask])
		hash++;
	index->slots[hash & index->mask] = (uint32_t)at + 1;
}

void hash_index_add(struct arena *a, struct hash_index *index, size_t n,
		    size_t (*hash_of)(const void *elements, size_t at), const void *elements)
{
	size_t from = n - 1;

	if (!index->slots || n * 2 > index->mask + 1) {
		hash_index_reserve(a, index, index->slots ? (index->mask + 1) * 2 : SLOTS_FIRST);
		from = 0;
	}
	for (size_t i = from; i < n; i++)
		place(index, hash_of(elements, i), i);
}
