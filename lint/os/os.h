/*
 * The operating system: what the linter asks of it about a repository (filesystem.h), git's list of the tracked files
 * and the files of its revisions (git_revision.h) with it, where a run's paths start (root.h), where large pieces of memory come from
 * (huge_pages.h), the time, and how many processors there are.
 *
 * Paths come in; entries of folders, bytes of files and memory go out. Uses core/base and lint/text.
 */
#ifndef LINT_OS_OS_H
#define LINT_OS_OS_H

#include "clock.h"
#include "filesystem.h"
#include "git_index.h"
#include "git_revision.h"
#include "huge_pages.h"
#include "processors.h"
#include "replace_file.h"
#include "root.h"

#endif
