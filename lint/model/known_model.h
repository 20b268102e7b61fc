/*
 * What a model's name alone says of the code that runs it.
 */
#ifndef LINT_MODEL_KNOWN_MODEL_H
#define LINT_MODEL_KNOWN_MODEL_H

#include "lint/read/node.h"

/**
 * The model_type of an id or a folder's path and, as "architectures", the class that is loaded for it with a head for the
 * next token: {"model_type": "llama", "architectures": ["LlamaForCausalLM"]}, every node at the place given. NULL: the
 * name is of no model that is known, nor of a product line.
 */
struct node *known_model(struct arena *a, struct str id, struct span at);

#endif
