/*
 * A training job: one value per setting, each with the place it came from, and what is assumed where a job says nothing.
 *
 * The vocabulary is SETTINGS in setting.h. Settings come in as text or as values; typed values, words for them
 * and reasons go out. Uses core/base, and of core/model and core/gpu the rows that a job points to.
 */
#ifndef CORE_JOB_JOB_H
#define CORE_JOB_JOB_H

#include "assumptions.h"
#include "dtype.h"
#include "job_values.h"
#include "model_role.h"
#include "optimizer.h"
#include "row_lengths.h"
#include "setting.h"
#include "value.h"

#endif
