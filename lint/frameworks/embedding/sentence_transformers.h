/*
 * What rows of other frameworks extend of Sentence Transformers'.
 */
#ifndef LINT_FRAMEWORKS_EMBEDDING_SENTENCE_TRANSFORMERS_H
#define LINT_FRAMEWORKS_EMBEDDING_SENTENCE_TRANSFORMERS_H

#include "lint/frameworks/libraries/shared_maps.h"

/** How a SentenceTransformer is loaded. */
extern const struct keymap map_sbert_model;

#endif
