/*
 * Resolution: from the names in a job to shapes and cards, and the settings that the user gave.
 */
#ifndef LINT_JOB_RESOLVE_H
#define LINT_JOB_RESOLVE_H

#include "draft.h"

/**
 * Completes a draft: what --set and .gpumem-lint.yml give, the launcher's options, the target, the
 * models' shapes, defaults and derived settings; then adds it to the list.
 */
void resolve_draft(struct draft_context *c, struct draft *d);
/** Shapes and card of a job whose settings are complete. */
void resolve_names(struct draft_context *c, struct job *job, struct str cwd, struct str from);
/** Puts the settings given by --set over those of a job. */
void resolve_given(const struct request *request, struct job *job);
/**
 * The card of a text: a name of the table, a gpus entry of the policy, or a size ("24GiB"), for which
 * a row is made in the arena. NULL if it is none of them.
 */
const struct gpu *resolve_gpu(struct arena *a, const struct policy *policy, struct str text);
/** The card of a file's jobs: --gpu, then the policy's paths, then what was said of the job itself, then the policy's default. */
struct target resolve_target(struct draft_context *c, uint32_t main, const struct target *said);

#endif
