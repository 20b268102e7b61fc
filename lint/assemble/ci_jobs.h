/*
 * What continuous integration runs on machines with GPUs.
 */
#ifndef LINT_ASSEMBLE_CI_JOBS_H
#define LINT_ASSEMBLE_CI_JOBS_H

#include "manifest.h"

/** Whether a file is a workflow of GitHub's. */
bool ci_is_workflow(struct str path);
/** The jobs that a document starts, if it is a pipeline of GitLab's or a workflow of GitHub's whose runner has a GPU in its words. */
void ci_jobs(struct manifest *m, const struct node *document);

#endif
