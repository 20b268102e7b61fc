/*
 * Time for tools that say how long something took.
 */
#ifndef TESTS_SUPPORT_CPU_SECONDS_H
#define TESTS_SUPPORT_CPU_SECONDS_H

#include <time.h>

/** Seconds of the processor that the program has used. */
static inline double cpu_seconds(void)
{
	struct timespec t;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
	return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

#endif
