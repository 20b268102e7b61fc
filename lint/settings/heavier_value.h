/*
 * Which of several values of a setting needs more memory: for undecided branches.
 */
#ifndef LINT_SETTINGS_HEAVIER_VALUE_H
#define LINT_SETTINGS_HEAVIER_VALUE_H

#include "core/job/job.h"

/** >0 if a job with a needs more memory than one with b, <0 if less, 0 if it cannot be told. */
int heavier_compare(enum setting s, const struct value *a, const struct value *b);
/**
 * Joins alternative jobs into one: settings on which all agree stay, others become the worst value
 * with the others behind it (value.alternative), each with its condition in how unless it has one.
 * A setting that an alternative lacks counts as agreed. conditions[i] may be empty.
 */
void heavier_join(struct arena *a, const struct job *alternatives, const struct str *conditions,
		  size_t n, struct job *job);
/** Puts the worst of n values of a setting first, the others behind it; n > 0. */
struct value heaviest_of(struct arena *a, enum setting s, const struct value *values, size_t n);

#endif
