/*
 * What paths tell by the words that they are made of.
 */
#ifndef LINT_REPO_PATH_WORDS_H
#define LINT_REPO_PATH_WORDS_H

#include "core/base/base.h"

/** How many words two files' names have in common, without folders and endings: train_sft.py and sft-full.yaml one. */
size_t path_words_shared(struct str one, struct str other);
/**
 * Places whose scripts and configs are about something else than this repository's jobs: tests of a
 * library, its documentation, copies of others' code. A launch from elsewhere still reaches them.
 */
bool path_is_aside(struct str path);
/** Of these one that lies among tests, and that pytest would not collect by its name: somebody's script, or what tests share. */
bool path_is_beside_tests(struct str path);

#endif
