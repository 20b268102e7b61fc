/*
 * What fuzzers share: walks that touch every byte a tree refers to, so that a sanitizer sees a view
 * that leads outside, and checks that spans stay in their file.
 */
#ifndef TESTS_FUZZ_H
#define TESTS_FUZZ_H

#include "lint/read/node.h"

#include <stdio.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/** Stops the fuzzer where this does not hold: the program did what it must not. */
#define fuzz_check(holds) fuzz_check_at((holds), #holds, __FILE__, __LINE__)

static inline void fuzz_check_at(bool holds, const char *what, const char *file, int line)
{
	if (holds)
		return;
	fprintf(stderr, "%s:%d: does not hold: %s\n", file, line, what);
	abort();
}

/**
 * Gives an arena that keeps a block large enough for nearly all runs: a system's memory is slow to get. Once: what a
 * reset leaves is spare, and asking for as much again would clear all of it before each input.
 */
static inline void fuzz_reserve(struct arena *a)
{
	if (a->last || a->spare)
		return;
	(void)arena_bytes(a, (size_t)16 << 20, 1);
	arena_reset(a);
}

/** Reads every byte of a text. */
static inline void fuzz_touch(struct str s)
{
	for (size_t i = 0; i < s.n; i++)
		(void)*(const volatile char *)&s.s[i];
}

/** A node's text and place; size is that of its file. Its members are walked by node_text(). */
static inline void fuzz_node(const struct node *n, size_t size)
{
	if (!n)
		return;
	if (n->kind == NODE_STR || n->kind == NODE_BYTES || n->kind == NODE_UNKNOWN)
		fuzz_touch(n->text);
	fuzz_check(n->at.file == 0 || (size_t)n->at.off + n->at.len <= size);
}

/** A tree: two levels by hand, the rest through node_known() and node_text(). */
static inline void fuzz_walk(struct arena *a, const struct node *n, size_t size)
{
	struct arena_mark mark = arena_mark(a);

	fuzz_node(n, size);
	if (!n)
		return;
	if (n->kind == NODE_MAP) {
		for (size_t i = 0; i < n->as.pairs.n; i++) {
			fuzz_node(n->as.pairs.at[i].key, size);
			fuzz_node(n->as.pairs.at[i].value, size);
		}
	}
	if (n->kind == NODE_LIST) {
		for (size_t i = 0; i < n->as.items.n; i++)
			fuzz_node(n->as.items.at[i], size);
	}
	(void)node_known(n);
	/* Of thousands of walks the texts would take more memory than what is walked. */
	fuzz_touch(node_text(a, n, 4096));
	arena_pop(a, mark);
}

/** Two evaluations of the same bytes found the same. */
static inline void fuzz_same(struct arena *a, const struct node *one, const struct node *other)
{
	struct arena_mark mark = arena_mark(a);

	fuzz_check(!one == !other);
	fuzz_check(!one || str_eq(node_text(a, one, 4096), node_text(a, other, 4096)));
	arena_pop(a, mark);
}

#endif
