/*
 * Shapes of the table as config.json: the way back from lint/model/config_json.h.
 *
 * So that a program that has no access to the model's own files can build it with random weights.
 */
#ifndef LINT_MODEL_CONFIG_JSON_WRITER_H
#define LINT_MODEL_CONFIG_JSON_WRITER_H

#include "core/model/model.h"
#include "lint/text/text.h"

/**
 * Whether the row's columns say all that transformers needs to build a causal language model of its
 * family. Models with towers, encoders, families of which only remote code exists and those whose
 * layers a config lists one by one have none: half a config would build another model.
 */
bool model_has_config(const struct model *m);
/** Writes that config as an object; keys and spellings are those of the family's config class. */
void model_config_write(struct json_out *j, const struct model *m);

#endif
