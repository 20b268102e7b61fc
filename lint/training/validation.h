/*
 * Passes of the trained model over rows that no step learns from.
 */
#ifndef LINT_TRAINING_VALIDATION_H
#define LINT_TRAINING_VALIDATION_H

#include "scan.h"

/**
 * Notes the evaluation of a loop and its batch, where the trained model sees rows of a loader that its loss
 * is not computed from. own: what belongs to the trained model.
 */
void loop_validation(const struct scan *s, const struct call *backward, const struct origins *own,
		     struct training_job *job);
/** As many rows in a loop's evaluation as in its training, where the evaluation's could not be counted: an assumption. */
void loop_validation_rows(struct training_job *job);
/**
 * The same of a trainer over a module of the project's own: the loader that its validation_step is given, by
 * the hook val_dataloader or as fit's argument. That loader's rows are then not taken for those of training.
 */
void module_validation(const struct scan *s, const struct call *fit, struct training_job *job);

#endif
