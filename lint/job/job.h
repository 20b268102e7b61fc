/*
 * Jobs under construction, and how they are completed.
 *
 * In come drafts: settings that readers found in code, configs and commands. Out go jobs with every setting
 * that can be known, their shapes, card and name, each job once. It uses the readers' results (training, launch,
 * environment, target, policy), settings, models and cards, and reads files only by way of the repository. result.h
 * is the other door: what a run found out.
 */
#ifndef LINT_JOB_JOB_H
#define LINT_JOB_JOB_H

#include "condition_text.h"
#include "distinct_jobs.h"
#include "downloads.h"
#include "draft.h"
#include "jobs_ahead.h"
#include "kept_draft.h"
#include "launch_target.h"
#include "launched.h"
#include "library_versions.h"
#include "printed_versions.h"
#include "rank_variables.h"
#include "resolve.h"
#include "saved_models.h"
#include "told_words.h"

#endif
