/*
 * How many processors a run may use.
 */
#ifndef LINT_OS_PROCESSORS_H
#define LINT_OS_PROCESSORS_H

/** At least 1. */
unsigned os_processors(void);

#endif
