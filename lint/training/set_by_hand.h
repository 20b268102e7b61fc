/*
 * Loops without an optimizer: what takes gradients of a model's parameters, and what sets these.
 */
#ifndef LINT_TRAINING_SET_BY_HAND_H
#define LINT_TRAINING_SET_BY_HAND_H

#include "scan.h"

/**
 * Whether the i-th call, which the tables know as a step, is one of training: torch.autograd.grad() only of a model's
 * parameters, which it or an optimizer then sets.
 */
bool takes_training_step(const struct scan *s, size_t i);
/** The number of the call by which a loop sets the parameters itself behind a backward pass; SIZE_MAX: it does not. */
size_t set_by_hand(const struct scan *s, size_t backward);
/** Whether a call is one that set_by_hand() finds, and no optimizer. */
bool sets_parameters(const struct call *call);
/** The optimizer that such code comes to: plain SGD, unless it keeps something for each parameter. */
void read_set_by_hand(const struct scan *s, const struct call *setter, struct training_job *job);
/**
 * Leaves open how processes share the state where the code puts pieces in the place of weights (weight.data =
 * torch.split(weight, n)[rank]): each process has a part of one model then, of however many.
 */
void read_cut_weights(const struct scan *s, const struct call *backward, struct training_job *job);

#endif
