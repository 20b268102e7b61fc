#include "vec.h"

#include <stdalign.h>
#include <stdint.h>
#include <string.h>

void *vec_grow(struct arena *a, const void *at, size_t n, size_t *room, size_t size)
{
	size_t wanted = *room ? *room * 2 : 8;
	void *grown = arena_array(a, wanted, size, alignof(max_align_t));

	if (n)
		memcpy(grown, at, n * size);
	*room = wanted;
	return grown;
}
