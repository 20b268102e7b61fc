/*
 * The words that names of files are made of.
 */
#ifndef LINT_REPO_PATH_WORDS_H
#define LINT_REPO_PATH_WORDS_H

#include "core/base/base.h"

/** How many words two files' names have in common, without folders and endings: train_sft.py and sft-full.yaml one. */
size_t path_words_shared(struct str one, struct str other);

#endif
