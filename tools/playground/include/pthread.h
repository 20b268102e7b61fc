/* One thread: a page has no others. Who asks for more goes on without them. */
#ifndef PLAYGROUND_PTHREAD_H
#define PLAYGROUND_PTHREAD_H

#include <stddef.h>

typedef int pthread_t;

static inline int pthread_create(pthread_t *thread, const void *attributes, void *(*run)(void *), void *argument)
{
	(void)thread, (void)attributes, (void)run, (void)argument;
	return 1;
}

static inline int pthread_join(pthread_t thread, void **result)
{
	(void)thread, (void)result;
	return 0;
}

#endif
