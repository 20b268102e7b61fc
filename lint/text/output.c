#include "output.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
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

bool out_write_file(struct str text, const char *path, bool append)
{
	int flags = O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NOCTTY;
	int fd;
	bool good;

	if (strcmp(path, "-") == 0)
		return out_write(text, STDOUT_FILENO);
	fd = open(path, flags | (append ? O_APPEND : O_TRUNC), 0666);
	if (fd < 0)
		return false;
	good = out_write(text, fd);
	/* Some file systems tell of a full disk only now. */
	return close(fd) == 0 && good;
}
