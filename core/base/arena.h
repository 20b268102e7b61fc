/*
 * Block arenas: memory that is freed all at once.
 *
 * Invariants:
 *   - what arena_alloc() returns is zeroed, what arena_bytes() returns is not; both live until arena_reset(), arena_free() or a pop
 *     to a mark taken before;
 *   - it never returns NULL: running out calls the handler that arena_on_oom() set, then aborts;
 *   - an arena belongs to one thread.
 */
#ifndef CORE_BASE_ARENA_H
#define CORE_BASE_ARENA_H

#include <stdbool.h>
#include <stddef.h>

struct arena_block;

/** An arena; all zero is an empty one. */
struct arena {
	/** The newest block; blocks are linked from new to old. */
	struct arena_block *last;
	/** Blocks that are not in use, the smallest first, and their bytes. */
	struct arena_block *spare;
	size_t spared;
	/** Bytes handed out since the last reset, for statistics and budgets. */
	size_t used;
};

/** A position to return to. */
struct arena_mark {
	struct arena_block *block;
	size_t at;
	size_t used;
};

/** Where large blocks come from; any thread may call both. */
struct arena_source {
	/** Bytes from which on a block is large. */
	size_t from;
	/** At least *n bytes, aligned for any type, *n raised to what there is; *dirty of the first may not be zero. NULL: none left. */
	void *(*take)(size_t *n, size_t *dirty);
	void (*give)(void *block, size_t n, size_t dirty);
};

/**
 * From now on large blocks come from there, not from malloc(). Called by main(), before the first arena is used; does
 * nothing under ASan.
 */
void arena_large_blocks(const struct arena_source *source);
/** n zeroed bytes aligned to align (a power of two). */
void *arena_alloc(struct arena *a, size_t n, size_t align);
/** The same, but what the bytes hold is not said: for what is about to be written. */
void *arena_bytes(struct arena *a, size_t n, size_t align);
/** Whether the n bytes at p, the last ones handed out, have become more by so many, which are not zeroed. */
bool arena_extend(struct arena *a, const void *p, size_t n, size_t more);
/** count zeroed elements of size bytes each; overflow counts as running out of memory. */
void *arena_array(struct arena *a, size_t count, size_t size, size_t align);
/** The present position. */
struct arena_mark arena_mark(const struct arena *a);
/** Whether an address is in what the arena holds. */
bool arena_holds(const struct arena *a, const void *p);
/** Gives back everything allocated since the mark. */
void arena_pop(struct arena *a, struct arena_mark mark);
/** Gives back everything; keeps what it held, up to 16 MiB, for what it holds next. */
void arena_reset(struct arena *a);
/** Gives back everything to the system. */
void arena_free(struct arena *a);
/**
 * Makes everything that another arena holds part of a, and leaves the other one empty: for work whose
 * results turn out to be worth keeping. Marks of a taken before stay good. The other arena goes on in what
 * is left of its newest block, so a has to outlive it.
 */
void arena_adopt(struct arena *a, struct arena *other);
/** What to call when memory runs out (it should not return). Set once, by cli_main(). */
void arena_on_oom(void (*handler)(void));

/** One zeroed object of a type. */
#define arena_new(a, type) ((type *)arena_alloc((a), sizeof(type), _Alignof(type)))
/** count zeroed objects of a type. */
#define arena_news(a, type, count) \
	((type *)arena_array((a), (count), sizeof(type), _Alignof(type)))

#endif
