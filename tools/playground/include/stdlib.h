/* The libc's, and what GNU's has besides. */
#ifndef PLAYGROUND_STDLIB_H
#define PLAYGROUND_STDLIB_H

#include_next <stdlib.h>

void qsort_r(void *array, size_t n, size_t size, int (*compare)(const void *a, const void *b, void *context), void *context);

#endif
