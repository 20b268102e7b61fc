/*
 * The keys of config.json: which one holds which size of a model's shape.
 */
#ifndef LINT_MODEL_CONFIG_JSON_KEYS_H
#define LINT_MODEL_CONFIG_JSON_KEYS_H

#include "core/model/model.h"

#include <stddef.h>

/** A size of struct model, and its names in the configs of different families. */
struct model_size_key {
	/** Of a uint32_t in struct model. */
	size_t field;
	/** "|" between; the first is the preferred one. */
	const char *keys;
};

/** The width of the model (hidden_size) comes first. */
extern const struct model_size_key model_size_keys[];
extern const size_t model_size_keys_n;

/** A size that only some families have, and its names. */
struct model_note_key {
	enum model_note note;
	/** Only where a row of the family has such a number: elsewhere the name means something else. */
	bool known;
	const char *keys;
};

extern const struct model_note_key model_note_keys[];
extern const size_t model_note_keys_n;

#endif
