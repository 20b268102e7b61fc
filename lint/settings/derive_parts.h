/*
 * Parts of derive_job() that have a file of their own.
 */
#ifndef LINT_SETTINGS_DERIVE_PARTS_H
#define LINT_SETTINGS_DERIVE_PARTS_H

#include "core/job/job.h"

/** How rows of different length make a batch, where nothing stated it: by packing, mask and task. */
void derive_batch_layout(struct arena *a, struct job *job);

#endif
