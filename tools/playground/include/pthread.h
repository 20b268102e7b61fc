/* One thread: a page has no others. Who asks for more goes on without them. */
#ifndef PLAYGROUND_PTHREAD_H
#define PLAYGROUND_PTHREAD_H

#include <stddef.h>

#include <sys/types.h>

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

/* Nobody else is there to keep out or to wait for; wasi-libc has the types, and nothing that takes them. */
#undef PTHREAD_MUTEX_INITIALIZER
#define PTHREAD_MUTEX_INITIALIZER {0}

#define PLAYGROUND_NOTHING(name, type)                                                                                     \
	static inline int name(type *what)                                                                                 \
	{                                                                                                                  \
		(void)what;                                                                                                \
		return 0;                                                                                                  \
	}
PLAYGROUND_NOTHING(pthread_mutex_lock, pthread_mutex_t)
PLAYGROUND_NOTHING(pthread_mutex_unlock, pthread_mutex_t)
PLAYGROUND_NOTHING(pthread_mutex_destroy, pthread_mutex_t)
PLAYGROUND_NOTHING(pthread_cond_signal, pthread_cond_t)
PLAYGROUND_NOTHING(pthread_cond_broadcast, pthread_cond_t)
PLAYGROUND_NOTHING(pthread_cond_destroy, pthread_cond_t)

static inline int pthread_mutex_init(pthread_mutex_t *mutex, const void *attributes)
{
	(void)mutex, (void)attributes;
	return 0;
}

static inline int pthread_cond_init(pthread_cond_t *condition, const void *attributes)
{
	(void)condition, (void)attributes;
	return 0;
}

static inline int pthread_cond_wait(pthread_cond_t *condition, pthread_mutex_t *mutex)
{
	(void)condition, (void)mutex;
	return 0;
}

#endif
