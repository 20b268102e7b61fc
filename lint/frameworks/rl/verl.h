/** What frameworks on top of verl share with it. */
#ifndef LINT_FRAMEWORKS_RL_VERL_H
#define LINT_FRAMEWORKS_RL_VERL_H

#include "lint/frameworks/libraries/shared_maps.h"

/** Words KEY=VALUE over verl's ppo_trainer.yaml. */
extern const struct keymap map_verl;
/** The same over its sft_trainer.yaml. */
extern const struct keymap map_verl_sft;

#endif
