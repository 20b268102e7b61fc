/*
 * What a loop writes before it learns, and how long the texts are that it learns from.
 */
#ifndef LINT_TRAINING_ROLLOUT_H
#define LINT_TRAINING_ROLLOUT_H

#include "scan.h"

/**
 * How long the texts are that a loop's loss is computed from, if a tokenizer's call in the loop cuts them;
 * own: what belongs to the trained model.
 */
void loop_length(const struct scan *s, const struct call *backward, const struct origins *own,
		 struct training_job *job);
/**
 * What a loop generates before it learns: how long, how many for a prompt, by which engine. loader: the one
 * that the batch was taken from, or NULL.
 */
void loop_rollout(const struct scan *s, const struct call *backward, const struct call *loader,
		  struct training_job *job);
/** Whether a call writes texts: a model's or an engine's generate(), or a loop of the repository's own, "rows.written". */
bool rollout_is(const struct call *call);
/** The ids that such a call gave. */
const struct node *rollout_of(const struct call *generation);
/** Whether a call is made by a loop of the repository's own that writes texts: it sees them as they grow. */
bool rollout_holds(const struct scan *s, const struct call *call);
/** Leaves the batch open that hints alone gave to a loop which learns from several answers to a prompt. */
void loop_prompts(const struct scan *s, const struct call *backward, struct training_job *job);

#endif
