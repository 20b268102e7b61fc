/*
 * Rows of data sets that a program cuts, keeps, pads and batches itself, seen as calls of rows.…: lengths in tokens
 * that no argument of a library says.
 */
#ifndef LINT_PYTHON_EVALUATOR_DATASET_ROWS_H
#define LINT_PYTHON_EVALUATOR_DATASET_ROWS_H

#include "lint/python/values/values.h"

/** Notes the length of rows that a slice takes from data that is not known: of e, a subscript. */
void py_note_rows(struct interpreter *py, const struct node *of, struct node *const part[3], const struct py_expr *e);
/** Notes what a function of the program's gives a library that it was handed to: rows.item(value, function). */
void py_note_item(struct interpreter *py, struct node *function, struct node *value, struct span at);
/** Notes what is given the name input_ids: an argument. */
void py_note_row(struct interpreter *py, struct str name, struct node *value, struct span at);
/** The same of the value that a key of a map is given, and notes tokens under any name: {"prompt_ids": ids}. */
void py_note_key(struct interpreter *py, struct str key, struct node *value, struct span at);
/** Notes the limit that code compares a row's length with: len(ids) > longest. left may be NULL. */
void py_note_longer(struct interpreter *py, enum py_op op, const struct py_expr *left,
		    const struct py_expr *right);
/** Notes the length of what a model writes, from the condition of its loop: while x.size(1) < max_length. */
void py_note_grown(struct interpreter *py, const struct py_expr *test);
/** Windows at drawn places: data[starts[:, None] + np.arange(context_length)] takes so many tokens of each. */
void py_note_windows(struct interpreter *py, const struct node *left, const struct node *right, struct span at);
/** A text that is cut into rows at once: ids.view(num_windows, max_seq_len). */
void py_note_view(struct interpreter *py, const struct py_expr *call);
/** The same as py_note_row() of a call that is about to be made: list_of_input_ids.append(row), dict(input_ids=row). */
void py_note_given(struct interpreter *py, const struct py_expr *call, const struct args *args);
/** Notes the length that a part is cut to which is put behind the others of a row; row: as far as it is known, else NULL. */
void py_note_part(struct interpreter *py, const struct node *row, const struct node *part, struct span at);
/** Notes the longest row that a condition keeps: len(row["input_ids"]) <= max_length. */
void py_note_kept(struct interpreter *py, const struct py_expr *condition);
/** A function returns whether a prompt is short enough: n <= max_prompt_length, by the name of the bound. */
void py_note_asked(struct interpreter *py, const struct py_expr *returned);
/** The same of an if whose body leaves out what its condition holds for: if len(ids) > 512: continue. */
void py_note_dropped(struct interpreter *py, const struct py_stmt *branch);
/** Notes how many samples a call of slice(i * k, (i + 1) * k) takes at a time. */
void py_note_slice(struct interpreter *py, const struct py_expr *call);
/** Notes how many samples a loop over range(0, n, k) takes at a time. */
void py_note_stride(struct interpreter *py, const struct py_expr *iterable);
/** Notes that a loop goes over an object of the repository's own which makes batches: rows.loader(). */
void py_note_loader(struct interpreter *py, struct node *iterable, struct span at);
/** The same of buffer = buffer[block_size:], an assignment that was evaluated. */
void py_note_rest(struct interpreter *py, const struct py_stmt *assign);

#endif
