/*
 * Tokens of Python, and the lexer that cuts a text into them.
 *
 * Invariants of a lexed text:
 *   - tokens are in source order, do not overlap, and the last one is TOK_END;
 *   - a logical line ends with TOK_NEWLINE; line ends inside brackets leave no token;
 *   - every TOK_INDENT has its TOK_DEDENT, every TOK_FSTRING_START its TOK_FSTRING_END or a
 *     TOK_ERROR on the same logical line;
 *   - what is no token is a TOK_ERROR, whose why says what is wrong, and lexing goes on.
 */
#ifndef LINT_PYTHON_SYNTAX_TOKEN_H
#define LINT_PYTHON_SYNTAX_TOKEN_H

#include "ast.h"

#include "core/base/base.h"

/** Operators and delimiters: (name, spelling); of two with the same start the longer stands first. */
#define PY_OPERATORS(X)                                                                            \
	X(LPAR, "(")                                                                               \
	X(RPAR, ")")                                                                               \
	X(LSQB, "[")                                                                               \
	X(RSQB, "]")                                                                               \
	X(LBRACE, "{")                                                                             \
	X(RBRACE, "}")                                                                             \
	X(COLON_EQUAL, ":=")                                                                       \
	X(COLON, ":")                                                                              \
	X(COMMA, ",")                                                                              \
	X(SEMI, ";")                                                                               \
	X(ELLIPSIS, "...")                                                                         \
	X(DOT, ".")                                                                                \
	X(AT_EQUAL, "@=")                                                                          \
	X(AT, "@")                                                                                 \
	X(EQ, "==")                                                                                \
	X(EQUAL, "=")                                                                              \
	X(NE, "!=")                                                                                \
	X(EXCLAMATION, "!")                                                                        \
	X(LSHIFT_EQUAL, "<<=")                                                                     \
	X(LSHIFT, "<<")                                                                            \
	X(LE, "<=")                                                                                \
	X(LT, "<")                                                                                 \
	X(RSHIFT_EQUAL, ">>=")                                                                     \
	X(RSHIFT, ">>")                                                                            \
	X(GE, ">=")                                                                                \
	X(GT, ">")                                                                                 \
	X(ARROW, "->")                                                                             \
	X(MINUS_EQUAL, "-=")                                                                       \
	X(MINUS, "-")                                                                              \
	X(PLUS_EQUAL, "+=")                                                                        \
	X(PLUS, "+")                                                                               \
	X(POW_EQUAL, "**=")                                                                        \
	X(POW, "**")                                                                               \
	X(STAR_EQUAL, "*=")                                                                        \
	X(STAR, "*")                                                                               \
	X(FLOORDIV_EQUAL, "//=")                                                                   \
	X(FLOORDIV, "//")                                                                          \
	X(SLASH_EQUAL, "/=")                                                                       \
	X(SLASH, "/")                                                                              \
	X(PERCENT_EQUAL, "%=")                                                                     \
	X(PERCENT, "%")                                                                            \
	X(AMPER_EQUAL, "&=")                                                                       \
	X(AMPER, "&")                                                                              \
	X(VBAR_EQUAL, "|=")                                                                        \
	X(VBAR, "|")                                                                               \
	X(CIRCUMFLEX_EQUAL, "^=")                                                                  \
	X(CIRCUMFLEX, "^")                                                                         \
	X(TILDE, "~")

/**
 * Hard keywords: (name, spelling, whether it can only begin a statement or clause, so that it never
 * stands inside brackets). The soft ones (match, case, type, _) are names.
 */
#define PY_KEYWORDS(X)                                                                             \
	X(FALSE, "False", 0)                                                                       \
	X(NONE, "None", 0)                                                                         \
	X(TRUE, "True", 0)                                                                         \
	X(AND, "and", 0)                                                                           \
	X(AS, "as", 0)                                                                             \
	X(ASSERT, "assert", 1)                                                                     \
	X(ASYNC, "async", 0)                                                                       \
	X(AWAIT, "await", 0)                                                                       \
	X(BREAK, "break", 1)                                                                       \
	X(CLASS, "class", 1)                                                                       \
	X(CONTINUE, "continue", 1)                                                                 \
	X(DEF, "def", 1)                                                                           \
	X(DEL, "del", 1)                                                                           \
	X(ELIF, "elif", 1)                                                                         \
	X(ELSE, "else", 0)                                                                         \
	X(EXCEPT, "except", 1)                                                                     \
	X(FINALLY, "finally", 1)                                                                   \
	X(FOR, "for", 0)                                                                           \
	X(FROM, "from", 0)                                                                         \
	X(GLOBAL, "global", 1)                                                                     \
	X(IF, "if", 0)                                                                             \
	X(IMPORT, "import", 1)                                                                     \
	X(IN, "in", 0)                                                                             \
	X(IS, "is", 0)                                                                             \
	X(LAMBDA, "lambda", 0)                                                                     \
	X(NONLOCAL, "nonlocal", 1)                                                                 \
	X(NOT, "not", 0)                                                                           \
	X(OR, "or", 0)                                                                             \
	X(PASS, "pass", 1)                                                                         \
	X(RAISE, "raise", 1)                                                                       \
	X(RETURN, "return", 1)                                                                     \
	X(TRY, "try", 1)                                                                           \
	X(WHILE, "while", 1)                                                                       \
	X(WITH, "with", 1)                                                                         \
	X(YIELD, "yield", 0)

