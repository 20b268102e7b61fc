#include "arena.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#if defined(__SANITIZE_ADDRESS__)
#define ARENA_ASAN 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define ARENA_ASAN 1
#endif
#endif
#ifdef ARENA_ASAN
#include <sanitizer/asan_interface.h>
/* A red zone between neighbours lets the sanitizer see an overrun inside a block. */
#define RED_ZONE 16
#else
#define ASAN_POISON_MEMORY_REGION(p, n) ((void)(p), (void)(n))
#define ASAN_UNPOISON_MEMORY_REGION(p, n) ((void)(p), (void)(n))
#define RED_ZONE 0
#endif

enum {
	BLOCK_MIN = 64 << 10,
	/** With what stands at its beginning, as large as one huge page. */
	BLOCK_MAX = (2 << 20) - 128,
	/** Bytes of blocks that an arena keeps for later. */
	SPARE_MAX = 16 << 20,
	/** What is left of a block is a block of its own from so many bytes on. */
	TAIL_MIN = 16 << 10,
};

enum block_kind {
	/** From malloc(). */
	BLOCK_OWN,
	/** From the source of large blocks. */
	BLOCK_LARGE,
	/** The rest of a block that another arena has taken over, which frees it. */
	BLOCK_REST,
	/** The same, taken over by that arena as well, behind the block that it is of. */
	BLOCK_ADOPTED_REST,
};

struct arena_block {
	struct arena_block *before;
	size_t size, at;
	/** Bytes with this header; more than the size, where the rest is a block of its own. */
	size_t whole;
	/** Bytes from here on have never been handed out: they are zero, and no page of them is there yet. */
	size_t dirty;
	enum block_kind kind;
	_Alignas(max_align_t) unsigned char bytes[];
};

static void (*oom_handler)(void);

void arena_on_oom(void (*handler)(void))
{
	oom_handler = handler;
}

static struct arena_source large = {.from = SIZE_MAX};

void arena_large_blocks(const struct arena_source *source)
{
#ifndef ARENA_ASAN
	large = *source;
#else
	/* It would not know what hangs from a block that is not of its own. */
	(void)source;
#endif
}

static void out_of_memory(void)
{
	if (oom_handler)
		oom_handler();
	abort();
}

/** A block of at least size bytes in all; *dirty of its bytes may not be zero. */
static struct arena_block *block_take(size_t *size, size_t *dirty)
{
	bool is_large = *size >= large.from;
	struct arena_block *b;

	if (is_large) {
		b = large.take(size, dirty);
	} else {
		/* What calloc() takes fresh from the system it does not clear; what comes back to it, it would clear all of. */
		bool small = *size <= BLOCK_MIN + sizeof(*b);

		b = small ? malloc(*size) : calloc(1, *size);
		*dirty = small ? *size : 0;
	}
	if (!b)
		out_of_memory();
	b->kind = is_large ? BLOCK_LARGE : BLOCK_OWN;
	return b;
}

static struct arena_block *block_new(const struct arena_block *before, size_t need)
{
	size_t size = before ? before->size * 2 : BLOCK_MIN, dirty;
	struct arena_block *b;

	size = size < BLOCK_MIN ? BLOCK_MIN : size > BLOCK_MAX ? BLOCK_MAX : size;
	if (size < need)
		size = need;
	if (size > SIZE_MAX - sizeof(*b))
		out_of_memory();
	size += sizeof(*b);
	b = block_take(&size, &dirty);
	b->whole = size;
	b->size = size - sizeof(*b);
	b->at = 0;
	b->dirty = dirty > sizeof(*b) ? dirty - sizeof(*b) : 0;
	ASAN_POISON_MEMORY_REGION(b->bytes, b->size);
	return b;
}

/** Nothing of the block is in use from an offset on. */
static void block_cut(struct arena_block *b, size_t at)
{
	ASAN_POISON_MEMORY_REGION(b->bytes + at, b->size - at);
	if (b->dirty < b->at)
		b->dirty = b->at;
	b->at = at;
}

/** How much of a block, with its header, may not be zero. */
static size_t block_dirty(const struct arena_block *b)
{
	if (sizeof(*b) + b->size < b->whole)
		return b->whole;
	return sizeof(*b) + (b->dirty > b->at ? b->dirty : b->at);
}

static void block_free(struct arena_block *b)
{
	ASAN_UNPOISON_MEMORY_REGION(b->bytes, b->size);
	if (b->kind == BLOCK_LARGE)
		large.give(b, b->whole, block_dirty(b));
	else if (b->kind == BLOCK_OWN)
		free(b);
}

/** Keeps a block for later, the smallest first, unless there are enough. */
static void put_spare(struct arena *a, struct arena_block *b)
{
	struct arena_block **at = &a->spare;

	if (b->kind == BLOCK_ADOPTED_REST || b->size > SPARE_MAX - a->spared) {
		block_free(b);
		return;
	}
	block_cut(b, 0);
	while (*at && (*at)->size < b->size)
		at = &(*at)->before;
	b->before = *at;
	*at = b;
	a->spared += b->size;
}

