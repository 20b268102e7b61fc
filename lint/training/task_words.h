/*
 * What names say that a training is for: those of functions, classes and programs.
 */
#ifndef LINT_TRAINING_TASK_WORDS_H
#define LINT_TRAINING_TASK_WORDS_H

#include "scan.h"

/** Whether a name holds a word by itself: "dpo" of "compute_dpo_loss", "DPOTrainer" and "train-dpo.py". */
bool task_has_word(struct str name, struct str word);
/** The task that a name speaks of; NULL if it speaks of none, or of several. */
const char *task_of_name(struct str name);
/** The task that the first of some names, blanks between, speaks of; *name: that name. NULL: none does. */
const char *task_of_names(struct str all, struct str *name);
/** The task of the last loss, a function or a class, that ran before a call and whose name speaks of one; or NULL. */
const char *task_of_losses(const struct scan *s, const struct call *step, struct str *name);
/** The task of learning by rewards that functions speak of which ran before a call; NULL: none, or several. */
const char *task_of_functions(const struct scan *s, const struct call *step, struct str *name);

/**
 * Takes a trainer for tuning for one that pretrains where names say so, those of its file, its program or the functions around
 * it, or where its data is a corpus of running text. Rows are made as they would be otherwise.
 */
void continued_task(const struct scan *s, const struct call *trainer, struct training_job *job);

#endif
