/*
 * Growable arrays on an arena.
 *
 *	struct { VEC(struct token); } tokens = {0};
 *	*vec_push(arena, &tokens) = token;
 *	for (size_t i = 0; i < tokens.n; i++) use(tokens.at[i]);
 *
 * Growing copies into fresh arena memory and leaves the old array behind, unless there is room behind it, so a
 * pointer to an element is valid only until the next push; the array never shrinks and is never freed alone.
 */
#ifndef CORE_BASE_VEC_H
#define CORE_BASE_VEC_H

#include "arena.h"

#include <stddef.h>
#include <string.h>

/** The members of a vector of a type: at[0] … at[n - 1]. */
#define VEC(type)   \
	type *at;   \
	size_t n;   \
	size_t room

/** A pointer to a new zeroed element at the end. Those behind it are not: their pages may never be touched. */
#define vec_push(a, v)                                                                            \
	(((v)->n == (v)->room ? (void)((v)->at = vec_grow((a), (v)->at, (v)->n, &(v)->room,       \
							  sizeof(*(v)->at)))                      \
			      : (void)0),                                                         \
	 memset(&(v)->at[(v)->n], 0, sizeof(*(v)->at)), &(v)->at[(v)->n++])

/** The work of vec_push(): room for one more element, not zeroed. Returns the array's new place. */
void *vec_grow(struct arena *a, void *at, size_t n, size_t *room, size_t size);

#endif
