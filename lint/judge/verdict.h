/*
 * From jobs to findings: the estimate, the verdict, the line to blame and the fix that fits.
 */
#ifndef LINT_JUDGE_VERDICT_H
#define LINT_JUDGE_VERDICT_H

#include "lint/assemble/assemble.h"

/** Estimates and judges a draft's job and appends it, with its findings, to the result. */
void verdict_of(struct assembly *s, struct draft *d, struct result *out);
/** How a launch starts its program, for people: the command and its place; empty for NULL. */
struct str verdict_launched_by(struct assembly *s, const struct launch *launch);

#endif
