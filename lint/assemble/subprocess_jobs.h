/*
 * Programs that start trainings instead of holding them.
 */
#ifndef LINT_ASSEMBLE_SUBPROCESS_JOBS_H
#define LINT_ASSEMBLE_SUBPROCESS_JOBS_H

#include "assembly.h"

struct subprocess_commands;
/** What a program's trace shows it to start, kept in the assembly's arena; NULL: nothing (subprocess_jobs.c). */
struct subprocess_commands *subprocess_commands(struct assembly *s, const struct trace *trace);
/** Whether any of them launches something that may train: pip install and git rev-parse do not. NULL: none. */
bool subprocess_launches(struct assembly *s, const struct subprocess_commands *commands);
/** The jobs of those commands, of a program that runs on a machine; nothing if NULL. */
void subprocess_jobs(struct assembly *s, const struct subprocess_commands *commands, const struct target *machine);
/** The card that a decorator of EFFECT_HOST asks for; false if it asks for none. */
bool decorator_target(struct arena *a, const struct call *host, struct target *out);

#endif
