/*
 * The repository: paths come in; files that may matter, their bytes and their trees go out.
 *
 * Asks the operating system through lint/os. Uses core/base, lint/text, lint/read, lint/finding, lint/eval and
 * the rows of lint/frameworks.
 */
#ifndef LINT_REPO_REPO_H
#define LINT_REPO_REPO_H

#include "file_kind.h"
#include "import_reach.h"
#include "load.h"
#include "path_words.h"
#include "prefilter.h"
#include "program_starts.h"
#include "repository.h"
#include "repository_view.h"
#include "settings_code.h"
#include "training_words.h"

#endif
