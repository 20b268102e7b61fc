/* GNU's qsort_r(), which this libc lacks: a heap sort, byte by byte. */
#include <stddef.h>
#include <stdlib.h>

typedef int compare(const void *a, const void *b, void *context);

static void swap(char *a, char *b, size_t size)
{
	for (size_t i = 0; i < size; i++) {
		char c = a[i];

		a[i] = b[i];
		b[i] = c;
	}
}

/* Lets the element at a place sink to where no child is greater. */
static void sink(char *base, size_t at, size_t n, size_t size, compare *cmp, void *context)
{
	for (;;) {
		size_t child = 2 * at + 1;

		if (child >= n)
			return;
		if (child + 1 < n && cmp(base + child * size, base + (child + 1) * size, context) < 0)
			child++;
		if (cmp(base + at * size, base + child * size, context) >= 0)
			return;
		swap(base + at * size, base + child * size, size);
		at = child;
	}
}

void qsort_r(void *array, size_t n, size_t size, compare *cmp, void *context)
{
	char *base = array;

	for (size_t i = n / 2; i-- > 0;)
		sink(base, i, n, size, cmp, context);
	for (size_t i = n; i-- > 1;) {
		swap(base, base + i * size, size);
		sink(base, 0, i, size, cmp, context);
	}
}
