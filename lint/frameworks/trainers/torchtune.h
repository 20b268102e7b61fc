/*
 * What the files of torchtune's rows share.
 */
#ifndef LINT_FRAMEWORKS_TRAINERS_TORCHTUNE_H
#define LINT_FRAMEWORKS_TRAINERS_TORCHTUNE_H

#include "lint/frameworks/libraries/shared_maps.h"

extern const char *const torchtune_presets[];

#endif
