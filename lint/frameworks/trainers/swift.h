/*
 * What the files of ms-swift share: swift.c has its commands and files.
 */
#ifndef LINT_FRAMEWORKS_TRAINERS_SWIFT_H
#define LINT_FRAMEWORKS_TRAINERS_SWIFT_H

#include "lint/frameworks/libraries/shared_maps.h"

/** The trainer on Megatron-Core: "megatron sft". */
extern const struct keymap map_swift_megatron;

/** "model_type=id" of ms-swift 2, for CONVERT_CHOICE: in parts, of which each but the last leaves other names to the next. */
extern const char swift_models_1[];
extern const char swift_models_2[];
extern const char swift_models_3[];
extern const char swift_models_4[];
extern const char swift_models_5[];
extern const char swift_models_6[];
extern const char swift_models_7[];

/* Of a question's documents at most so many are in a batch as rows of their own. */
#define SWIFT_RERANKER                                                                             \
	"ms-swift swift/template/base.py _reranker_data_collator, 4.6: MAX_POSITIVE_SAMPLES 1, MAX_NEGATIVE_SAMPLES 7"

/** What is trained, in both: by preferences and rewards, or as a classifier. */
#define SWIFT_TASK_ROWS											\
	KEY_AS("rlhf_type", TASK, CHOICE, "rm=reward;gkd=distill"),					\
	    KEY_AS("task_type", TASK, CHOICE, "seq_cls=classification;reranker=classification;generative_reranker=classification;embedding=embedding;*=")

/** Other models, and what is generated for rewards. */
#define SWIFT_RLHF_ROWS											\
	KEY("reward_model", REWARD_MODEL),								\
	    KEY("teacher_model", TEACHER_MODEL),							\
	    KEY("beta", BETA),										\
	    KEY("num_generations", NUM_GENERATIONS),							\
	    KEY("max_completion_length", MAX_COMPLETION_LENGTH),					\
	    KEY_AS("use_vllm", ROLLOUT_ENGINE, IF_FALSE, "transformers")

#endif
