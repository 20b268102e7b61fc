/*
 * The repository: paths come in; files that may matter, their bytes and their trees go out.
 *
 * The one room that asks the operating system, through struct world (os.h).
 */
#ifndef LINT_REPO_REPO_H
#define LINT_REPO_REPO_H

#include "file_kind.h"
#include "huge_pages.h"
#include "import_reach.h"
#include "load.h"
#include "os.h"
#include "path_words.h"
#include "prefilter.h"
#include "program_starts.h"
#include "repository.h"
#include "root.h"

#endif
