#include "multi_search.h"

#include <stdlib.h>
#include <string.h>

#ifdef __x86_64__
#include <tmmintrin.h>
#endif

enum {
	BUCKETS = 8,
	LANES = 16,
	HEAD = 4,
	/** Chains of words, by their first MULTI_SEARCH_BYTES_MIN bytes. */
	CHAIN_BITS = 11,
};

struct multi_search {
	const struct str *at;
	size_t n;
	/** The first word of a chain, + 1, and the next one of the same; words that stand at one place are of one chain. */
	uint16_t first[1 << CHAIN_BITS], *next;
	/** The first HEAD bytes of each word, and which of them it has. */
	uint32_t *head, *mask;
	/** The kinds of each word, and of all words of a bucket. */
	const unsigned *kinds;
	unsigned bucket_kinds[BUCKETS];
	/** Buckets of the words whose first, second, … byte has this low or high half, as bits; all halves where a word has no such byte. */
	unsigned char low[HEAD][16], high[HEAD][16];
	bool by_blocks;
};

/** A word to be sorted. */
struct entry {
	struct str word;
	unsigned kind;
	size_t i;
};

static int compare_entries(const void *x, const void *y)
{
	const struct entry *a = x, *b = y;

	return a->kind != b->kind ? (a->kind > b->kind) - (a->kind < b->kind) : str_cmp(a->word, b->word);
}

/** By word its bucket: words of one kind that begin alike share one, so that halves are mixed least. */
static unsigned char *buckets_of(struct arena *a, struct multi_search *w)
{
	struct entry *sorted = arena_news(a, struct entry, w->n);
	unsigned char *buckets = arena_news(a, unsigned char, w->n);

	for (size_t i = 0; i < w->n; i++)
		sorted[i] = (struct entry){w->at[i], w->kinds[i], i};
	qsort(sorted, w->n, sizeof(*sorted), compare_entries);
	for (size_t i = 0; i < w->n; i++) {
		size_t bucket = i * BUCKETS / w->n;

		buckets[sorted[i].i] = (unsigned char)bucket;
		w->bucket_kinds[bucket] |= sorted[i].kind;
	}
	return buckets;
}

/** The bytes at a place as a number, to compare; fewer than HEAD leave zeros. */
static uint32_t head_of(struct str text, size_t at)
{
	uint32_t head = 0;

	if (text.n - at >= HEAD)
		memcpy(&head, text.s + at, HEAD);
	else
		memcpy(&head, text.s + at, text.n - at);
	return head;
}

/** The chain of the words that may begin with the bytes at a place, of which there are enough. */
static size_t chain_at(const char *at)
{
	const unsigned char *b = (const unsigned char *)at;
	uint32_t bytes = b[0] | (uint32_t)b[1] << 8 | (uint32_t)b[2] << 16;

	return (bytes * UINT32_C(0x9E3779B1)) >> (32 - CHAIN_BITS);
}

static void add_byte(struct multi_search *w, size_t k, struct str word, unsigned char bit)
{
	for (unsigned half = 0; half < 16; half++) {
		if (k >= word.n || ((unsigned char)word.s[k] & 15u) == half)
			w->low[k][half] |= bit;
		if (k >= word.n || (unsigned char)word.s[k] >> 4 == half)
			w->high[k][half] |= bit;
	}
}

struct multi_search *multi_search_new(struct arena *a, const struct str *words, size_t n)
{
	unsigned *kinds = arena_news(a, unsigned, n);

	for (size_t i = 0; i < n; i++)
		kinds[i] = 1;
	return multi_search_of_kinds(a, words, kinds, n);
}

struct multi_search *multi_search_of_kinds(struct arena *a, const struct str *words, const unsigned *kinds, size_t n)
{
	struct multi_search *w = arena_new(a, struct multi_search);
	const unsigned char *buckets;

	w->at = words;
	w->n = n;
	w->kinds = kinds;
	buckets = buckets_of(a, w);
	w->next = arena_news(a, uint16_t, n);
	w->head = arena_news(a, uint32_t, n);
	w->mask = arena_news(a, uint32_t, n);
	for (size_t i = 0; i < n && i < UINT16_MAX; i++) {
		uint16_t *first = &w->first[chain_at(words[i].s)];

		w->next[i] = *first;
		*first = (uint16_t)(i + 1);
		w->head[i] = head_of(words[i], 0);
		memset(&w->mask[i], 0xff, words[i].n < HEAD ? words[i].n : HEAD);
		for (size_t k = 0; k < HEAD; k++)
			add_byte(w, k, words[i], (unsigned char)(1u << buckets[i]));
	}
#ifdef __x86_64__
	w->by_blocks = __builtin_cpu_supports("ssse3");
#endif
	return w;
}

