/*
 * Which models lie on the card beside the trained one.
 */
#ifndef LINT_TRAINING_MODELS_ON_CARD_H
#define LINT_TRAINING_MODELS_ON_CARD_H

#include "scan.h"

/** Whether a model was put on the GPU before a call: by how it was loaded, or by what was called on it. */
bool card_holds(const struct scan *s, const struct call *made, uint32_t before);
/** Whether the code gives a model the name of a teacher, a reference or a reward model. */
bool card_has_role(const struct call *made);
/** The setting of the model that a call made, were it beside the trained one: by its name, else another model. */
enum setting card_role(const struct call *made);
/**
 * Models that a trainer of the repository's own holds under the name of a role, whichever of several each branch has put
 * there (self.ref_model: loaded for ZeRO-3, else a copy). trainer: the object, may be NULL.
 */
void card_held(const struct scan *s, const struct node *trainer, uint32_t before, struct training_job *job);
/**
 * Adds the models that lie on the card beside the trained one when training starts: a teacher, a
 * reference or a reward model by the names that the code gives it, another one if it was put on the
 * GPU. own: what belongs to the trained model.
 */
void card_beside(const struct scan *s, const struct origins *own, uint32_t before,
		 struct training_job *job);
/**
 * Adds a teacher that is a model of the repository's own to the job of a loop that learns from what it gives, whatever it is
 * called; one of which the loss does not say that it is imitated as another model. What learns by preferences or rewards has a reference there.
 */
void card_own_teacher(const struct scan *s, const struct call *backward, const struct origins *own, struct training_job *job);
/** Takes the head of the trained model's class for the task where the job is taken for "sft". */
void card_head(const struct scan *s, const struct origins *own, struct training_job *job);

#endif
