/*
 * The seam to the operating system: all that the linter ever asks of it about a repository.
 *
 * Invariants:
 *   - paths are relative to the root of the run, '/' between parts, without "." and ".." parts; the
 *     root itself is "" or ".";
 *   - a symbolic link is never followed, in no part of a path;
 *   - only regular files are read; a FIFO or device is never opened for reading.
 */
#ifndef LINT_OS_FILESYSTEM_H
#define LINT_OS_FILESYSTEM_H

#include "core/base/base.h"

enum fs_kind { FS_NOTHING, FS_FILE, FS_FOLDER, FS_LINK, FS_SPECIAL };

struct fs_entry {
	struct str name;
	enum fs_kind kind;
};

struct fs_entries {
	VEC(struct fs_entry);
};

struct fs_paths {
	VEC(struct str);
};

enum fs_status {
	FS_OK,
	FS_MISSING,
	/** A link, folder, FIFO, device or socket. */
	FS_NOT_A_FILE,
	FS_TOO_LARGE,
	/** Not permitted, or broken. */
	FS_UNREADABLE,
};

struct filesystem {
	/** Handed to the functions below. */
	void *context;
	/** What is at a path; a path through a link is FS_LINK. */
	enum fs_kind (*look)(void *context, struct str path);
	/** What is in a folder, sorted by name; false if it cannot be listed. */
	bool (*list)(void *context, struct arena *a, struct str folder, struct fs_entries *out);
	/** The bytes of a file of at most max bytes, NUL-terminated. */
	enum fs_status (*read)(void *context, struct arena *a, struct str path, size_t max,
			       struct str *out);
	/** Paths that will be read, of files of at most max bytes: they may be asked for together; NULL: nothing is gained by it. */
	void (*expect)(void *context, const struct str *paths, size_t n, size_t max);
	/** The paths that git tracks below the root, as git gives them; false without git. */
	bool (*tracked)(void *context, struct arena *a, struct fs_paths *out);
	/** A context of the same files for another thread; NULL: any number of threads may use the one there is. */
	void *(*twin)(void *context, struct arena *a);
	/** Gives back what such a context holds open; NULL: nothing. */
	void (*release)(void *context);
};

/**
 * The files of a real folder. The root may be reached through links, since the user named it; what is
 * below may not. NULL if it cannot be opened: message says why. Its descriptor lives as long as the
 * process.
 */
struct filesystem *fs_posix(struct arena *a, const char *root, struct str *message);
/** Files in memory, their texts strings, for tests and for a single file from standard input. */
struct filesystem *fs_memory(struct arena *a);
/** Adds a file to such; neither path nor text is copied. */
void fs_memory_add(struct filesystem *fs, struct arena *a, struct str path, struct str text);
/** Files among which one path holds a text, whatever the base has there: for standard input. */
struct filesystem *fs_overlay(struct arena *a, struct filesystem *base, struct str path, struct str text);
/** The same files for another thread, which gives it back by fs_release(). */
struct filesystem fs_twin(const struct filesystem *fs, struct arena *a);
/** Gives a twin back; what it holds open is closed. */
void fs_release(struct filesystem *twin);
/** For people: "is larger than the limit", "is no regular file", … */
const char *fs_status_text(enum fs_status status);

#endif
