/*
 * How a checkpoint is stored, read from the end of its name: "-GPTQ-Int4", "-bnb-4bit", "-FP8".
 *
 * The name says how the file holds the weights, not what a job does with them: the job's own
 * quantisation settings win over it.
 */
#ifndef CORE_MODEL_CHECKPOINT_FORMAT_H
#define CORE_MODEL_CHECKPOINT_FORMAT_H

#include "core/base/base.h"

struct checkpoint_format {
	/** The end of the name, in lower case, with its "-". */
	const char *suffix;
	/** Whatever follows belongs to it: "-gptq-4bit-128g-actorder_true". */
	bool open;
	/** A value of the setting quantization; "none": 16 or 32 bits; "": says nothing of storage. */
	const char *quantization;
	/** Bits of a weight, as quantization_bits; 0 if it does not say. */
	unsigned weight_bits;
	/** Stored bits per quantised weight, scales included; 0 if it does not say. */
	double bits;
	/** bitsandbytes' quantised scales. */
	bool double_quant;
	/** Trainers keep the weights so; false: they are made 16-bit when loaded, or cannot be trained. */
	bool trained_as_stored;
	/** What stays in 16 bits, and where the facts are from. */
	const char *note;
};

/** The row of the last storage suffix of an id, or NULL. */
const struct checkpoint_format *checkpoint_format_of(struct str id);
/** Cuts the last storage suffix off an id; NULL if there is none. */
const struct checkpoint_format *checkpoint_format_strip(struct str *id);

#endif
