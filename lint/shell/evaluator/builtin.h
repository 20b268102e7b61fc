/*
 * Builtins: what each is given. The table is in builtin.c, the longer ones have files of their own.
 */
#ifndef LINT_SHELL_EVALUATOR_BUILTIN_H
#define LINT_SHELL_EVALUATOR_BUILTIN_H

#include "execution.h"

/** What a builtin is given. */
struct sh_call {
	struct sh_eval *ev;
	const struct sh_cmd *cmd;
	const struct sh_fields *fields;
};

/** The text of word i, empty if it is not known. */
struct str sh_call_word(const struct sh_call *c, size_t i);
/** Makes a variable unknown, if the text is a name. */
void sh_call_unknown(struct sh_eval *ev, struct str name, const char *why, struct span at);
/** declare, export, local, readonly, typeset. */
enum sh_flow sh_declare(const struct sh_call *c);
/** read, and mapfile or readarray. */
enum sh_flow sh_read(const struct sh_call *c);
enum sh_flow sh_mapfile(const struct sh_call *c);

/** What a substitution captures of them. (builtin_print.c) */
enum sh_flow sh_echo(const struct sh_call *c);
enum sh_flow sh_printf(const struct sh_call *c);
enum sh_flow sh_pwd(const struct sh_call *c);
/** command -v x, which x, of word i: a path that ends in the name. */
void sh_print_path(const struct sh_call *c, size_t i);

#endif
