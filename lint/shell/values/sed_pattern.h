/*
 * Regular expressions of sed, as far as they are read: no alternatives, counts or classes by name. For sed.c and awk.c.
 */
#ifndef LINT_SHELL_VALUES_SED_PATTERN_H
#define LINT_SHELL_VALUES_SED_PATTERN_H

#include "state.h"

enum {
	SED_GROUPS_MAX = 10,
	/** Stands in a text for what is none: no pattern names it. */
	SED_MARK_BYTE = 1,
};

enum item_kind { ITEM_BYTE, ITEM_ANY, ITEM_SET, ITEM_START, ITEM_END, ITEM_OPEN, ITEM_CLOSE };

struct sed_item {
	enum item_kind kind;
	/** The byte; the number of a group. */
	unsigned char byte;
	/** 0, or one of * + ? behind it. */
	char repeat;
	bool inverse;
	/** A bracket's inside. */
	struct str set;
};

struct sed_pattern {
	struct {
		VEC(struct sed_item);
	} items;
	size_t groups;
	/** What stands around it in the script. */
	char delimiter;
	bool any_case;
};

/** Where a pattern matches in a line, and its groups. */
struct sed_match {
	struct sh_state *st;
	const struct sed_pattern *pattern;
	struct str line;
	size_t from[SED_GROUPS_MAX], to[SED_GROUPS_MAX];
};

/** Reads a pattern (extended: of sed -E) into p, which has its delimiter; false if it has what is not read. */
bool sed_compile(struct arena *a, struct sed_pattern *p, struct str pattern, bool extended);
/** The end of the match that begins at a place of the line; SIZE_MAX: none, or no work is left for it. */
size_t sed_match(struct sed_match *m, size_t at);

#endif
