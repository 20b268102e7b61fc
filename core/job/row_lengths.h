/*
 * How many tokens the rows of a micro batch have, where a limit is not a length.
 *
 * A limit cuts rows, it does not fill them: what a batch holds depends on the data and on what is made of rows of
 * different length (SETTING_BATCH_LAYOUT). The moment that counts is the batch with the longest row of the run, since
 * a shuffled epoch meets every row. Lengths come in as settings; tokens go out.
 */
#ifndef CORE_JOB_ROW_LENGTHS_H
#define CORE_JOB_ROW_LENGTHS_H

#include "job_values.h"

/** Lengths that are equally likely, where the data is not known. */
enum { ROW_LENGTHS = 10 };

/** Whether rows of a job differ in length: neither packed, nor of one length, nor unknown to the caller. */
bool job_rows_vary(const struct job *job);
/** Whether rows have a picture each, whose tokens its size decides: no trainer cuts them. */
bool job_has_pictures(const struct job *job);
/**
 * Of the tokens of a row those that are pictures: all but the words beside them, and no more than a few pictures have. 0 where
 * a row is a prompt and what was generated, since nothing tells what of a prompt is a picture.
 */
double job_picture_tokens(const struct job *job, double row);
/**
 * What the longest row may have, in tokens, from short to long: none longer than limit. Of a job whose rows vary;
 * of completions that are joined without padding, what those have that do not run into the limit; of rows that fill a
 * number of tokens, what all have that a GPU has in a step, since a step that has fewer does not fill it.
 */
void job_row_lengths(const struct job *job, double limit, double tokens[ROW_LENGTHS]);
/** The longest row that is as likely exceeded as not. */
double job_row_length_median(const struct job *job);
/**
 * Tokens that each row of the heaviest micro batch has in the mean, padding included; limit: what a row may have.
 * The limit itself if rows do not vary or nothing says how long the longest is.
 */
double job_row_tokens(const struct job *job, double limit);

#endif
