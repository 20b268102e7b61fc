/*
 * What the files of NeMo share: nemo.c has the keys, nemo_recipes.c the recipes by their models' names.
 */
#ifndef LINT_FRAMEWORKS_PRETRAINING_NEMO_H
#define LINT_FRAMEWORKS_PRETRAINING_NEMO_H

#include "lint/frameworks/libraries/shared_maps.h"

/** llm.NAME.pretrain_recipe(…), llm.NAME.finetune_recipe(…). */
enum { NEMO_RECIPES = 78 };
extern const struct callable nemo_recipes[NEMO_RECIPES];
/** What a recipe is made with, and what is set on it. */
extern const struct keymap map_nemo_recipe;

#endif
