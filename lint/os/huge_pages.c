#include "huge_pages.h"

#include <pthread.h>
#include <stdint.h>
#include <sys/mman.h>

enum {
	/** Chunks of 2 to 32 MiB are kept; a larger one is a mapping of its own. */
	SIZES = 5,
	/** What the system is asked for at a time. */
	REGION = HUGE_PAGES_MIN << (SIZES - 1),
	/**
	 * Bytes for which huge pages are asked. Most runs need less. Beyond, on virtual machines, it takes longer to
	 * clear 2 MiB that the host has to find than it does to fault for 4 KiB that were in use a moment ago.
	 */
	HUGE_MAX = 96 << 20,
	/** Bytes that are kept for later: what one evaluation gives back, the next one takes. */
	KEPT_MAX = 16 << 20,
};

/** A chunk that is not in use; stands at its beginning. */
struct spare {
	struct spare *next;
	size_t dirty;
};

static struct {
	pthread_mutex_t lock;
	struct spare *spare[SIZES];
	size_t kept;
	/** Bytes for which huge pages were asked. */
	size_t huge;
	/** What is left of the newest region. */
	char *region;
	size_t left;
} pool = {.lock = PTHREAD_MUTEX_INITIALIZER};

/** Fresh memory aligned to HUGE_PAGES_MIN, or NULL. */
static char *map(size_t n)
{
	size_t head;
	char *p;

	if (n > SIZE_MAX - HUGE_PAGES_MIN)
		return NULL;
	p = mmap(NULL, n + HUGE_PAGES_MIN, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (p == MAP_FAILED)
		return NULL;
	head = (size_t)(-(uintptr_t)p & (HUGE_PAGES_MIN - 1));
	if (head)
		munmap(p, head);
	munmap(p + head + n, HUGE_PAGES_MIN - head);
	return p + head;
}

/** The size of which a chunk of n bytes is; SIZES for a larger one. */
static size_t size_of(size_t n)
{
	size_t which = 0;

	while (which < SIZES && n > (size_t)HUGE_PAGES_MIN << which)
		which++;
	return which;
}

static void *take_spare(size_t which, size_t *dirty)
{
	struct spare *s = pool.spare[which];
	size_t size = (size_t)HUGE_PAGES_MIN << which;

	if (!s)
		return NULL;
	pool.spare[which] = s->next;
	pool.kept -= size;
	*dirty = s->dirty;
	return s;
}

/** Asks for huge pages for a chunk that is used for the first time, unless many were asked for. */
static void advise(void *chunk, size_t n)
{
	if (pool.huge + n > HUGE_MAX)
		return;
	pool.huge += n;
#ifdef MADV_HUGEPAGE
	madvise(chunk, n, MADV_HUGEPAGE);
#else
	(void)chunk;
#endif
}

/** The beginning of the newest region; what is left of one that is too small is never used. */
static void *cut_region(size_t n)
{
	char *p;

	if (pool.left < n) {
		pool.region = map(REGION);
		pool.left = pool.region ? REGION : 0;
	}
	if (pool.left < n)
		return NULL;
	p = pool.region;
	pool.region += n;
	pool.left -= n;
	advise(p, n);
	return p;
}

void *huge_pages_take(size_t *n, size_t *dirty)
{
	size_t which = size_of(*n);
	void *chunk;

	*dirty = 0;
	if (which == SIZES) {
		if (*n > SIZE_MAX - HUGE_PAGES_MIN)
			return NULL;
		*n = (*n + HUGE_PAGES_MIN - 1) / HUGE_PAGES_MIN * HUGE_PAGES_MIN;
		return map(*n);
	}
	*n = (size_t)HUGE_PAGES_MIN << which;
	pthread_mutex_lock(&pool.lock);
	chunk = take_spare(which, dirty);
	if (!chunk)
		chunk = cut_region(*n);
	pthread_mutex_unlock(&pool.lock);
	return chunk;
}

void huge_pages_give(void *chunk, size_t n, size_t dirty)
{
	size_t which = size_of(n);
	struct spare *s = chunk;
	bool keep;

	if (which == SIZES) {
		munmap(chunk, n);
		return;
	}
	pthread_mutex_lock(&pool.lock);
	keep = pool.kept + n <= KEPT_MAX;
	if (keep) {
		s->next = pool.spare[which];
		s->dirty = dirty > sizeof(*s) ? dirty : sizeof(*s);
		pool.spare[which] = s;
		pool.kept += n;
	}
	pthread_mutex_unlock(&pool.lock);
	if (!keep)
		munmap(chunk, n);
}

const struct arena_source huge_pages = {HUGE_PAGES_MIN / 2, huge_pages_take, huge_pages_give};
