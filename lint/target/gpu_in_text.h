/*
 * GPU names in running text: comments, file names, prose.
 *
 * The longest run of words that names a card of the table wins ("A100 80GB" before "A100"); a name
 * inside a longer word or number does not count, and two-letter names (T4, L4, A2) need a word about
 * GPUs, or a count, on the same line. Rules and their reasons: docs/targets.md.
 */
#ifndef LINT_TARGET_GPU_IN_TEXT_H
#define LINT_TARGET_GPU_IN_TEXT_H

#include "core/base/base.h"
#include "core/gpu/gpu.h"

struct gpu_mention {
	/** NULL if only a memory size was named ("a 24 GB card"). */
	const struct gpu *gpu;
	/** The size of an unnamed card in bytes; 0 otherwise. */
	uint64_t bytes;
	/** "8x H100", "H100:8", "4 * A100": 8, 8, 4; 0 if not said. */
	uint32_t count;
	/** Where in the text. */
	size_t off, len;
};

/** Up to max mentions, in order; returns how many there are in out. */
size_t gpu_text_find(struct str text, struct gpu_mention *out, size_t max);
/** The same, also of a text that tells several cards apart, of which gpu_text_find() says none. */
size_t gpu_text_find_all(struct str text, struct gpu_mention *out, size_t max);
/**
 * The same for a path or another identifier, where '_', '-', '.' and '/' part words: only names with
 * a digit behind a letter count, and no bare memory sizes but "80gb".
 */
size_t gpu_text_find_name(struct str path, struct gpu_mention *out, size_t max);

#endif
