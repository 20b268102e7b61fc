/*
 * Words, values and lists of PowerShell as words of bash (powershell_words.c), for powershell.c.
 */
#ifndef LINT_LAUNCH_FILES_POWERSHELL_WORDS_H
#define LINT_LAUNCH_FILES_POWERSHELL_WORDS_H

#include "lint/launch/composed_source.h"

enum { PS_FUNCTIONS_MAX = 64, PS_PARAMS_MAX = 32 };

/** A function of the script, and the text between the brackets of its parameters. */
struct ps_function {
	struct str name;
	size_t from, to;
};

struct ps {
	struct arena *arena;
	struct str text;
	struct composed_source out;
	struct ps_function functions[PS_FUNCTIONS_MAX];
	size_t n_functions;
	bool in_function;
	int nesting;
};

struct span ps_at(const struct ps *p, size_t at);
void ps_put(struct ps *p, const char *text, size_t at);
/** Behind blanks, ends of lines, ";" and comments; behind blanks and ends of lines that go on. */
size_t ps_skip(const struct ps *p, size_t at, size_t to);
size_t ps_skip_blanks(const struct ps *p, size_t at, size_t to);
/** Behind the byte, the text in quotes or the brackets that begin at an offset. */
size_t ps_next(const struct ps *p, size_t at, size_t to);
/** The first such byte outside of quotes and brackets, or `to`. */
size_t ps_find(const struct ps *p, size_t from, size_t to, char c);
/** The end of the statement, and of the word in a command, that begin at an offset; where the last word begins. */
size_t ps_statement_end(const struct ps *p, size_t at, size_t to);
size_t ps_word(const struct ps *p, size_t at, size_t to);
size_t ps_last_word(const struct ps *p, size_t at, size_t to);
/** Without blanks at both ends. */
void ps_trim(const struct ps *p, size_t *from, size_t *to);
/** Whether a word, whatever its case, stands at an offset. */
bool ps_word_is(const struct ps *p, size_t at, size_t to, const char *word);
/** Whether all of it is a variable; a text in quotes. */
bool ps_is_variable(const struct ps *p, size_t from, size_t to);
bool ps_is_string(const struct ps *p, size_t from, size_t to);
/** Whether a value is what a program prints that is run for it. */
bool ps_runs(const struct ps *p, size_t from, size_t to);
/** The name of the variable behind a "$", without "env:" and the like; the same in lower case. */
struct str ps_name_at(const struct ps *p, size_t at, size_t to);
struct str ps_lower(struct ps *p, size_t at, size_t to);
/** Writes that name, of the environment as it is, and a text behind it. */
void ps_name(struct ps *p, size_t at, size_t to, const char *behind);
/** Writes an expression as one word; as a text, of a variable that is no list; as what stands behind "NAME="; as the words of a list. */
void ps_value(struct ps *p, size_t from, size_t to);
void ps_text(struct ps *p, size_t from, size_t to);
void ps_assigned(struct ps *p, size_t from, size_t to);
void ps_list(struct ps *p, size_t from, size_t to);
/** Writes the words of a command; what a text in quotes holds, as words. */
void ps_words(struct ps *p, size_t from, size_t to);
void ps_unquoted(struct ps *p, size_t from, size_t to);
/** Finds the functions of the script; the one of a name, or NULL. */
void ps_find_functions(struct ps *p);
const struct ps_function *ps_function(const struct ps *p, struct str name);

#endif