static struct arena_block *take_spare(struct arena *a, size_t need)
{
	struct arena_block **at = &a->spare, *b;

	while (*at && (*at)->size < need)
		at = &(*at)->before;
	b = *at;
	if (b) {
		*at = b->before;
		a->spared -= b->size;
	}
	return b;
}

static void free_spare(struct arena *a)
{
	while (a->spare) {
		struct arena_block *before = a->spare->before;

		block_free(a->spare);
		a->spare = before;
	}
	a->spared = 0;
}

/** A block with room for an allocation. */
static struct arena_block *add_block(struct arena *a, size_t need)
{
	struct arena_block *b = take_spare(a, need);

	if (!b)
		b = block_new(a->last, need);
	b->before = a->last;
	a->last = b;
	return b;
}

void *arena_bytes(struct arena *a, size_t n, size_t align)
{
	struct arena_block *b = a->last;
	size_t pad = 0;
	unsigned char *p;

	if (n > SIZE_MAX - 4096 || align > 4096)
		out_of_memory();
	if (b)
		pad = (size_t)(-(uintptr_t)(b->bytes + b->at) & (align - 1));
	if (!b || b->size - b->at < pad || b->size - b->at - pad < n + RED_ZONE) {
		b = add_block(a, n + align + RED_ZONE);
		pad = (size_t)(-(uintptr_t)b->bytes & (align - 1));
	}
	p = b->bytes + b->at + pad;
	b->at += pad + n + RED_ZONE;
	a->used += n;
	ASAN_UNPOISON_MEMORY_REGION(p, n);
	return p;
}

void *arena_alloc(struct arena *a, size_t n, size_t align)
{
	unsigned char *p = arena_bytes(a, n, align);
	size_t at = (size_t)(p - a->last->bytes);

	if (at < a->last->dirty)
		memset(p, 0, n < a->last->dirty - at ? n : a->last->dirty - at);
	return p;
}

bool arena_extend(struct arena *a, const void *p, size_t n, size_t more)
{
	struct arena_block *b = a->last;

	if (!b || (const unsigned char *)p + n != b->bytes + b->at - RED_ZONE || b->size - b->at < more)
		return false;
	ASAN_UNPOISON_MEMORY_REGION(b->bytes + b->at - RED_ZONE, more);
	b->at += more;
	a->used += more;
	return true;
}

void *arena_array(struct arena *a, size_t count, size_t size, size_t align)
{
	size_t n;

	if (__builtin_mul_overflow(count, size, &n))
		out_of_memory();
	return arena_alloc(a, n, align);
}

bool arena_holds(const struct arena *a, const void *p)
{
	const uintptr_t at = (uintptr_t)p;

	for (const struct arena_block *b = a->last; b; b = b->before)
		if (at - (uintptr_t)b->bytes < b->at)
			return true;
	return false;
}

struct arena_mark arena_mark(const struct arena *a)
{
	return (struct arena_mark){a->last, a->last ? a->last->at : 0, a->used};
}

void arena_pop(struct arena *a, struct arena_mark mark)
{
	while (a->last != mark.block) {
		struct arena_block *before = a->last->before;

		put_spare(a, a->last);
		a->last = before;
	}
	if (a->last)
		block_cut(a->last, mark.at);
	a->used = mark.used;
}

void arena_reset(struct arena *a)
{
	arena_pop(a, (struct arena_mark){NULL, 0, 0});
}

/** Makes what is left of an arena's newest block a block of its own. */
static void cut_tail(struct arena *a)
{
	struct arena_block *b = a->last, *tail;
	size_t at = (b->at + _Alignof(max_align_t) - 1) / _Alignof(max_align_t) * _Alignof(max_align_t);

	if (b->size < at + sizeof(*tail) + TAIL_MIN)
		return;
	tail = (struct arena_block *)(void *)(b->bytes + at);
	ASAN_UNPOISON_MEMORY_REGION(tail, sizeof(*tail));
	at += sizeof(*tail);
	*tail = (struct arena_block){
	    .size = b->size - at, .dirty = b->dirty > at ? b->dirty - at : 0, .kind = BLOCK_REST};
	b->size = b->at;
	put_spare(a, tail);
}

void arena_adopt(struct arena *a, struct arena *other)
{
	struct arena_block *oldest;

	if (!other->last)
		return;
	cut_tail(other);
	for (oldest = other->last;; oldest = oldest->before) {
		if (oldest->kind == BLOCK_REST)
			oldest->kind = BLOCK_ADOPTED_REST;
		if (!oldest->before)
			break;
	}
	/* Behind the newest block, which stays the one that is filled; an empty arena has none yet. */
	if (a->last) {
		oldest->before = a->last->before;
		a->last->before = other->last;
	} else {
		a->last = other->last;
	}
	a->used += other->used;
	other->last = NULL;
	other->used = 0;
}

void arena_free(struct arena *a)
{
	arena_reset(a);
	free_spare(a);
}
