/*
 * Optimizers: which one a loop steps first, the model whose parameters it was given, what is put around that model, and a
 * critic beside it.
 */
#ifndef LINT_TRAINING_OPTIMIZER_H
#define LINT_TRAINING_OPTIMIZER_H

#include "modality.h"
#include "scan.h"

/** Whether the i-th call of the trace makes or wraps a model, which may be of language. */
bool makes_model(const struct scan *s, size_t i);
/**
 * The model whose parameters an optimizer was given: through .parameters(), lists of groups, and those
 * that are picked: [p for p in model.parameters() if p.requires_grad]. r: gets what it was given.
 */
const struct node *optimized_model(const struct scan *s, const struct call *optimizer, struct origins *r);
/** The model of the repository's own that holds the layers which an optimizer or engine was given; NULL: none does. */
const struct node *model_around(const struct scan *s, const struct origins *r, const struct call *optimizer);
/** What engines and wrappers were put around: the model of FSDP(model), of deepspeed.initialize(model=FSDP(model)); itself where none was. */
const struct node *wrapped_by(const struct scan *s, const struct node *model);
/** Whether the i-th call makes an engine that may make its optimizer itself, of its configuration (DeepSpeed). */
bool is_engine(const struct scan *s, size_t i);
/** The first optimizer before a call, else the first engine; SIZE_MAX if there is neither. */
size_t first_optimizer(const struct scan *s, uint32_t before);
/**
 * The optimizer of a backward pass: the first, or the last that was made after another pass, as where a function that trains
 * is called again with another model. SIZE_MAX if there is none.
 */
size_t loop_optimizer(const struct scan *s, uint32_t before);
/**
 * Of several optimizers that step parts of one model, the one that was given most of its layers, of as many one that no
 * table knows; first: the index of the one that the loop steps first.
 */
size_t main_optimizer(const struct scan *s, size_t first, uint32_t before);
/** The model whose parameters the first optimizer was given; NULL: none that is known. */
const struct node *loop_trains(const struct scan *s);
/** The same as trained_modality() of what the first optimizer was given. */
enum modality loop_modality(const struct scan *s);
/**
 * What stands around a loop's model when it trains, where something was put around it after its optimizer
 * was made (model, optimizer, … = deepspeed.initialize(model=model, optimizer=optimizer)); the model if nothing was.
 */
const struct node *loop_around(const struct scan *s, size_t step, const struct node *model);
/** The next optimizer.step() or scaler.step(optimizer) of the same loop; NULL if none is seen. */
const struct call *step_after(const struct scan *s, size_t backward);

/**
 * Says which optimizer an object of a class of the repository's own is, or that it is not known, and how much it remembers as far as
 * the class's code tells; false: it is no such object. at: where it was made.
 */
bool own_optimizer(const struct scan *s, const struct node *object, struct span at, struct training_job *job);
/** The same of what a trainer is given instead of the one that it would make (optimizers=(SOAP(…), None)). */
void given_optimizer(const struct scan *s, const struct call *trainer, struct training_job *job);

/**
 * Adds the critic to a job whose hand-written loop is PPO: a language model that an optimizer was given, and that is none
 * of the trained one's parts; "none" where there surely is no such model. model: the trained one.
 */
void loop_critic(const struct scan *s, const struct node *model, const struct call *backward, struct training_job *job);

#endif
