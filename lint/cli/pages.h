/*
 * Texts of the documentation that the program prints itself: docs/rules/RULE.md and the JSON schemas,
 * put into the program by the Makefile.
 */
#ifndef LINT_CLI_PAGES_H
#define LINT_CLI_PAGES_H

#include "core/base/base.h"

struct page {
	/** "gpu-memory-exceeded", "schema", "diff-schema". */
	const char *name;
	const unsigned char *bytes;
	size_t n;
};

extern const struct page pages[];
extern const size_t pages_n;

/** The text of a page, or empty. */
struct str page_find(struct str name);

#endif
