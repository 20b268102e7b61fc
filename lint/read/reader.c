#include "reader.h"

void read_trouble(struct reading *reading, struct span at, struct str reason)
{
	if (reading->trouble.n)
		return;
	reading->trouble = reason;
	reading->trouble_at = at;
}

/* Slots of the table in read_settle() hold 2 × (place + 1), plus 1 for a key of the map's own. */

/** A text that is equal for equal keys; 1 and "1" differ, as in Python. */
static struct str identity(struct arena *a, const struct node *key)
{
	if (key->kind == NODE_STR)
		return key->text;
	return str_cat(a, (struct str){"", 1}, node_text(a, key, 256));
}

void read_settle(struct arena *a, struct reading *reading, struct node *map, size_t n_own)
{
	struct dict seen = {0};
	struct pair *at = map->as.pairs.at;
	size_t n = map->as.pairs.n;
	size_t kept = 0;

	for (size_t i = 0; i < n && n > 1; i++) {
		struct pair pair = at[i];
		bool own = i >= n - n_own;
		uint32_t *slot = dict_put(a, &seen, identity(a, pair.key));
		size_t place = *slot ? *slot / 2 - 1 : kept++;

		/* A key of the map over a merged one is what merging is for: no repeat. */
		if (*slot & 1)
			*vec_push(a, &reading->repeats) =
			    (struct repeat){pair.key->text, at[place].key->at, pair.key->at};
		at[place] = pair;
		*slot = (uint32_t)(place + 1) * 2 + own;
	}
	if (n > 1)
		map->as.pairs.n = kept;
}
