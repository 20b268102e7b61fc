/*
 * What a reader of data made of a text, to be held against what Python makes of it.
 */
#ifndef TESTS_SUPPORT_ONLY_REPR_H
#define TESTS_SUPPORT_ONLY_REPR_H

#include "lint/read/read.h"

#include <check.h>

/** The only document of a reading without trouble, as Python's repr, in the arena; text is what was read. */
static inline const char *only_repr(struct arena *a, struct reading reading, const char *text)
{
	ck_assert_msg(!reading.trouble.n, "%s: %.*s", text, STR_ARG(reading.trouble));
	ck_assert_uint_eq(reading.docs.n, 1);
	return str_dup(a, node_text(a, reading.docs.at[0], 4000)).s;
}

#endif
