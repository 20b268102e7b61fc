/*
 * Models of the repository's own among what is trained.
 */
#ifndef LINT_TRAINING_CUSTOM_MODELS_H
#define LINT_TRAINING_CUSTOM_MODELS_H

#include "scan.h"

#include "lint/model/custom/language_model.h"

/** The language model of the repository's own among objects that were reached; NULL: there is none. */
const struct node *custom_model_reached(const struct scan *s, const struct origins *r);
/** The first module of the repository's own among them: what is around others comes before what is in it. NULL: there is none. */
const struct node *custom_module_first(const struct origins *r);
/** Whether there is any module of the repository's own among them. */
bool custom_module_reached(const struct origins *r);
/** The first of them that was made before a call and holds a layer among objects that were reached; NULL: none does. */
const struct node *custom_model_around(const struct scan *s, const struct origins *parts, uint32_t before);
/** The first language model of the repository's own that was made before a call; NULL: none was. */
const struct node *custom_model_made(const struct scan *s, uint32_t before);
/** Whether a language model of the repository's own was made that is not among objects. */
bool custom_model_beside(const struct scan *s, const struct origins *own);
/**
 * Another model of the same class and as many parameters as the trained one, not among objects, that is asked without gradients.
 * NULL: there is none.
 */
const struct node *custom_model_twin(const struct scan *s, const struct origins *own, const struct custom_model *trained);
/**
 * Another language model of the repository's own, not among objects, from which a loop learns without training it: its passes
 * record no gradients, or what they gave is cut off from them. distils: the loop is one for distillation; then a body without
 * a head is one as well, of unknown shape. weights: of one of unknown shape the file of its weights, else NULL. False: there is
 * none.
 */
bool custom_model_teacher(const struct scan *s, const struct call *backward, const struct origins *own, bool distils,
			  struct custom_model *out, const struct node **weights);
/** How many rows of token ids a model is called with; NULL: not known. */
const struct node *shown_rows(const struct scan *s, const struct call *pass);
/** How many tokens each row of ids has that code makes of some size: torch.full((8, 1), bos); NULL: not known. */
const struct node *made_tokens(const struct scan *s, const struct node *n);
/**
 * Batch and length of a row from what the trained model, anyone's, is called with before a backward pass, and
 * the kernel from what it is asked for.
 */
void loop_rows(const struct scan *s, const struct call *backward, const struct origins *own,
	       struct training_job *job);
/**
 * Batch and length of a row for the job of such a model, where no library's call says them: from what the
 * model is called with before a step, from the model itself, and from names.
 */
void custom_model_hints(const struct scan *s, const struct call *step, struct training_job *job);

#endif
