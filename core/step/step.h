/*
 * One training step on one GPU: a job comes in, the bytes that each tensor takes at each moment of the step go out.
 *
 * spec.h is the input of the formulas in numbers, made of a job whose gaps are filled; timeline.h is their output, and
 * step_of() goes from the one to the other. Uses core/base, core/model and core/job.
 */
#ifndef CORE_STEP_STEP_H
#define CORE_STEP_STEP_H

#include "shape_of_model.h"
#include "spec.h"
#include "timeline.h"

#endif
