/*
 * What a launch says, seen from the repository: where it runs, which files it names.
 */
#ifndef LINT_JOB_LAUNCHED_H
#define LINT_JOB_LAUNCHED_H

#include "draft.h"

/** The path of a file, or empty. */
struct str path_of_file(const struct draft_context *c, uint32_t file);
/** Where a launch takes place, from the root; empty if it is not known, or there is no launch. */
struct str launched_folder(const struct draft_context *c, const struct launch *launch);
/** The file of the program that a launch starts, from a working directory; 0 if it is not known (launched_file.c). */
uint32_t launched_file(struct draft_context *c, const struct launch *launch, struct str cwd);
/** The file that a word of a launch names; 0 if there is none. */
uint32_t launched_word_file(struct draft_context *c, const struct launch *launch, const struct launch_word *w);
/** The conditions of a launch (NULL: none) and one more, which may be empty. */
struct str launched_condition(struct arena *a, const struct launch *launch, struct str condition);
/** How a launch starts its program, for people: the command and its place; empty for NULL. */
struct str launched_by(struct draft_context *c, const struct launch *launch);
/** A whole number above 0, written as text or not. */
bool launched_count(const struct node *n, int64_t *out);

#endif
