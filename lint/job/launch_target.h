/*
 * The target of a job, as far as its launch and the files around it tell.
 */
#ifndef LINT_JOB_LAUNCH_TARGET_H
#define LINT_JOB_LAUNCH_TARGET_H

#include "draft.h"

/**
 * What a launch (NULL: none) says of the target: batch directives, options of srun and the like, comments; and
 * comments of the job's own file (0: none), the manifest or the machine that the launch belongs to.
 */
struct target launch_target(struct draft_context *c, const struct launch *launch, uint32_t file);

#endif
