#include "output.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/** Room for n more bytes at the end. */
static char *reserve(struct out *out, size_t n)
{
	while (out->room - out->n < n)
		out->at = vec_grow(out->arena, out->at, out->n, &out->room, 1);
	return out->at + out->n;
}

void out_put(struct out *out, struct str s)
{
	if (s.n)
		memcpy(reserve(out, s.n), s.s, s.n);
	out->n += s.n;
}

void out_text(struct out *out, const char *z)
{
	out_put(out, str_of(z));
}

void out_fmt(struct out *out, const char *fmt, ...)
{
	va_list args;
	va_list again;
	int n;

	va_start(args, fmt);
	va_copy(again, args);
	n = vsnprintf(NULL, 0, fmt, args);
	va_end(args);
	if (n > 0) {
		vsnprintf(reserve(out, (size_t)n + 1), (size_t)n + 1, fmt, again);
		out->n += (size_t)n;
	}
	va_end(again);
}

void out_repeat(struct out *out, const char *z, size_t n)
{
	while (n--)
		out_text(out, z);
}

void out_padded(struct out *out, struct str s, size_t width)
{
	size_t points = 0;

	for (size_t i = 0; i < s.n; i++)
		points += ((unsigned char)s.s[i] & 0xc0) != 0x80;
	out_put(out, s);
	out_repeat(out, " ", points < width ? width - points : 0);
}

struct str out_str(const struct out *out)
{
	return (struct str){out->at, out->n};
}

bool out_write(struct str text, int fd)
{
	while (text.n) {
		ssize_t n = write(fd, text.s, text.n);

		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return false;
		text = str_sub(text, (size_t)n, text.n);
	}
	return true;
}

/* Writes all to a new descriptor and closes it; false with errno set. */
static bool fill(int fd, struct str text)
{
	bool good;
	int error;

	if (fd < 0)
		return false;
	good = out_write(text, fd);
	error = errno;
	/* Some file systems tell of a full disk only now. */
	if (close(fd) != 0)
		return false;
	errno = error;
	return good;
}

bool out_append_file(struct str text, const char *path)
{
	return fill(open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW | O_NOCTTY, 0666), text);
}

/* A new file beside a path, to be renamed to it; *name is its own. -1 with errno set. */
static int open_aside(struct arena *a, const char *path, struct str *name)
{
	enum { TRIES = 100 };
	int fd = -1;

	for (unsigned i = 0; i < TRIES && fd < 0; i++) {
		*name = str_fmt(a, "%s.%ld-%u.tmp", path, (long)getpid(), i);
		fd = open(name->s, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW | O_NOCTTY, 0666);
		if (fd < 0 && errno != EEXIST)
			break;
	}
	return fd;
}

bool out_replace_file(struct arena *a, struct str text, const char *path)
{
	struct stat st;
	struct str aside;
	bool there = strcmp(path, "-") != 0 && lstat(path, &st) == 0;
	int fd, error;

	if (strcmp(path, "-") == 0)
		return out_write(text, STDOUT_FILENO);
	if (there && !S_ISREG(st.st_mode))
		return fill(open(path, O_WRONLY | O_CLOEXEC | O_NOFOLLOW | O_NOCTTY), text);
	fd = open_aside(a, path, &aside);
	if (fd >= 0 && there)
		(void)fchmod(fd, st.st_mode & 07777);
	if (fd < 0)
		return false;
	if (fill(fd, text) && rename(aside.s, path) == 0)
		return true;
	error = errno;
	(void)unlink(aside.s);
	errno = error;
	return false;
}
