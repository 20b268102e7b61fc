/*
 * What the lexer knows of Python's words: compiled patterns and lookup tables.
 *
 * The patterns are anchored and run in byte mode by PCRE2's JIT, one match per literal; names,
 * operators and white space are told apart by their first byte, since a match costs more than they do.
 */
#ifndef LINT_PYTHON_SYNTAX_LEXICON_H
#define LINT_PYTHON_SYNTAX_LEXICON_H

#include "identifiers.h"
#include "token.h"

#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>

/** Token patterns: (name, options beside PCRE2_ANCHORED, pattern); the rows stand in lexicon.c. */
enum py_regex {
	REGEX_NUMBER,
	REGEX_DOUBLE_QUOTED,
	REGEX_SINGLE_QUOTED,
	REGEX_UNICODE_NAME,
	REGEX_CODING,
	REGEX_COUNT,
};

/** What the first byte of a token says. */
enum py_byte {
	BYTE_BAD,
	BYTE_SPACE,
	BYTE_LINE_END,
	BYTE_NAME,
	BYTE_DIGIT,
	BYTE_QUOTE,
	BYTE_COMMENT,
	BYTE_BACKSLASH,
	BYTE_OPERATOR,
	/** Above 127: begins a name, if anything. */
	BYTE_HIGH,
};

enum { KEYWORD_SLOTS = 256, KEYWORD_LONGEST = 8 };

struct py_lexicon {
	pcre2_code *regexes[REGEX_COUNT];
	pcre2_match_data *match;
	pcre2_match_context *context;
	/** enum py_byte per byte. */
	uint8_t bytes[256];
	/** Row of the first operator that starts with a byte, from 1; 0: none. */
	uint8_t operators[256];
	/** Keyword per hash, 0: none. */
	uint8_t keywords[KEYWORD_SLOTS];
	/** Holds tokens and the parser's stack between files, so that their memory is touched once. */
	struct arena arena;
	struct token *tokens;
	size_t room;
	/** The parser's. */
	unsigned char *stack;
	size_t stack_room;
	/** Where a parser's names are kept; NULL: names are left where they stand in the text. */
	struct identifiers *names;
};

/** Length of the pattern's match at an offset, or 0. from ≤ text.n. */
size_t py_lexicon_match(struct py_lexicon *lx, enum py_regex id, struct str text, size_t from);
/** The operator at the start of a text of n ≥ 1 bytes, and its length; TOK_ERROR if there is none. */
enum tok py_lexicon_operator(const struct py_lexicon *lx, const unsigned char *s, size_t n,
			     uint32_t *len);
/** The keyword that a name is, or TOK_NAME. */
enum tok py_lexicon_keyword(const struct py_lexicon *lx, const unsigned char *s, size_t n);
/** Whether a keyword can only begin a statement or clause. */
bool py_keyword_begins(enum tok keyword);

#endif
