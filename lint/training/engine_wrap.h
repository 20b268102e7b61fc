/*
 * What is put around a model between its optimizer and its first step.
 */
#ifndef LINT_TRAINING_ENGINE_WRAP_H
#define LINT_TRAINING_ENGINE_WRAP_H

#include "scan.h"

/**
 * What stands around a loop's model when it trains, where something was put around it after its optimizer
 * was made (model, optimizer, … = deepspeed.initialize(model=model, optimizer=optimizer)); the model if nothing was.
 */
const struct node *loop_around(const struct scan *s, size_t step, const struct node *model);

#endif
