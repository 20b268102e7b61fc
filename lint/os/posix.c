#include "filesystem.h"
#include "git_files.h"
#include "git_index.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/** Folders inside one another that are kept open. */
enum { CHAIN_MAX = 128 };

struct posix {
	int root;
	/** Absolute, for git. */
	const char *path;
	/** The folder used last and those above it, open: the descriptor and where its path ends. */
	struct {
		int fd;
		size_t end;
	} chain[CHAIN_MAX];
	size_t depth;
	/** The path of the last one. */
	char folder[PATH_MAX];
};

static enum fs_kind kind_of_mode(mode_t mode)
{
	if (S_ISREG(mode))
		return FS_FILE;
	if (S_ISDIR(mode))
		return FS_FOLDER;
	return S_ISLNK(mode) ? FS_LINK : FS_SPECIAL;
}

/** A part of a path as a NUL-terminated string; false if it is no plain name. */
static bool plain_name(struct str part, char name[NAME_MAX + 1])
{
	if (part.n == 0 || part.n > NAME_MAX || str_is(part, ".") || str_is(part, "..") ||
	    str_chr(part, '\0', 0) != SIZE_MAX)
		return false;
	memcpy(name, part.s, part.n);
	name[part.n] = '\0';
	return true;
}

static void close_chain(struct posix *posix, size_t depth)
{
	int error = errno;

	while (posix->depth > depth)
		close(posix->chain[--posix->depth].fd);
	errno = error;
}

static int last_of_chain(const struct posix *posix)
{
	return posix->depth ? posix->chain[posix->depth - 1].fd : posix->root;
}

/** Closes those of the open folders that a path does not lie in; returns how much of it is open. */
static size_t keep_common(struct posix *posix, struct str path)
{
	size_t depth = 0, end = 0;

	while (depth < posix->depth) {
		size_t next = posix->chain[depth].end;

		if (next > path.n || (next < path.n && path.s[next] != '/') ||
		    memcmp(path.s + end, posix->folder + end, next - end) != 0)
			break;
		end = next;
		depth++;
	}
	close_chain(posix, depth);
	return end;
}

/**
 * The descriptor of a folder, not to be closed; -1 with errno. It is opened part by part, so that no
 * link is followed whatever is changed meanwhile. It and those above stay open: paths come sorted, and
 * most share all of it, or all but the last part, with the one before.
 */
