/*
 * Sizes in bytes: saturating arithmetic, and their text forms.
 *
 * A size that would overflow becomes BYTES_MAX and stays there, so that an absurd config gives an
 * absurd size and never a small one.
 */
#ifndef CORE_BASE_BYTES_H
#define CORE_BASE_BYTES_H

#include "str.h"

#include <stdbool.h>
#include <stdint.h>

#define BYTES_MAX UINT64_MAX
#define KIB ((uint64_t)1 << 10)
#define MIB ((uint64_t)1 << 20)
#define GIB ((uint64_t)1 << 30)
#define GB UINT64_C(1000000000)

/** a + b, or BYTES_MAX. */
uint64_t bytes_add(uint64_t a, uint64_t b);
/** a - b, or 0. */
uint64_t bytes_sub(uint64_t a, uint64_t b);
/** A computed size, rounded up; negative and NaN give 0, what does not fit BYTES_MAX. */
uint64_t bytes_of(double x);
/** "1.50 GiB", "12.0 MiB", "7 B": three significant digits or more, for people. */
struct str bytes_text(struct arena *a, uint64_t n);
/**
 * A size as people write it: "80GB", "20 GiB", "24g", "512MiB", "1073741824". GB is 10^9, GiB 2^30;
 * a bare number is bytes; "G" alone is GiB, as in Slurm and in nvidia-smi. False if it is no size.
 */
bool bytes_parse(struct str s, uint64_t *out);

#endif