/** The first from a word of a chain on that stands at a place and is of some kinds; SIZE_MAX if none does. */
static size_t find_at(const struct multi_search *w, struct str text, size_t at, size_t chain, unsigned kinds)
{
	uint32_t head = head_of(text, at);

	for (size_t i = chain; i; i = w->next[i - 1])
		if ((head & w->mask[i - 1]) == w->head[i - 1] && w->kinds[i - 1] & kinds && w->at[i - 1].n <= text.n - at &&
		    memcmp(text.s + at, w->at[i - 1].s, w->at[i - 1].n) == 0)
			return i - 1;
	return SIZE_MAX;
}

static bool any_at(const struct multi_search *w, struct str text, size_t at, unsigned kinds, size_t *which)
{
	uint16_t first = text.n - at < MULTI_SEARCH_BYTES_MIN ? 0 : w->first[chain_at(text.s + at)];

	*which = first ? find_at(w, text, at, first, kinds) : SIZE_MAX;
	return *which != SIZE_MAX;
}

#ifdef __x86_64__
/** The buckets of which each of sixteen bytes may be the k-th byte of a word. */
__attribute__((target("ssse3"))) static inline __m128i buckets(const struct multi_search *w, size_t k,
							       const char *p)
{
	const __m128i half = _mm_set1_epi8(15);
	__m128i bytes = _mm_loadu_si128((const __m128i *)(const void *)(p + k));
	__m128i low = _mm_loadu_si128((const __m128i *)(const void *)w->low[k]);
	__m128i high = _mm_loadu_si128((const __m128i *)(const void *)w->high[k]);

	return _mm_and_si128(_mm_shuffle_epi8(low, _mm_and_si128(bytes, half)),
			     _mm_shuffle_epi8(high, _mm_and_si128(_mm_srli_epi16(bytes, 4), half)));
}

/** Looks at whole blocks of places; leaves *from where fewer are left. */
__attribute__((target("ssse3"))) static bool next_in_blocks(const struct multi_search *w, struct str text,
							    size_t *from, unsigned kinds, size_t *which)
{
	const __m128i none = _mm_setzero_si128();
	unsigned wanted = 0;

	for (size_t i = 0; i < BUCKETS; i++)
		wanted |= w->bucket_kinds[i] & kinds ? 1u << i : 0;

	for (; text.n - *from >= LANES + HEAD - 1; *from += LANES) {
		const char *p = text.s + *from;
		__m128i may = _mm_and_si128(_mm_and_si128(_mm_and_si128(buckets(w, 0, p), buckets(w, 1, p)),
							  _mm_and_si128(buckets(w, 2, p), buckets(w, 3, p))),
					    _mm_set1_epi8((char)wanted));
		unsigned hits = ~(unsigned)_mm_movemask_epi8(_mm_cmpeq_epi8(may, none)) & 0xffffu;

		for (; hits; hits &= hits - 1) {
			size_t at = *from + (size_t)__builtin_ctz(hits);

			if (any_at(w, text, at, kinds, which)) {
				*from = at;
				return true;
			}
		}
	}
	return false;
}
#else
static bool next_in_blocks(const struct multi_search *w, struct str text, size_t *from, unsigned kinds, size_t *which)
{
	(void)w, (void)text, (void)from, (void)kinds, (void)which;
	return false;
}
#endif

size_t multi_search_next(const struct multi_search *w, struct str text, size_t from, size_t *which)
{
	return multi_search_next_of(w, text, from, ~0u, which);
}

size_t multi_search_next_of(const struct multi_search *w, struct str text, size_t from, unsigned kinds, size_t *which)
{
	if (from >= text.n)
		return SIZE_MAX;
	if (w->by_blocks && next_in_blocks(w, text, &from, kinds, which))
		return from;
	for (; from < text.n; from++)
		if (any_at(w, text, from, kinds, which))
			return from;
	return SIZE_MAX;
}

size_t multi_search_more(const struct multi_search *w, struct str text, size_t at, size_t which)
{
	return find_at(w, text, at, w->next[which], ~0u);
}
