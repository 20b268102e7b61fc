/*
 * What the files of ms-swift share: swift.c has its commands and files.
 */
#ifndef LINT_FRAMEWORKS_TRAINERS_SWIFT_H
#define LINT_FRAMEWORKS_TRAINERS_SWIFT_H

#include "lint/frameworks/libraries/shared_maps.h"

/** The trainer on Megatron-Core: "megatron sft". */
extern const struct keymap map_swift_megatron;

/* Of a question's documents at most so many are in a batch as rows of their own. */
#define SWIFT_RERANKER                                                                             \
	"ms-swift swift/template/base.py _reranker_data_collator, 4.6: MAX_POSITIVE_SAMPLES 1, MAX_NEGATIVE_SAMPLES 7"

#endif
