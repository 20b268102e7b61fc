/*
 * The syntax of shell code: its text and places (source.h, the other door) come in, the tree goes out.
 *
 * The grammar is bash's as far as scripts use it. Words keep their pieces, so that expansion can
 * say of every byte where it stands. Nothing is evaluated here.
 *
 * Invariants:
 *   - the tree lives in the parser's arena; texts may point into the source, which lives as long;
 *   - every at and place is a place in a file (struct sh_source maps string offsets to files);
 *   - nesting is at most SH_DEPTH_MAX deep, so a walker may recurse; chains of && || | ; and elif
 *     are arrays, not trees.
 *
 * Uses core/base and lint/text.
 */
#ifndef LINT_SHELL_SYNTAX_AST_H
#define LINT_SHELL_SYNTAX_AST_H

#include "source.h"

enum { SH_DEPTH_MAX = 100 };

enum sh_piece_kind {
	/** text; verbatim if at.len == text.n. */
	SH_TEXT,
	/** param: $x, ${x…} */
	SH_PARAM,
	/** word: $((…)) */
	SH_ARITH,
	/** list: $(…), `…` */
	SH_COMMAND,
	/** <(…), >(…): a path that nobody knows. */
	SH_PROCESS,
	/** part of a hole. */
	SH_HOLE,
};

struct sh_piece {
	enum sh_piece_kind kind;
	/** In quotes or behind a backslash: neither split nor a pattern. */
	bool quoted;
	struct str text;
	struct span at;
	union {
		const struct sh_param *param;
		const struct sh_word *word;
		const struct sh_list *list;
		const struct sh_part *part;
	} as;
};

struct sh_word {
	VEC(struct sh_piece);
	struct span place;
	/** Behind a broken continuation. */
	bool lost;
	/** The blank (or carriage return) that a broken continuation passes on as a word of its own. */
	bool junk;
};

/** ${#!name[index]op arg/arg2} */
struct sh_param {
	struct str name;
	/** ${#x}, ${!x} (with star: the keys). */
	bool length, indirect;
	/** [index], or [@] and [*] as star. */
	const struct sh_word *index;
	char star;
	/** '-', '=', '+', '?', '#', '%', '/', '^', ',', ':' (substring), '@'; 0: none. */
	char op;
	/** ":-" rather than "-". */
	bool colon;
	/** "##", "%%", "//", "^^", ",,"; for '/': "/#" and "/%" are the anchor. */
	bool all;
	char anchor;
	const struct sh_word *arg, *arg2;
	/** Not an expansion of bash: unknown. */
	bool bad;
};

struct sh_element {
	/** [index]=value, or NULL. */
	const struct sh_word *index;
	const struct sh_word *value;
};

struct sh_assign {
	struct str name;
	struct span at;
	const struct sh_word *index;
	bool append, array;
	/** The right side; NULL for an array and for a bare name (export X). */
	const struct sh_word *value;
	struct {
		VEC(struct sh_element);
	} elements;
};

enum sh_redirect_kind {
	SH_REDIRECT_IN,
	SH_REDIRECT_OUT,
	SH_REDIRECT_APPEND,
	/** <<WORD: word is the body. */
	SH_REDIRECT_HERE,
	/** <<<word */
	SH_REDIRECT_STRING,
	/** >&1, <&-, &>: of no interest. */
	SH_REDIRECT_OTHER,
};

struct sh_redirect {
	enum sh_redirect_kind kind;
	/** The descriptor in front, or -1. */
	int fd;
	const struct sh_word *word;
};

/** A word of a simple command, or an assignment among the words (export X=1, declare -A M=(…)). */
struct sh_item {
	const struct sh_word *word;
	const struct sh_assign *assign;
};

struct sh_break {
	enum sh_break_kind kind;
	struct span at;
	/** The lost words. */
	struct span lost;
};

enum sh_kind {
	SH_SIMPLE,
	/** children; negated */
	SH_PIPELINE,
	/** children, ops ('&' or '|' between them) */
	SH_ANDOR,
	/** ( … ): body */
	SH_SUBSHELL,
	/** { … }: body */
	SH_GROUP,
	/** arms; the else branch is an arm without conditions. */
	SH_IF,
	/** cond, body; until: negated */
	SH_WHILE,
	/** name, items (NULL: "$@"), body */
	SH_FOR,
	/** for ((a; b; c)) */
	SH_CFOR,
	/** subject, arms with patterns */
	SH_CASE,
	/** name, body */
	SH_FUNCTION,
	/** [[ … ]]: test */
	SH_TEST,
	/** (( … )): word */
	SH_LET,
};

struct sh_arm {
	/** if: conditions; NULL: else. */
	const struct sh_list *cond;
	struct {
		VEC(const struct sh_word *);
	} patterns;
	struct span at;
	const struct sh_list *body;
	/** ';' for ";&", '&' for ";;&", else 0. */
	char falls;
};

enum sh_test_kind {
	SH_TEST_WORD,
	SH_TEST_UNARY,
	SH_TEST_BINARY,
	SH_TEST_NOT,
	SH_TEST_AND,
	SH_TEST_OR
};

struct sh_test {
	enum sh_test_kind kind;
	/** "-z", "==", "-lt". */
	struct str op;
	const struct sh_word *left, *right;
	const struct sh_test *a, *b;
};

struct sh_cmd {
	enum sh_kind kind;
	struct span at;
	bool negated, background;
	/** SIMPLE */
	struct {
		VEC(const struct sh_assign *);
	} assigns;
	struct {
		VEC(struct sh_item);
	} items;
	struct {
		VEC(struct sh_break);
	} breaks;
	struct {
		VEC(const struct sh_redirect *);
	} redirects;
	/** PIPELINE, ANDOR */
	struct {
		VEC(const struct sh_cmd *);
	} children;
	struct {
		VEC(char);
	} ops;
	struct {
		VEC(struct sh_arm);
	} arms;
	struct str name;
	bool over_args;
	const struct sh_word *word, *init, *step;
	const struct sh_test *test;
	const struct sh_list *cond, *body;
};

struct sh_list {
	VEC(const struct sh_cmd *);
	struct span place;
};

/** Bytes of a name: [A-Za-z_][A-Za-z0-9_]*; its length, 0 if there is none at s. */
size_t sh_name_length(struct str s);
/** Parses shell code. Never fails: what does not parse is left out up to the end of its line. */
const struct sh_list *sh_parse(struct arena *a, const struct sh_source *src);

#endif
