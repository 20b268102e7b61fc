/*
 * Which libraries a notebook's last run had, as it printed them.
 */
#ifndef LINT_JOB_PRINTED_VERSIONS_H
#define LINT_JOB_PRINTED_VERSIONS_H

#include "lint/frameworks/frameworks.h"
#include "lint/read/read.h"

/** Adds what the banner of Unsloth's loader says of itself and of transformers. */
void versions_printed(const struct notebook *notebook, struct versions *versions);

#endif
