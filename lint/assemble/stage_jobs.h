/*
 * Stages of DVC's pipelines.
 */
#ifndef LINT_ASSEMBLE_STAGE_JOBS_H
#define LINT_ASSEMBLE_STAGE_JOBS_H

#include "manifest.h"

/** The jobs that a mapping's command starts, if it is a stage of a dvc.yaml. */
void stage_jobs(struct manifest *m, const struct node *map);

#endif
