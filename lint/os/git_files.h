/*
 * The files that git tracks. Only posix.c includes it.
 */
#ifndef LINT_OS_GIT_FILES_H
#define LINT_OS_GIT_FILES_H

#include "filesystem.h"

/** `git ls-files -z` in a folder: false without git, or if it fails. */
bool fs_git(struct arena *a, const char *root, struct fs_paths *out);

#endif
