/*
 * Scripts that led to no job, for a user who wonders why: --show-trace.
 */
#ifndef LINT_ASSEMBLE_JOBLESS_SCRIPTS_H
#define LINT_ASSEMBLE_JOBLESS_SCRIPTS_H

#include "assembly.h"

/**
 * Keeps the trace of a script that was evaluated and led to no job; why and at are those of the calls that train,
 * and may be empty. Of equal launches the first is kept, and none without a launch behind one. The trace has to live
 * as long as the result.
 */
void jobless_keep(struct assembly *s, uint32_t file, const struct launch *launch, const struct trace *trace,
		  const struct training_jobs *jobs);

#endif
