/*
 * From keys and calls to the settings of a job: a tree or a recorded call, and the framework's rows, come in; values
 * with provenance go out.
 */
#ifndef LINT_SETTINGS_SETTINGS_H
#define LINT_SETTINGS_SETTINGS_H

#include "condition.h"
#include "config_kind.h"
#include "convert.h"
#include "derive.h"
#include "extract.h"
#include "heavier.h"
#include "role_words.h"

#endif
