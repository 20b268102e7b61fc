/*
 * The words of a page's command beside those of the launches that start its script.
 */
#ifndef LINT_JOB_TOLD_WORDS_H
#define LINT_JOB_TOLD_WORDS_H

#include "draft.h"

/**
 * Whether a command gives a flag a name that no launch of the script gives it: "--config large" where a pipeline runs
 * "--config small". Of a script that is started without the flag nothing is said.
 */
bool told_chooses_other(struct draft_context *c, uint32_t script, const struct launch *launch);
/** Whether two launches, or NULL, are of one place in a script, which may be run again with other values. */
bool told_same_place(const struct launch *a, const struct launch *b);
/**
 * Whether a launch of a shell script, which a page runs with values of its own, gives a flag another name or number than the
 * same place of the script gives by itself.
 */
bool told_sets_other(struct draft_context *c, uint32_t script, const struct launch *launch);
/** Names a page's command at the jobs whose launches have the very same words. */
void told_note_again(struct draft_context *c, uint32_t script, const struct launch *launch);

#endif
