/*
 * How long the rows of a job's data are, where that is well known.
 */
#ifndef LINT_JOB_ROW_LENGTH_H
#define LINT_JOB_ROW_LENGTH_H

#include "core/job/job.h"

/** Gives a job the row lengths of its data sets, if all of them are known (core/dataset); what generates is left alone. */
void row_length_of_data(struct arena *a, struct job *job);

#endif
