/*
 * From keys and calls to the settings of a job: a tree or a recorded call, and the framework's rows, come in; values
 * with provenance go out, and bad values as findings.
 *
 * extract.h reads a whole tree or call, convert.h one value, condition.h whether a row holds; derive.h fills what follows
 * from other settings, heavier_value.h joins what a branch left undecided. Uses core/base, core/job, core/model,
 * lint/read, lint/finding, lint/eval, lint/frameworks, lint/model and lint/model/custom.
 */
#ifndef LINT_SETTINGS_SETTINGS_H
#define LINT_SETTINGS_SETTINGS_H

#include "condition.h"
#include "config_kind.h"
#include "convert.h"
#include "derive.h"
#include "extract.h"
#include "heavier_value.h"
#include "role_words.h"

#endif
