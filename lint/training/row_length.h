/*
 * How long the rows are that a trainer or a loop is given, and whether they fill that length.
 */
#ifndef LINT_TRAINING_ROW_LENGTH_H
#define LINT_TRAINING_ROW_LENGTH_H

#include "scan.h"

/**
 * Notes how long the rows are that code puts together of parts or cuts, and gives the name input_ids, for a
 * trainer or a loop's backward(): the longest if several are; or which calls of a tokenizer cut only a part of
 * them. Calls from before on do not count.
 */
void training_row_length(const struct scan *s, const struct call *sink, uint32_t before, struct extract *x);
/**
 * Sets the row length to the longest of what a trainer's step tokenizes by itself, or whatever makes its rows where it learns
 * embeddings: questions and passages each to a length of their own, of which the first, or nothing, gave it. start: its train().
 */
void step_row_length(const struct scan *s, const struct call *start, struct training_job *job);
/**
 * Notes of a job that learns a language, where nothing else says so, that its batches are padded to their longest row: each
 * row is a text that a tokenizer cuts off, and a collator makes them equally long. sink: the trainer or the backward pass.
 */
void padded_rows(const struct scan *s, const struct call *sink, struct training_job *job);

#endif