enum tok {
	TOK_END,
	TOK_NEWLINE,
	TOK_INDENT,
	TOK_DEDENT,
	TOK_NAME,
	TOK_NUMBER,
	/** With its prefix and quotes. */
	TOK_STRING,
	/** Prefix and opening quote of f"…" or t"…". */
	TOK_FSTRING_START,
	/** Text between fields, escapes and doubled braces as written. */
	TOK_FSTRING_MIDDLE,
	TOK_FSTRING_END,
	/** An IPython line, without its "%" or "?". */
	TOK_MAGIC,
	/** An IPython shell line, without its "!". */
	TOK_SHELL,
	TOK_ERROR,
#define X(name, text) TOK_##name,
	PY_OPERATORS(X)
#undef X
#define X(name, text, begins) TOK_##name,
	    PY_KEYWORDS(X)
#undef X
		TOK_COUNT,
};

/** Why a TOK_ERROR: (name, kind of bad statement, phrase). */
#define PY_LEX_ERRORS(X)                                                                           \
	X(CHARACTER, BAD_SYNTAX, "a character that Python does not have")                          \
	X(BACKSLASH, BAD_SYNTAX, "text behind a line-joining backslash")                           \
	X(NUMBER, BAD_SYNTAX, "a malformed number")                                                \
	X(STRING, BAD_UNCLOSED, "a string that its line does not close")                           \
	X(TRIPLE, BAD_UNCLOSED, "a triple-quoted string that is never closed")                     \
	X(FSTRING, BAD_UNCLOSED, "an f-string that is never closed")                               \
	X(FSTRING_BRACE, BAD_SYNTAX, "a single '}' in an f-string")                                \
	X(BRACKET, BAD_UNCLOSED, "a bracket that is never closed")                                 \
	X(DEPTH, BAD_DEPTH, "brackets nested too deep")                                            \
	X(DEDENT, BAD_INDENT, "an indentation that matches no outer line")                         \
	X(INDENT_DEPTH, BAD_DEPTH, "blocks nested too deep")

enum py_lex_error {
#define X(name, kind, text) LEX_##name,
	PY_LEX_ERRORS(X)
#undef X
};

struct token {
	uint32_t off, len;
	/** An enum tok. */
	uint8_t kind;
	/** TOK_ERROR: an enum py_lex_error. */
	uint8_t why;
};

/** How bytes above 127 are to be read. */
enum py_encoding { PY_UTF8, PY_LATIN1, PY_FOREIGN };

/** A lexed text. The tokens live in the lexicon until the next py_lex(). */
struct py_lexed {
	struct token *tokens;
	size_t n;
	enum py_encoding encoding;
	struct {
		VEC(struct span);
	} comments;
};

/** Cuts a text into tokens; comments go to the arena. Never fails. */
struct py_lexed py_lex(struct arena *a, struct py_lexicon *lexicon, uint32_t file, struct str text);
/**
 * The same for whole lines of a text, from the end of the line before them to the first token behind
 * them. The lines end with a TOK_DEDENT for each TOK_INDENT.
 */
struct py_lexed py_lex_lines(struct arena *a, struct py_lexicon *lexicon, uint32_t file,
			     struct str text, uint32_t from, uint32_t to);

/** The spelling of an operator or keyword, or a noun: "line end", "name". For messages. */
const char *py_token_name(enum tok kind);
/** The phrase of a TOK_ERROR, and the kind of bad statement that it makes. */
const char *py_lex_error_text(enum py_lex_error why);
enum py_bad_kind py_lex_error_kind(enum py_lex_error why);

#endif
