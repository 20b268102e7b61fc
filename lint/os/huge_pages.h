/*
 * Large pieces of memory for arenas, chunks, in whole huge pages.
 *
 * A run fills tens of megabytes within milliseconds, and each 4 KiB page costs a fault: a quarter of the
 * time of some repositories. Chunks are aligned to 2 MiB and the kernel is asked to back the first of them by huge
 * pages, which where it is allowed (transparent_hugepage: always or madvise) takes a tenth of the faults.
 * What is given back is kept for the next one, since fresh pages are cleared again.
 *
 * Invariants:
 *   - any thread may take and give;
 *   - bytes of a chunk from its dirty ones on are zero.
 */
#ifndef LINT_OS_HUGE_PAGES_H
#define LINT_OS_HUGE_PAGES_H

#include "core/base/base.h"

enum { HUGE_PAGES_MIN = 2 << 20 };

/** At least n bytes, n raised to what there is; *dirty says how many of the first are not zero. NULL: there is no more memory. */
void *huge_pages_take(size_t *n, size_t *dirty);
/** Gives a chunk back, with n as it was taken and how much of it may not be zero. */
void huge_pages_give(void *chunk, size_t n, size_t dirty);

/** For arena_large_blocks(). */
extern const struct arena_source huge_pages;

#endif
