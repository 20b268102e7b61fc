/*
 * Which versions of libraries the jobs of a file run with.
 */
#ifndef LINT_JOB_LIBRARY_VERSIONS_H
#define LINT_JOB_LIBRARY_VERSIONS_H

#include "draft.h"

/** The versions that the jobs of a file are read with; launch: what starts it, or NULL. */
struct versions *library_versions(const struct draft_context *c, uint32_t file, const struct launch *launch);
/** What a loaded file of commands installs holds for the jobs of a file, until c->installed is NULL again. */
void library_versions_install(struct draft_context *c, uint32_t file, uint32_t commands);
/** The same for a script's own commands, if it installs anything and nothing is installed yet. */
void library_versions_install_own(struct draft_context *c, uint32_t script);

#endif
