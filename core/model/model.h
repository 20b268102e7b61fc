/*
 * Models: a name, or sizes, come in; the shape of a language model and the number of its parameters go out.
 *
 * Rows come from core/tables/models.csv; a name that no row has is guessed from what it promises. Uses core/base.
 */
#ifndef CORE_MODEL_MODEL_H
#define CORE_MODEL_MODEL_H

#include "catalog.h"
#include "checkpoint_format.h"
#include "family.h"
#include "family_modules.h"
#include "guess.h"
#include "model_name.h"
#include "model_spelling.h"
#include "module_names.h"
#include "parameter_count.h"
#include "shape.h"
#include "tower_blocks.h"

#endif
