/*
 * What a loop carries from one iteration to the next: the variables that a single pass with their
 * first value would misread (step += 1; if step % 4 == 0: optimizer.step()).
 */
#ifndef LINT_PYTHON_STATEMENTS_LOOP_CARRIED_H
#define LINT_PYTHON_STATEMENTS_LOOP_CARRIED_H

#include "lint/python/evaluator/evaluator.h"

/** Makes the variables and attributes unknown that the block computes from their own values. */
void py_forget_carried(struct interpreter *py, const struct py_block *block);
/**
 * Makes unknown what the body reads before it sets it: a round before may have set it. A plain value only, and none
 * that a branch sets which asks for it.
 */
void py_forget_read(struct interpreter *py, const struct py_block *block);

/**
 * Whether a plain value that code is about to count up is kept by an object from rounds before: a method that a loop calls
 * has been called more often than it is seen.
 */
bool py_counts_rounds(const struct interpreter *py, const struct node *object, const struct node *old);

#endif
