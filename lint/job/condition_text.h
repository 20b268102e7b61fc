/*
 * A job of which undecided conditions choose the settings: how it is told which of them are certain.
 */
#ifndef LINT_JOB_CONDITION_TEXT_H
#define LINT_JOB_CONDITION_TEXT_H

#include "draft.h"

/** The condition under which the draft's job is that of a case, for people. */
struct str case_condition_text(struct arena *a, const struct draft *d, const struct training_case *c);
/**
 * Puts what a setting is in the other cases behind each value of the job, with the conditions. chosen
 * is the case that the job is of; SIZE_MAX if none was chosen: then the worst value comes first.
 */
void case_alternatives(struct arena *a, const struct draft *d, size_t chosen, struct job *job);

#endif
