/*
 * Functions that are handed to libraries: dataset.map(encode), Trainer(data_collator=collate,
 * reward_funcs=[score]), a Dataset class of one's own. A library will call them with values that
 * nobody knows, and what they call matters: tokenizer(text, max_length=2048).
 */
#ifndef LINT_PYTHON_EVALUATOR_CALLBACKS_H
#define LINT_PYTHON_EVALUATOR_CALLBACKS_H

#include "evaluator_parts.h"

/**
 * Runs the repository's functions among a library call's arguments once each, as a loop body that the
 * library repeats: with unknown arguments, or those of dotted's own way to name them ("….submit"). What
 * they return is not used, and what they raise stays theirs.
 */
void py_run_callbacks(struct interpreter *py, struct str dotted, const struct args *args, struct site site);
/**
 * Runs the methods that a library call runs by itself ("configure_model|training_step" of
 * Trainer.fit()), in order, on its receiver and its arguments where these are objects of classes of
 * the repository. self may be NULL.
 */
void py_run_hooks(struct interpreter *py, struct str hooks, struct node *self, const struct args *args,
		  struct site site);

#endif
