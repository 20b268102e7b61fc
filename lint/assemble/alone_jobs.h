/*
 * Configs of a project's own schema that nothing here reads: a module of constants, or a YAML, JSON or TOML file.
 */
#ifndef LINT_ASSEMBLE_ALONE_JOBS_H
#define LINT_ASSEMBLE_ALONE_JOBS_H

#include "assembly.h"

/** Whether a file of data is read for that, unless a job takes it before. */
bool alone_reads(struct assembly *s, uint32_t file);
/** The jobs of all such files that no job has taken; to be called last. */
void alone_jobs(struct assembly *s);

#endif
