/*
 * From a row of the table, or a config.json, to the shape that the formulas read: the row's columns, what
 * its family's code does, and what is left of the model's own count spread over layers and tables.
 */
#ifndef CORE_STEP_SHAPE_OF_MODEL_H
#define CORE_STEP_SHAPE_OF_MODEL_H

#include "core/model/model.h"

/**
 * The shape of a model. Parameters that the row's columns do not place become layer_extra (one
 * stack) or other_params (towers), so that the total is the model's own count.
 */
struct shape shape_of_model(const struct model *m);

#endif
