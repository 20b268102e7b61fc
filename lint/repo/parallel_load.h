/*
 * Reading and scanning candidates on several threads, ahead of who takes them in order.
 *
 * What comes of a file depends on the file alone, so that nothing depends on the number of threads. Only
 * the limit on the bytes of all files does on those before it: once they exceed it the threads stop, and the
 * rest is read when it is asked for.
 */
#ifndef LINT_REPO_PARALLEL_LOAD_H
#define LINT_REPO_PARALLEL_LOAD_H

#include "load.h"

/** What a candidate is found to be. */
struct scanned {
	enum fs_status status;
	enum file_kind kind;
	unsigned marks;
	/** It is UTF-16: none of the words that matter are found in it. */
	bool wide;
	/** Bytes read. */
	size_t bytes;
	/** NULL unless it may matter; lives as long as the loader's arena. */
	struct str text;
	/** Of a notebook's text. */
	struct left_outs left_outs;
	/** Of a Python file. */
	struct imported_names imports;
};

struct load_scan;

/** Starts to scan, and returns when all threads are done; the loader and the candidates outlive it. */
struct load_scan *load_scan(struct loader *l, const struct candidates *candidates);
/** What a candidate is, if so many bytes may be read of it at most; asked for in order. */
const struct scanned *load_scanned(struct load_scan *scan, size_t which, size_t max);
/** Gives back what the scan holds open. */
void load_scan_end(struct load_scan *scan);

#endif
