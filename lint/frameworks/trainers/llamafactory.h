/*
 * What the files of LLaMA-Factory's rows share.
 */
#ifndef LINT_FRAMEWORKS_TRAINERS_LLAMAFACTORY_H
#define LINT_FRAMEWORKS_TRAINERS_LLAMAFACTORY_H

#include "lint/frameworks/libraries/shared_maps.h"

extern const char *const llamafactory_presets[];

#endif
