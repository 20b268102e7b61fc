/*
 * Time, to measure with; nothing that is found depends on it.
 */
#ifndef LINT_OS_CLOCK_H
#define LINT_OS_CLOCK_H

#include <stdint.h>

/** Nanoseconds since some moment, never less than before. */
uint64_t os_clock(void);

#endif
