/*
 * Launches that are a framework's own: its command, or a program of any name that is given its keys.
 */
#ifndef LINT_ASSEMBLE_COMMAND_JOBS_H
#define LINT_ASSEMBLE_COMMAND_JOBS_H

#include "assembly.h"

#include "lint/frameworks/frameworks.h"

/**
 * A program's flags as a mapping, of its words from one on: "--a b", "--a=b", "--a b c", "-b", "a.b=c", "--no_x". *positional
 * becomes the first word that is no flag's, unless it is NULL.
 */
struct node *flags_of(struct assembly *s, const struct launch *launch, size_t from, struct launch_word *positional);
/** The framework command that a launch is, or NULL; *used counts words of launch->args that are its name. */
const struct command *command_of_launch(struct assembly *s, const struct launch *launch, size_t *used);
/** The same of a program of any name that is given a framework's keys, copies of whose programs people change; or NULL. */
const struct command *command_of_keys(struct assembly *s, const struct launch *launch);
/** The jobs of such a launch: each way that an undecided word of it can be is one. */
void command_jobs(struct assembly *s, const struct launch *launch, const struct command *command, size_t used);
/** Why such a launch is no job; empty if it is not meant to train. */
struct str command_nothing(struct assembly *s, const struct launch *launch, const struct command *command,
				  size_t used);
/** The framework command that a launch is by the keys that it gives, and whose trainings are none that are estimated; or NULL. */
const struct command *command_elsewhere_by_keys(struct assembly *s, const struct launch *launch);
/**
 * The job of a program whose code is not here (script: 0), or could not be followed to a trainer, and that is given a
 * framework's keys: a main program of one's own over its trainer. Weaker than one that was followed; false: it is none.
 */
bool keys_jobs(struct assembly *s, const struct launch *launch, uint32_t script);

#endif
