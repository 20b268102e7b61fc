/*
 * Files for tools that cannot go on without them.
 */
#ifndef TESTS_SUPPORT_READ_FILE_H
#define TESTS_SUPPORT_READ_FILE_H

#include "core/base/base.h"

#include <stdio.h>
#include <stdlib.h>

/** The bytes of a file, in the arena, a NUL behind them. One that cannot be read ends the program, with 2. */
static inline struct str read_file(struct arena *a, const char *path)
{
	FILE *f = fopen(path, "rb");
	long n;
	char *text;

	if (!f || fseek(f, 0, SEEK_END) || (n = ftell(f)) < 0 || fseek(f, 0, SEEK_SET)) {
		perror(path);
		exit(2);
	}
	text = arena_alloc(a, (size_t)n + 1, 1);
	if (fread(text, 1, (size_t)n, f) != (size_t)n) {
		perror(path);
		exit(2);
	}
	fclose(f);
	return (struct str){text, (size_t)n};
}

#endif
