/*
 * What a loop or a trainer of one's own trains for.
 */
#ifndef LINT_TRAINING_TASK_H
#define LINT_TRAINING_TASK_H

#include "scan.h"

/** Says what a trainer over a module of the project's own trains for, as far as the module's step tells. */
void module_task(const struct scan *s, const struct call *fit, struct training_job *job);
/**
 * Says what a loop with a backward pass trains for, as far as its arithmetic and its names tell. alone: there is no model but
 * the one that it trains.
 */
void loop_task(const struct scan *s, const struct call *backward, bool alone, struct training_job *job);
/** What a loop trains for whose rows are cut from one long text, questions and answers not apart. */
void loop_blocks(const struct scan *s, const struct call *backward, struct training_job *job);
/** Takes a loop that generates groups of answers for one that learns by rewards. */
void loop_rewards(const struct call *generation, struct training_job *job);
/** Takes a loop whose task nothing tells for PPO where its loss clips a ratio of probabilities, as PPO's does. */
void loop_clips(const struct scan *s, const struct call *backward, struct training_job *job);
/** Takes what loop_clips() took for PPO, and what has no critic, for GRPO where its advantages are rewards in terms of their spread. */
void loop_spreads(const struct scan *s, const struct call *backward, struct training_job *job);
/**
 * Takes a loop whose task nothing tells, and that learns from texts which its model has just written, for REINFORCE where its loss
 * is made of the log-probabilities of their tokens, and of nothing that compares them with another model's.
 */
void loop_reinforces(const struct scan *s, const struct call *backward, struct training_job *job);
/** What a trainer of one's own trains for whose class is over one for fine-tuning: as its name says. */
void trainer_task(const struct scan *s, const struct call *trainer, struct training_job *job);
/**
 * What a trainer over one for fine-tuning trains for whose loss is the project's own: as the arithmetic tells of what
 * runs in the call that starts it. Models beside the trained one have been found.
 */
void trainer_loss(const struct scan *s, const struct call *start, struct training_job *job);
/** Whether chats were written out by a template before a call, or a tokenizer got tokens for whose turn it is. */
bool task_has_chats(const struct scan *s, const struct call *before);
/** Whether a run is named after supervised tuning: finetune.py, --run_name sft_llama, --output_dir out/sft. */
bool task_is_named_sft(const struct scan *s, const struct call *trainer);
/** What a plain trainer trains for that is given blocks of joined texts, questions and answers not apart. */
void trainer_blocks(const struct scan *s, const struct call *trainer, struct training_job *job);

#endif
