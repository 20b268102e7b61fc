/*
 * The verdict on jobs: in come drafts (lint/job/job.h), out go results with their estimates, findings and fixes.
 *
 * It uses the estimate and the verdict of core/estimate, and changes nothing in a job.
 */
#ifndef LINT_JUDGE_JUDGE_H
#define LINT_JUDGE_JUDGE_H

#include "calibration.h"
#include "verdict.h"

#endif
