/*
 * For tests of the lexer and the parser: an arena and a lexicon for each test.
 */
#ifndef TESTS_SUPPORT_PYTHON_LEXICON_H
#define TESTS_SUPPORT_PYTHON_LEXICON_H

#include "lint/python/syntax/syntax.h"

#include <check.h>

static struct arena arena;
static struct py_lexicon *lexicon;

/** Before each test. */
static inline void lexicon_setup(void)
{
	lexicon = py_lexicon_new();
	ck_assert_ptr_nonnull(lexicon);
}

/** Behind each test. */
static inline void lexicon_teardown(void)
{
	py_lexicon_free(lexicon);
	arena_free(&arena);
}

#endif
