#include "replace_file.h"

#include "lint/text/text.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char temporary[] = ".gpumem-lint.tmp";

/* The folder of a path, opened part by part so that none is a link; -1 with errno set. *name: what is left. */
static int open_folder(struct arena *a, const char *root, struct str path, struct str *name)
{
	int fd = open(root, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	struct str_cut cut = str_cut(path, '/');

	for (; fd >= 0 && cut.ok; cut = str_cut(cut.tail, '/')) {
		int next = openat(fd, str_dup(a, cut.head).s, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);

		close(fd);
		fd = next;
	}
	*name = str_dup(a, cut.head);
	return fd;
}

/* Whether a file of a folder holds just these bytes; its mode. */
static bool still_holds(struct arena *a, int folder, const char *name, struct str expected, mode_t *mode)
{
	int fd = openat(folder, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
	struct stat st;
	char *bytes;
	size_t n = 0;
	bool same = fd >= 0 && fstat(fd, &st) == 0 && S_ISREG(st.st_mode) && (size_t)st.st_size == expected.n;

	bytes = same ? arena_alloc(a, expected.n + 1, 1) : NULL;
	while (same && n < expected.n) {
		ssize_t got = read(fd, bytes + n, expected.n - n);

		if (got < 0 && errno == EINTR)
			continue;
		if (got <= 0)
			break;
		n += (size_t)got;
	}
	same = same && n == expected.n && (n == 0 || memcmp(bytes, expected.s, n) == 0);
	*mode = same ? st.st_mode & 07777 : 0;
	if (fd >= 0)
		close(fd);
	return same;
}

/* A new file beside it, on the disk before it takes the other's name. */
static bool write_beside(int folder, const char *name, mode_t mode, struct str text)
{
	int fd = openat(folder, temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
	bool good = fd >= 0 && out_write(text, fd) && fchmod(fd, mode) == 0 && fsync(fd) == 0;
	int error = errno;
	bool made = fd >= 0;

	if (fd >= 0 && close(fd) != 0 && good) {
		good = false;
		error = errno;
	}
	if (good && renameat(folder, temporary, folder, name) == 0)
		return true;
	if (good)
		error = errno;
	if (made)
		(void)unlinkat(folder, temporary, 0);
	errno = error;
	return false;
}

bool replace_file(struct arena *a, const char *root, struct str path, struct str expected, struct str text,
		  struct str *message)
{
	struct str name;
	int folder = open_folder(a, root, path, &name);
	mode_t mode;
	bool good = false;

	if (folder < 0)
		*message = str_of(strerror(errno));
	else if (!still_holds(a, folder, name.s, expected, &mode))
		*message = STR("is no longer what was read");
	else if (!write_beside(folder, name.s, mode, text))
		*message = str_of(strerror(errno));
	else
		good = true;
	if (folder >= 0)
		close(folder);
	return good;
}
