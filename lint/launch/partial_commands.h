/*
 * Commands of which parts are not known.
 */
#ifndef LINT_LAUNCH_PARTIAL_COMMANDS_H
#define LINT_LAUNCH_PARTIAL_COMMANDS_H

#include "lint/read/node.h"

/**
 * A copy of a text in the arena: STR; of one that is known in part a TUPLE of STR and
 * UNKNOWN (partial_commands.c); else UNKNOWN.
 */
struct node *partial_text(struct arena *a, const struct node *n);
/** Such a TUPLE as shell code, in which variables whose names begin so stand for what is not known; they are put into env. */
struct node *partial_command(struct arena *a, const struct node *parts, const char *names, struct node *env);

#endif