static int open_folder(struct posix *posix, struct str path)
{
	size_t end = keep_common(posix, path);

	if (path.n >= sizeof(posix->folder)) {
		errno = ENAMETOOLONG;
		return -1;
	}
	while (end < path.n) {
		size_t from = end + (end > 0), next = str_chr(path, '/', from);
		char name[NAME_MAX + 1];
		int fd = -1;

		next = next == SIZE_MAX ? path.n : next;
		errno = posix->depth == CHAIN_MAX ? ENAMETOOLONG : EINVAL;
		if (posix->depth < CHAIN_MAX && plain_name(str_sub(path, from, next), name))
			fd = openat(last_of_chain(posix), name,
				    O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
		if (fd < 0)
			return -1;
		memcpy(posix->folder + end, path.s + end, next - end);
		posix->chain[posix->depth].fd = fd;
		posix->chain[posix->depth++].end = end = next;
	}
	return last_of_chain(posix);
}

/** The descriptor of the folder that a path's last part is in, not to be closed; -1 with errno. */
static int folder_of(struct posix *posix, struct str path, char name[NAME_MAX + 1])
{
	size_t slash = str_rchr(path, '/');
	struct str folder = str_sub(path, 0, slash == SIZE_MAX ? 0 : slash);
	struct str last = str_sub(path, slash == SIZE_MAX ? 0 : slash + 1, path.n);

	name[0] = '\0';
	if (last.n && !str_is(last, ".") && !plain_name(last, name)) {
		errno = EINVAL;
		return -1;
	}
	return open_folder(posix, folder);
}

static enum fs_kind look(void *context, struct str path)
{
	char name[NAME_MAX + 1];
	int fd = folder_of(context, path, name);
	struct stat st;

	if (fd < 0)
		return errno == ELOOP || errno == ENOTDIR ? FS_LINK : FS_NOTHING;
	if (!name[0])
		return FS_FOLDER;
	return fstatat(fd, name, &st, AT_SYMLINK_NOFOLLOW) == 0 ? kind_of_mode(st.st_mode)
								: FS_NOTHING;
}

static int by_name(const void *left, const void *right)
{
	const struct fs_entry *a = left;
	const struct fs_entry *b = right;

	return str_cmp(a->name, b->name);
}

static enum fs_kind entry_kind(int fd, const struct dirent *entry)
{
	struct stat st;

	switch (entry->d_type) {
	case DT_REG:
		return FS_FILE;
	case DT_DIR:
		return FS_FOLDER;
	case DT_LNK:
		return FS_LINK;
	case DT_UNKNOWN:
		/* Some file systems do not tell. */
		if (fstatat(fd, entry->d_name, &st, AT_SYMLINK_NOFOLLOW) == 0)
			return kind_of_mode(st.st_mode);
		return FS_NOTHING;
	default:
		return FS_SPECIAL;
	}
}

static bool list(void *context, struct arena *a, struct str folder, struct fs_entries *out)
{
	int fd = open_folder(context, str_is(folder, ".") ? STR("") : folder);
	const struct dirent *entry;
	DIR *dir;

	/* A descriptor of its own, which closedir() closes and whose place in the listing is the start. */
	fd = fd < 0 ? fd : openat(fd, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (fd < 0)
		return false;
	dir = fdopendir(fd);
	if (!dir) {
		close(fd);
		return false;
	}
	while ((entry = readdir(dir))) {
		if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0)
			continue;
		*vec_push(a, out) =
		    (struct fs_entry){str_dup(a, str_of(entry->d_name)), entry_kind(fd, entry)};
	}
	closedir(dir);
	if (out->n)
		qsort(out->at, out->n, sizeof(*out->at), by_name);
	return true;
}

/** Reads up to n bytes; a file that shrank meanwhile gives what there is. SIZE_MAX on error. */
static size_t read_all(int fd, char *buffer, size_t n)
{
	size_t at = 0;

	while (at < n) {
		ssize_t got = read(fd, buffer + at, n - at);

		if (got < 0 && errno == EINTR)
			continue;
		if (got < 0)
			return SIZE_MAX;
		if (got == 0)
			break;
		at += (size_t)got;
	}
	return at;
}

static enum fs_status read_descriptor(int fd, struct arena *a, size_t max, struct str *out)
{
	struct stat st;
	char *buffer;
	size_t n;

	if (fstat(fd, &st) != 0)
		return FS_UNREADABLE;
	if (!S_ISREG(st.st_mode))
		return FS_NOT_A_FILE;
	if (st.st_size < 0 || (uintmax_t)st.st_size > max)
		return FS_TOO_LARGE;
	buffer = arena_bytes(a, (size_t)st.st_size + 1, 1);
	n = read_all(fd, buffer, (size_t)st.st_size);
	if (n == SIZE_MAX)
		return FS_UNREADABLE;
	buffer[n] = '\0';
	*out = (struct str){buffer, n};
	return FS_OK;
}

static enum fs_status read_path(void *context, struct arena *a, struct str path, size_t max,
				struct str *out)
{
	char name[NAME_MAX + 1];
	int folder = folder_of(context, path, name);
	enum fs_status status;
	struct stat st;
	int fd = -1;

	if (folder < 0)
		return errno == ENOENT	 ? FS_MISSING
		       : errno == EACCES ? FS_UNREADABLE
					 : FS_NOT_A_FILE;
	/* Looked at before it is opened: opening a device may already do something. */
	if (!name[0])
		status = FS_NOT_A_FILE;
	else if (fstatat(folder, name, &st, AT_SYMLINK_NOFOLLOW) != 0)
		status = errno == ENOENT ? FS_MISSING : FS_UNREADABLE;
	else
		status = S_ISREG(st.st_mode) ? FS_OK : FS_NOT_A_FILE;
	if (status == FS_OK) {
		fd =
		    openat(folder, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
		status = fd < 0 ? FS_UNREADABLE : read_descriptor(fd, a, max, out);
	}
	if (fd >= 0)
		close(fd);
	return status;
}

/* The list in the folder's own .git, where that is a repository like most. */
static bool tracked_by_index(void *context, struct arena *a, struct fs_paths *out)
{
	struct str head, config, index;

	return read_path(context, a, STR(".git/HEAD"), GIT_CONFIG_MAX, &head) == FS_OK &&
	       read_path(context, a, STR(".git/config"), GIT_CONFIG_MAX, &config) == FS_OK && git_config_is_usual(a, config) &&
	       read_path(context, a, STR(".git/index"), GIT_INDEX_MAX, &index) == FS_OK && git_index_paths(a, index, out);
}

static bool tracked(void *context, struct arena *a, struct fs_paths *out)
{
	const struct posix *posix = context;

	return tracked_by_index(context, a, out) || fs_git(a, posix->path, out);
}

static void *twin(void *context, struct arena *a)
{
	const struct posix *posix = context;
	struct posix *other = arena_new(a, struct posix);

	other->root = posix->root;
	other->path = posix->path;
	return other;
}

static void release(void *context)
{
	close_chain(context, 0);
}

struct filesystem *fs_posix(struct arena *a, const char *root, struct str *message)
{
	struct posix *posix = arena_new(a, struct posix);
	struct filesystem *fs = arena_new(a, struct filesystem);
	char *real = realpath(root, NULL);

	posix->root = open(root, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (!real || posix->root < 0) {
		*message = str_fmt(a, "%s: %s", root, strerror(errno));
		free(real);
		return NULL;
	}
	posix->path = str_dup(a, str_of(real)).s;
	free(real);
	*fs = (struct filesystem){.context = posix, .look = look, .list = list, .read = read_path, .tracked = tracked, .twin = twin,
				  .release = release};
	return fs;
}
