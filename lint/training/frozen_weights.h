/*
 * Weights that the code freezes itself.
 */
#ifndef LINT_TRAINING_FROZEN_WEIGHTS_H
#define LINT_TRAINING_FROZEN_WEIGHTS_H

#include "scan.h"

/**
 * Notes that code freezes the model or parts of it (requires_grad) before a call. Adapters freeze what they
 * lie on anyway. model: the object that trains, NULL: not known.
 */
void frozen_weights(const struct scan *s, const struct node *model, uint32_t before, struct training_job *job);
/** Whether a call's result is all parameters of what it is made on. */
bool lists_parameters(const struct call *call);

#endif
