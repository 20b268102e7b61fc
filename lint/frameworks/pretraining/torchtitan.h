/*
 * What the files of torchtitan share: torchtitan.c has the keys of TOML files and flags, torchtitan_registry.c those of
 * configs that are Python functions.
 */
#ifndef LINT_FRAMEWORKS_PRETRAINING_TORCHTITAN_H
#define LINT_FRAMEWORKS_PRETRAINING_TORCHTITAN_H

#include "lint/frameworks/libraries/shared_maps.h"

extern const struct keymap map_torchtitan;
/** Extends map_torchtitan: flags stand over what a function gives. */
extern const struct keymap map_torchtitan_registry;
extern const struct keymap map_torchtitan_rl;

#endif
