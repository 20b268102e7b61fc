/*
 * Lists of arguments of which each is a run of its own: what xargs and parallel (parallel.c) read, and how a command is made with
 * them.
 */
#ifndef LINT_LAUNCH_ARGUMENT_LISTS_H
#define LINT_LAUNCH_ARGUMENT_LISTS_H

#include "strip_launchers.h"

/** Commands that are made of one; more are like more rounds of a loop. */
enum { ARGUMENT_RUNS_MAX = 64 };

struct argument_list {
	VEC(struct sh_field);
	/** How many there are is not known. */
	bool open;
};

/** The value of an option in a layer, known text; empty if it is not given, or not known. */
struct str argument_option(const struct launch_layer *layer, const char *name);
/** Whether an option is given. */
bool argument_has_option(const struct launch_layer *layer, const char *name);
/** The texts between a sign, with their places, without those that are empty. */
void argument_lines(struct sh_eval *ev, struct sh_parts text, char sign, struct span at, struct argument_list *out);
/** What stands in a file, or (field NULL) on standard input; where that is not known one argument that is not known. */
void argument_input(struct stripping *p, const struct sh_field *file, char sign, struct argument_list *out);
/** One argument that is not known, standing for any number. */
void argument_unknown(struct sh_eval *ev, const char *why, struct span at, struct argument_list *out);
/** The parts with each place of a text in them replaced; *any: there was one. */
struct sh_parts argument_put(struct sh_eval *ev, struct sh_parts in, struct str what, struct sh_parts with, bool *any);
/** Runs a command for arguments, by its words or as shell code, so that nothing but launches remains of it. */
void argument_run(struct stripping *p, const struct sh_fields *words, bool as_code, const struct argument_list *of);

#endif
