/*
 * Globs over paths, as .gpumem-lint.yml has them.
 */
#ifndef LINT_TEXT_PATH_GLOB_H
#define LINT_TEXT_PATH_GLOB_H

#include "core/base/base.h"

/** Whether a path matches a glob: '*' within a part, two stars across parts, '?' one byte. */
bool path_glob_match(struct str glob, struct str path);

#endif
