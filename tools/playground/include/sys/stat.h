/* The libc's, and what it lacks: modes of files, of which a page has none. */
#ifndef PLAYGROUND_SYS_STAT_H
#define PLAYGROUND_SYS_STAT_H

#include_next <sys/stat.h>

static inline int fchmod(int fd, mode_t mode)
{
	(void)fd, (void)mode;
	return -1;
}

#endif
