/*
 * Shapes from config.json, as Hugging Face models keep it beside their weights.
 */
#ifndef LINT_MODEL_CONFIG_JSON_H
#define LINT_MODEL_CONFIG_JSON_H

#include "core/model/model.h"
#include "lint/read/node.h"

/**
 * The model of a config.json tree, in the arena. What the file does not say (kind of norm, biases)
 * is the family's, from a row of the table with the same model_type; without such a row a Llama's.
 * A vision-language config is read from its text_config, the tower not counted. NULL if it is no
 * language model's config: width, depth or vocabulary are missing.
 */
const struct model *model_of_config(struct arena *a, struct str id, const struct node *tree);
/** The first known model of the same family and sizes; NULL if there is none. */
const struct model *model_known_shape(const struct model *m);

#endif
