/*
 * The verdict on jobs: in come drafts (lint/job/job.h), out go results with their estimates, findings and fixes.
 *
 * It uses the estimate and the verdict of core/estimate, the policy, and the rows of frameworks; it changes nothing
 * in a job. calibration.h narrows ranges, verdict.h is the rest.
 */
#ifndef LINT_JUDGE_JUDGE_H
#define LINT_JUDGE_JUDGE_H

#include "calibration.h"
#include "fingerprint.h"
#include "known_findings.h"
#include "verdict.h"

#endif
