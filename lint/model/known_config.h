/*
 * The config.json that lies beside the weights of a known model.
 */
#ifndef LINT_MODEL_KNOWN_CONFIG_H
#define LINT_MODEL_KNOWN_CONFIG_H

#include "lint/read/node.h"

/**
 * What the config.json of a folder says that is named after a known model ("Qwen2.5-3B-Instruct/config.json"), every
 * node at the place given; open, for more stands in the file than is known. NULL if the path is no such file.
 */
struct node *known_config(struct arena *a, struct str path, struct span at);

#endif
