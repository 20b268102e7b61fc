/*
 * What the files of ms-swift share: swift.c has its commands and files.
 */
#ifndef LINT_MAPS_SWIFT_H
#define LINT_MAPS_SWIFT_H

#include "maps.h"

/** The trainer on Megatron-Core: "megatron sft". */
extern const struct keymap map_swift_megatron;

#endif
