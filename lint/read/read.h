/*
 * Files as trees: a file's bytes come in, YAML, JSON, TOML, .env, a notebook or what OmegaConf makes of one; trees of
 * struct node go out (node.h, the other door: for who only walks trees), and what was wrong with the file.
 *
 * The one room that includes libyaml and cJSON; their objects end inside one function. Uses core/base and lint/text.
 */
#ifndef LINT_READ_READ_H
#define LINT_READ_READ_H

#include "data_file.h"
#include "dotenv.h"
#include "holed_text.h"
#include "node.h"
#include "notebook.h"
#include "omegaconf.h"
#include "yaml_scalar.h"

#endif
