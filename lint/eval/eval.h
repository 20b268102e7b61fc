/*
 * What the evaluators of Python and of shell code share: how they see the outside (world.h), what a value is after an
 * undecided branch (alternatives.h), how a branch is undone (trail.h), and what is left for others to read: the trace of
 * calls to libraries (call_trace.h), what an object in it is built from (origins.h), and what is supposed of conditions while
 * it is read (suppositions.h).
 *
 * Code comes in as the evaluators walk through it; values, conditions and calls go out. Uses core/base and lint/read.
 */
#ifndef LINT_EVAL_EVAL_H
#define LINT_EVAL_EVAL_H

#include "alternatives.h"
#include "call_trace.h"
#include "kept_nodes.h"
#include "origins.h"
#include "suppositions.h"
#include "trail.h"
#include "world.h"

#endif
