/*
 * Jobs of hand-written loops: backward() on a loss, an optimizer, and a model.
 */
#ifndef LINT_TRAINING_HANDWRITTEN_LOOP_H
#define LINT_TRAINING_HANDWRITTEN_LOOP_H

#include "scan.h"

/** Reads a hand-written loop: backward() on a loss, an optimizer, and a model of a known library. */
job_reader loop_read;
/** Whether a library's call made or wrapped a model. */
bool loop_is_model(const struct node *n);
/** Whether a call runs what it is made on: model(ids), engine.forward(ids). */
bool loop_runs(const struct call *call);
/** Whether a call is a pass through a model, or through a part of one: model.model(ids). */
bool loop_passes(const struct call *call);
/** The loss of a backward pass: loss.backward(), accelerator.backward(loss), scaler.scale(loss).backward(). */
const struct node *loop_loss(const struct call *backward);
/** What the loss of a backward pass is computed from, through values that are not known as well; kept until another is asked for. */
const struct origins *loop_learned(const struct scan *s, const struct call *backward);

#endif
