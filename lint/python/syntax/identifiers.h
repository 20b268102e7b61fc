/*
 * Names that many files share: each is kept once, side by side with the others.
 *
 * An evaluation asks for names a hundred thousand times. In the files' texts, megabytes that nothing else
 * looks at by then, each would be fetched from memory anew; and equal names that are one are told by their place.
 */
#ifndef LINT_PYTHON_SYNTAX_IDENTIFIERS_H
#define LINT_PYTHON_SYNTAX_IDENTIFIERS_H

#include "core/base/base.h"

struct identifiers {
	/** Where names are kept; they live as long. */
	struct arena *arena;
	VEC(struct str);
	struct hash_index index;
};

/** A hash of a name: eight bytes at once. */
size_t identifier_hash(struct str name);
/** The one name that is equal to it. */
struct str identifiers_one(struct identifiers *names, struct str name);

#endif
