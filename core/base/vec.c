#include "vec.h"

#include <stdalign.h>
#include <stdint.h>
#include <string.h>

/* Most arrays stay short, and those of large elements most of all. */
static size_t first_room(size_t size)
{
	return size <= 8 ? 8 : size <= 16 ? 4 : size <= 64 ? 2 : 1;
}

void *vec_grow(struct arena *a, void *at, size_t n, size_t *room, size_t size)
{
	size_t wanted = *room ? *room * 2 : first_room(size), bytes;
	void *grown = at;

	/* More than there is: arena_bytes() says so. */
	if (__builtin_mul_overflow(wanted, size, &bytes))
		bytes = SIZE_MAX;
	if (!*room || !arena_extend(a, at, *room * size, bytes - *room * size))
		grown = arena_bytes(a, bytes, alignof(max_align_t));
	if (n && grown != at)
		memcpy(grown, at, n * size);
	*room = wanted;
	return grown;
}
