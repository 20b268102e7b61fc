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

enum world_kind { WORLD_NOTHING, WORLD_FILE, WORLD_FOLDER, WORLD_LINK, WORLD_SPECIAL };

struct world_entry {
	struct str name;
	enum world_kind kind;
};

struct world_entries {
	VEC(struct world_entry);
};

struct world_paths {
	VEC(struct str);
};

enum world_status {
	WORLD_OK,
	WORLD_MISSING,
	/** A link, folder, FIFO, device or socket. */
	WORLD_NOT_A_FILE,
	WORLD_TOO_LARGE,
	/** Not permitted, or broken. */
	WORLD_UNREADABLE,
};

struct world {
	/** Handed to the functions below. */
	void *context;
	/** What is at a path; a path through a link is WORLD_LINK. */
	enum world_kind (*look)(void *context, struct str path);
	/** What is in a folder, sorted by name; false if it cannot be listed. */
	bool (*list)(void *context, struct arena *a, struct str folder, struct world_entries *out);
	/** The bytes of a file of at most max bytes, NUL-terminated. */
	enum world_status (*read)(void *context, struct arena *a, struct str path, size_t max,
				  struct str *out);
	/** The paths that git tracks below the root, as git gives them; false without git. */
	bool (*tracked)(void *context, struct arena *a, struct world_paths *out);
	/** A context of the same world for another thread; NULL: any number of threads may use the one there is. */
	void *(*twin)(void *context, struct arena *a);
	/** Gives back what such a context holds open; NULL: nothing. */
	void (*release)(void *context);
};

/**
 * The world of a real folder. The root may be reached through links, since the user named it; what is
 * below may not. NULL if it cannot be opened: message says why. Its descriptor lives as long as the
 * process.
 */
struct world *world_posix(struct arena *a, const char *root, struct str *message);
/** A world of strings, for tests and for a single file from standard input. */
struct world *world_memory(struct arena *a);
/** Adds a file to a world of strings; neither path nor text is copied. */
void world_memory_add(struct world *world, struct arena *a, struct str path, struct str text);
/** A world in which one path holds a text, whatever the base has there: for standard input. */
struct world *world_overlay(struct arena *a, struct world *base, struct str path, struct str text);
/** The same world for another thread, which gives it back by world_release(). */
struct world world_twin(const struct world *world, struct arena *a);
void world_release(struct world *twin);
/** For people: "is larger than the limit", "is no regular file", … */
const char *world_status_text(enum world_status status);

#endif
