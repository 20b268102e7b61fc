/*
 * The parser's position and its words, which the files of the parser share; nobody else needs them.
 */
#ifndef LINT_SHELL_SYNTAX_LEX_H
#define LINT_SHELL_SYNTAX_LEX_H

#include "ast.h"

/** A here-document whose body has not come yet. */
struct sh_pending {
	struct sh_redirect *redirect;
	struct str delimiter;
	bool quoted, tabs;
};

struct sh_parser {
	struct arena *arena;
	const struct sh_source *src;
	/** Position, and the end of what may be read (a substring for here-documents and back-ticks). */
	uint32_t p, end;
	int depth;
	/** Too deep, or unbalanced: everything unwinds. */
	bool failed;
	/** Bytes read again, since what began like an index was none. */
	uint32_t again;
	struct {
		VEC(struct sh_pending);
	} pending;
};

/** Where words end. */
enum sh_word_mode {
	/** A word of a command. */
	SH_WORD_PLAIN,
	/** Within "…": ends at the quote. */
	SH_WORD_QUOTED,
	/** The argument of ${x-…}: ends at '}'. */
	SH_WORD_BRACE,
	/** The same within double quotes: '…' does not quote. */
	SH_WORD_BRACE_QUOTED,
	/** The pattern of ${x/…/}: ends at '/' or '}'. */
	SH_WORD_SLASH,
	/** ${x:offset:length}: ends at ':' or '}'. */
	SH_WORD_COLON,
	/** a[index]: ends at ']'. */
	SH_WORD_INDEX,
	/** The body of a here-document: ends at the end. */
	SH_WORD_HERE,
	/** Right side of =~: parentheses and bars belong to it. */
	SH_WORD_REGEX,
};

/** The byte at the position, continuations skipped; -1 at the end. */
int sh_peek(struct sh_parser *p);
/** The byte n behind the position as it stands, or -1. */
int sh_ahead(const struct sh_parser *p, uint32_t n);
struct span sh_at(const struct sh_parser *p, uint32_t from);
/** Reads a word up to where the mode ends; may be empty (no pieces). */
struct sh_word *sh_word(struct sh_parser *p, enum sh_word_mode mode);
/** The same over bytes [from, to) of the source. */
struct sh_word *sh_word_between(struct sh_parser *p, uint32_t from, uint32_t to,
				enum sh_word_mode mode);
/** Adds text of the source, joined to the piece before it where both are one run of bytes. */
void sh_add_source(struct sh_parser *p, struct sh_word *w, uint32_t from, uint32_t to, bool quoted);
/** '…' and $'…' into the word, the position behind the opening quote; from is where the '$' stands. */
void sh_single_quoted(struct sh_parser *p, struct sh_word *w);
void sh_ansi_quoted(struct sh_parser *p, struct sh_word *w, uint32_t from);
/** At a '$' or a back-tick: reads the expansion into piece; false if the '$' stands for itself. */
bool sh_dollar(struct sh_parser *p, struct sh_piece *piece, enum sh_word_mode mode);
/** Commands up to a closing byte (or the end with 0), which is taken. */
const struct sh_list *sh_list_until(struct sh_parser *p, char close);
/**
 * With the position behind "((": the offset of the closing "))" if the parentheses between are
 * balanced and it is arithmetic; UINT32_MAX if it is two subshells.
 */
uint32_t sh_arith_end(const struct sh_parser *p);
/** Whether the backslash at the position is followed by blanks to the end of the line or a comment. */
bool sh_broken_here(const struct sh_parser *p);

/** Moves behind blanks and continuations; whether the last thing skipped began a continued line. */
bool sh_skip_blanks(struct sh_parser *p);
/** The same behind newlines and comments, reading the here-documents that wait. */
void sh_skip_lines(struct sh_parser *p);
/** Reads the bodies of the here-documents that wait, with the position at the newline, which is taken. */
void sh_newline(struct sh_parser *p);
/** A redirection at the position, or NULL. */
const struct sh_redirect *sh_redirection(struct sh_parser *p);
/** NAME=…, NAME+=…, NAME[i]=…, NAME=(…) at the position, or NULL. */
const struct sh_assign *sh_assignment(struct sh_parser *p);
/** A simple command; NULL if there is none. A function definition comes back as SH_FUNCTION. */
struct sh_cmd *sh_simple(struct sh_parser *p);
/** Any command but a pipeline or and-or list; NULL if there is none. */
struct sh_cmd *sh_command(struct sh_parser *p);
/** [[ … ]], the position behind the opening brackets. */
const struct sh_test *sh_test(struct sh_parser *p);
/** Whether a reserved word stands at the position. */
bool sh_at_word(struct sh_parser *p, const char *word);
/** Takes it if so. */
bool sh_take_word(struct sh_parser *p, const char *word);

static inline bool sh_is_blank(int c)
{
	return c == ' ' || c == '\t';
}

#endif
