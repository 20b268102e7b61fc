#include "dict.h"

#include <string.h>

/* Eight bytes at a time: keys are paths and dotted names, and most look-ups of a run are of them. */
static size_t key_hash(struct str key)
{
	const uint64_t factor = UINT64_C(0x9E3779B97F4A7C15);
	uint64_t hash = key.n, word = 0;
	size_t i;

	for (i = 0; i + 8 <= key.n; i += 8) {
		memcpy(&word, key.s + i, 8);
		hash = (hash ^ word) * factor;
		hash ^= hash >> 29;
	}
	word = 0;
	if (i < key.n)
		memcpy(&word, key.s + i, key.n - i);
	hash = (hash ^ word) * factor;
	return (size_t)(hash >> 32);
}

/** The slot of a key: its own, or the free one where it belongs (key.s NULL there). */
static struct dict_slot *slot_of(const struct dict *dict, struct str key)
{
	size_t i = key_hash(key) & (dict->room - 1);

	while (dict->slots[i].key.s && !str_eq(dict->slots[i].key, key))
		i = (i + 1) & (dict->room - 1);
	return &dict->slots[i];
}

static void grow(struct arena *a, struct dict *dict)
{
	struct dict bigger = {.n = dict->n, .room = dict->room ? dict->room * 2 : 16};

	bigger.slots = arena_news(a, struct dict_slot, bigger.room);
	for (size_t i = 0; i < dict->room; i++)
		if (dict->slots[i].key.s)
			*slot_of(&bigger, dict->slots[i].key) = dict->slots[i];
	*dict = bigger;
}

uint32_t *dict_put(struct arena *a, struct dict *dict, struct str key)
{
	struct dict_slot *slot;

	if ((dict->n + 1) * 3 > dict->room * 2)
		grow(a, dict);
	slot = slot_of(dict, key);
	if (!slot->key.s) {
		/* A NULL key marks a free slot, so the empty string needs a pointer of its own. */
		slot->key = key.s ? key : STR("");
		dict->n++;
	}
	return &slot->value;
}

uint32_t dict_get(const struct dict *dict, struct str key)
{
	return dict->room ? slot_of(dict, key)->value : 0;
}
