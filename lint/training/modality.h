/*
 * Whether what is trained is a model of language.
 */
#ifndef LINT_TRAINING_MODALITY_H
#define LINT_TRAINING_MODALITY_H

#include "scan.h"

/** What a trained model is, if it is none of language. */
enum modality {
	/** It may be one of language. */
	MODALITY_LANGUAGE,
	/** A library's model of something else. */
	MODALITY_OTHER,
	/** Modules of the repository's own, of which all is seen. */
	MODALITY_CUSTOM,
};

/** Whether what is trained, with what it is built from, is a model of language. */
enum modality trained_modality(const struct scan *s, const struct origins *trained);
/** Whether there is a model of language among objects, or a table as one has. */
bool has_language_model(const struct scan *s, const struct origins *r);

#endif
