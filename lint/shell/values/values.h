/*
 * Values of shell code: what variables hold (value.h), the variables themselves with how a branch is undone and
 * what work is left (state.h), words after expansion (fields.h), and what is computed from these alone:
 * arithmetic, brace expansion, patterns of sed. Syntax trees come in; values go out, and nodes for those who know no shell.
 *
 * Uses core/base, lint/text, lint/read, lint/eval and lint/shell/syntax.
 */
#ifndef LINT_SHELL_VALUES_VALUES_H
#define LINT_SHELL_VALUES_VALUES_H

#include "arithmetic.h"
#include "brace_expansion.h"
#include "fields.h"
#include "sed_pattern.h"
#include "state.h"
#include "value.h"

#endif
