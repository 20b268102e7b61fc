/*
 * The lexer's state, shared by its files: lex.c (lines, brackets), lex_word.c (names, numbers,
 * strings), lex_fstring.c.
 */
#ifndef LINT_PYTHON_SYNTAX_LEXER_H
#define LINT_PYTHON_SYNTAX_LEXER_H

#include "lexicon.h"

/** CPython's limits (Parser/lexer/state.h): 100 indentations, 200 brackets, 150 nested f-strings. */
enum { INDENTS_MAX = 100, BRACKETS_MAX = 200, FRAMES_MAX = 150, TAB = 8 };

/** Where in an f-string the lexer stands: in its text, in {…}, or in the text behind {…: */
enum frame_kind { FRAME_TEXT, FRAME_FIELD, FRAME_SPEC };

struct frame {
	enum frame_kind kind;
	unsigned char quote;
	bool triple, raw;
	/** FIELD, SPEC: number of open brackets, its own brace included. */
	uint32_t depth;
};

struct lexer {
	struct py_lexicon *lx;
	struct arena *arena;
	struct str text;
	const unsigned char *s;
	uint32_t n, at, file;
	/** Open brackets, those of f-string fields included. */
	uint32_t depth;
	uint32_t n_frames, n_indents;
	size_t n_tokens;
	uint32_t indents[INDENTS_MAX];
	struct frame frames[FRAMES_MAX];
	struct py_lexed *out;
};

/** Room for one more token. */
void lexer_grow(struct lexer *l);

static inline void lexer_push(struct lexer *l, enum tok kind, uint32_t off, uint32_t end)
{
	if (l->n_tokens == l->lx->room)
		lexer_grow(l);
	l->lx->tokens[l->n_tokens++] =
	    (struct token){.off = off, .len = end - off, .kind = (uint8_t)kind};
}

static inline void lexer_error(struct lexer *l, enum py_lex_error why, uint32_t off, uint32_t end)
{
	lexer_push(l, TOK_ERROR, off, end);
	l->lx->tokens[l->n_tokens - 1].why = (uint8_t)why;
}

/** The class of the byte at an offset inside the text. */
static inline enum py_byte lexer_byte(const struct lexer *l, uint32_t at)
{
	return (enum py_byte)l->lx->bytes[l->s[at]];
}

/** The byte at an offset, or NUL behind the end. */
static inline unsigned char lexer_peek(const struct lexer *l, uint32_t at)
{
	return at < l->n ? l->s[at] : '\0';
}

/** Whether a byte may continue a name. */
static inline bool lexer_in_name(const struct lexer *l, uint32_t at)
{
	enum py_byte is = at < l->n ? lexer_byte(l, at) : BYTE_BAD;

	return is == BYTE_NAME || is == BYTE_DIGIT || is == BYTE_HIGH;
}

/** The offset of the line end at or behind an offset. */
uint32_t lexer_line_end(const struct lexer *l, uint32_t at);
/** Behind the line end that stands at an offset: "\n", "\r\n" or "\r". */
uint32_t lexer_behind_line_end(const struct lexer *l, uint32_t at);

/** A number; the first byte is a digit, or a point before one. */
void lexer_number(struct lexer *l);
/** A name, a keyword, or a string with a prefix. */
void lexer_name(struct lexer *l);
/** A string whose quote stands at l->at and whose prefix begins at from. */
void lexer_string(struct lexer *l, uint32_t from);

/** An f-string's start; the quote stands at l->at, its prefix begins at from. */
void lexer_fstring(struct lexer *l, uint32_t from, bool raw);
/** The text of an f-string up to the next field or its end, with the delimiter behind it. */
void lexer_fstring_text(struct lexer *l);
/**
 * A token at the bracket level of an f-string's field: '}' closes the field, ':' begins its
 * specification. False if the token is not of that kind.
 */
bool lexer_fstring_delimiter(struct lexer *l, enum tok kind);
/** Gives up an f-string: the rest of the line is an error, and its brackets no longer count. */
void lexer_fstring_abandon(struct lexer *l, enum py_lex_error why);

/** Whether the lexer stands in the text of an f-string. */
static inline bool lexer_in_fstring_text(const struct lexer *l)
{
	return l->n_frames && l->frames[l->n_frames - 1].kind != FRAME_FIELD;
}

#endif
