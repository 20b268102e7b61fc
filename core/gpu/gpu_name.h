/*
 * Names of GPUs without what people and schedulers put around them. Shared by core/gpu/gpu.c and the program
 * that makes its table, so it needs nothing but the C library.
 */
#ifndef CORE_GPU_GPU_NAME_H
#define CORE_GPU_GPU_NAME_H

#include "core/base/base.h"

enum { GPU_NAME_BYTES = 96 };

/**
 * A name without separators and vendor words, in lower case, and where its words began and ended:
 * "NVIDIA RTX A6000" is "rtxa6000" with words at 0 and 3.
 */
struct gpu_name {
	char s[GPU_NAME_BYTES];
	bool start[GPU_NAME_BYTES + 1], end[GPU_NAME_BYTES + 1];
	size_t n;
};

/** The bare form of a name; what does not fit is left out. */
void gpu_name_of(struct gpu_name *out, struct str name);
/** Whether n bytes of a bare spelling stand at a place of the name, where a word begins, as whole words but for a plural "s". */
bool gpu_name_at(const struct gpu_name *name, size_t at, const char *spelling, size_t n);

#endif
