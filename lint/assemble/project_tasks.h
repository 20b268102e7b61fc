/*
 * Tasks that a project gives names: entry points of MLflow's projects, and what task runners find in pyproject.toml.
 */
#ifndef LINT_ASSEMBLE_PROJECT_TASKS_H
#define LINT_ASSEMBLE_PROJECT_TASKS_H

#include "manifest.h"

/** The jobs of the tasks of a file, if it is one that holds some. */
void project_tasks(struct manifest *m, const struct node *document);
/** Whether a file may hold tasks of a runner: pyproject.toml and its kin. */
bool project_has_tasks(struct assembly *s, uint32_t file);

#endif
