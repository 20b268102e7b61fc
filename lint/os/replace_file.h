/*
 * Writing a file of the root anew, all of it or nothing.
 */
#ifndef LINT_OS_REPLACE_FILE_H
#define LINT_OS_REPLACE_FILE_H

#include "core/base/base.h"

/**
 * Puts text in the place of a regular file below root (path: from it, "/" between parts), which keeps its mode. No part
 * of the path may be a link, and the file must still hold expected. False if nothing was changed: message says why.
 */
bool replace_file(struct arena *a, const char *root, struct str path, struct str expected, struct str text,
		  struct str *message);

#endif
