/*
 * What the files of TRL share: trl.c has its calls, files and commands, trl_*.c the keys and defaults.
 *
 * Histories were read in the dataclasses at the tags v0.7.4 … v1.9.0.
 */
#ifndef LINT_FRAMEWORKS_TRAINERS_TRL_H
#define LINT_FRAMEWORKS_TRAINERS_TRL_H

#include "lint/frameworks/libraries/shared_maps.h"

/* Conditions. */
#define QUANT	    "quantization=nf4|fp4|int8"
#define QUANT4	    "quantization=nf4|fp4"
/* Unsloth takes TRL's cast of adapters out (unsloth unsloth/models/rl.py, 2026-08). */
#define CASTS	    ",fused_kernels!=unsloth"
/* FSDP1 that frees the weights of a model which no backward pass goes through. */
#define FSDP_RESHARDS "peft=none,data_parallel=fsdp,reshard_after_forward!=false"
#define GIVEN	    ",@peft_config|use_peft"
/* peft 0.5, src/peft/utils/other.py: use_gradient_checkpointing=True, and nothing else was said. */
#define KBIT_CHECKPOINTS                                                                           \
	"trl trl/trainer/sft_trainer.py, dpo_trainer.py, 0.4.7-0.7.1: prepare_model_for_int8_training(model)"
/*
 * Unsloth's trainers go on taking the old keywords, and hand them to the configuration (unsloth/trainer.py
 * _backwards_compatible_trainer, for every TRL since 0.13): they say nothing of TRL's release.
 */
#define UNSLOTH	    "fused_kernels=unsloth"
#define NOT_UNSLOTH "fused_kernels!=unsloth"

extern const struct keymap map_trl_common;
extern const struct keymap map_trl_load;
extern const struct keymap map_trl_sft;
extern const struct keymap map_trl_sft_config;
extern const struct keymap map_trl_sft_trainer;
extern const struct keymap map_trl_pair;
extern const struct keymap map_trl_pair_config;
extern const struct keymap map_trl_pair_trainer;
extern const struct keymap map_trl_reward;
extern const struct keymap map_trl_reward_config;
extern const struct keymap map_trl_reward_trainer;
extern const struct keymap map_trl_online;
extern const struct keymap map_trl_grpo_own;
extern const struct keymap map_trl_grpo_config;
extern const struct keymap map_trl_grpo_trainer;
extern const struct keymap map_trl_rloo_own;
extern const struct keymap map_trl_rloo_config;
extern const struct keymap map_trl_rloo_trainer;
extern const struct keymap map_trl_ppo_own;
extern const struct keymap map_trl_ppo_config;
extern const struct keymap map_trl_ppo_trainer;
extern const struct keymap map_trl_ppo_v2_own;
extern const struct keymap map_trl_ppo_v2_config;
extern const struct keymap map_trl_ppo_v2_trainer;
extern const struct keymap map_trl_online_dpo_own;
extern const struct keymap map_trl_online_dpo_config;
extern const struct keymap map_trl_online_dpo_trainer;
extern const struct keymap map_trl_gkd_own;
extern const struct keymap map_trl_gkd_config;
extern const struct keymap map_trl_load_only;
extern const struct keymap map_trl_model;
extern const struct keymap map_trl_get_peft;
extern const struct keymap map_trl_get_quant;

#endif
