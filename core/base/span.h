/*
 * Places in files. Line and column are computed only when something is printed (lint/text/files.h).
 */
#ifndef CORE_BASE_SPAN_H
#define CORE_BASE_SPAN_H

#include <stdbool.h>
#include <stdint.h>

/** len bytes from offset off of a file of the run's file list; file 0 is "no file". */
struct span {
	uint32_t file, off, len;
};

/** Whether a span is a place in a file. */
static inline bool span_known(struct span s)
{
	return s.file != 0;
}

/** Whether two spans are the same bytes; both may be no place at all. */
static inline bool span_same(struct span a, struct span b)
{
	return a.file == b.file && a.off == b.off && a.len == b.len;
}

/** Whether two spans begin at the same byte, however far they reach. */
static inline bool span_same_start(struct span a, struct span b)
{
	return a.file == b.file && a.off == b.off;
}

#endif
