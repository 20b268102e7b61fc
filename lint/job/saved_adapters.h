/*
 * Adapters that an earlier job saved: who loads their folder as a model goes on with them.
 */
#ifndef LINT_JOB_SAVED_ADAPTERS_H
#define LINT_JOB_SAVED_ADAPTERS_H

#include "saved_models.h"

/** Whether a path says that adapters were merged into what lies there. */
bool saved_path_is_merged(struct str path);
/** Whether what a job saves under a path are adapters. */
bool saved_adapters_of(const struct job *job, struct str path);
/** Whether a call merges adapters into the model that it is called of. */
bool saved_adapters_merges(const struct call *call);
/** Whether two jobs have the same adapters. */
bool saved_adapters_same(const struct job *a, const struct job *b);
/** Whether adapters had been merged into an object before a call. */
bool saved_adapters_merged(const struct trace *trace, const struct node *self, uint32_t order);
/** Whether one job has adapters, and another loads a model and does not say what of it it trains. */
bool saved_adapters_wanted(const struct draft_context *c);
/** Lets a job train the adapters that lie where it loads its model from, or puts on it by a call of its trace; whether it does. */
bool saved_adapters_resolve(struct draft_context *c, const struct saved_models *saved, const struct trace *trace, struct job *job);

#endif
