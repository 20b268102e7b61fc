/*
 * What the files of XTuner share: xtuner.c has the keys, xtuner_configs.c the configs by their names.
 */
#ifndef LINT_FRAMEWORKS_PRETRAINING_XTUNER_H
#define LINT_FRAMEWORKS_PRETRAINING_XTUNER_H

#include "lint/frameworks/libraries/shared_maps.h"

/** struct framework's presets. */
extern const char *const xtuner_presets[];

#endif
