/*
 * A folder of a test's own, and commands that are run in it.
 */
#ifndef TESTS_SUPPORT_SCRATCH_H
#define TESTS_SUPPORT_SCRATCH_H

#include "core/base/base.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>

enum { SCRATCH_PATH = 64 };

/** Makes a new folder below /tmp with a name in it; path has room for SCRATCH_PATH bytes. */
static inline void scratch_make(char *path, const char *name)
{
	snprintf(path, SCRATCH_PATH, "/tmp/gpumem-%s-XXXXXX", name);
	ck_assert(mkdtemp(path) != NULL);
}

/** Runs a shell command in a folder; the test fails if it does. What it prints is not shown. */
static inline void scratch_run(struct arena *a, const char *path, const char *command)
{
	struct str line = str_fmt(a, "cd %s && { %s; } >/dev/null 2>&1", path, command);

	ck_assert_msg(system(line.s) == 0, "%s", command);
}

#endif
