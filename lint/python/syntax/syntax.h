/*
 * The syntax of Python: the tree of a file, and names by which its parts are told.
 *
 * In: a text. Out: its tree (ast.h), whose names are each kept once (identifiers.h). Uses core/base only.
 */
#ifndef LINT_PYTHON_SYNTAX_SYNTAX_H
#define LINT_PYTHON_SYNTAX_SYNTAX_H

#include "ast.h"
#include "identifiers.h"

#endif
