/*
 * Settings that follow from other settings, whatever the framework: rows.
 */
#ifndef LINT_SETTINGS_DERIVE_H
#define LINT_SETTINGS_DERIVE_H

#include "core/job/job.h"

/**
 * Fills absent settings that follow from others (global batch = micro batch × accumulation × GPUs,
 * GPUs = nodes × GPUs per node, quantisation from the checkpoint's name, …) as DERIVED values whose
 * from[] names what they rest on. Idempotent: call it again when more is known (GPU count, model).
 */
void derive_job(struct arena *a, struct job *job);
/** Only what a model's name says (…-bnb-4bit, …-AWQ): called as soon as the model is known. */
void derive_from_name(struct arena *a, struct job *job);

#endif
