/*
 * Shapes of models that a repository states itself: a config.json, or a configuration that a script makes, comes in;
 * the shape goes out. Models written as modules of the repository's own are custom/'s.
 */
#ifndef LINT_MODEL_MODEL_H
#define LINT_MODEL_MODEL_H

#include "config_json.h"
#include "config_json_writer.h"
#include "config_object.h"

#endif
