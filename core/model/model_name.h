/*
 * What a model's name says: its size and its product line.
 *
 * "Qwen3-30B-A3B" is 30e9 parameters of which a token meets 3e9; "Mixtral-8x7B" 0.82 × 56e9;
 * "bloom-7b1" 7.1e9; "gemma-3n-E4B" twice 4e9. Context lengths, versions, dates and precisions are
 * no sizes. The rules were read from the names of models.csv.
 */
#ifndef CORE_MODEL_MODEL_NAME_H
#define CORE_MODEL_MODEL_NAME_H

#include "core/base/base.h"

struct name_size {
	/** Parameters; 0 if the name has no size. */
	double total;
	/** Parameters that a token meets; 0 if the name does not say. */
	double active;
	/** The name is that of a mixture of experts. */
	bool experts;
};

/** The size in a name (what follows the organisation counts). */
struct name_size name_size(struct str id);
/** Product lines of a name, blanks between, as in the column series of models.csv; NULL if unknown. */
const char *name_series(struct str id);
/** A size word of encoders, T5, GPT-2 and Whisper ("base", "large", "xl"), or empty. */
struct str name_size_word(struct str id);

#endif
