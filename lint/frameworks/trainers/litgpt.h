/*
 * What the files of LitGPT share: litgpt.c has its rows.
 */
#ifndef LINT_FRAMEWORKS_TRAINERS_LITGPT_H
#define LINT_FRAMEWORKS_TRAINERS_LITGPT_H

#include "lint/frameworks/libraries/shared_maps.h"

/** struct framework's presets. */
extern const char *const litgpt_presets[];

#endif
