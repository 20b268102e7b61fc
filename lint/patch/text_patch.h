/*
 * Changes of a text: bytes at places that become others go in. The changed text, and the patch, come out.
 */
#ifndef LINT_PATCH_TEXT_PATCH_H
#define LINT_PATCH_TEXT_PATCH_H

#include "core/base/base.h"
#include "lint/text/text.h"

struct text_change {
	size_t off, len;
	struct str text;
};

struct text_patch {
	/** In the order of off; none overlaps another. */
	VEC(struct text_change);
};

/** Adds a change in its place. False if it overlaps another one; the very same change again is none. */
bool text_patch_add(struct arena *a, struct text_patch *p, struct text_change change);
/** The text with all changes. */
struct str text_patch_apply(struct arena *a, const struct text_patch *p, struct str text);
/** As diff -u has it, three lines around each change. */
void text_patch_print(struct out *out, const struct text_patch *p, struct str path, struct str text);

#endif
