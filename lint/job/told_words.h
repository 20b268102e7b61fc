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
/** Names a page's command at the jobs whose launches have the very same words. */
void told_note_again(struct draft_context *c, uint32_t script, const struct launch *launch);

#endif
