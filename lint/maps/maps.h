/*
 * Keymaps that other frameworks' maps extend or load models with.
 */
#ifndef LINT_MAPS_H
#define LINT_MAPS_H

#include "../map.h"

extern const struct keymap map_transformers_args;
extern const struct keymap map_transformers_trainer;
extern const struct keymap map_transformers_load;
extern const struct keymap map_transformers_bnb;
extern const struct keymap map_peft_lora;

#endif
