/*
 * Which data a job trains on.
 */
#ifndef LINT_TRAINING_TRAINING_DATA_H
#define LINT_TRAINING_TRAINING_DATA_H

#include "scan.h"

/**
 * By number of a call of the trace: what it has to do with the rows that the trainer is given. NULL:
 * that is not known of any.
 */
const enum rows *training_rows(const struct scan *s, const struct call *sink);
/** Which data a job trains on, of a trainer or a loop's backward(); rows: those of training_rows(), or NULL. */
const struct training_data *training_data(const struct scan *s, const struct call *sink, const enum rows *rows);
/** What a call on an object that makes rows (a data set of one's own) has to do with that data. */
enum rows training_data_made(const struct training_data *d, const struct call *call);

#endif
