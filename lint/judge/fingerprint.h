/*
 * Fingerprints of findings: what stays the same while lines move and numbers of the estimate change, so that a finding
 * is known again in the next run, by code scanning and in a baseline.
 */
#ifndef LINT_JUDGE_FINGERPRINT_H
#define LINT_JUDGE_FINGERPRINT_H

#include "lint/job/result.h"

/**
 * Gives a fingerprint to the findings that have none: 16 hexadecimal digits of rule, path, job, setting, and the line's
 * text without blanks; of several that share all of these, the later ones have their number in it. Findings are sorted.
 */
void fingerprints_of(struct arena *a, struct result *result);

#endif
