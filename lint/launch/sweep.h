/*
 * Sweeps of Weights & Biases: the command that its agent starts for each run.
 *
 * Source: docs.wandb.ai, "Sweep configuration structure" (wandb 0.18): program, command and its macros, parameters with value,
 * values, or a distribution.
 */
#ifndef LINT_LAUNCH_SWEEP_H
#define LINT_LAUNCH_SWEEP_H

#include "lint/read/node.h"

/**
 * The words of the command that a sweep starts, as shell_read_words() takes them, or NULL: the document is no sweep that names
 * a program. What the sweep chooses among is one of several; a number out of a range is not known.
 */
struct node *sweep_words(struct arena *a, const struct node *document);

#endif
