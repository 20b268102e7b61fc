/*
 * What the files of this room share and nobody else needs.
 */
#ifndef LINT_PYTHON_BUILTIN_BUILTIN_PARTS_H
#define LINT_PYTHON_BUILTIN_BUILTIN_PARTS_H

#include "builtin.h"

/** The elements of an argument, all known, where the order makes no difference, unless they are compared by a key. */
struct node *native_members(struct interpreter *py, struct node *n, const struct node *key,
			    struct span at);
/** key(x) of min, max, sort: x itself without a key. */
struct node *native_key(struct interpreter *py, struct node *key, struct node *x, struct site site);
/** A sorted copy as a LIST; NULL if some elements cannot be ordered. */
struct node *native_sort(struct interpreter *py, struct node *items, struct node *key, bool reverse,
			 struct site site);
/** White space as str.strip(), split() and isspace() see it, as far as it is ASCII. */
bool native_is_blank(char c);
/** os.environ.get and os.getenv. */
struct node *environ_get(struct interpreter *py, struct native_call *c);

#endif
