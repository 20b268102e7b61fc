/*
 * Shapes of models that a repository states itself: a config.json, or a configuration or a tokenizer that a script makes,
 * comes in; the shape or its vocabulary goes out, and a shape as config.json for who lacks the file. Models written as
 * modules of the repository's own are custom/'s.
 *
 * Uses core/base, core/model, lint/text, lint/read, lint/eval and the rows of lint/frameworks.
 */
#ifndef LINT_MODEL_MODEL_H
#define LINT_MODEL_MODEL_H

#include "config_classes.h"
#include "config_json.h"
#include "config_json_writer.h"
#include "config_object.h"
#include "known_config.h"
#include "known_model.h"
#include "sizes.h"
#include "tokenizer.h"

#endif
